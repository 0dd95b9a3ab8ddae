// Fixed vocabularies of the product (spec §3; item types from the design, §4). No zod: selects and filters in the
// browser load this file alone.

export const RESOURCE_TYPES = [
  'document',
  'audio',
  'video',
  'image',
  'text',
  'spreadsheet',
  'other',
] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

export const DANCE_STYLES = [
  'Ballet',
  'Contemporary',
  'Hip Hop',
  'Jazz',
  'Tap',
  'Ballroom',
  'Latin',
  'Folk',
  'Modern',
  'Swing',
  'Breakdance',
  'Other',
] as const;
export type DanceStyle = (typeof DANCE_STYLES)[number];

export const AGE_GROUPS = [
  'All Ages',
  'Toddler (2-4)',
  'Children (5-8)',
  'Pre-Teen (9-12)',
  'Teen (13-17)',
  'Adult (18+)',
  'Senior (55+)',
] as const;
export type AgeGroup = (typeof AGE_GROUPS)[number];

export const LEVELS = ['Beginner', 'Intermediate', 'Advanced', 'Professional', 'Mixed Levels'] as const;
export type Level = (typeof LEVELS)[number];

export const COURSE_KINDS = ['certification', 'course'] as const;
export type CourseKind = (typeof COURSE_KINDS)[number];

/** What is for all ages is for each of them; looking for “All Ages” finds only what says so. */
export const agesFor = (wanted: readonly AgeGroup[]): readonly AgeGroup[] => [
  ...new Set<AgeGroup>([...wanted, 'All Ages']),
];
/** The same for levels: a mixed class has beginners in it. */
export const levelsFor = (wanted: readonly Level[]): readonly Level[] => [
  ...new Set<Level>([...wanted, 'Mixed Levels']),
];

export const ITEM_TYPES = ['course', 'certification', 'resource', 'bundle', 'booking', 'membership'] as const;
export type ItemType = (typeof ITEM_TYPES)[number];

/** Narrows a value, such as a query parameter, to one of a list. */
export function isOneOf<const T extends string>(values: readonly T[], value: unknown): value is T {
  return (values as readonly unknown[]).includes(value);
}
