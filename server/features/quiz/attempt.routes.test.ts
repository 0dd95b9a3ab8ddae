// Taking a quiz over HTTP: what is refused, what is never sent, and what happens at the same moment.
import { describe, expect, it } from 'vitest';
import type { DbOrTx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Attempt, QuizResults } from '#shared/features/quiz/quiz.contract.ts';
import * as contract from '#shared/features/quiz/quiz.contract.ts';
import {
  ALL_KINDS,
  courseWithQuiz,
  learnerOf,
  rightAnswer,
  SINGLE,
} from '../../../tests/server/quiz-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { insertAttempt } from './attempt.queries.ts';
import { submitOverdueAttempts } from './quiz-grading.service.ts';

const { app, ctx, call } = await testApp();
const MINUTE = 60_000;

const start = (quizId: number, person: Partial<Person>) =>
  call(contract.startAttempt, { params: { id: quizId }, ...person });
const started = async (quizId: number, person: Person): Promise<Attempt> =>
  (await start(quizId, person)).json();
const read = (id: number, person: Partial<Person>) =>
  call(contract.getAttempt, { params: { id }, ...person });
const save = (
  attempt: { id: number },
  questionId: number,
  answer: unknown,
  person: Person,
  more: object = {},
) =>
  call(contract.saveAnswer, { params: { id: attempt.id, questionId }, body: { answer, ...more }, ...person });
const submit = (id: number, person: Partial<Person>) =>
  call(contract.submitAttempt, { params: { id }, ...person });
const results = async (quizId: number, person: Person): Promise<QuizResults> =>
  (await call(contract.getQuizResults, { params: { id: quizId }, ...person })).json();
const quizOf = async (quizId: number, person: Person) =>
  (await call(contract.getQuiz, { params: { id: quizId }, ...person })).json();

async function answerAll(attempt: Attempt, person: Person) {
  for (const question of attempt.questions) {
    const saved = await save(attempt, question.id, rightAnswer(question), person);
    expect(saved.statusCode).toBe(200);
  }
}

const completionsOf = async (userId: number, quizId: number) =>
  (
    await ctx.pool.query(
      `select 1 from item_progress where user_id = $1 and item_type = 'quiz' and item_id = $2 and completed_at is not null`,
      [userId, quizId],
    )
  ).rowCount;

