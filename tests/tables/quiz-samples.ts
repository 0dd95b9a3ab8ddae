// Samples of quizzes for the access table: `own` is taught by the caller, an attempt is the caller's own.
import { quizQuestions } from '#server/db/schema/quiz.ts';
import { createCourse } from '#server/seed/factories.ts';
import type { TestContext } from '../server/test-database.ts';
import type { Caller, MakeObject } from './sample-types.ts';

/** What the paths of the table name as `:questionId`. */
export const SAMPLE_QUESTION_ID = 1;

async function aQuizIn(ctx: TestContext, owner: Caller): Promise<{ quizId: number; courseId: number }> {
  const modules = [{ quizzes: [{}] }];
  const { id: courseId } = await createCourse(ctx.db, { instructorId: owner.id, modules });
  const { rows } = await ctx.pool.query<{ id: number }>(
    'select q.id from quizzes q join course_modules m on m.id = q.module_id where m.course_id = $1',
    [courseId],
  );
  return { quizId: rows[0]?.id ?? 0, courseId };
}

async function aQuestionIn(
  ctx: TestContext,
  quiz: { quizId: number | null; courseId: number },
): Promise<number> {
  const [row] = await ctx.db
    .insert(quizQuestions)
    .values({
      ...quiz,
      kind: 'true_false',
      prompt: 'Is it so?',
      content: {},
      answerKey: { correct: true },
    })
    .returning({ id: quizQuestions.id });
  return row?.id ?? 0;
}

const aQuiz: MakeObject = async (ctx, owner) => {
  const quiz = await aQuizIn(ctx, owner);
  await aQuestionIn(ctx, quiz);
  return quiz.quizId;
};

/** In the bank of a course. */
const aQuestion: MakeObject = async (ctx, owner) =>
  aQuestionIn(ctx, { ...(await aQuizIn(ctx, owner)), quizId: null });

const attemptIn =
  (state: 'in_progress' | 'needs_grading'): MakeObject =>
  async (ctx, owner) => {
    const { quizId } = await aQuizIn(ctx, owner);
    const question = { id: SAMPLE_QUESTION_ID, prompt: 'Why?', fileId: null, points: 1, explanation: '' };
    const open = { ...question, kind: 'open', content: {}, answerKey: { guidance: '' }, ids: {} };
    const made = await ctx.pool.query<{ id: number }>(
      `insert into quiz_attempts (quiz_id, user_id, number, state, questions, started_at, submitted_at, max_score, pass_percent)
       values ($1, $2, 1, $3::text, $4, now(), case when $3::text = 'needs_grading' then now() end, 1, 70) returning id`,
      [quizId, owner.id, state, { seed: 1, questions: [open] }],
    );
    const id = made.rows[0]?.id ?? 0;
    await ctx.pool.query(
      `insert into quiz_answers (attempt_id, question_id, answer, saved_at) values ($1, $2, '{"text": "So."}', now())`,
      [id, SAMPLE_QUESTION_ID],
    );
    return id;
  };

export const QUIZ_OBJECTS: [prefix: string, make: MakeObject][] = [
  ['/api/quizzes/', aQuiz],
  ['/api/instructor/quizzes/', aQuiz],
  ['/api/instructor/questions/', aQuestion],
  ['/api/attempts/:id/answers/:questionId/grade', attemptIn('needs_grading')],
  ['/api/attempts/', attemptIn('in_progress')],
];
