// Kinds, labels and limits of courses, shared by both sides. No zod: the browser loads this file alone.
import type { CourseKind } from '#shared/vocabulary.ts';

export const COURSE_KIND_LABELS: Readonly<Record<CourseKind, string>> = {
  certification: 'Certification',
  course: 'Course',
};

type CertificationHints = { itemType?: unknown; title?: unknown; shortName?: unknown };

/** Spec §4: a certification, or a course that says so in its title (any case) or short name (CERT). */
export function isCertification(item: CertificationHints | null | undefined): boolean {
  if (item?.itemType === 'certification') return true;
  if (item?.itemType !== 'course') return false;
  const saysTitle = typeof item.title === 'string' && item.title.toLowerCase().includes('certification');
  return saysTitle || (typeof item.shortName === 'string' && item.shortName.includes('CERT'));
}

/** What pages call a course. */
export function courseLabel(course: { kind: CourseKind; title: string; shortName?: string }): string {
  const { kind, ...hints } = course;
  return COURSE_KIND_LABELS[isCertification({ itemType: kind, ...hints }) ? 'certification' : 'course'];
}

/** Free ones come with the course that needs them, for-sale ones can be put into the same cart. */
export const PREREQUISITE_STANDINGS = ['owned', 'in-cart', 'free', 'for-sale'] as const;

export const COURSE_STATES = ['draft', 'published', 'archived'] as const;
export type CourseState = (typeof COURSE_STATES)[number];

/** In minutes of lessons: from `from` to less than `below`. */
export const LENGTH_BANDS = {
  'under-2': { label: 'Under 2 hours', from: 0, below: 120 },
  '2-6': { label: '2 to 6 hours', from: 120, below: 360 },
  'over-6': { label: '6 hours and more', from: 360, below: 2_147_483_647 },
} as const;
export type LengthBand = keyof typeof LENGTH_BANDS;
export const LENGTH_BAND_NAMES = Object.keys(LENGTH_BANDS) as [LengthBand, ...LengthBand[]];

/** Certifications come first when sorted by recommendation or rating, but not by price or length. */
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

/** Counts in a phrase of music, unless the lesson says otherwise. */
export const DEFAULT_PHRASE_COUNTS = 8;

export const LESSON_KINDS = [
  'video',
  'audio',
  'reading',
  'document',
  'practice',
  'assignment',
  'live',
] as const;
export type LessonKind = (typeof LESSON_KINDS)[number];

/** What completes a lesson. Quizzes complete when passed. */
export const COMPLETION_RULES = ['opened', 'watched', 'marked', 'assignment'] as const;
export type CompletionRule = (typeof COMPLETION_RULES)[number];

export const COURSE_FILE_KINDS = [
  'video',
  'audio',
  'image',
  'document',
  'attachment',
  'poster',
  'caption',
  'rendition',
] as const;
export type CourseFileKind = (typeof COURSE_FILE_KINDS)[number];

/** A named part of a video or audio file, in seconds. It ends where the next one starts. */
export type LessonSection = { label: string; start: number };

export const HAND_IN_KINDS = ['text', 'file', 'video'] as const;
export type HandInKind = (typeof HAND_IN_KINDS)[number];

export type RubricLine = { id: string; label: string; description: string; points: number };
/** Marks an assignment as the course's practical assessment. */
export type AssessmentSettings = {
  /** Learners may ask for a live session instead of sending a video. */
  isLiveOffered: boolean;
  /** Two assess independently, and both must pass it. */
  assessorCount: 1 | 2;
};

/**
 * What learners hand in, and what graders look for. A line of the rubric weighs as much as it gives points; `passPoints`
 * of their sum pass. Assignments from before practical assessments have no `assessment`.
 */
export type AssignmentSettings = {
  accepts: HandInKind[];
  rubric: RubricLine[];
  passPoints: number;
  assessment?: AssessmentSettings | null | undefined;
};

/** What a lesson starts with when it becomes the practical assessment. */
export const DEFAULT_ASSESSMENT: AssessmentSettings = { isLiveOffered: true, assessorCount: 1 };

/** What a new assignment starts with. */
export const DEFAULT_ASSIGNMENT: AssignmentSettings = {
  accepts: ['text', 'file', 'video'],
  rubric: [
    { id: 'clarity', label: 'Clear', description: 'The task is understood and answered.', points: 5 },
    { id: 'craft', label: 'Well taught', description: 'It shows what the lesson teaches.', points: 5 },
  ],
  passPoints: 6,
};

/** UTC times; the address is shown to enrolled learners only. */
export type LiveSession = { startsAt: string; endsAt: string; url: string };

/** “48 min”, “6 h”, “1 h 20”. */
export function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${String(rest).padStart(2, '0')}`;
}

/** “1 lesson”, “32 lessons”. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

type Outline = readonly { lessons: readonly unknown[]; quizzes: readonly unknown[] }[];

/** “8 modules, 32 lessons”. */
export function describeLength(modules: Outline): string {
  const lessons = modules.reduce((sum, module) => sum + module.lessons.length, 0);
  return joinWords([countOf(modules.length, 'module'), countOf(lessons, 'lesson')]);
}

type Pace = { weeks: number | null; hoursPerWeek: number | null; minutes: number };

/** “About 12 weeks, 3 hours each”; a course without a pace says how long it is. */
export function describeTime({ weeks, hoursPerWeek, minutes }: Pace): string {
  if (weeks === null)
    return minutes > 0 ? `${formatDuration(minutes)}, at your own pace` : 'At your own pace';
  const about = `About ${countOf(weeks, 'week')}`;
  if (hoursPerWeek === null) return about;
  return `${about}, ${countOf(hoursPerWeek, 'hour')}${weeks === 1 ? '' : ' each'}`;
}

/** “32 lessons, 6 h”, for cards. */
export function describeCard({ lessonCount, minutes }: { lessonCount: number; minutes: number }): string {
  return joinWords([
    lessonCount > 0 && countOf(lessonCount, 'lesson'),
    minutes > 0 && formatDuration(minutes),
  ]);
}

type Part = { lessons: readonly unknown[]; quizzes: readonly unknown[]; minutes: number };

/** “3 lessons, 48 min”; says so if a module has only a quiz. */
export function describeModule({ lessons, quizzes, minutes }: Part): string {
  return joinWords([
    lessons.length > 0 && countOf(lessons.length, 'lesson'),
    lessons.length === 0 && quizzes.length > 0 && countOf(quizzes.length, 'quiz', 'quizzes'),
    minutes > 0 && formatDuration(minutes),
  ]);
}

const SMALL_NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** “Valid for three years”, “Valid for 18 months”, “Valid for good”. */
export function describeValidity(months: number | null): string {
  if (months === null) return 'Valid for good';
  const [count, unit] = months % 12 === 0 ? [months / 12, 'year'] : [months, 'month'];
  return `Valid for ${SMALL_NUMBERS[count] ?? count} ${unit}${count === 1 ? '' : 's'}`;
}

/** “24 credit hours, valid for three years”. */
export function describeCertificateValue(worth: {
  creditHours: number | null;
  validMonths: number | null;
}): string {
  const { creditHours, validMonths } = worth;
  const validity = describeValidity(validMonths);
  if (creditHours === null) return validity;
  return joinWords([countOf(creditHours, 'credit hour'), validity.toLowerCase()]);
}

/** “Intermediate”; empty for mixed levels, where nobody needs a warning. */
export function describeLevel(level: string): string {
  return level === 'Mixed Levels' ? 'Mixed levels' : level;
}

function joinWords(words: readonly (string | false)[]): string {
  return words.filter(Boolean).join(', ');
}
