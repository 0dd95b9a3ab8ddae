// What staff do in somebody else's course is recorded, and nobody decides about their own work.
import { expect, it } from 'vitest';
import { createEntitlement } from '#server/seed/factories.ts';
import type { Contract } from '#shared/contract.ts';
import * as assignment from '#shared/features/assignment/assignment.contract.ts';
import * as discussion from '#shared/features/discussion/discussion.contract.ts';
import * as quizTeaching from '#shared/features/quiz/quiz-teaching.contract.ts';
import * as quiz from '#shared/features/quiz/quiz.contract.ts';
import { auditOf, someCourse, someLearner } from '../../../tests/server/course-tools.ts';
import { endAccess } from '../../../tests/server/learning-tools.ts';
import { courseWithQuiz, learnerOf, OPEN } from '../../../tests/server/quiz-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

async function as<T = object>(person: Person, of: Contract, params: object, body?: object): Promise<T> {
  const answer = await call(of, {
    params: params as Record<string, number>,
    ...(body && { body }),
    ...person,
  });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return (answer.body ? answer.json() : {}) as T;
}
const statusOf = async (person: Person, of: Contract, params: object, body?: object) =>
  (await call(of, { params: params as Record<string, number>, ...(body && { body }), ...person })).statusCode;

const actionsIn = async (courseId: number) =>
  (await auditOf(ctx, courseId)).map(({ action, user_id: userId }) => [action, userId]);

const PASSING = { grade: 'passed', rubricPoints: { clarity: 4, craft: 4 } };
const admin = await someone(ctx, { roles: ['admin'] });

async function handedIn(courseId: number, lessonId: number, learner: Person): Promise<number> {
  const body = { text: `My plan for class ${courseId}.` };
  return (await as<{ id: number }>(learner, assignment.submitAssignment, { id: lessonId }, body)).id;
}

it('grades and comments of staff are recorded, those of the instructor are not', async () => {
  const course = await someCourse(ctx, ['assignment']);
  const [lessonId = 0] = course.lessonIds;
  const [one, other] = [await someLearner(ctx, course.id), await someLearner(ctx, course.id)];
  const id = await handedIn(course.id, lessonId, one);
  const otherId = await handedIn(course.id, lessonId, other);
  const comment = { text: 'Lower the arms.', atSecond: null };
  const { id: commentId } = await as<{ id: number }>(admin, assignment.addSubmissionComment, { id }, comment);
  await as(admin, assignment.deleteSubmissionComment, { id: commentId });
  await as(admin, assignment.gradeSubmission, { id }, PASSING);
  await as(course.instructor, assignment.addSubmissionComment, { id: otherId }, comment);
  await as(course.instructor, assignment.gradeSubmission, { id: otherId }, PASSING);
  expect(await actionsIn(course.id)).toEqual([
    ['course.comment', one.id],
    ['course.comment', one.id],
    ['course.grade', one.id],
  ]);
});

it('nobody grades or comments on their own work, admins included', async () => {
  const course = await someCourse(ctx, ['assignment']);
  const [lessonId = 0] = course.lessonIds;
  const learning = await someone(ctx, { roles: ['admin'] });
  await createEntitlement(ctx.db, { userId: learning.id, itemType: 'course', itemId: course.id });
  const id = await handedIn(course.id, lessonId, learning);
  const comment = { text: 'Brilliant.', atSecond: null };
  const tries = () =>
    Promise.all([
      statusOf(learning, assignment.gradeSubmission, { id }, PASSING),
      statusOf(learning, assignment.addSubmissionComment, { id }, comment),
    ]);
  expect(await tries()).toEqual([403, 403]);
  await endAccess(ctx, learning.id, course.id);
  expect(await tries()).toEqual([403, 403]);
  expect(await statusOf(admin, assignment.gradeSubmission, { id }, PASSING)).toBe(200);
});

it('answers graded and allowances given by staff are recorded; nobody gives them to themselves', async () => {
  const { courseId, quizId, teacher } = await courseWithQuiz(ctx, { questions: [OPEN], attemptLimit: 1 });
  const learning = await someone(ctx, { roles: ['admin'] });
  await createEntitlement(ctx.db, { userId: learning.id, itemType: 'course', itemId: courseId });
  const me = await learnerOf(ctx, courseId);
  const handIn = async (person: Person) => {
    const attempt = await as<quiz.Attempt>(person, quiz.startAttempt, { id: quizId });
    const questionId = attempt.questions[0]?.id ?? 0;
    await as(person, quiz.saveAnswer, { id: attempt.id, questionId }, { answer: { text: 'From the hip.' } });
    await as(person, quiz.submitAttempt, { id: attempt.id });
    return { id: attempt.id, questionId };
  };
  const [mine, own] = [await handIn(me), await handIn(learning)];
  const grade = { points: 2, comment: '' };
  await as(admin, quizTeaching.gradeAnswer, mine, grade);
  await as(teacher, quizTeaching.gradeAnswer, mine, { ...grade, points: 1 });
  await endAccess(ctx, learning.id, courseId);
  expect(await statusOf(learning, quizTeaching.gradeAnswer, own, grade)).toBe(403);
  const allowance = { extraMinutes: 10, extraAttempts: 1, reason: 'Was ill' };
  const allow = (person: Person, learner: Person) =>
    statusOf(
      person,
      quizTeaching.saveQuizAllowance,
      { id: quizId },
      { learner: learner.username, ...allowance },
    );
  expect(await allow(admin, me)).toBeLessThan(300);
  expect(await allow(teacher, me)).toBeLessThan(300);
  expect(await allow(learning, learning)).toBeGreaterThanOrEqual(400);
  expect(await actionsIn(courseId)).toEqual([
    ['course.grade', me.id],
    ['course.allowance', me.id],
  ]);
});

it('posts deleted and reports decided by staff are recorded', async () => {
  const course = await someCourse(ctx, ['video']);
  const [lessonId = 0] = course.lessonIds;
  const [learner, classmate] = [await someLearner(ctx, course.id), await someLearner(ctx, course.id)];
  const ask = async () =>
    (await as<{ id: number }>(learner, discussion.createPost, { id: lessonId }, { text: 'Which floor?' })).id;
  const [first, second, third] = [await ask(), await ask(), await ask()];
  await as(admin, discussion.deletePost, { id: first });
  await as(course.instructor, discussion.deletePost, { id: second });
  await as(classmate, discussion.reportPost, { id: third }, { reason: 'Spam' });
  const { rows } = await ctx.pool.query<{ id: number }>(
    'select id from discussion_reports where post_id = $1',
    [third],
  );
  await as(admin, discussion.decidePostReport, { id: rows[0]?.id ?? 0 }, { decision: 'dismissed' });
  expect(await actionsIn(course.id)).toEqual([
    ['course.delete-post', learner.id],
    ['course.decide-report', learner.id],
  ]);
});
