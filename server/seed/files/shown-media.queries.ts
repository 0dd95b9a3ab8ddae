// Questions about pictures and clips, and handed-in videos of the demo school, in SQL.
import { and, asc, eq, isNull, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { submissionComments, submissionFiles } from '#server/db/schema/assignment.ts';
import { courseFiles, courseModules, courses, lessons } from '#server/db/schema/course.ts';
import { quizQuestions, quizzes } from '#server/db/schema/quiz.ts';

/** Null: there is no such quiz, or it asks this already. */
export async function findQuizWithout(
  db: DbOrTx,
  { shortName, module, prompt }: { shortName: string; module: number; prompt: string },
) {
  const [quiz] = await db
    .select({ id: quizzes.id, courseId: courses.id, moduleId: quizzes.moduleId })
    .from(quizzes)
    .innerJoin(courseModules, eq(courseModules.id, quizzes.moduleId))
    .innerJoin(courses, eq(courses.id, courseModules.courseId))
    .where(
      and(
        eq(courses.shortName, shortName),
        eq(courseModules.position, module),
        isNull(quizzes.removedAt),
        sql`not exists (select 1 from quiz_questions q where q.quiz_id = ${quizzes.id} and q.prompt = ${prompt})`,
      ),
    )
    .orderBy(asc(quizzes.position))
    .limit(1);
  return quiz ?? null;
}

export async function listLessonIds(db: DbOrTx, { moduleId }: { moduleId: number }): Promise<number[]> {
  const rows = await db
    .select({ id: lessons.id })
    .from(lessons)
    .where(and(eq(lessons.moduleId, moduleId), isNull(lessons.removedAt)))
    .orderBy(asc(lessons.position));
  return rows.map(({ id }) => id);
}

type NewQuestion = Omit<typeof quizQuestions.$inferInsert, 'position' | 'fileId'> & { quizId: number };

/** Nothing if another process was faster. */
export async function insertShownQuestion(
  tx: Tx,
  { file, question }: { file: typeof courseFiles.$inferInsert; question: NewQuestion },
): Promise<void> {
  const { quizId, prompt } = question;
  const [quiz] = await tx.select().from(quizzes).where(eq(quizzes.id, quizId)).for('update');
  const known = and(eq(quizQuestions.quizId, quizId), eq(quizQuestions.prompt, prompt));
  if (!quiz || (await tx.$count(quizQuestions, known)) > 0) return;
  const [stored] = await tx.insert(courseFiles).values(file).returning({ id: courseFiles.id });
  if (!stored) return;
  await tx.insert(quizQuestions).values({ ...question, fileId: stored.id, position: quiz.questionCount });
  await tx
    .update(quizzes)
    .set({ questionCount: quiz.questionCount + 1 })
    .where(eq(quizzes.id, quizId));
}

type Handed = { id: number; graderId: number; submittedAt: Date; hasFiles: boolean };

/** In courses of this instructor: the latest that waits, and the latest that is graded. */
export async function listSubmissionsForVideo(
  db: DbOrTx,
  { username }: { username: string },
): Promise<Handed[]> {
  const { rows } = await db.execute<Handed & { submittedAt: string }>(sql`
    select distinct on (s.state = 'submitted') s.id, c.instructor_id as "graderId", s.submitted_at as "submittedAt",
      exists (select 1 from submission_files f where f.submission_id = s.id) as "hasFiles"
    from submissions s join lessons l on l.id = s.lesson_id join course_modules m on m.id = l.module_id
    join courses c on c.id = m.course_id join users u on u.id = c.instructor_id
    where u.username = ${username} order by s.state = 'submitted', s.id`);
  return rows.map((row) => ({ ...row, submittedAt: new Date(row.submittedAt) }));
}

type HandedVideo = {
  file: typeof submissionFiles.$inferInsert;
  comments: (typeof submissionComments.$inferInsert)[];
};

/** Nothing if another process was faster. */
export async function insertHandedVideo(tx: Tx, { file, comments }: HandedVideo): Promise<void> {
  const inserted = await tx.insert(submissionFiles).values(file).onConflictDoNothing().returning();
  if (inserted.length > 0) await tx.insert(submissionComments).values(comments);
}
