// An instructor's dashboard and their courses.
import type { AppContext } from '#server/context.ts';
import { listSubmissionsToGrade } from '#server/features/assignment/grading.service.ts';
import { listOpenQuestions, listPostReports } from '#server/features/discussion/discussion.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { stuckBefore } from '#shared/features/teaching/teaching.rules.ts';
import type { InstructorDashboard, TaughtCourse } from '#shared/features/teaching/teaching.schema.ts';
import { centsToDecimal } from '#shared/money.ts';
import { countStudents, listStudentRows } from './student.queries.ts';
import { teacherScope, toStudent } from './student.service.ts';
import { countActivity, findTaughtCourse, listCourseRows, sumTeachingEarnings } from './teaching.queries.ts';

const DAY_MS = 24 * 60 * 60_000;
const SHOWN = 4;

/** The viewer's own courses, also for an admin: a dashboard is about one's own work. */
export async function getInstructorDashboard(ctx: AppContext, viewer: Viewer): Promise<InstructorDashboard> {
  const now = ctx.clock.now();
  const own = { teacherId: viewer.id, isStaff: false };
  const stuck = { ...own, state: 'stuck', sort: 'longest-away', stuckBefore: stuckBefore(now) } as const;
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  const before = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  const [queue, questions, reports, stuckCount, stuckRows, activity, earlier, earned, courses] =
    await Promise.all([
      listSubmissionsToGrade(ctx, viewer, { state: 'submitted', page: 1 }),
      listOpenQuestions(ctx, viewer, { page: 1 }),
      listPostReports(ctx, viewer, { page: 1 }),
      countStudents(ctx.db, stuck),
      listStudentRows(ctx.db, { ...stuck, limit: SHOWN, offset: 0 }),
      countActivity(ctx.db, { teacherId: viewer.id, from: ago(30), to: now }),
      countActivity(ctx.db, { teacherId: viewer.id, from: ago(60), to: ago(30) }),
      sumTeachingEarnings(ctx.db, { teacherId: viewer.id, month, before }),
      listCourseRows(ctx.db, own),
    ]);
  return {
    toGrade: { count: queue.total, oldest: queue.items[0] ?? null },
    questions: { count: questions.total, items: questions.items.slice(0, SHOWN) },
    reports: reports.total,
    stuck: { count: stuckCount, items: stuckRows.map(toStudent) },
    enrollments: { count: activity.enrollments, before: earlier.enrollments },
    completions: { count: activity.completions, before: earlier.completions },
    rating: averageOf(courses),
    earnings: {
      month: centsToDecimal(earned.courseCents + earned.bookingCents),
      courses: { amount: centsToDecimal(earned.courseCents), sales: earned.courseSales },
      bookings: { amount: centsToDecimal(earned.bookingCents), sales: earned.bookingSales },
      before: centsToDecimal(earned.beforeCents),
      owed: centsToDecimal(earned.owedCents),
    },
    courses,
  };
}

/** Weighted by how many rated each course. */
function averageOf(courses: readonly TaughtCourse[]): { average: number | null; count: number } {
  const count = courses.reduce((sum, { reviewCount }) => sum + reviewCount, 0);
  const stars = courses.reduce((sum, { rating, reviewCount }) => sum + (rating ?? 0) * reviewCount, 0);
  return { average: count === 0 ? null : Math.round((stars / count) * 100) / 100, count };
}

export function listTaughtCourses(ctx: AppContext, viewer: Viewer): Promise<TaughtCourse[]> {
  return listCourseRows(ctx.db, teacherScope(viewer));
}

/** For everyone but its instructor and admins the course isn't there. */
export async function requireTaughtCourse(ctx: AppContext, viewer: Viewer, id: number) {
  const course = await findTaughtCourse(ctx.db, { id, ...teacherScope(viewer) });
  if (!course)
    throw new AppError('not_found', 'This course doesn’t exist, or another instructor teaches it.');
  return course;
}
