// Questions and attempts of the demo school, in SQL.
import { eq, sql } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';
import { quizAnswers, quizAttempts, quizQuestions, quizzes } from '#server/db/schema/quiz.ts';
import type { QuizPlace } from './quiz-questions.ts';

export async function listQuizPlaces(tx: Tx): Promise<QuizPlace[]> {
  const { rows } = await tx.execute<QuizPlace>(sql`
    select q.id as "quizId", c.id as "courseId", c.short_name as "shortName", m.position as "modulePosition",
      array(select l.id from lessons l where l.module_id = m.id order by l.position) as "lessonIds"
    from quizzes q join course_modules m on m.id = q.module_id join courses c on c.id = m.course_id
    order by q.id`);
  return rows;
}

export async function insertQuestions(tx: Tx, rows: (typeof quizQuestions.$inferInsert)[]): Promise<void> {
  await tx.insert(quizQuestions).values(rows);
}

/** The quiz has so many more questions from now on. */
export async function setDraws(
  tx: Tx,
  { quizId, tag, draws }: { quizId: number; tag: string; draws: number },
): Promise<void> {
  await tx
    .update(quizzes)
    .set({ drawCount: draws, drawTags: [tag], questionCount: sql`${quizzes.questionCount} + ${draws}` })
    .where(eq(quizzes.id, quizId));
}

export type QuizVisit = {
  quizId: number;
  userId: number;
  passPercent: number;
  isCompleted: boolean;
  at: Date;
  questions: unknown[];
};

/** Enough for every quiz to have results, without a large seed. */
const LEARNERS_PER_QUIZ = 5;

/** Learners who opened or completed a quiz, with its questions. */
export async function listQuizVisits(tx: Tx): Promise<QuizVisit[]> {
  const { rows } = await tx.execute<Omit<QuizVisit, 'at'> & { at: string }>(sql`
    with visits as (
      select p.user_id, p.item_id, p.completed_at, p.updated_at, row_number() over (
        partition by p.item_id order by u.username = 'member' desc, p.completed_at is null desc, p.user_id) as place
      from item_progress p join users u on u.id = p.user_id where p.item_type = 'quiz'
    )
    select v.item_id as "quizId", v.user_id as "userId", z.pass_percent as "passPercent",
      v.completed_at is not null as "isCompleted", coalesce(v.completed_at, v.updated_at) as at,
      (select json_agg(json_build_object('id', q.id, 'kind', q.kind, 'prompt', q.prompt, 'fileId', q.file_id,
        'content', q.content, 'answerKey', q.answer_key, 'explanation', q.explanation,
        'reviewLessonId', q.review_lesson_id, 'points', q.points) order by q.position)
       from quiz_questions q where q.quiz_id = z.id) as questions
    from visits v join quizzes z on z.id = v.item_id
    where v.place <= ${LEARNERS_PER_QUIZ} and exists (select 1 from quiz_questions q where q.quiz_id = z.id)
    order by v.item_id, v.place`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

export type SeedAttempt = typeof quizAttempts.$inferInsert & {
  submittedAt: Date;
  answers: { questionId: number; answer: unknown; points: number | null }[];
};

const AT_ONCE = 100;

export async function insertQuizAttempts(tx: Tx, attempts: SeedAttempt[]): Promise<void> {
  for (let from = 0; from < attempts.length; from += AT_ONCE) {
    const part = attempts.slice(from, from + AT_ONCE);
    const inserted = await tx
      .insert(quizAttempts)
      .values(part.map(({ answers: _answers, ...row }) => row))
      .returning({ id: quizAttempts.id });
    const rows = part.flatMap(({ answers, submittedAt }, at) =>
      answers.map((answer) => ({ ...answer, attemptId: inserted[at]?.id ?? 0, savedAt: submittedAt })),
    );
    await tx.insert(quizAnswers).values(rows);
  }
}
