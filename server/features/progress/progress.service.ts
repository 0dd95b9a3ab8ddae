// How far learners are. Progress outlives access and never goes backwards, unless a learner starts a course again to renew
// a certificate; completing is decided here alone.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { inTransaction, repeated } from '#server/db/transaction.ts';
import { issueForCompletedCourse } from '#server/features/certificate/certificate-issue.service.ts';
import { type CourseAccess, requireCourseAccess } from '#server/features/course/course-access.service.ts';
import { completeEnrollment } from '#server/features/entitlement/entitlement.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/progress/progress.contract.ts';
import {
  completionRuleOf,
  describeLock,
  findLocks,
  type ItemLock,
  type LockTerms,
  watchedPercent,
} from '#shared/features/progress/progress.rules.ts';
import {
  type CourseItem,
  findLessonTerms,
  hasReleaseDays,
  type LessonTerms,
  listLearnersWithNothingOpen,
  listOutlineItems,
  listUnfinishedLearners,
  lockCourseProgress,
  markCourseCompleted,
  markDueLessonsCompleted,
  markItemCompleted,
  upsertLessonProgress,
} from './progress.queries.ts';

type Completed = CourseItem & { userId: number; courseId: number; now: Date };

/**
 * Marks a lesson or quiz as completed, and the course with the last one. True: this call completed the course. The
 * learner's row of the course is locked first, so of two last items completed at once the second sees the first.
 */
export async function completeItem(ctx: AppContext, tx: Tx, item: Completed): Promise<boolean> {
  await lockCourseProgress(tx, item);
  await markItemCompleted(tx, item);
  return completeCourse(ctx, tx, item);
}

/**
 * True: nothing in the course is open to the learner any more, and this call completed it. The certificate comes with it,
 * in the same transaction.
 */
export async function completeCourse(
  ctx: AppContext,
  tx: Tx,
  learner: { userId: number; courseId: number; now: Date },
): Promise<boolean> {
  const isCompleted = await markCourseCompleted(tx, learner);
  if (isCompleted) {
    await completeEnrollment(tx, learner);
    await issueForCompletedCourse(ctx, tx, learner);
  }
  return isCompleted;
}

const LEARNERS_IN_A_BATCH = 200;

/**
 * After publishing: the last item a learner had left may be gone, or its rule may be met by now. Whoever has no access
 * at the moment is completed when they open the classroom again.
 */
export async function completeFinishedLearners(ctx: AppContext, courseId: number): Promise<void> {
  const now = ctx.clock.now();
  for (let after = 0; ;) {
    const batch = { courseId, after, limit: LEARNERS_IN_A_BATCH, now };
    const userIds = await listUnfinishedLearners(ctx.db, batch);
    await repeated(() => markDueLessonsCompleted(ctx.db, { courseId, userIds, now }));
    for (const userId of await listLearnersWithNothingOpen(ctx.db, { courseId, userIds })) {
      await inTransaction(ctx.db, (tx) => completeCourse(ctx, tx, { userId, courseId, now }));
    }
    const last = userIds.at(-1);
    if (last === undefined || userIds.length < LEARNERS_IN_A_BATCH) return;
    after = last;
  }
}

export const completeFinishedLearnersJob = defineJob({
  name: 'progress.complete-finished',
  data: z.object({ courseId: z.int() }),
  run: (ctx, { courseId }) => completeFinishedLearners(ctx, courseId),
});

type Terms = Omit<CourseAccess, 'prerequisites'> & Pick<LockTerms, 'prerequisites'>;

/** Why each of these items is locked; null: open to this learner. The outline is loaded at most once. */
export async function findItemLocks(
  db: DbOrTx,
  access: Terms,
  { items: asked, now }: { items: readonly CourseItem[]; now: Date },
): Promise<(ItemLock | null)[]> {
  if (asked.length === 0) return [];
  const { role, isSequential, prerequisites } = access;
  const mayBeLocked = isSequential || prerequisites.length > 0 || (await hasReleaseDays(db, access));
  if (role !== 'learner' || !mayBeLocked) return asked.map(() => null);
  const items = await listOutlineItems(db, { courseIds: [access.courseId], userId: access.userId });
  const locks = findLocks(items, { ...access, now });
  return asked.map(({ itemType, itemId }) => {
    const at = items.findIndex((item) => item.itemType === itemType && item.itemId === itemId);
    return locks[at] ?? null;
  });
}

/** Refuses a locked lesson or quiz with the reason. */
export async function requireUnlocked(ctx: AppContext, access: Terms, item: CourseItem): Promise<void> {
  const [lock] = await findItemLocks(ctx.db, access, { items: [item], now: ctx.clock.now() });
  if (lock) throw lockedItem(lock, item.itemType);
}

/** What to finish first is linked. */
export function lockedItem(lock: ItemLock, itemType: CourseItem['itemType']): AppError {
  const courses = lock.kind === 'prerequisite' ? lock.courses : [];
  return new AppError(
    'forbidden',
    `This ${itemType} is locked. ${describeLock(lock)}.`,
    courses.map(({ id }) => ({ path: `/courses/${id}`, message: 'prerequisite' })),
  );
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
    (await inTransaction(ctx.db, (tx) =>
      completeItem(ctx, tx, { ...place, itemType: 'lesson', itemId: id }),
    ));
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

export {
  findItemProgress,
  listCourseProgress,
  listOutlineItems,
  resetCourseProgress,
} from './progress.queries.ts';
export type { CourseOutlineItem, CourseProgress } from './progress.queries.ts';

export function noSuchLesson(): AppError {
  return new AppError('not_found', 'This lesson isn’t available. It may have been taken out of the course.');
}
