// Courses for tests: one with an assignment, its instructor, and people who have it.
import { createCourse, createEntitlement } from '#server/seed/factories.ts';
import { type Person, someone } from './resource-tools.ts';
import type { TestContext } from './test-database.ts';

export type TaughtCourse = { id: number; instructor: Person; lessonIds: number[] };

/** Lessons of the given kinds in one module, taught by a new instructor. */
export async function someCourse(
  ctx: TestContext,
  kinds: readonly ('video' | 'reading' | 'assignment')[] = ['video', 'assignment'],
  values: Parameters<typeof createCourse>[1] = {},
): Promise<TaughtCourse> {
  const instructor = await someone(ctx, { roles: ['instructor'], firstName: 'Odile', lastName: 'Marchetti' });
  const lessons = kinds.map((kind) => ({
    kind,
    ...(kind === 'assignment' && { completionRule: 'assignment' as const }),
  }));
  const { id } = await createCourse(ctx.db, {
    instructorId: instructor.id,
    modules: [{ lessons }],
    ...values,
  });
  const { rows } = await ctx.pool.query<{ id: number }>(
    `select l.id from lessons l join course_modules m on m.id = l.module_id where m.course_id = $1
     order by m.position, l.position`,
    [id],
  );
  return { id, instructor, lessonIds: rows.map((row) => row.id) };
}

/** Someone who has the course. */
export async function someLearner(ctx: TestContext, courseId: number, names = {}): Promise<Person> {
  const learner = await someone(ctx, names);
  await createEntitlement(ctx.db, { userId: learner.id, itemType: 'course', itemId: courseId });
  await ctx.pool.query('insert into enrollments (user_id, course_id, created_at) values ($1, $2, $3)', [
    learner.id,
    courseId,
    ctx.clock.now(),
  ]);
  return learner;
}

/** What the audit log has about a course, first to last. */
export async function auditOf(ctx: TestContext, courseId: number) {
  const { rows } = await ctx.pool.query<{ action: string; user_id: number | null; details: unknown }>(
    `select action, user_id, details from audit_log where subject_type = 'course' and subject_id = $1 order by id`,
    [String(courseId)],
  );
  return rows;
}
