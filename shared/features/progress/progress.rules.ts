// How far a learner is: what counts, what is locked and why. No zod: the browser loads this file alone.
export const COURSE_ITEMS = ['lesson', 'quiz'] as const;
export type CourseItemType = (typeof COURSE_ITEMS)[number];
