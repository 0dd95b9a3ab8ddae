// What a course can be, in words both sides use. No zod in here: the browser loads this file alone.
export const COURSE_KINDS = ['certification', 'course'] as const;
export type CourseKind = (typeof COURSE_KINDS)[number];

export const COURSE_KIND_LABELS: Readonly<Record<CourseKind, string>> = {
  certification: 'Certification',
  course: 'Course',
};

export const COURSE_STATES = ['draft', 'published', 'archived'] as const;
export type CourseState = (typeof COURSE_STATES)[number];

/** In minutes of lessons: from `from` up to, not including, `below`. */
export const LENGTH_BANDS = {
  'under-2': { label: 'Under 2 hours', from: 0, below: 120 },
  '2-6': { label: '2 to 6 hours', from: 120, below: 360 },
  'over-6': { label: '6 hours and more', from: 360, below: 2_147_483_647 },
} as const;
export type LengthBand = keyof typeof LENGTH_BANDS;
export const LENGTH_BAND_NAMES = Object.keys(LENGTH_BANDS) as [LengthBand, ...LengthBand[]];

/** Certifications come first where they are recommended or best rated; a price or a length is just that. */
export const COURSE_SORTS = ['relevance', 'newest', 'rating', 'price-low', 'price-high', 'shortest'] as const;
export type CourseSort = (typeof COURSE_SORTS)[number];

export const COURSE_SORT_LABELS: Readonly<Record<CourseSort, string>> = {
  relevance: 'Recommended',
  newest: 'Newest',
  rating: 'Best rated',
  'price-low': 'Price, low to high',
  'price-high': 'Price, high to low',
  shortest: 'Shortest',
};

export const LESSON_KINDS = ['video', 'reading', 'practice', 'assignment'] as const;
export type LessonKind = (typeof LESSON_KINDS)[number];
