// What a certificate takes and how far a learner is, and starting the renewal course again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renewCertificate } from '#shared/features/certificate/certificate.contract.ts';
import { submitAssignment } from '#shared/features/assignment/assignment.contract.ts';
import { DEFAULT_ASSESSMENT, DEFAULT_ASSIGNMENT } from '#shared/features/course/course.rules.ts';
import * as contract from '#shared/features/learning/learning.contract.ts';
import type { CertificateProgress } from '#shared/features/learning/learning.contract.ts';
import {
  type Attempt,
  getQuiz,
  saveAnswer,
  startAttempt,
  submitAttempt,
} from '#shared/features/quiz/quiz.contract.ts';
import { gradeAnswer } from '#shared/features/quiz/quiz-teaching.contract.ts';
import { createEntitlement } from '#server/seed/factories.ts';
import { certificateTools } from '../../../tests/server/certificate-tools.ts';
import { learnerIn } from '../../../tests/server/learning-tools.ts';
import { courseWithQuiz, OPEN, rightAnswer, SINGLE } from '../../../tests/server/quiz-tools.ts';
import type { Person } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const { certification, complete, today, mine, rule } = certificateTools({ ctx, call });
const START = ctx.clock.now();

beforeAll(() => ctx.clock.set(new Date('2026-11-14T12:00:00Z')));
afterAll(() => ctx.clock.set(START));

