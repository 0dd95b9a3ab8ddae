// A new site has categories to file its first resource and course under; what staff make of them stays.
import { expect, it } from 'vitest';
import * as contract from '#shared/features/category/category.contract.ts';
import type { Category } from '#shared/features/category/category.contract.ts';
import { emptySite } from '../../../tests/server/empty-site.ts';
import { olderSite } from '../../../tests/server/older-site.ts';
import { ensureStarterCategories } from './category.service.ts';

const site = await emptySite();
const { ctx, call } = site;

const namesOf = async (kind: 'resource' | 'course') => {
  const all = (await call(contract.listCategories, { query: { kind } })).json<Category[]>();
  const pathOf = ({ name, parentId }: Category): string => {
    const parent = all.find(({ id }) => id === parentId);
    return parent ? `${pathOf(parent)} › ${name}` : name;
  };
  return all.map(pathOf);
};

it('a site without the demo school starts with them, in order', async () => {
  expect(await namesOf('course')).toEqual([
    'Teaching certificates',
    'First steps in teaching',
    'Technique for teachers',
    'Music and rhythm',
    'Health and inclusion',
    'Making dances',
  ]);
  const resource = await namesOf('resource');
  expect(resource).toHaveLength(14);
  expect(resource).toEqual(
    expect.arrayContaining(['Planning', 'Planning › Lesson plans', 'Music › Class music']),
  );
});

it('the next start, of several servers at once, leaves them as staff have them: renamed or deleted', async () => {
  await ctx.pool.query(`update categories set name = 'Steps' where kind = 'course' and slug = 'first-steps'`);
  await ctx.pool.query(`delete from categories where kind = 'resource'`);
  await Promise.all([site.startAgain(), site.startAgain()]);
  expect(await namesOf('course')).toContain('Steps');
  expect(await namesOf('course')).toHaveLength(6);
  expect(await namesOf('resource')).toEqual([]);
});

it('two servers that start a new site at once make them once', async () => {
  await ctx.pool.query('truncate categories, starter_categories cascade');
  await Promise.all([ensureStarterCategories(ctx.db), ensureStarterCategories(ctx.db)]);
  expect(await namesOf('resource')).toHaveLength(14);
  expect(await namesOf('course')).toHaveLength(6);
});

it('a site that has categories of its own gets none of that kind', async () => {
  const { db, pool } = await olderSite({
    lastMigration: 'membership-time-back',
    rows: `insert into categories (kind, name, slug) values ('resource', 'Ours', 'ours')`,
  });
  await ensureStarterCategories(db);
  const { rows } = await pool.query(`select kind, count(*)::int from categories group by kind order by kind`);
  expect(rows).toEqual([
    { kind: 'course', count: 6 },
    { kind: 'resource', count: 1 },
  ]);
  await pool.query(`delete from categories where kind = 'resource'`);
  await ensureStarterCategories(db);
  expect((await pool.query(`select 1 from categories where kind = 'resource'`)).rowCount).toBe(0);
});
