// What a shopper can choose by, in words both sides use. No zod in here: the browser loads this file alone.

export const LICENCES = ['single_teacher', 'studio'] as const;
export type Licence = (typeof LICENCES)[number];

export const LICENCE_LABELS: Readonly<Record<Licence, string>> = {
  single_teacher: 'One teacher',
  studio: 'A studio, one seat for each teacher',
};

/** From `from` cents up to, not including, `below`. */
export const PRICE_BANDS = {
  free: { label: 'Free', from: 0, below: 1 },
  'under-15': { label: 'Under $15', from: 1, below: 1500 },
  '15-40': { label: '$15 to $40', from: 1500, below: 4001 },
  'over-40': { label: 'Over $40', from: 4001, below: 2_147_483_647 },
} as const;
export type PriceBand = keyof typeof PRICE_BANDS;
export const PRICE_BAND_NAMES = Object.keys(PRICE_BANDS) as [PriceBand, ...PriceBand[]];

/** "At least so many stars". */
export const RATING_FLOORS = ['4.5', '4', '3'] as const;
export type RatingFloor = (typeof RATING_FLOORS)[number];

/** Beats a minute, for music: from `from` up to, not including, `below`. */
export const BPM_BANDS = {
  'under-70': { label: 'Under 70 BPM', from: 1, below: 70 },
  '70-99': { label: '70 to 99 BPM', from: 70, below: 100 },
  '100-129': { label: '100 to 129 BPM', from: 100, below: 130 },
  '130-up': { label: '130 BPM and up', from: 130, below: 32_767 },
} as const;
export type BpmBand = keyof typeof BPM_BANDS;
export const BPM_BAND_NAMES = Object.keys(BPM_BANDS) as [BpmBand, ...BpmBand[]];

export const METRES = ['2/4', '3/4', '4/4', '6/8', '12/8'] as const;
export type Metre = (typeof METRES)[number];

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

/** Whose cover a resource, a course and a seller have. */
export const coverSubjectOf = {
  resource: (id: number) => `resource-${id}`,
  course: (id: number) => `course-${id}`,
  seller: (id: number) => `seller-${id}`,
} as const;

/** What someone can hold a resource to break, and what staff are asked to look at. */
export const REPORT_REASONS = ['copyright', 'unsafe', 'misleading', 'personal-data', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_REASON_LABELS: Readonly<Record<ReportReason, string>> = {
  copyright: 'It copies my work or someone else’s',
  unsafe: 'It is not safe to teach',
  misleading: 'It is not what it says it is',
  'personal-data': 'It shows a child or someone’s private data',
  other: 'Something else',
};
