// Grades on a learner's dashboard: what a person decided lately about their own work.
import { expect, it } from 'vitest';
import { listOwnGrades, type OwnGrade } from '#shared/features/learning/learning.contract.ts';
import { someCourse, someLearner } from '../../../tests/server/course-tools.ts';
import { type Person, someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const DAY_MS = 86_400_000;

const gradesOf = async (person: Person) => (await call(listOwnGrades, { ...person })).json<OwnGrade[]>();
const ago = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY_MS);

const handIn = (lessonId: number, { id }: Person, number: number, state: string, gradedAt: Date | null) =>
  ctx.pool.query(
    `insert into submissions (lesson_id, user_id, number, state, text, submitted_at, graded_at)
     values ($1, $2, $3, $4, 'My plan', $5, $6)`,
    [lessonId, id, number, state, ago(20), gradedAt],
  );

it('lists what was graded in the last two weeks, each once with its latest grade', async () => {
  const { id: courseId, lessonIds } = await someCourse(ctx, [
    'assignment',
    'assignment',
    'assignment',
    'assignment',
  ]);
  const [first = 0, second = 0, waiting = 0, old = 0] = lessonIds;
  const me = await someLearner(ctx, courseId);
  await handIn(first, me, 1, 'returned', ago(5));
  await handIn(first, me, 2, 'passed', ago(2));
  await handIn(second, me, 1, 'returned', ago(1));
  await handIn(waiting, me, 1, 'submitted', null);
  await handIn(old, me, 1, 'passed', ago(15));
  expect(await gradesOf(me)).toMatchObject([
    {
      kind: 'assignment',
      id: second,
      hasPassed: false,
      course: { id: courseId },
      gradedAt: ago(1).toISOString(),
    },
    { kind: 'assignment', id: first, hasPassed: true },
  ]);
  expect(await gradesOf(await someone(ctx))).toEqual([]);
  expect((await call(listOwnGrades, {})).statusCode).toBe(401);
});

it('leaves out quizzes that graded themselves', async () => {
  const { rows } = await ctx.pool.query<{ user_id: number; quiz_id: number; id: number }>(
    `select id, user_id, quiz_id from quiz_attempts where state = 'graded' order by id limit 1`,
  );
  const [attempt] = rows;
  const me = { ...(await someone(ctx)) };
  const give = (gradedAt: Date) =>
    ctx.pool.query(
      'update quiz_attempts set user_id = $2, started_at = $3, submitted_at = $3, graded_at = $4 where id = $1',
      [attempt?.id, me.id, ago(3), gradedAt],
    );
  await give(ago(3));
  expect(await gradesOf(me)).toEqual([]);
  await give(ago(2));
  expect(await gradesOf(me)).toMatchObject([{ kind: 'quiz', id: attempt?.quiz_id }]);
});
