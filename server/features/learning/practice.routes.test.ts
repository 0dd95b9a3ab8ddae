// The memory of the practice player: per learner and lesson, checked, and forgiving of what it stored before.
import { expect, it } from 'vitest';
import { createCourse } from '#server/seed/factories.ts';
import * as contract from '#shared/features/learning/practice.contract.ts';
import { DEFAULT_PRACTICE } from '#shared/features/learning/practice.rules.ts';
import { someone } from '../../../tests/server/shop-tools.ts';
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
  const [mara, jide] = [await someone(ctx), await someone(ctx)];
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
  const answer = await call(contract.savePracticeSettings, { params, body, ...(await someone(ctx)) });
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

it('starts afresh when stored settings no longer fit', async () => {
  const mara = await someone(ctx);
  await call(contract.savePracticeSettings, { params, body: settings, ...mara });
  await ctx.pool.query(`update practice_settings set settings = '{"speed": 9}' where user_id = $1`, [
    mara.id,
  ]);
  expect((await call(contract.getPracticeSettings, { params, ...mara })).json()).toEqual({ settings: null });
});