describe('an attempt', () => {
  it('asks every kind of question, takes the right answers, passes and completes the quiz', async () => {
    const { quizId, courseId, fileId } = await courseWithQuiz(ctx, {
      questions: ALL_KINDS,
      isShuffled: true,
    });
    const me = await learnerOf(ctx, courseId);
    const attempt = await started(quizId, me);
    expect(attempt).toMatchObject({ number: 1, state: 'in_progress', deadlineAt: null, secondsLeft: null });
    expect(attempt.questions.map(({ kind }) => kind).toSorted()).toEqual(
      ALL_KINDS.map(({ kind }) => kind).toSorted(),
    );
    expect(attempt.files).toEqual([{ id: fileId, kind: 'image', name: 'dancer.png' }]);
    expect(attempt.questions[0]).toMatchObject({ question: 'Why?', lead: 'Think of your own class.' });
    await answerAll(attempt, me);
    expect((await read(attempt.id, me)).json().answers).toHaveLength(ALL_KINDS.length);
    const handedIn = await submit(attempt.id, me);
    expect(handedIn.json()).toMatchObject({ quizId, state: 'graded', hasPassed: true });
    const { percent, attempt: result, quiz } = await results(quizId, me);
    expect(percent).toBe(100);
    expect(quiz.hasPassed).toBe(true);
    expect(result?.questions.every(({ mark }) => mark === 'right')).toBe(true);
    expect(await completionsOf(me.id, quizId)).toBe(1);
  });

  it('gives part of the points for part of the answer', async () => {
    const { quizId, courseId } = await courseWithQuiz(ctx, { questions: ALL_KINDS.slice(1, 2) });
    const me = await learnerOf(ctx, courseId);
    const attempt = await started(quizId, me);
    const [question] = attempt.questions;
    await save(attempt, question?.id ?? 0, { choices: ['o1'] }, me);
    await submit(attempt.id, me);
    expect((await results(quizId, me)).attempt).toMatchObject({ score: 0.5, percent: 50, hasPassed: false });
    expect((await results(quizId, me)).attempt?.questions[0]?.mark).toBe('partly');
    expect(await completionsOf(me.id, quizId)).toBe(0);
  });

  it('keeps its questions when the quiz is edited meanwhile', async () => {
    const { quizId, courseId } = await courseWithQuiz(ctx);
    const me = await learnerOf(ctx, courseId);
    const before = await started(quizId, me);
    await ctx.pool.query(
      `update quiz_questions set prompt = 'Edited', answer_key = '{"correct": "c", "feedback": {}}' where quiz_id = $1`,
      [quizId],
    );
    const after: Attempt = (await read(before.id, me)).json();
    expect(after.questions).toEqual(before.questions);
    await answerAll(after, me);
    expect((await submit(before.id, me)).json().hasPassed).toBe(true);
  });

  it('draws from the bank by tag, the same for the whole attempt', async () => {
    const bank = ['x', 'y', 'z'].map((prompt) => ({ ...SINGLE, prompt, tags: ['safety'], quizId: null }));
    const other = { ...SINGLE, prompt: 'other tag', tags: ['music'], quizId: null };
    const { quizId, courseId } = await courseWithQuiz(ctx, {
      bank: [...bank, other],
      drawCount: 2,
      drawTags: ['safety'],
    });
    const me = await learnerOf(ctx, courseId);
    const attempt = await started(quizId, me);
    expect(attempt.questions).toHaveLength(3);
    expect(attempt.questions.some(({ question }) => question === 'other tag')).toBe(false);
    expect((await started(quizId, me)).questions).toEqual(attempt.questions);
  });

  it('is one across tabs: ten starts at once open one', async () => {
    const { quizId, courseId } = await courseWithQuiz(ctx, { attemptLimit: 3 });
    const me = await learnerOf(ctx, courseId);
    const answers = await Promise.all(Array.from({ length: 10 }, () => start(quizId, me)));
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    const { rows } = await ctx.pool.query('select number from quiz_attempts where quiz_id = $1', [quizId]);
    expect(rows).toEqual([{ number: 1 }]);
  });

  it('is one even for two tabs that count differently; without the constraint there are two', async () => {
    const { quizId, courseId } = await courseWithQuiz(ctx);
    const me = await learnerOf(ctx, courseId);
    const { number } = await started(quizId, me);
    const insertNext = (db: DbOrTx) =>
      insertAttempt(db, {
        quizId,
        userId: me.id,
        number: number + 1,
        snapshot: { seed: 1, questions: [] },
        maxScore: 1,
        passPercent: 70,
        startedAt: ctx.clock.now(),
        deadlineAt: null,
      });
    expect(await insertNext(ctx.db)).toBeNull();
    const undone = inTransaction(ctx.db, async (tx) => {
      await tx.$client.query('drop index quiz_attempts_one_open');
      expect(await insertNext(tx)).not.toBeNull();
      throw new Error('Undo it.');
    });
    await expect(undone).rejects.toThrow('Undo it.');
  });

  it('handed in ten times at once is graded once', async () => {
    const { quizId, courseId } = await courseWithQuiz(ctx);
    const me = await learnerOf(ctx, courseId);
    const attempt = await started(quizId, me);
    await answerAll(attempt, me);
    const answers = await Promise.all(Array.from({ length: 10 }, () => submit(attempt.id, me)));
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
    expect(answers.every((answer) => answer.json().hasPassed)).toBe(true);
    expect((await results(quizId, me)).attempt).toMatchObject({ score: 1, maxScore: 1 });
  });

  it('takes no answer once it is handed in, even at the same moment', async () => {
    const { quizId, courseId } = await courseWithQuiz(ctx);
    const me = await learnerOf(ctx, courseId);
    const attempt = await started(quizId, me);
    const question = attempt.questions[0]?.id ?? 0;
    const saves = Array.from({ length: 8 }, () => save(attempt, question, { choice: 'o2' }, me));
    const [handedIn, ...saved] = await Promise.all([submit(attempt.id, me), ...saves]);
    expect(handedIn.statusCode).toBe(200);
    expect(saved.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true);
    // Whatever was saved in time was graded; nothing was saved afterwards.
    const { rows } = await ctx.pool.query(
      `select (answer ->> 'choice' = 'o2') = (points = 1) as fits from quiz_answers where attempt_id = $1`,
      [attempt.id],
    );
    expect(rows.every(({ fits }) => fits === null || fits)).toBe(true);
    const late = await save(attempt, question, { choice: 'o2' }, me);
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toContain('handed in');
  });
});

