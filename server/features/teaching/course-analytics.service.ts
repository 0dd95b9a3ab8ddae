// How students move through a course. Figures are counted in the background: a course can have a million rows of
// progress, and nobody should wait while they are added up.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob } from '#server/jobs/job.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { COUNT_EVERY_MINUTES } from '#shared/features/teaching/teaching.rules.ts';
import type { CourseAnalytics } from '#shared/features/teaching/teaching.schema.ts';
import {
  findCountedAt,
  listCoursesToCount,
  listFunnel,
  listPlayedVideos,
  replaceItemStats,
} from './course-analytics.queries.ts';
import { countStudents } from './student.queries.ts';
import { teacherScope } from './student.service.ts';
import { requireTaughtCourse } from './teaching.service.ts';

const MOST_COUNTED_AT_ONCE = 100;

async function countCourseItems(ctx: AppContext, courseId: number): Promise<void> {
  await inTransaction(ctx.db, (tx) => replaceItemStats(tx, { courseId, now: ctx.clock.now() }));
}

export const countCourseItemsJob = defineJob({
  name: 'teaching.count-course-items',
  data: z.object({}),
  cron: `*/${COUNT_EVERY_MINUTES} * * * *`,
  async run(ctx) {
    for (const courseId of await listCoursesToCount(ctx.db)) await countCourseItems(ctx, courseId);
  },
});

export async function getCourseAnalytics(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<CourseAnalytics> {
  const { title } = await requireTaughtCourse(ctx, viewer, id);
  const scope = { ...teacherScope(viewer), course: id, sort: 'name' as const, stuckBefore: new Date(0) };
  const students = await countStudents(ctx.db, scope);
  // The first learners of a course show at once; a course that has many already waits for the job.
  if (students <= MOST_COUNTED_AT_ONCE && (await findCountedAt(ctx.db, { courseId: id })) === null) {
    await countCourseItems(ctx, id);
  }
  const [completed, countedAt, items, played] = await Promise.all([
    countStudents(ctx.db, { ...scope, state: 'completed' }),
    findCountedAt(ctx.db, { courseId: id }),
    listFunnel(ctx.db, { courseId: id }),
    listPlayedVideos(ctx.db, { courseId: id }),
  ]);
  const videos = played.map(({ partViewers, ...video }) => ({
    ...video,
    retention: partViewers.map((count) => Math.round((100 * count) / video.viewers)),
  }));
  return { course: { id, title }, students, completed, countedAt, items, videos };
}
