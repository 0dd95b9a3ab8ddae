// What is right stays on the server until the review policy allows: planted markers are searched for in raw bodies.
import { describe, expect, it } from 'vitest';
import type { Attempt, QuizResults } from '#shared/features/quiz/quiz.contract.ts';
import * as contract from '#shared/features/quiz/quiz.contract.ts';
import {
  ALL_KINDS,
  courseWithQuiz,
  learnerOf,
  OPEN,
  rightAnswer,
  SECRET,
} from '../../../tests/server/quiz-tools.ts';
import type { Person } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

const start = (quizId: number, person: Person) =>
  call(contract.startAttempt, { params: { id: quizId }, ...person });
const started = async (quizId: number, person: Person): Promise<Attempt> =>
  (await start(quizId, person)).json();
const read = (id: number, person: Person) => call(contract.getAttempt, { params: { id }, ...person });
const submit = (id: number, person: Person) => call(contract.submitAttempt, { params: { id }, ...person });
const save = (attempt: Attempt, questionId: number, answer: unknown, person: Person) =>
  call(contract.saveAnswer, { params: { id: attempt.id, questionId }, body: { answer }, ...person });
const results = async (quizId: number, person: Person): Promise<QuizResults> =>
  (await call(contract.getQuizResults, { params: { id: quizId }, ...person })).json();

async function answerAll(attempt: Attempt, person: Person, isRight: boolean) {
  if (!isRight) return;
  for (const question of attempt.questions) await save(attempt, question.id, rightAnswer(question), person);
}

describe('what is right', () => {
  const bodies = async (quizId: number, attemptId: number, person: Person) =>
    (
      await Promise.all([
        call(contract.getQuiz, { params: { id: quizId }, ...person }),
        start(quizId, person),
        read(attemptId, person),
        call(contract.getQuizResults, { params: { id: quizId }, ...person }),
      ])
    ).map(({ body }) => body);

  it('is in no response during an attempt, whatever the policy', async () => {
    for (const reviewPolicy of ['never', 'after_pass', 'after_last_attempt', 'after_submit'] as const) {
      const { quizId, courseId } = await courseWithQuiz(ctx, {
        questions: [...ALL_KINDS, OPEN],
        reviewPolicy,
      });
      const me = await learnerOf(ctx, courseId);
      // A failed attempt before: its review must not help the next.
      await submit((await started(quizId, me)).id, me);
      const attempt = await started(quizId, me);
      const question = attempt.questions[0]?.id ?? 0;
      const answered = await save(attempt, question, { choice: 'o1' }, me);
      for (const body of [...(await bodies(quizId, attempt.id, me)), answered.body]) {
        expect(body).not.toContain(SECRET);
        expect(body).not.toMatch(/answerKey|"correct"|guidance|96417|0\.41|"seed"|"ids"/);
        expect(body).not.toMatch(/"mark":"(right|wrong|partly)"/);
      }
    }
  });

  it.each([
    ['never', { isPassed: true, limit: 1 }, false],
    ['after_submit', { isPassed: false, limit: 2 }, true],
    ['after_pass', { isPassed: false, limit: 1 }, false],
    ['after_pass', { isPassed: true, limit: 2 }, true],
    ['after_last_attempt', { isPassed: true, limit: 2 }, false],
    ['after_last_attempt', { isPassed: false, limit: 1 }, true],
  ] as const)('%s, %j: shown %s', async (reviewPolicy, { isPassed, limit }, isShown) => {
    const { quizId, courseId, lessonId } = await courseWithQuiz(ctx, { reviewPolicy, attemptLimit: limit });
    const me = await learnerOf(ctx, courseId);
    const attempt = await started(quizId, me);
    await answerAll(attempt, me, isPassed);
    await submit(attempt.id, me);
    const answer = await call(contract.getQuizResults, { params: { id: quizId }, ...me });
    expect(answer.body.includes(SECRET)).toBe(isShown);
    const { attempt: result }: QuizResults = answer.json();
    expect(result?.questions[0]?.correctText).toBe(isShown ? 'Part b' : null);
    expect(result?.questions[0]?.mark === null).toBe(!isShown);
    // What to read again is said either way.
    expect(result?.reviewLessons.map(({ id }) => id)).toEqual(isPassed ? [] : [lessonId]);
    expect((await read(attempt.id, me)).body).not.toContain(SECRET);
  });

  it('attempts of others are no results of mine', async () => {
    const { quizId, courseId } = await courseWithQuiz(ctx);
    const [me, other] = [await learnerOf(ctx, courseId), await learnerOf(ctx, courseId)];
    const attempt = await started(quizId, other);
    await submit(attempt.id, other);
    const answer = await call(contract.getQuizResults, {
      params: { id: quizId },
      query: { attempt: String(attempt.id) },
      ...me,
    });
    expect(answer.statusCode).toBe(404);
    expect((await results(quizId, me)).attempts).toEqual([]);
  });
});
