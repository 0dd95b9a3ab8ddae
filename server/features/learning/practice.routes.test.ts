// The memory of the practice player: per learner and lesson, checked, and forgiving of what it stored before.
import { expect, it } from 'vitest';
import { createCourse } from '#server/seed/factories.ts';
import * as contract from '#shared/features/learning/practice.contract.ts';
import { DEFAULT_PRACTICE } from '#shared/features/learning/practice.rules.ts';
import { endAccess, learnerIn } from '../../../tests/server/learning-tools.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const { id: courseId } = await createCourse(ctx.db, { modules: [{ lessons: [{}] }] });
const { rows } = await ctx.pool.query<{ id: number }>(
  'select l.id from lessons l join course_modules m on m.id = l.module_id where m.course_id = $1',
  [courseId],
);
const params = { id: rows[0]?.id ?? 0 };
const settings = { ...DEFAULT_PRACTICE, speed: 0.5 as const, loop: { start: 2, end: 6.5 }, isLooping: true };

it('remembers the last settings of each learner', async () => {
  const [mara, jide] = [await learnerIn(ctx, courseId), await learnerIn(ctx, courseId)];
  expect((await call(contract.getPracticeSettings, { params, ...mara })).json()).toEqual({ settings: null });
  for (const speed of [1, 0.5] as const) {
    const saved = await call(contract.savePracticeSettings, {
      params,
      body: { ...settings, speed },
      ...mara,
    });
    expect(saved.statusCode, saved.body).toBe(204);
  }
  expect((await call(contract.getPracticeSettings, { params, ...mara })).json()).toEqual({ settings });
  expect((await call(contract.getPracticeSettings, { params, ...jide })).json()).toEqual({ settings: null });
});

it.each([
  ['a speed that is not offered', { speed: 3 }],
  ['a loop that ends before it starts', { loop: { start: 6, end: 2 } }],
  ['a place before the beginning', { loop: { start: -1, end: 2 } }],
])('refuses %s', async (_what, wrong) => {
  const body = { ...settings, ...wrong } as typeof settings;
  const mara = await learnerIn(ctx, courseId);
  const answer = await call(contract.savePracticeSettings, { params, body, ...mara });
  expect(answer.statusCode).toBe(400);
});

it('refuses a lesson that does not exist', async () => {
  const answer = await call(contract.savePracticeSettings, {
    params: { id: 2_000_000_000 },
    body: settings,
    ...(await someone(ctx)),
  });
  expect(answer.statusCode).toBe(404);
});

it('is for those who may open the lesson, previews included', async () => {
  const save = async (person: object) =>
    (await call(contract.savePracticeSettings, { params, body: settings, ...person })).statusCode;
  const [stranger, learner] = [await someone(ctx), await learnerIn(ctx, courseId)];
  expect(await save({})).toBe(401);
  expect(await save(stranger)).toBe(402);
  expect(await save(learner)).toBe(204);
  await endAccess(ctx, learner.id, courseId);
  expect(await save(learner)).toBe(402);
  const { rows: stored } = await ctx.pool.query('select 1 from practice_settings where user_id = $1', [
    stranger.id,
  ]);
  expect(stored).toEqual([]);
  await ctx.pool.query('update lessons set is_preview = true where id = $1', [params.id]);
  expect(await save(stranger)).toBe(204);
  await ctx.pool.query('update lessons set is_preview = false where id = $1', [params.id]);
});

it('starts afresh when stored settings no longer fit', async () => {
  const mara = await learnerIn(ctx, courseId);
  await call(contract.savePracticeSettings, { params, body: settings, ...mara });
  await ctx.pool.query(`update practice_settings set settings = '{"speed": 9}' where user_id = $1`, [
    mara.id,
  ]);
  expect((await call(contract.getPracticeSettings, { params, ...mara })).json()).toEqual({ settings: null });
});
