import { beforeAll, describe, expect, it } from 'vitest';
import { createCourse, createResource } from '#server/seed/factories.ts';
import * as contract from '#shared/features/category/category.contract.ts';
import type { Category } from '#shared/features/category/category.contract.ts';
import { emptyCatalogue } from '../../../tests/server/catalogue-tools.ts';
import { countQueries } from '../../../tests/server/staff-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { app, ctx, call } = await testApp();

async function add(
  kind: string,
  slug: string,
  { under, position = 0 }: { under?: number; position?: number } = {},
) {
  const { rows } = await ctx.pool.query<{ id: number }>(
    'insert into categories (kind, parent_id, name, slug, position) values ($1, $2, $3, $3, $4) returning id',
    [kind, under ?? null, slug, position],
  );
  return rows[0]?.id ?? 0;
}
async function counts(query: Record<string, string> = {}) {
  const answer = await call(contract.listCategories, { query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Category[]>().map(({ slug, itemCount }) => [slug, itemCount]);
}

let plans = 0;
let warmUps = 0;

beforeAll(async () => {
  await emptyCatalogue(ctx);
  const music = await add('resource', 'music', { position: 2 });
  plans = await add('resource', 'plans', { position: 1 });
  warmUps = await add('resource', 'warm-ups', { under: plans, position: 3 });
  const floor = await add('resource', 'floor-work', { under: warmUps, position: 4 });
  const safety = await add('course', 'safety');
  for (const categoryId of [plans, warmUps, floor, floor, music])
    await createResource(ctx.db, { categoryId });
  await createResource(ctx.db, { categoryId: floor, state: 'draft' });
  const { sellerId } = await createResource(ctx.db, { categoryId: floor });
  await ctx.pool.query(`update sellers set state = 'suspended' where user_id = $1`, [sellerId]);
  await createCourse(ctx.db, { categoryId: safety });
  await createCourse(ctx.db, { categoryId: safety, state: 'draft' });
});

describe('categories', () => {
  it('are sorted, each with the items on sale in it and below it', async () => {
    expect(await counts()).toEqual([
      ['plans', 4],
      ['music', 1],
      ['warm-ups', 3],
      ['floor-work', 2],
      ['safety', 1],
    ]);
    expect(await counts({ kind: 'course' })).toEqual([['safety', 1]]);
    expect(await countQueries(ctx, () => app.inject({ url: contract.listCategories.path }))).toBe(1);
  });

  it('can be fetched one by one', async () => {
    const answer = await call(contract.getCategory, { params: { id: warmUps } });
    expect(answer.json()).toEqual({
      id: warmUps,
      kind: 'resource',
      parentId: plans,
      name: 'warm-ups',
      slug: 'warm-ups',
      itemCount: 3,
    });
  });

  it('reject invalid ids', async () => {
    expect((await call(contract.listCategories, { query: { kind: 'shoes' } })).statusCode).toBe(400);
    expect((await call(contract.getCategory, { params: { id: 'x' } })).statusCode).toBe(400);
    expect((await call(contract.getCategory, { params: { id: 999_999 } })).statusCode).toBe(404);
  });
});