const progressOf = async (id: number, person: Person) => {
  const answer = await call(contract.getCertificateProgress, { params: { id }, ...(await today(person)) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<CertificateProgress>();
};

describe('what a certificate takes', () => {
  const lessons = [
    {},
    {},
    { kind: 'assignment', completionRule: 'assignment' },
    { kind: 'assignment', completionRule: 'assignment' },
  ] as const;

  it('is counted by kind, for everyone and with one’s own progress', async () => {
    const course = await certification({ modules: [{ lessons: [...lessons] }] });
    const settings = { ...DEFAULT_ASSIGNMENT, assessment: DEFAULT_ASSESSMENT };
    await ctx.pool.query('update lessons set assignment = $2 where id = $1', [course.lessonIds[3], settings]);
    await rule(course.id, { requiredHours: 4 });
    const params = { id: course.id };
    const needed = [
      { kind: 'lessons', needed: 2 },
      { kind: 'assignments', needed: 1 },
      { kind: 'assessment', needed: 1 },
      { kind: 'hours', needed: 4 },
    ];
    const shown = await call(contract.getCertificateRequirements, { params });
    expect(shown.json()).toEqual({ isOffered: true, requirements: needed });
    const me = await learnerIn(ctx, course.id);
    await complete(course.lessonIds[0], me);
    expect(await progressOf(course.id, me)).toMatchObject({
      requirements: needed.map((each, at) => ({ ...each, done: at === 0 ? 1 : 0 })),
      certificate: null,
      renews: null,
    });
    expect((await call(contract.getCertificateProgress, { params })).statusCode).toBe(401);
  });

  it('is nothing where the course gives none, and unknown where the course can’t be seen', async () => {
    const course = await certification();
    await rule(course.id, { isOffered: false });
    const params = { id: course.id };
    expect((await call(contract.getCertificateRequirements, { params })).json()).toEqual({
      isOffered: false,
      requirements: [],
    });
    const draft = await certification({ state: 'draft' });
    const hidden = await call(contract.getCertificateRequirements, { params: { id: draft.id } });
    expect(hidden.statusCode).toBe(404);
  });
});

describe('starting the renewal course again', () => {
  it('counts in the next cycle, and only while the certificate can be renewed', async () => {
    ctx.clock.set(new Date('2026-11-14T12:00:00Z'));
    const course = await certification({ validMonths: 12 });
    const short = await certification({
      kind: 'course',
      creditHours: null,
      modules: [{ lessons: [{}, { kind: 'assignment', completionRule: 'assignment' }] }],
    });
    await rule(course.id, { renewalCourseId: short.id });
    const me = await learnerIn(ctx, course.id);
    await createEntitlement(ctx.db, { userId: me.id, itemType: 'course', itemId: short.id });
    const handIn = async () =>
      call(submitAssignment, {
        params: { id: short.lessonIds[1] ?? 0 },
        body: { text: 'My class.' },
        ...(await today(me)),
      });
    const pass = () =>
      ctx.pool.query(
        `with s as (update submissions set state = 'passed', graded_at = $2
           where lesson_id = $1 and state = 'submitted' returning user_id, lesson_id)
         insert into item_progress (user_id, item_type, item_id, course_id, opened_at, updated_at, completed_at)
         select user_id, 'lesson', lesson_id, $3, $2, $2, $2 from s`,
        [short.lessonIds[1], ctx.clock.now(), short.id],
      );
    const takeShort = async () => {
      expect((await handIn()).statusCode).toBe(201);
      await pass();
      await complete(short.lessonIds[0], await today(me));
    };
    const repeat = async () =>
      (await call(contract.repeatCourse, { params: { id: short.id }, ...(await today(me)) })).statusCode;
    await complete(course.lessonIds[0], me);
    ctx.clock.set(new Date('2027-10-01T12:00:00Z'));
    await takeShort();
    expect((await mine(me)).map(({ cycle }) => cycle)).toEqual([2, 1]);
    // It counted for this cycle. Until the next one is about to expire there is nothing to gain.
    expect(await repeat()).toBe(409);
    expect((await handIn()).statusCode).toBe(409);
    ctx.clock.set(new Date('2028-10-01T12:00:00Z'));
    const [second] = await mine(me);
    expect((await progressOf(short.id, me)).renews).toMatchObject({ id: second?.id });
    const renew = { params: { id: second?.id ?? 0 }, ...(await today(me)) };
    expect((await call(renewCertificate, renew)).statusCode, 'the last time through counted already').toBe(
      409,
    );
    expect(await repeat()).toBe(204);
    expect(await repeat()).toBe(409);
    await takeShort();
    expect((await mine(me)).map(({ cycle }) => cycle)).toEqual([3, 2, 1]);
    expect((await progressOf(short.id, me)).renews).toBeNull();
  });

  it('takes its quizzes again: earlier attempts neither pass them nor use up a try', async () => {
    ctx.clock.set(new Date('2026-11-14T12:00:00Z'));
    const course = await certification({ validMonths: 12 });
    const short = await courseWithQuiz(ctx, { questions: [SINGLE, OPEN], attemptLimit: 2, passPercent: 30 });
    await rule(course.id, { renewalCourseId: short.courseId });
    const me = await learnerIn(ctx, course.id);
    await createEntitlement(ctx.db, { userId: me.id, itemType: 'course', itemId: short.courseId });
    const quiz = { params: { id: short.quizId } };
    const grade = async (attempt: Attempt, points: number) =>
      call(gradeAnswer, {
        params: { id: attempt.id, questionId: attempt.questions[1]?.id ?? 0 },
        body: { points, comment: '' },
        ...(await today(short.teacher)),
      });
    /** Handed in with one point out of three; the other two are for a person to give. */
    const handIn = async () => {
      const person = await today(me);
      const attempt = (await call(startAttempt, { ...quiz, ...person })).json<Attempt>();
      const [question] = attempt.questions;
      if (!question) throw new Error('The quiz asks nothing.');
      const params = { id: attempt.id, questionId: question.id };
      await call(saveAnswer, { params, body: { answer: rightAnswer(question) }, ...person });
      await call(submitAttempt, { params: { id: attempt.id }, ...person });
      return attempt;
    };
    const cycles = async () => (await mine(me)).map(({ cycle }) => cycle);
    const repeat = async () =>
      (await call(contract.repeatCourse, { params: { id: short.courseId }, ...(await today(me)) }))
        .statusCode;

    await complete(course.lessonIds[0], me);
    ctx.clock.set(new Date('2027-10-01T12:00:00Z'));
    await complete(short.lessonId, await today(me));
    await grade(await handIn(), 0);
    expect(await cycles()).toEqual([2, 1]);
    const late = await handIn();

    ctx.clock.set(new Date('2028-10-01T12:00:00Z'));
    expect(await repeat()).toBe(204);
    expect((await call(getQuiz, { ...quiz, ...(await today(me)) })).json()).toMatchObject({
      hasPassed: false,
      attemptsUsed: 0,
      attemptsLeft: 2,
    });
    await complete(short.lessonId, await today(me));
    // Points that come late, for an attempt of the last cycle.
    expect((await grade(late, 2)).json()).toEqual({ isGraded: true });
    expect(await cycles()).toEqual([2, 1]);
    await grade(await handIn(), 0);
    expect(await cycles()).toEqual([3, 2, 1]);
  });

  it('is refused to guests, to others, and for a course that renews nothing', async () => {
    const course = await certification();
    const me = await learnerIn(ctx, course.id);
    await complete(course.lessonIds[0], me);
    const params = { id: course.id };
    expect((await call(contract.repeatCourse, { params })).statusCode).toBe(401);
    expect((await call(contract.repeatCourse, { params, ...me })).statusCode).toBe(409);
    const stranger = await learnerIn(ctx, (await certification()).id);
    expect((await call(contract.repeatCourse, { params, ...stranger })).statusCode).toBe(402);
  });
});

it('issues every certificate that the hours of another complete', async () => {
  ctx.clock.set(new Date('2026-11-14T12:00:00Z'));
  const first = await certification({ creditHours: 6 });
  const second = await certification({ creditHours: 5 });
  const third = await certification({ creditHours: 1 });
  await rule(second.id, { requiredHours: 6 });
  await rule(third.id, { requiredHours: 11 });
  const me = await learnerIn(ctx, first.id);
  for (const { id, lessonIds } of [second, third]) {
    await createEntitlement(ctx.db, { userId: me.id, itemType: 'course', itemId: id });
    await complete(lessonIds[0], me);
  }
  expect(await mine(me)).toEqual([]);
  await complete(first.lessonIds[0], me);
  expect((await mine(me)).map(({ course }) => course.id).toSorted((a, b) => a - b)).toEqual([
    first.id,
    second.id,
    third.id,
  ]);
});
