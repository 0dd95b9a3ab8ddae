// Practical assessments: agreeing on a live session, and who assesses a course besides its instructor.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordCourseAudit, teacherIdOf } from '#server/features/course/course-access.service.ts';
import { isStaffOf } from '#server/features/entitlement/item-access.service.ts';
import { queueMail } from '#server/platform/mail.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import { AppError } from '#shared/errors.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import type { CourseAssessor, GradedSubmission } from '#shared/features/assignment/assignment.schema.ts';
import { lineForMail } from '#shared/line-of-text.ts';
import { fullNameOf } from '#shared/names.ts';
import {
  deleteAssessor,
  findManagedCourse,
  findNamedUser,
  insertAssessor,
  listAssessors,
  lockOpenSubmission,
  upsertSession,
} from './assessment.queries.ts';
import { auditWork, getSubmission, requireOthersWork, requireSubmission } from './grading.service.ts';

type SessionInput = { id: number; startsAt: string; place: string };

/** Can be moved until the result is recorded; the learner gets an email each time. */
export async function setAssessmentSession(
  ctx: AppContext,
  viewer: Viewer,
  { id, startsAt: typed, place }: SessionInput,
): Promise<GradedSubmission> {
  const row = await requireSubmission(ctx, viewer, id);
  requireOthersWork(viewer, row);
  if (!row.isLive) throw new AppError('unprocessable', 'This learner sent a recording. There’s no session.');
  if (row.session?.booking) {
    throw new AppError('conflict', 'This session was booked. Move or cancel the booking instead.');
  }
  const startsAt = new Date(typed);
  const now = ctx.clock.now();
  if (startsAt <= now) throw new AppError('unprocessable', 'Choose a time in the future.');
  const { learner, lesson, course } = row;
  const { siteName } = await getSettings(ctx);
  await inTransaction(ctx.db, async (tx) => {
    if (!(await lockOpenSubmission(tx, { id }))) {
      throw new AppError('conflict', 'This assessment already has a result.');
    }
    await upsertSession(tx, { submissionId: id, startsAt, place, setBy: viewer.id, now });
    await auditWork(ctx, tx, viewer, row, {
      action: 'course.assessment-session',
      details: { startsAt, place },
    });
    if (learner.state !== 'active') return;
    const title = lineForMail(lesson.title);
    await queueMail(ctx, tx, {
      kind: 'course-assessment',
      to: learner.email,
      link: `/courses/${course.id}/lessons/${lesson.id}`,
      subject: `Assessment ${row.session ? 'moved' : 'scheduled'}: ${title}`.slice(0, 120),
      text: [
        `Hi ${lineForMail(learner.firstName) || 'there'},`,
        `${fullNameOf(viewer)} will assess “${title}” (${lineForMail(course.title)}) live:`,
        `${formatSessionTime(startsAt, learner.timeZone)}\n${lineForMail(place)}`,
        `You’ll find it here as well:\n${ctx.config.publicUrl}/courses/${course.id}/lessons/${lesson.id}`,
        siteName,
      ].join('\n\n'),
    });
  });
  return getSubmission(ctx, viewer, id);
}

/** “Friday, November 20, 2026 at 4:00 PM GMT+1”, in the learner's time zone. */
function formatSessionTime(startsAt: Date, timeZone: string | null): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: timeZone ?? 'UTC',
  }).format(startsAt);
}

async function requireManagedCourse(ctx: AppContext, viewer: Viewer, id: number) {
  const scope = { graderId: teacherIdOf(viewer), isStaff: isStaffOf(viewer, 'course') };
  const course = await findManagedCourse(ctx.db, { id, ...scope });
  if (!course)
    throw new AppError('not_found', 'This course doesn’t exist, or another instructor teaches it.');
  return course;
}

export async function listCourseAssessors(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<CourseAssessor[]> {
  await requireManagedCourse(ctx, viewer, id);
  const rows = await listAssessors(ctx.db, { courseId: id });
  return rows.map(({ firstName, lastName, ...row }) => ({
    ...row,
    name: fullNameOf({ firstName, lastName }),
  }));
}

export async function addCourseAssessor(
  ctx: AppContext,
  viewer: Viewer,
  { id, user: typed }: { id: number; user: string },
): Promise<CourseAssessor[]> {
  const course = await requireManagedCourse(ctx, viewer, id);
  const user = await findNamedUser(ctx.db, { key: identityKey(typed) });
  if (user?.state !== 'active' || !user.roles.includes('instructor')) {
    throw new AppError('unprocessable', 'No instructor has this email address or username.');
  }
  if (user.id === course.instructorId) {
    throw new AppError('unprocessable', 'The course’s own instructor assesses it anyway.');
  }
  const userId = user.id;
  await inTransaction(ctx.db, async (tx) => {
    await insertAssessor(tx, { courseId: id, userId, addedBy: viewer.id, now: ctx.clock.now() });
    await recordCourseAudit(ctx, tx, viewer, { courseId: id, action: 'course.assessor-added', userId });
  });
  return listCourseAssessors(ctx, viewer, id);
}

export async function removeCourseAssessor(
  ctx: AppContext,
  viewer: Viewer,
  { id, userId }: { id: number; userId: number },
): Promise<void> {
  await requireManagedCourse(ctx, viewer, id);
  await inTransaction(ctx.db, async (tx) => {
    if (!(await deleteAssessor(tx, { courseId: id, userId }))) {
      throw new AppError('not_found', 'This instructor doesn’t assess the course.');
    }
    await recordCourseAudit(ctx, tx, viewer, { courseId: id, action: 'course.assessor-removed', userId });
  });
}
