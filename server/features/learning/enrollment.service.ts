// The viewer's courses: how far they are, what comes next, and enrolling where it costs nothing.
import { daysAfter } from '#server/clock.ts';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { grantEntitlement, insertEnrollment } from '#server/features/entitlement/entitlement.service.ts';
import { getItemAccess, noSuchItem } from '#server/features/entitlement/item-access.service.ts';
import {
  type CourseOutlineItem,
  type CourseProgress,
  listCourseProgress,
  listOutlineItems,
} from '#server/features/progress/progress.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { courseImageUrls } from '#shared/features/cover/cover.rules.ts';
import type { Enrollment, OwnGrade } from '#shared/features/learning/learning.contract.ts';
import { findResumeItem } from '#shared/features/learning/learning.rules.ts';
import { findLocks, toPercent } from '#shared/features/progress/progress.rules.ts';
import { formatCents } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { type EnrollmentRow, listEnrollmentRows, listGrades } from './learning.queries.ts';

const GRADES_DAYS = 14;
const GRADES_SHOWN = 5;

/** Grades that arrived lately, for the dashboard. */
export async function listOwnGrades(ctx: AppContext, viewer: Viewer): Promise<OwnGrade[]> {
  const since = daysAfter(ctx.clock.now(), -GRADES_DAYS);
  const rows = await listGrades(ctx.db, { userId: viewer.id, since, limit: GRADES_SHOWN });
  return rows.map(({ courseId, courseTitle, gradedAt, ...grade }) => ({
    ...grade,
    course: { id: courseId, title: courseTitle },
    gradedAt: new Date(gradedAt).toISOString(),
  }));
}

export function listEnrollments(ctx: AppContext, viewer: Viewer): Promise<Enrollment[]> {
  return listEnrollmentsOf(ctx, { userId: viewer.id });
}

async function listEnrollmentsOf(
  ctx: AppContext,
  { userId, courseId }: { userId: number; courseId?: number },
): Promise<Enrollment[]> {
  const now = ctx.clock.now();
  const which = courseId === undefined ? {} : { courseId };
  const rows = await listEnrollmentRows(ctx.db, { userId, now, ...which });
  if (rows.length === 0) return [];
  const courseIds = rows.map((row) => row.courseId);
  const [items, progress] = await Promise.all([
    listOutlineItems(ctx.db, { courseIds, userId }),
    listCourseProgress(ctx.db, { courseIds, userId }),
  ]);
  const itemsOf = Map.groupBy(items, (item) => item.courseId);
  const progressOf = new Map(progress.map((row) => [row.courseId, row]));
  return rows.map((row) =>
    toEnrollment(row, itemsOf.get(row.courseId) ?? [], progressOf.get(row.courseId) ?? null, now),
  );
}

function toEnrollment(
  row: EnrollmentRow,
  items: readonly CourseOutlineItem[],
  progress: CourseProgress | null,
  now: Date,
): Enrollment {
  const { id, courseId, title, shortName, kind, state, createdAt, updatedAt, isSequential, hasAccess } = row;
  const { prerequisites } = row;
  const completedCount = items.filter(({ isCompleted }) => isCompleted).length;
  const locks = findLocks(items, {
    role: 'learner',
    enrolledAt: createdAt,
    isSequential,
    prerequisites,
    now,
  });
  const open = items.map((item, at) => ({ ...item, lock: locks[at] ?? null }));
  const next = findResumeItem(open, progress?.lastItem ?? null);
  const isNext = hasAccess && next && !next.isCompleted && !next.lock;
  return {
    id,
    courseId,
    title,
    shortName,
    kind,
    state,
    imageUrl: courseImageUrls({ id: courseId, updatedAt }).thumbnailUrl,
    instructor: fullNameOf(row),
    createdAt: createdAt.toISOString(),
    hasAccess,
    prerequisites: prerequisites.map(({ id: requiredId, title: required, isOwned }) => ({
      id: requiredId,
      title: required,
      isOwned,
    })),
    progress: toPercent(completedCount, items.length),
    completedCount,
    itemCount: items.length,
    lastSeenAt: progress?.lastSeenAt.toISOString() ?? null,
    completedAt: progress?.completedAt?.toISOString() ?? null,
    nextLesson: isNext
      ? { itemType: next.itemType, itemId: next.itemId, moduleId: next.moduleId, title: next.title }
      : null,
  };
}

/** Only what costs nothing; enrolling twice is no error. */
export async function createEnrollment(
  ctx: AppContext,
  viewer: Viewer,
  courseId: number,
): Promise<Enrollment> {
  const item = { itemType: 'course', itemId: courseId } as const;
  const { isListed, isMine, isOwned, priceCents } = await getItemAccess(ctx, viewer, item);
  if (isMine) throw new AppError('conflict', 'You teach this course, so you don’t need to enroll.');
  if (!isOwned) {
    if (!isListed) throw noSuchItem('course');
    if (priceCents > 0) throw notFree(priceCents);
  }
  const createdAt = ctx.clock.now();
  const userId = viewer.id;
  await inTransaction(ctx.db, async (tx) => {
    if (!isOwned) await grantEntitlement(tx, { userId, ...item, cause: 'free', createdAt });
    await insertEnrollment(tx, { userId, courseId, createdAt });
  });
  const [enrollment] = await listEnrollmentsOf(ctx, { userId, courseId });
  if (!enrollment) throw noSuchItem('course');
  return enrollment;
}

/** The older address of the same. */
export const enrollForFree = createEnrollment;

function notFree(priceCents: number): AppError {
  return new AppError(
    'payment_required',
    `This course costs ${formatCents(priceCents)}. Add it to your cart to enroll.`,
  );
}
