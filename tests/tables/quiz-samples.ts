// Samples of quizzes for the access table: `own` is taught by the caller, an attempt is the caller's own.
import { quizQuestions } from '#server/db/schema/quiz.ts';
import { createCourse } from '#server/seed/factories.ts';
import type { TestContext } from '../server/test-database.ts';
import { enroll, idOf, strangerOf } from './sample-tools.ts';
import type { Caller, MakeObject, Objects } from './sample-types.ts';

async function aQuizIn(ctx: TestContext, owner: Caller): Promise<{ quizId: number; courseId: number }> {
  const modules = [{ quizzes: [{}] }];
  const { id: courseId } = await createCourse(ctx.db, { instructorId: owner.id, modules });
  const text =
    'select q.id from quizzes q join course_modules m on m.id = q.module_id where m.course_id = $1';
  return { quizId: await idOf(ctx, text, [courseId]), courseId };
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

/** Of a learner in it. */
const aQuizAndLearner: MakeObject = async (ctx, owner) => {
  const { quizId, courseId } = await aQuizIn(ctx, owner);
  const learner = await strangerOf(ctx);
  await enroll(ctx, learner.id, courseId);
  return { params: { id: quizId }, body: { learner: learner.username } };
};

/** At the only question of the quiz. */
async function attemptAt(
  ctx: TestContext,
  { quizId, courseId }: { quizId: number; courseId: number },
  userId: number,
  state: 'in_progress' | 'needs_grading',
) {
  const questionId = await aQuestionIn(ctx, { quizId, courseId });
  const question = { id: questionId, prompt: 'Why?', fileId: null, points: 1, explanation: '' };
  const open = { ...question, kind: 'open', content: {}, answerKey: { guidance: '' }, ids: {} };
  const id = await idOf(
    ctx,
    `insert into quiz_attempts (quiz_id, user_id, number, state, questions, started_at, submitted_at, max_score, pass_percent)
     values ($1, $2, 1, $3::text, $4, now(), case when $3::text = 'needs_grading' then now() end, 1, 70) returning id`,
    [quizId, userId, state, { seed: 1, questions: [open] }],
  );
  await ctx.pool.query(
    `insert into quiz_answers (attempt_id, question_id, answer, saved_at) values ($1, $2, '{"text": "So."}', now())`,
    [id, questionId],
  );
  return { params: { id, questionId } };
}

const anAttempt: MakeObject = async (ctx, owner) =>
  attemptAt(ctx, await aQuizIn(ctx, owner), owner.id, 'in_progress');

/** Handed in by the owner, who teaches the course and may not grade it. */
const anAttemptToGrade: MakeObject = async (ctx, owner) =>
  attemptAt(ctx, await aQuizIn(ctx, owner), owner.id, 'needs_grading');

export const QUIZ_OBJECTS: Objects = [
  ['PUT /api/instructor/quizzes/:id/allowances', aQuizAndLearner],
  ['/api/quizzes/', aQuiz],
  ['/api/instructor/quizzes/', aQuiz],
  ['/api/instructor/questions/', aQuestion],
  ['/api/attempts/:id/answers/:questionId/grade', anAttemptToGrade],
  ['/api/attempts/', anAttempt],
];