describe('answers', () => {
  it('are saved as given, changed and taken back', async () => {
    const { quizId, courseId } = await courseWithQuiz(ctx);
    const me = await learnerOf(ctx, courseId);
    const attempt = await started(quizId, me);
    const question = attempt.questions[0]?.id ?? 0;
    await save(attempt, question, { choice: 'o1' }, me, { isFlagged: true });
    const answers = async () => (await read(attempt.id, me)).json().answers;
    expect(await answers()).toMatchObject([
      { questionId: question, answer: { choice: 'o1' }, isFlagged: true },
    ]);
    await save(attempt, question, { choice: 'o3' }, me);
    expect(await answers()).toMatchObject([{ answer: { choice: 'o3' }, isFlagged: false }]);
    await save(attempt, question, null, me, { isFlagged: true });
    expect(await answers()).toMatchObject([{ answer: null, isFlagged: true }]);
  });

  it.each([{ choice: 'o9' }, { choice: 2 }, {}, 'o1', [], { choices: ['o1'] }])(
    '%j is refused',
    async (answer) => {
      const { quizId, courseId } = await courseWithQuiz(ctx);
      const me = await learnerOf(ctx, courseId);
      const attempt = await started(quizId, me);
      expect((await save(attempt, attempt.questions[0]?.id ?? 0, answer, me)).statusCode).toBe(400);
    },
  );

  it('forged scores change nothing', async () => {
    const { quizId, courseId } = await courseWithQuiz(ctx);
    const me = await learnerOf(ctx, courseId);
    const attempt = await started(quizId, me);
    const forged = { choice: 'o1', points: 99, isCorrect: true };
    const more = { points: 99, score: 99, hasPassed: true, savedAt: '2020-01-01T00:00:00Z' };
    await save(attempt, attempt.questions[0]?.id ?? 0, forged, me, more);
    const { url, headers } = { url: `/api/attempts/${attempt.id}/submit`, headers: me.headers };
    const payload = { score: 99, hasPassed: true, state: 'graded' };
    const handedIn = await app.inject({ method: 'POST', url, headers, payload });
    expect(handedIn.json()).toMatchObject({ hasPassed: false });
    expect((await results(quizId, me)).attempt).toMatchObject({ score: 0, hasPassed: false });
    const { rows } = await ctx.pool.query('select answer from quiz_answers where attempt_id = $1', [
      attempt.id,
    ]);
    expect(rows).toEqual([{ answer: { choice: 'o1' } }]);
  });
});

