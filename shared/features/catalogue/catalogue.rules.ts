// Filters and sort orders of the catalogue. No zod here: the browser loads this file on its own.
/** In cents, from `from` to less than `below`. */
export const PRICE_BANDS = {
  free: { label: 'Free', from: 0, below: 1 },
  'under-15': { label: 'Under $15', from: 1, below: 1500 },
  '15-40': { label: '$15 to $40', from: 1500, below: 4001 },
  'over-40': { label: 'Over $40', from: 4001, below: 2_147_483_647 },
} as const;

export type PriceBand = keyof typeof PRICE_BANDS;

export const PRICE_BAND_NAMES = Object.keys(PRICE_BANDS) as [PriceBand, ...PriceBand[]];

/** Minimum stars. */
export const RATING_FLOORS = ['4.5', '4', '3'] as const;

export type RatingFloor = (typeof RATING_FLOORS)[number];

/** Beats per minute, from `from` to less than `below`. */
export const BPM_BANDS = {
  'under-70': { label: 'Under 70 BPM', from: 1, below: 70 },
  '70-99': { label: '70 to 99 BPM', from: 70, below: 100 },
  '100-129': { label: '100 to 129 BPM', from: 100, below: 130 },
  '130-up': { label: '130 BPM and up', from: 130, below: 32_767 },
} as const;

export type BpmBand = keyof typeof BPM_BANDS;

export const BPM_BAND_NAMES = Object.keys(BPM_BANDS) as [BpmBand, ...BpmBand[]];

export const RESOURCE_SORTS = [
  'relevance',
  'newest',
  'best-selling',
  'rating',
  'price-low',
  'price-high',
] as const;

export type ResourceSort = (typeof RESOURCE_SORTS)[number];

export const RESOURCE_SORT_LABELS: Readonly<Record<ResourceSort, string>> = {
  relevance: 'Most useful',
  newest: 'Newest',
  'best-selling': 'Best selling',
  rating: 'Best rated',
  'price-low': 'Price, low to high',
  'price-high': 'Price, high to low',
};

export const CATALOGUE_PAGE_SIZE = 24;

/** The longest length someone can search for: four hours. */
export const MOST_MINUTES = 240;
