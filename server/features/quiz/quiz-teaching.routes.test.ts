// An instructor's side of quizzes: grading by a person, extra time and tries, how questions do.
import { describe, expect, it } from 'vitest';
import type { Contract } from '#shared/contract.ts';
import * as teaching from '#shared/features/quiz/quiz-teaching.contract.ts';
import type { Attempt } from '#shared/features/quiz/quiz.contract.ts';
import * as contract from '#shared/features/quiz/quiz.contract.ts';
import { courseWithQuiz, learnerOf, OPEN, rightAnswer, SINGLE } from '../../../tests/server/quiz-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { listAnswersToGrade } from './quiz.service.ts';

const { ctx, call } = await testApp();
const MINUTE = 60_000;

const started = async (quizId: number, person: Person): Promise<Attempt> =>
  (await call(contract.startAttempt, { params: { id: quizId }, ...person })).json();
const save = (attempt: Attempt, questionId: number, answer: unknown, person: Person) =>
  call(contract.saveAnswer, { params: { id: attempt.id, questionId }, body: { answer }, ...person });
const submit = (attempt: Attempt, person: Person) =>
  call(contract.submitAttempt, { params: { id: attempt.id }, ...person });
const as = (person: Person, entry: Contract, id: number, body?: object) =>
  call(entry, { params: { id }, ...(body && { body }), ...person });

describe('open questions', () => {
  async function handedIn() {
    const made = await courseWithQuiz(ctx, { questions: [SINGLE, OPEN] });
    const me = await learnerOf(ctx, made.courseId);
    const attempt = await started(made.quizId, me);
    for (const question of attempt.questions) await save(attempt, question.id, rightAnswer(question), me);
    const answer = await submit(attempt, me);
    const questionId = attempt.questions.find(({ kind }) => kind === 'open')?.id ?? 0;
    const grade = (person: Person, points: number, at = questionId) =>
      call(teaching.gradeAnswer, {
        params: { id: attempt.id, questionId: at },
        body: { points, comment: 'One correction, well put.' },
        ...person,
      });
    const result = async () =>
      (await call(contract.getQuizResults, { params: { id: made.quizId }, ...me })).json();
    return { ...made, me, attempt, answer, questionId, grade, result };
  }

  it('wait for a person, who passes the attempt and completes the quiz', async () => {
    const { answer, teacher, me, quizId, questionId, attempt, grade, result } = await handedIn();
    expect(answer.json()).toMatchObject({ state: 'needs_grading', hasPassed: null });
    expect((await result()).attempt).toMatchObject({ score: null, hasPassed: null });
    const waiting = await listAnswersToGrade(ctx, { instructorId: teacher.id });
    expect(waiting).toMatchObject([
      {
        attemptId: attempt.id,
        questionId,
        points: 2,
        answer: 'Where are your knees pointing?',
        userId: me.id,
      },
    ]);
    expect((await grade(teacher, 2)).json()).toEqual({ isGraded: true });
    expect((await result()).attempt).toMatchObject({ score: 3, percent: 100, hasPassed: true });
    expect((await result()).attempt.questions[1]).toMatchObject({
      mark: 'right',
      comment: 'One correction, well put.',
    });
    expect(await listAnswersToGrade(ctx, { instructorId: teacher.id })).toEqual([]);
    const done = `select 1 from item_progress where user_id = $1 and item_id = $2 and item_type = 'quiz' and completed_at is not null`;
    expect((await ctx.pool.query(done, [me.id, quizId])).rowCount).toBe(1);
    // A second look may take points back; what is completed stays so.
    await grade(teacher, 0);
    expect((await result()).attempt).toMatchObject({ score: 1, hasPassed: false });
    expect((await ctx.pool.query(done, [me.id, quizId])).rowCount).toBe(1);
  });

  it('are graded by the course’s instructor and staff alone, within their points', async () => {
    const { teacher, me, attempt, grade, courseId } = await handedIn();
    const otherTeacher = (await courseWithQuiz(ctx)).teacher;
    for (const person of [me, await learnerOf(ctx, courseId), await someone(ctx), otherTeacher]) {
      expect((await grade(person, 2)).statusCode).toBe(404);
    }
    expect((await grade(teacher, 2.5)).statusCode).toBe(400);
    expect((await grade(teacher, -1)).statusCode).toBe(400);
    const single = attempt.questions.find(({ kind }) => kind === 'single')?.id ?? 0;
    expect((await grade(teacher, 1, single)).statusCode).toBe(404);
    const admin = await call(
      teaching.gradeAnswer,
      { params: { id: attempt.id, questionId: attempt.questions[1]?.id ?? 0 }, body: { points: 1 } },
      'admin',
    );
    expect(admin.statusCode).toBe(200);
  });

  it('are not graded before they are handed in', async () => {
    const { quizId, courseId, teacher } = await courseWithQuiz(ctx, { questions: [OPEN] });
    const me = await learnerOf(ctx, courseId);
    const attempt = await started(quizId, me);
    const params = { id: attempt.id, questionId: attempt.questions[0]?.id ?? 0 };
    expect((await call(teaching.gradeAnswer, { params, body: { points: 1 }, ...teacher })).statusCode).toBe(
      409,
    );
  });
});