describe('other people', () => {
  it('find no attempt of mine, whatever they do with it', async () => {
    const { quizId, courseId, teacher, fileId } = await courseWithQuiz(ctx, { questions: ALL_KINDS });
    const me = await learnerOf(ctx, courseId);
    const classmate = await learnerOf(ctx, courseId);
    const attempt = await started(quizId, me);
    const question = attempt.questions[0]?.id ?? 0;
    for (const other of [classmate, teacher, await someone(ctx)]) {
      expect((await read(attempt.id, other)).statusCode).toBe(404);
      expect((await save(attempt, question, { choice: 'o1' }, other)).statusCode).toBe(404);
      expect((await submit(attempt.id, other)).statusCode).toBe(404);
      const file = {
        method: 'GET' as const,
        url: `/api/attempts/${attempt.id}/files/${fileId}`,
        headers: other.headers,
      };
      expect((await app.inject(file)).statusCode).toBe(404);
    }
    expect((await read(attempt.id, {})).statusCode).toBe(401);
    expect((await read(attempt.id, me)).json()).toMatchObject({ state: 'in_progress', answers: [] });
    const mine = {
      method: 'GET' as const,
      url: `/api/attempts/${attempt.id}/files/${fileId}`,
      headers: me.headers,
    };
    expect((await app.inject(mine)).body).toBe('a picture');
    const foreign = await courseWithQuiz(ctx);
    const wrong = { ...mine, url: `/api/attempts/${attempt.id}/files/${foreign.fileId}` };
    expect((await app.inject(wrong)).statusCode).toBe(404);
    await ctx.pool.query(`update entitlements set state = 'revoked' where user_id = $1`, [me.id]);
    expect((await app.inject(mine)).statusCode).toBe(402);
  });

  it('who have not bought the course are asked to; access ends with the entitlement', async () => {
    const { quizId, courseId } = await courseWithQuiz(ctx);
    const stranger = await someone(ctx);
    expect((await start(quizId, stranger)).statusCode).toBe(402);
    expect((await call(contract.getQuiz, { params: { id: quizId }, ...stranger })).statusCode).toBe(402);
    expect((await start(2_000_000_000, stranger)).statusCode).toBe(404);
    const me = await learnerOf(ctx, courseId);
    const attempt = await started(quizId, me);
    await ctx.pool.query(`update entitlements set state = 'revoked' where user_id = $1`, [me.id]);
    expect((await read(attempt.id, me)).statusCode).toBe(402);
    expect((await save(attempt, attempt.questions[0]?.id ?? 0, { choice: 'o1' }, me)).statusCode).toBe(402);
    expect((await submit(attempt.id, me)).statusCode).toBe(402);
    expect((await call(contract.getQuizResults, { params: { id: quizId }, ...me })).statusCode).toBe(402);
  });

  it('who teach it may try it, without progress', async () => {
    const { quizId, teacher } = await courseWithQuiz(ctx);
    const attempt = await started(quizId, teacher);
    await answerAll(attempt, teacher);
    expect((await submit(attempt.id, teacher)).json()).toMatchObject({
      hasPassed: true,
      hasCompletedCourse: false,
    });
    expect(await completionsOf(teacher.id, quizId)).toBe(0);
  });
});

