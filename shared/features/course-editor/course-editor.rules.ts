// Editing courses: what a draft consists of. No zod: the browser loads this file alone.
export const DRAFT_ITEMS = ['module', 'lesson', 'quiz'] as const;
export type DraftItemType = (typeof DRAFT_ITEMS)[number];
