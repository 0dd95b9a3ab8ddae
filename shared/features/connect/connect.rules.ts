// Filters and sort orders of the directory of instructors. No zod here: the browser loads this file on its own.

/** In cents for half an hour, from `from` to less than `below`. */
export const HALF_HOUR_BANDS = {
  'under-35': { label: 'Under $35', from: 0, below: 3500 },
  '35-60': { label: '$35 to $60', from: 3500, below: 6001 },
  'over-60': { label: 'Over $60', from: 6001, below: 1_000_000_000 },
} as const;
export type HalfHourBand = keyof typeof HALF_HOUR_BANDS;
export const HALF_HOUR_BAND_NAMES = Object.keys(HALF_HOUR_BANDS) as [HalfHourBand, ...HalfHourBand[]];

export const RATING_FLOORS = ['4.5', '4', '3'] as const;
export type RatingFloor = (typeof RATING_FLOORS)[number];

export const PLACE_LABELS = { online: 'Online', in_person: 'In person' } as const;

/** In miles around a ZIP code. */
export const DISTANCES = ['10', '25', '50', '100'] as const;
export type Distance = (typeof DISTANCES)[number];
export const DEFAULT_DISTANCE: Distance = '25';

/** `nearest` sorts like `soonest` as long as nobody said near where. */
export const INSTRUCTOR_SORTS = ['soonest', 'price', 'rating', 'nearest'] as const;
export type InstructorSort = (typeof INSTRUCTOR_SORTS)[number];
export const INSTRUCTOR_SORT_LABELS: Readonly<Record<InstructorSort, string>> = {
  soonest: 'Soonest first',
  price: 'Lowest price first',
  rating: 'Best rated first',
  nearest: 'Nearest first',
};

export const DIRECTORY_PAGE_SIZE = 24;
/** Free times shown on a card. */
export const CARD_STARTS = 3;
/** “Free this week”: within so many days from now. */
export const WEEK_DAYS = 7;