describe('rules', () => {
  it('no more attempts than the limit, even started at once', async () => {
    const { quizId, courseId } = await courseWithQuiz(ctx, { attemptLimit: 2 });
    const me = await learnerOf(ctx, courseId);
    for (const number of [1, 2]) {
      const attempt = await started(quizId, me);
      expect(attempt.number).toBe(number);
      await submit(attempt.id, me);
    }
    const answers = await Promise.all(Array.from({ length: 5 }, () => start(quizId, me)));
    expect(statusesOf(answers)).toEqual([409, 409, 409, 409, 409]);
    expect(answers[0]?.json().message).toContain('used all your tries');
    expect(await quizOf(quizId, me)).toMatchObject({ attemptsUsed: 2, attemptsLeft: 0 });
  });

  it('the wait between two attempts', async () => {
    const { quizId, courseId } = await courseWithQuiz(ctx, { retryDelayMinutes: 60 });
    const me = await learnerOf(ctx, courseId);
    await submit((await started(quizId, me)).id, me);
    expect((await start(quizId, me)).statusCode).toBe(409);
    expect((await quizOf(quizId, me)).nextAttemptAt).toBe(
      new Date(ctx.clock.now().getTime() + 60 * MINUTE).toISOString(),
    );
    ctx.clock.advance(60 * MINUTE);
    expect((await start(quizId, me)).statusCode).toBe(200);
  });

  it('a sequential course opens its quiz after its lesson', async () => {
    const { quizId, courseId, lessonId } = await courseWithQuiz(ctx, {}, { isSequential: true });
    const me = await learnerOf(ctx, courseId);
    const refused = await start(quizId, me);
    expect(refused.statusCode).toBe(403);
    expect(refused.json().message).toContain('Worth a second look');
    expect((await quizOf(quizId, me)).lockedReason).toContain('Finish');
    await ctx.pool.query(
      `insert into item_progress (user_id, item_type, item_id, course_id, opened_at, completed_at, updated_at)
       values ($1, 'lesson', $2, $3, now(), now(), now())`,
      [me.id, lessonId, courseId],
    );
    expect((await start(quizId, me)).statusCode).toBe(200);
  });

  it.each([
    ['best', true],
    ['last', false],
    ['average', false],
  ] as const)('%s: right first, wrong then', async (gradingMethod, hasPassed) => {
    const { quizId, courseId } = await courseWithQuiz(ctx, { gradingMethod });
    const me = await learnerOf(ctx, courseId);
    const first = await started(quizId, me);
    await answerAll(first, me);
    await submit(first.id, me);
    await submit((await started(quizId, me)).id, me);
    expect((await results(quizId, me)).quiz.hasPassed).toBe(hasPassed);
    // What is completed stays so.
    expect(await completionsOf(me.id, quizId)).toBe(1);
  });
});

describe('the time limit', () => {
  it('refuses late answers, hands in what there is and says how long is left', async () => {
    const { quizId, courseId } = await courseWithQuiz(ctx, { timeLimitMinutes: 10 });
    const me = await learnerOf(ctx, courseId);
    const attempt = await started(quizId, me);
    const question = attempt.questions[0];
    expect(attempt.secondsLeft).toBe(600);
    ctx.clock.advance(9 * MINUTE);
    const saved = await save(attempt, question?.id ?? 0, rightAnswer(question ?? SINGLE), me);
    expect(saved.json().secondsLeft).toBe(60);
    ctx.clock.advance(MINUTE);
    const late = await save(attempt, question?.id ?? 0, { choice: 'o1' }, me);
    expect(late.statusCode).toBe(409);
    expect(late.json().message).toContain('time is up');
    ctx.clock.advance(5 * MINUTE);
    const after: Attempt = (await read(attempt.id, me)).json();
    expect(after).toMatchObject({ state: 'graded', secondsLeft: 0 });
    const { attempt: result } = await results(quizId, me);
    expect(result).toMatchObject({ hasPassed: true, submittedAt: attempt.deadlineAt });
  });

  it('the job hands in overdue attempts of people who never come back, once', async () => {
    const { quizId, courseId } = await courseWithQuiz(ctx, { timeLimitMinutes: 10 });
    const me = await learnerOf(ctx, courseId);
    const attempt = await started(quizId, me);
    await answerAll(attempt, me);
    await submitOverdueAttempts(ctx);
    const state = async () =>
      (await ctx.pool.query('select state, submitted_at from quiz_attempts where id = $1', [attempt.id]))
        .rows[0];
    expect((await state()).state).toBe('in_progress');
    ctx.clock.advance(11 * MINUTE);
    await Promise.all([submitOverdueAttempts(ctx), submitOverdueAttempts(ctx), submit(attempt.id, me)]);
    expect(await state()).toEqual({ state: 'graded', submitted_at: new Date(attempt.deadlineAt ?? '') });
    expect(await completionsOf(me.id, quizId)).toBe(1);
  });
});
