// All courses for staff: list, feature, transfer to another instructor.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { lockOwnedCourse, updateCourse } from '#server/features/course/course-publish.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { STAFF_COURSE_SORTS } from '#shared/features/course-editor/course-editor.rules.ts';
import type { StaffCourse } from '#shared/features/course-editor/staff-courses.contract.ts';
import { COURSE_STATES, type CourseState } from '#shared/features/course/course.rules.ts';
import { courseImageUrls } from '#shared/features/cover/cover.rules.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { noSuchCourse } from './course-editor-access.ts';
import { clearSchedule } from './publish-schedule.queries.ts';
import {
  countCourseStates,
  findStaffCourse,
  findUserToTeach,
  listStaffCourseRows,
  type StaffCourseFilter,
  type StaffCourseRow,
} from './staff-courses.queries.ts';

type Asked = StaffCourseFilter & { sort: (typeof STAFF_COURSE_SORTS)[number]; page: number };

export async function listStaffCourses(ctx: AppContext, { page, sort, ...filter }: Asked) {
  const [states, rows] = await Promise.all([
    countCourseStates(ctx.db, filter),
    listStaffCourseRows(ctx.db, filter, { sort, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const each = Object.fromEntries(COURSE_STATES.map((state) => [state, states.get(state) ?? 0]));
  const all = [...states.values()].reduce((sum, number) => sum + number, 0);
  const counts = { all, ...(each as Record<CourseState, number>) };
  const total = filter.state ? counts[filter.state] : all;
  return { items: rows.map(toStaffCourse), total, page, pageSize: PAGE_SIZE, counts };
}

function toStaffCourse(row: StaffCourseRow): StaffCourse {
  const { instructorId, firstName, lastName, username, priceCents, updatedAt, ...course } = row;
  return {
    ...course,
    instructor: { id: instructorId, name: fullNameOf({ firstName, lastName }), username },
    price: centsToDecimal(priceCents),
    thumbnailUrl: courseImageUrls({ id: row.id, updatedAt }).thumbnailUrl,
    updatedAt: updatedAt.toISOString(),
  };
}

async function getStaffCourse(ctx: AppContext, id: number): Promise<StaffCourse> {
  const row = await findStaffCourse(ctx.db, { id });
  if (!row) throw noSuchCourse();
  return toStaffCourse(row);
}

export async function featureCourse(
  ctx: AppContext,
  viewer: Viewer,
  { id, isFeatured }: { id: number; isFeatured: boolean },
): Promise<StaffCourse> {
  await inTransaction(ctx.db, async (tx) => {
    const course = await lockOwnedCourse(tx, { id, instructorId: null });
    if (!course) throw noSuchCourse();
    if (isFeatured && course.state !== 'published') {
      throw new AppError('conflict', 'Only published courses can be featured. Publish this one first.');
    }
    if (course.isFeatured === isFeatured) return;
    await updateCourse(tx, { id }, { isFeatured });
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: isFeatured ? 'course.feature' : 'course.unfeature',
      subject: ['course', id],
      details: { title: course.title },
    });
  });
  return getStaffCourse(ctx, id);
}

/** Counts for sales from now on; what was earned before stays. */
export async function setInstructorShare(
  ctx: AppContext,
  viewer: Viewer,
  { id, instructorShare }: { id: number; instructorShare: number | null },
): Promise<StaffCourse> {
  await inTransaction(ctx.db, async (tx) => {
    const course = await lockOwnedCourse(tx, { id, instructorId: null });
    if (!course) throw noSuchCourse();
    if (course.instructorShare === instructorShare) return;
    await updateCourse(tx, { id }, { instructorShare });
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'course.share',
      subject: ['course', id],
      userId: course.instructorId,
      details: {
        title: course.title,
        before: { instructorShare: course.instructorShare },
        after: { instructorShare },
      },
    });
  });
  return getStaffCourse(ctx, id);
}

/** Sales made so far stay with whoever taught the course then. */
export async function transferCourse(
  ctx: AppContext,
  viewer: Viewer,
  { id, username }: { id: number; username: string },
): Promise<StaffCourse> {
  await inTransaction(ctx.db, async (tx) => {
    const course = await lockOwnedCourse(tx, { id, instructorId: null });
    if (!course) throw noSuchCourse();
    const user = await findUserToTeach(tx, { name: username });
    if (!user?.roles.includes('instructor')) {
      throw new AppError('unprocessable', 'There is no active instructor with this username or email.', [
        { path: 'username', message: 'There is no active instructor with this username or email.' },
      ]);
    }
    if (user.id === course.instructorId) {
      throw new AppError('conflict', `${fullNameOf(user)} already teaches this course.`);
    }
    await updateCourse(tx, { id }, { instructorId: user.id, updatedAt: ctx.clock.now() });
    // The new instructor decides when changes go live.
    await clearSchedule(tx, { courseId: id });
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'course.transfer',
      subject: ['course', id],
      userId: user.id,
      details: { title: course.title, from: course.instructorId, to: user.id },
    });
  });
  return getStaffCourse(ctx, id);
}
