// How far a learner is: what counts, what is locked and why. No zod: the browser loads this file alone.
import { formatDay } from '#shared/dates.ts';
import type { CompletionRule, LessonKind } from '#shared/features/course/course.rules.ts';

export const COURSE_ITEMS = ['lesson', 'quiz'] as const;
export type CourseItemType = (typeof COURSE_ITEMS)[number];

/** A lesson or quiz as the outline orders them. */
export type OutlineItem = {
  itemType: CourseItemType;
  itemId: number;
  title: string;
  isCompleted: boolean;
  isPreview: boolean;
  /** Of its module: opens this many days after enrolling. */
  releaseDays: number | null;
};

/** A course to finish first; `isOwned`: the learner has it. */
export type RequiredCourse = { id: number; title: string; isOwned: boolean };

export type ItemLock =
  /** The course builds on others. */
  | { kind: 'prerequisite'; courses: RequiredCourse[] }
  /** Another item comes first. */
  | { kind: 'sequence'; itemType: CourseItemType; itemId: number; title: string }
  | { kind: 'release'; opensAt: string };

export type LockTerms = {
  role: 'learner' | 'instructor' | 'staff';
  enrolledAt: Date;
  isSequential: boolean;
  prerequisites: readonly RequiredCourse[];
  now: Date;
};

const DAY_MS = 24 * 60 * 60_000;

/**
 * Why each item is locked, in the given order; null: open. What is completed stays open, whatever the course changes
 * later; previews are open to everyone; instructors and staff are never locked out.
 */
export function findLocks(items: readonly OutlineItem[], terms: LockTerms): (ItemLock | null)[] {
  if (terms.role !== 'learner') return items.map(() => null);
  let first: OutlineItem | null = null;
  return items.map((item) => {
    const lock = item.isCompleted || item.isPreview ? null : lockOf(item, first, terms);
    if (!item.isCompleted) first ??= item;
    return lock;
  });
}

function lockOf({ releaseDays }: OutlineItem, first: OutlineItem | null, terms: LockTerms): ItemLock | null {
  if (terms.prerequisites.length > 0) {
    const courses = terms.prerequisites.map(({ id, title, isOwned }) => ({ id, title, isOwned }));
    return { kind: 'prerequisite', courses };
  }
  const opensAt = terms.enrolledAt.getTime() + (releaseDays ?? 0) * DAY_MS;
  if (releaseDays !== null && opensAt > terms.now.getTime()) {
    return { kind: 'release', opensAt: new Date(opensAt).toISOString() };
  }
  if (!terms.isSequential || !first) return null;
  const { itemType, itemId, title } = first;
  return { kind: 'sequence', itemType, itemId, title };
}

/** “Finish “Alignment” first”, “Opens Nov 20, 2026”. */
export function describeLock(lock: ItemLock): string {
  if (lock.kind === 'release') return `Opens ${formatDay(lock.opensAt)}`;
  const titles = lock.kind === 'sequence' ? [lock.title] : lock.courses.map(({ title }) => title);
  return `Finish ${new Intl.ListFormat('en-US').format(titles.map((title) => `“${title}”`))} first`;
}

/** 100 only when nothing is left. */
export function toPercent(done: number, total: number): number {
  return total > 0 ? Math.floor((Math.min(done, total) * 100) / total) : 0;
}

/** The fastest a lesson can be played. */
export const FASTEST_SPEED = 1.5;

/** Seconds a learner can be ahead of the clock: browsers report late, round up, and the first report may get lost. */
export const CREDIT_ALLOWANCE = 30;

/** Players save every ten seconds. After a longer silence, such as a lost connection, only so many seconds count. */
export const LONGEST_SILENCE = 300;

type Completable = { completionRule: CompletionRule; watchShare: number; seconds: number | null };

/** The rule that applies: what can’t be measured, such as an embedded video, is marked as done. */
export function completionRuleOf({ completionRule, seconds }: Completable): CompletionRule {
  return completionRule === 'watched' && !seconds ? 'marked' : completionRule;
}

/** How much of a file was played, 0–100. */
export function watchedPercent(watchedSeconds: number, seconds: number): number {
  // Players stop a moment before the end, and ranges are whole seconds.
  return toPercent(watchedSeconds + 1 >= seconds ? seconds : watchedSeconds, seconds);
}

export function describeCompletion(lesson: Completable & { kind: LessonKind }): string {
  const share = lesson.watchShare;
  return {
    opened: 'Complete once you open it',
    watched: `Complete once you’ve ${lesson.kind === 'audio' ? 'listened to' : 'watched'} ${share}% of it`,
    marked: 'Complete once you mark it as done',
    assignment: 'Complete once your assignment passes',
  }[completionRuleOf(lesson)];
}
