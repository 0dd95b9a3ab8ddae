// How far learners are. Progress never goes backwards and outlives access; completing is decided here alone.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inTransaction, repeated } from '#server/db/transaction.ts';
import { type CourseAccess, requireCourseAccess } from '#server/features/course/course-access.service.ts';
import { completeEnrollment } from '#server/features/entitlement/entitlement.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/progress/progress.contract.ts';
import {
  completionRuleOf,
  describeLock,
  findLocks,
  type ItemLock,
  watchedPercent,
} from '#shared/features/progress/progress.rules.ts';
import {
  type CourseItem,
  findLessonTerms,
  hasReleaseDays,
  type LessonTerms,
  listOutlineItems,
  lockCourseProgress,
  markCourseCompleted,
  markItemCompleted,
  upsertLessonProgress,
} from './progress.queries.ts';

type Completed = CourseItem & { userId: number; courseId: number; now: Date };

/**
 * Marks a lesson or quiz as completed, and the course with the last one. True: this call completed the course. The
 * learner's row of the course is locked first, so of two last items completed at once the second sees the first.
 */
export async function completeItem(tx: Tx, item: Completed): Promise<boolean> {
  await lockCourseProgress(tx, item);
  await markItemCompleted(tx, item);
  const isCourseCompleted = await markCourseCompleted(tx, item);
  if (isCourseCompleted) await completeEnrollment(tx, item);
  return isCourseCompleted;
}

type Terms = Pick<CourseAccess, 'courseId' | 'userId' | 'role' | 'enrolledAt' | 'isSequential'>;

/** Null: open to this learner. */
export async function findItemLock(
  db: DbOrTx,
  access: Terms,
  { itemType, itemId, now }: CourseItem & { now: Date },
): Promise<ItemLock | null> {
  if (access.role !== 'learner') return null;
  if (!access.isSequential && !(await hasReleaseDays(db, access))) return null;
  const items = await listOutlineItems(db, { courseIds: [access.courseId], userId: access.userId });
  const at = items.findIndex((item) => item.itemType === itemType && item.itemId === itemId);
  return findLocks(items, { ...access, now })[at] ?? null;
}

/** Refuses a locked lesson or quiz with the reason. */
export async function requireUnlocked(ctx: AppContext, access: Terms, item: CourseItem): Promise<void> {
  const lock = await findItemLock(ctx.db, access, { ...item, now: ctx.clock.now() });
  if (lock) throw new AppError('forbidden', `This ${item.itemType} is locked. ${describeLock(lock)}.`);
}

type SaveInput = { id: number } & ContractParsed<typeof contract.saveLessonProgress>['body'];

export async function saveLessonProgress(
  ctx: AppContext,
  viewer: Viewer,
  { id, position, ranges, completed = false }: SaveInput,
): Promise<ContractResult<typeof contract.saveLessonProgress>> {
  const lesson = await findLessonTerms(ctx.db, { id });
  if (!lesson) throw noSuchLesson();
  const { courseId, seconds } = lesson;
  const access = await requireCourseAccess(ctx, viewer, courseId);
  await requireUnlocked(ctx, access, { itemType: 'lesson', itemId: id });
  // Whoever teaches or looks after a course isn't one of its learners.
  if (access.role !== 'learner') {
    return { position, isCompleted: false, watchedPercent: null, hasCompletedCourse: false };
  }
  const now = ctx.clock.now();
  const played = toMultirange(ranges, seconds);
  const place = { userId: viewer.id, courseId, now };
  const saved = await repeated(() =>
    upsertLessonProgress(ctx.db, { ...place, lessonId: id, position, played }),
  );
  const watched = seconds ? watchedPercent(saved.watchedSeconds, seconds) : null;
  const isDue = !saved.isCompleted && mayComplete(lesson, { completed, watched });
  const hasCompletedCourse =
    isDue &&
    (await inTransaction(ctx.db, (tx) => completeItem(tx, { ...place, itemType: 'lesson', itemId: id })));
  return {
    position: saved.position,
    isCompleted: saved.isCompleted || isDue,
    watchedPercent: watched,
    hasCompletedCourse,
  };
}

/** Throws if the learner asks for more than the lesson's rule allows; what they played is saved by then. */
function mayComplete(
  lesson: LessonTerms,
  { completed, watched }: { completed: boolean; watched: number | null },
): boolean {
  const rule = completionRuleOf(lesson);
  if (rule === 'opened') return true;
  if (rule === 'marked') return completed;
  if (rule === 'watched') {
    if ((watched ?? 0) >= lesson.watchShare) return true;
    if (completed) throw notWatched(lesson, watched ?? 0);
    return false;
  }
  if (completed) {
    throw new AppError('conflict', 'This lesson is complete once your assignment passes. Hand it in first.');
  }
  return false;
}

function notWatched({ kind, watchShare }: LessonTerms, watched: number): AppError {
  const verb = kind === 'audio' ? 'listened to' : 'watched';
  return new AppError(
    'conflict',
    `This lesson is complete once you’ve ${verb} ${watchShare}% of it. So far it’s ${watched}%.`,
  );
}

/** `{[0,35),[40,52)}`, nothing past the end of the file. PostgreSQL unites what overlaps. */
function toMultirange(ranges: readonly (readonly [number, number])[], seconds: number | null): string {
  if (!seconds) return '{}';
  const last = Math.ceil(seconds);
  const parts = ranges.filter(([from]) => from < last).map(([from, to]) => `[${from},${Math.min(to, last)})`);
  return `{${parts.join(',')}}`;
}

export { findItemProgress, listCourseProgress, listOutlineItems } from './progress.queries.ts';
export type { CourseOutlineItem, CourseProgress } from './progress.queries.ts';

export function noSuchLesson(): AppError {
  return new AppError('not_found', 'This lesson isn’t available. It may have been taken out of the course.');
}
