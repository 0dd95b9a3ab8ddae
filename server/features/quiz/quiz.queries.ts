// Quizzes and their questions, in SQL. Only attempts take answer keys out of the bank.
import { and, arrayOverlaps, asc, eq, isNull, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { courseFiles, courseModules, courses, lessons } from '#server/db/schema/course.ts';
import { quizAllowances, quizQuestions, quizzes } from '#server/db/schema/quiz.ts';
import type { BankQuestion } from '#shared/features/quiz/draw.rules.ts';
import type { CourseItemType } from '#shared/features/progress/progress.rules.ts';

/** A quiz with its place in the course and what one learner has been given on top. */
export async function findQuiz(db: DbOrTx, { id, userId }: { id: number; userId: number }) {
  const [row] = await db
    .select({
      quiz: quizzes,
      courseId: courseModules.courseId,
      courseTitle: courses.title,
      instructorId: courses.instructorId,
      moduleTitle: courseModules.title,
      extraMinutes: sql<number>`coalesce(${quizAllowances.extraMinutes}, 0)`,
      extraAttempts: sql<number>`coalesce(${quizAllowances.extraAttempts}, 0)`,
    })
    .from(quizzes)
    .innerJoin(courseModules, eq(courseModules.id, quizzes.moduleId))
    .innerJoin(courses, eq(courses.id, courseModules.courseId))
    .leftJoin(quizAllowances, and(eq(quizAllowances.quizId, quizzes.id), eq(quizAllowances.userId, userId)))
    .where(and(eq(quizzes.id, id), isNull(quizzes.removedAt), isNull(courseModules.removedAt)));
  if (!row) return null;
  const { quiz, ...place } = row;
  return { ...quiz, ...place };
}

export type QuizRow = NonNullable<Awaited<ReturnType<typeof findQuiz>>>;

const questionColumns = {
  id: quizQuestions.id,
  kind: quizQuestions.kind,
  prompt: quizQuestions.prompt,
  fileId: quizQuestions.fileId,
  content: quizQuestions.content,
  answerKey: quizQuestions.answerKey,
  explanation: quizQuestions.explanation,
  reviewLessonId: quizQuestions.reviewLessonId,
  points: quizQuestions.points,
};

/** Keys included: for drawing an attempt. */
export async function listQuizQuestions(db: DbOrTx, { quizId }: { quizId: number }): Promise<BankQuestion[]> {
  const rows = await db
    .select(questionColumns)
    .from(quizQuestions)
    .where(and(eq(quizQuestions.quizId, quizId), isNull(quizQuestions.removedAt)))
    .orderBy(asc(quizQuestions.position), asc(quizQuestions.id));
  return rows as BankQuestion[];
}

/** Questions of the course's bank with any of these tags, keys included. */
export async function listTaggedQuestions(
  db: DbOrTx,
  { courseId, tags }: { courseId: number; tags: string[] },
): Promise<BankQuestion[]> {
  if (tags.length === 0) return [];
  const rows = await db
    .select(questionColumns)
    .from(quizQuestions)
    .where(
      and(
        eq(quizQuestions.courseId, courseId),
        isNull(quizQuestions.quizId),
        isNull(quizQuestions.removedAt),
        arrayOverlaps(quizQuestions.tags, tags),
      ),
    )
    .orderBy(asc(quizQuestions.id));
  return rows as BankQuestion[];
}

/** Lessons worth a second look that are still in the course, in its order. */
export async function listReviewLessons(db: DbOrTx, { courseId, ids }: { courseId: number; ids: number[] }) {
  if (ids.length === 0) return [];
  const { id, moduleId, title, kind, minutes } = lessons;
  return db
    .select({ id, moduleId, title, kind, minutes })
    .from(lessons)
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .where(
      and(
        sql`${lessons.id} = any(${sql.param(ids)}::int[])`,
        eq(courseModules.courseId, courseId),
        isNull(lessons.removedAt),
        isNull(courseModules.removedAt),
      ),
    )
    .orderBy(asc(courseModules.position), asc(lessons.position));
}

type NextItem = { itemType: CourseItemType; id: number; moduleId: number; title: string };

/** The lesson or quiz that follows a quiz in the outline. */
export async function findNextItem(db: DbOrTx, { quizId }: { quizId: number }): Promise<NextItem | null> {
  const { rows } = await db.execute<NextItem>(sql`
    with here as (
      select m.course_id, m.position as module_position, q.position
      from quizzes q join course_modules m on m.id = q.module_id where q.id = ${quizId}
    ), items as (
      select 'lesson' as type, l.id, l.title, l.module_id, l.position from lessons l where l.removed_at is null
      union all
      select 'quiz', q.id, q.title, q.module_id, q.position from quizzes q where q.removed_at is null
    )
    select i.type as "itemType", i.id, i.module_id as "moduleId", i.title
    from here join course_modules m on m.course_id = here.course_id and m.removed_at is null
    join items i on i.module_id = m.id
    where (m.position, i.position) > (here.module_position, here.position)
    order by m.position, i.position limit 1`);
  return rows[0] ?? null;
}

/** Files that a question shows. */
export async function listQuestionFiles(db: DbOrTx, { courseId, ids }: { courseId: number; ids: number[] }) {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(courseFiles)
    .where(and(sql`${courseFiles.id} = any(${sql.param(ids)}::int[])`, eq(courseFiles.courseId, courseId)));
}
