// The one gate to what is inside a course. It reads live entitlements every time, so a refund, an expiry or a suspension
// ends access with the next request.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { getItemAccess, noSuchItem } from '#server/features/entitlement/item-access.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { AuditAction } from '#shared/features/site/audit.rules.ts';
import { formatCents } from '#shared/money.ts';
import { findAuditedCourse, findCourseTerms } from './course-access.queries.ts';
import type { MissingPrerequisite } from './prerequisite.queries.ts';

export type CourseAccess = {
  courseId: number;
  userId: number;
  /** Instructors and staff look without being locked out and without leaving progress. */
  role: 'learner' | 'instructor' | 'staff';
  enrolledAt: Date;
  isSequential: boolean;
  /** Courses to finish first: until then the lessons stay closed, however a learner came to the course. */
  prerequisites: MissingPrerequisite[];
};

/** Whoever loses the role stops teaching, whatever courses carry their name. */
export const isInstructor = (viewer: Viewer): boolean => viewer.roles.includes('instructor');

/** For queries limited to a teacher's own courses; no course has an instructor 0. */
export const teacherIdOf = (viewer: Viewer): number => (isInstructor(viewer) ? viewer.id : 0);

/** Throws `not_found` if the viewer can't see the course, otherwise 401 for guests and 402 without an entitlement. */
export async function requireCourseAccess(
  ctx: AppContext,
  viewer: Viewer | null,
  courseId: number,
): Promise<CourseAccess> {
  const now = ctx.clock.now();
  const [access, terms] = await Promise.all([
    getItemAccess(ctx, viewer, { itemType: 'course', itemId: courseId }),
    viewer && findCourseTerms(ctx.db, { courseId, userId: viewer.id, now }),
  ]);
  if (!viewer) throw new AppError('unauthenticated', 'Sign in to open this course.');
  if (!terms) throw noSuchItem('course');
  const role = roleOf(access, viewer);
  if (!role) throw notEnrolled(access.priceCents);
  const { isSequential, enrolledAt, prerequisites } = terms;
  return { courseId, userId: viewer.id, role, isSequential, prerequisites, enrolledAt: enrolledAt ?? now };
}

/** Staff who have the course themselves are learners in it. */
function roleOf(
  access: { isMine: boolean; isOwned: boolean; isStaff: boolean },
  viewer: Viewer,
): CourseAccess['role'] | null {
  if (access.isMine && isInstructor(viewer)) return 'instructor';
  if (access.isOwned) return 'learner';
  return access.isStaff ? 'staff' : null;
}

type CourseAction = {
  courseId: number;
  action: AuditAction;
  /** The user it concerns; by default the instructor. */
  userId?: number;
  details?: Record<string, unknown>;
};

/** What staff do in another instructor's course is audited; what instructors do in their own is not. */
export async function recordCourseAudit(
  ctx: AppContext,
  tx: Tx,
  viewer: Pick<Viewer, 'id'>,
  { courseId, action, userId, details = {} }: CourseAction,
): Promise<void> {
  const course = await findAuditedCourse(tx, { id: courseId });
  if (!course || course.instructorId === viewer.id) return;
  await recordAudit(ctx, tx, {
    actor: viewer,
    action,
    subject: ['course', courseId],
    userId: userId ?? course.instructorId,
    details: { title: course.title, ...details },
  });
}

export { missingPrerequisitesSql, neededPrerequisitesSql, toPrerequisite } from './prerequisite.queries.ts';
export type { MissingPrerequisite } from './prerequisite.queries.ts';

function notEnrolled(priceCents: number): AppError {
  return new AppError(
    'payment_required',
    priceCents > 0
      ? `This lesson is part of a course that costs ${formatCents(priceCents)}. Buy the course to open it.`
      : 'This lesson is part of a free course. Enroll to open it.',
  );
}
