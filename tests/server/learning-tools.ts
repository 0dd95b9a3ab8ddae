// Courses to learn in for tests: files that really lie in storage, learners with access, and what they have done.
import { createHash, randomUUID } from 'node:crypto';
import { courseFiles } from '#server/db/schema/course.ts';
import { createCourse, createEntitlement } from '#server/seed/factories.ts';
import { someone } from './resource-tools.ts';
import type { TestContext } from './test-database.ts';

/** The course with the ids of its items, in the order of the outline. */
export async function taughtCourse(ctx: TestContext, values: Parameters<typeof createCourse>[1] = {}) {
  const course = await createCourse(ctx.db, { modules: [{ lessons: [{}, {}] }], ...values });
  const idsIn = async (table: 'lessons' | 'quizzes') => {
    const { rows } = await ctx.pool.query<{ id: number }>(
      `select i.id from ${table} i join course_modules m on m.id = i.module_id where m.course_id = $1
       order by m.position, i.position`,
      [course.id],
    );
    return rows.map(({ id }) => id);
  };
  const { rows: modules } = await ctx.pool.query<{ id: number }>(
    'select id from course_modules where course_id = $1 order by position',
    [course.id],
  );
  return {
    ...course,
    moduleIds: modules.map(({ id }) => id),
    lessonIds: await idsIn('lessons'),
    quizIds: await idsIn('quizzes'),
  };
}

/** Someone enrolled in it, by a grant unless said otherwise. */
export async function learnerIn(ctx: TestContext, courseId: number, enrolledAt = ctx.clock.now()) {
  const person = await someone(ctx);
  await createEntitlement(ctx.db, {
    userId: person.id,
    itemType: 'course',
    itemId: courseId,
    createdAt: enrolledAt,
  });
  await ctx.pool.query('insert into enrollments (user_id, course_id, created_at) values ($1, $2, $3)', [
    person.id,
    courseId,
    enrolledAt,
  ]);
  return person;
}

/** Ends every entitlement to the course, as a refund does. */
export async function endAccess(ctx: TestContext, userId: number, courseId: number): Promise<void> {
  await ctx.pool.query(
    `update entitlements set state = 'revoked' where user_id = $1 and item_type = 'course' and item_id = $2`,
    [userId, courseId],
  );
}

type NewFile = Partial<typeof courseFiles.$inferInsert> & { courseId: number; content?: string };

export async function courseFile(ctx: TestContext, { content = 'Not a real film.', ...file }: NewFile) {
  const bytes = Buffer.from(content);
  const storageKey = `test/${randomUUID()}`;
  const contentType = file.contentType ?? 'video/mp4';
  await ctx.storage.put(storageKey, bytes, { contentType });
  const [row] = await ctx.db
    .insert(courseFiles)
    .values({
      kind: 'video',
      name: 'turns.mp4',
      seconds: 60,
      createdAt: ctx.clock.now(),
      ...file,
      contentType,
      storageKey,
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    .returning();
  if (!row) throw new Error('No file was inserted.');
  return row;
}

/** Makes a file the video of a lesson, with the rule “watched”. */
export async function attachVideo(ctx: TestContext, lessonId: number, fileId: number): Promise<void> {
  await ctx.pool.query(`update lessons set file_id = $2, completion_rule = 'watched' where id = $1`, [
    lessonId,
    fileId,
  ]);
}