describe('extra time and tries', () => {
  it('reach the learner at once, and can be taken back', async () => {
    const { quizId, courseId, teacher } = await courseWithQuiz(ctx, {
      timeLimitMinutes: 10,
      attemptLimit: 1,
    });
    const me = await learnerOf(ctx, courseId);
    const attempt = await started(quizId, me);
    const give = (body: object, person = teacher) =>
      as(person, teaching.saveQuizAllowance, quizId, {
        learner: me.username,
        extraMinutes: 0,
        extraAttempts: 0,
        ...body,
      });
    expect((await give({ extraMinutes: 5, extraAttempts: 1, reason: 'A broken wrist.' })).statusCode).toBe(
      204,
    );
    ctx.clock.advance(12 * MINUTE);
    const saved = await save(attempt, attempt.questions[0]?.id ?? 0, { choice: 'o1' }, me);
    expect(saved.json().secondsLeft).toBe(180);
    await submit(attempt, me);
    const { attemptsLeft, timeLimitMinutes } = (await as(me, contract.getQuiz, quizId)).json();
    expect({ attemptsLeft, timeLimitMinutes }).toEqual({ attemptsLeft: 1, timeLimitMinutes: 15 });
    const second = await started(quizId, me);
    expect(second).toMatchObject({ number: 2, secondsLeft: 900 });
    expect((await give({})).statusCode).toBe(204);
    expect((await call(contract.getAttempt, { params: { id: second.id }, ...me })).json().secondsLeft).toBe(
      600,
    );
    expect((await give({}, me)).statusCode).toBe(404);
    expect((await give({ learner: (await someone(ctx)).username, extraMinutes: 5 })).statusCode).toBe(422);
    expect((await give({ extraMinutes: 500 })).statusCode).toBe(400);
  });
});

describe('results', () => {
  it('say how many passed, which question is hard and what most people choose instead', async () => {
    const { quizId, courseId, teacher } = await courseWithQuiz(ctx, {
      questions: [SINGLE, { ...SINGLE, prompt: 'Harder?' }],
      isShuffled: true,
    });
    for (const rightOnes of [2, 2, 1, 1, 0]) {
      const me = await learnerOf(ctx, courseId);
      const attempt = await started(quizId, me);
      const asked = attempt.questions.toSorted((a, b) => b.question.localeCompare(a.question));
      for (const [at, question] of asked.entries()) {
        const options = 'options' in question.content ? question.content.options : [];
        const text = at < rightOnes ? 'Part b' : 'Part c';
        await save(attempt, question.id, { choice: options.find((option) => option.text === text)?.id }, me);
      }
      await submit(attempt, me);
    }
    // What the instructor tries out counts for nothing.
    await submit(await started(quizId, teacher), teacher);
    const quiz = (await as(teacher, teaching.getTaughtQuiz, quizId)).json();
    expect(quiz).toMatchObject({ attempts: 5, learners: 5, passRate: 40, averagePercent: 60 });
    expect(quiz.items).toMatchObject([
      { question: 'Harder?', percent: 40, commonMistake: { text: 'Part c', count: 3 } },
      { question: 'Why?', percent: 80, commonMistake: { text: 'Part c', count: 1 } },
    ]);
    expect(quiz.items[0].discrimination).toBeGreaterThan(0.5);
    const { items } = (await call(teaching.listTaughtQuizzes, teacher)).json();
    expect(items).toMatchObject([{ id: quizId, attempts: 5, passRate: 40 }]);
    expect((await call(teaching.listTaughtQuizzes, await someone(ctx))).json().items).toEqual([]);
  });
});
