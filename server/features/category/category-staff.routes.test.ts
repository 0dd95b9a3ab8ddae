import { beforeEach, describe, expect, it } from 'vitest';
import { createCourse, createResource } from '#server/seed/factories.ts';
import * as catalogueContract from '#shared/features/catalogue/catalogue.contract.ts';
import * as contract from '#shared/features/category/category.contract.ts';
import type { Category } from '#shared/features/category/category.contract.ts';
import type { StaffCategory } from '#shared/features/category/category.schema.ts';
import * as courseContract from '#shared/features/course/course.contract.ts';
import { catalogueNumbers, emptyCatalogue } from '../../../tests/server/catalogue-tools.ts';
import { newAudit } from '../../../tests/server/staff-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { mergeCategoryJob, MOVED_AT_ONCE } from './category.service.ts';

const { app, ctx, call } = await testApp();

type Kind = 'resource' | 'course';
const tree = async (kind: Kind = 'resource') =>
  (await call(contract.listStaffCategories, { query: { kind } }, 'admin')).json<StaffCategory[]>();
/** “plans, plans/warm-ups, music”. */
const shape = async () => {
  const all = await tree();
  const pathOf = ({ name, parentId }: StaffCategory): string => {
    const parent = all.find(({ id }) => id === parentId);
    return parent ? `${pathOf(parent)}/${name}` : name;
  };
  return all.map(pathOf).join(', ');
};
async function add(name: string, parentId: number | null = null, kind: Kind = 'resource') {
  const answer = await call(contract.createCategory, { body: { kind, name, parentId } }, 'admin');
  expect(answer.statusCode, answer.body).toBe(201);
  return Math.max(...answer.json<StaffCategory[]>().map(({ id }) => id));
}
const move = (id: number, parentId: number | null, beforeId: number | null = null) =>
  call(contract.moveCategory, { params: { id }, body: { parentId, beforeId } }, 'officer');
const merge = (id: number, intoId: number) =>
  call(contract.mergeCategory, { params: { id }, body: { intoId } }, 'officer');
const total = async (category: number) =>
  (await app.inject({ url: `${catalogueContract.listResources.path}?category=${category}` })).json<{
    total: number;
  }>().total;

let plans = 0;
let warmUps = 0;
let music = 0;

beforeEach(async () => {
  await emptyCatalogue(ctx);
  plans = await add('plans');
  warmUps = await add('warm-ups', plans);
  music = await add('music');
});

describe('the tree', () => {
  it('is sorted, with positions from one, also for the public', async () => {
    await add('floor work', warmUps);
    expect(await shape()).toBe('plans, plans/warm-ups, plans/warm-ups/floor work, music');
    const { rows } = await ctx.pool.query('select position from categories order by position');
    expect(rows).toEqual([1, 2, 3, 4].map((position) => ({ position })));
    const open = (await call(contract.listCategories)).json<Category[]>();
    expect(open.map(({ name }) => name)).toEqual(['plans', 'warm-ups', 'floor work', 'music']);
  });

  it('is at most three levels deep', async () => {
    const floor = await add('floor work', warmUps);
    const fourth = await call(
      contract.createCategory,
      { body: { kind: 'resource', name: 'x y', parentId: floor } },
      'admin',
    );
    expect(fourth.statusCode).toBe(409);
    expect((await move(plans, music)).statusCode).toBe(409);
    expect(await shape()).toBe('plans, plans/warm-ups, plans/warm-ups/floor work, music');
  });

  it('moves a category before another, to the end, in and out', async () => {
    expect((await move(music, null, plans)).statusCode).toBe(200);
    expect(await shape()).toBe('music, plans, plans/warm-ups');
    expect((await move(music, plans, warmUps)).statusCode).toBe(200);
    expect(await shape()).toBe('plans, plans/music, plans/warm-ups');
    expect((await move(warmUps, null)).statusCode).toBe(200);
    expect(await shape()).toBe('plans, plans/music, warm-ups');
    // Someone looks at a list in which music is still at the top.
    expect((await move(warmUps, null, music)).statusCode).toBe(409);
    expect((await move(warmUps, 999_999)).statusCode).toBe(409);
    expect((await move(999_999, null)).statusCode).toBe(404);
    expect((await newAudit(ctx, 'category.move')).at(0)).toMatchObject({ actor: 'officer' });
  });

  it('has no cycles, even when two people would create one together', async () => {
    expect((await move(plans, warmUps)).statusCode).toBe(409);
    expect((await move(plans, plans)).statusCode).toBe(409);
    const answers = await Promise.all([move(plans, music), move(music, plans)]);
    expect(statusesOf(answers)).toEqual([200, 409]);
    // The database refuses it too.
    await expect(
      ctx.pool.query('update categories set parent_id = $1 where id = $2', [warmUps, plans]),
    ).rejects.toThrow('below itself');
    const course = await add('safety', null, 'course');
    await expect(
      ctx.pool.query('update categories set parent_id = $1 where id = $2', [course, music]),
    ).rejects.toThrow('kind');
  });

  it('keeps slugs when a name changes, and gives each new one its own', async () => {
    const body = { name: 'Lesson plans' };
    const renamed = await call(contract.renameCategory, { params: { id: plans }, body }, 'officer');
    expect(renamed.json<StaffCategory[]>()[0]).toMatchObject({ name: 'Lesson plans', slug: 'plans' });
    const again = await add('Plans');
    expect((await tree()).find(({ id }) => id === again)?.slug).toBe('plans-2');
    expect((await tree()).find(({ id }) => id === music)?.slug).toBe('music');
  });
});

describe('merging', () => {
  it('is refused with itself and with what is below it', async () => {
    const floor = await add('floor work', warmUps);
    const itself = await merge(warmUps, warmUps);
    expect([itself.statusCode, itself.json().message]).toEqual([
      409,
      'A category cannot be merged into itself.',
    ]);
    const below = await merge(warmUps, floor);
    expect([below.statusCode, below.json().message]).toEqual([
      409,
      'floor work is below warm-ups. Move it out first, or merge the other way round.',
    ]);
    expect(await shape()).toContain('warm-ups/floor work');
  });

  it('moves everything, loses nothing, and counts exactly', async () => {
    const floor = await add('floor work', warmUps);
    for (const categoryId of [plans, warmUps, floor, music, music]) {
      await createResource(ctx.db, { categoryId, description: '' });
    }
    await createResource(ctx.db, { categoryId: warmUps, state: 'draft' });
    expect((await merge(warmUps, music)).statusCode).toBe(200);
    expect(await shape()).toBe('plans, music, music/floor work');
    const [, merged] = await tree();
    expect(merged).toMatchObject({ id: music, itemCount: 4, ownCount: 4 });
    expect(await total(music)).toBe(4);
    const numbers = await catalogueNumbers(ctx);
    await ctx.pool.query('select rebuild_catalogue()');
    expect(numbers).toEqual(await catalogueNumbers(ctx));
    expect((await newAudit(ctx, 'category.merge')).at(0)?.details).toMatchObject({
      name: 'warm-ups',
      into: 'music',
      items: 2,
    });
  });

  it('of a large category continues in the background, and is correct at each step', async () => {
    await createResource(ctx.db, { categoryId: music, description: '' });
    const { id } = await createResource(ctx.db, { categoryId: warmUps, description: '' });
    // As many as are moved at once, and some more.
    await ctx.pool.query(
      `insert into resources (seller_id, category_id, title, type, dance_style, age_groups, level, price_cents, state,
        created_at, updated_at)
       select seller_id, category_id, title || n, type, dance_style, age_groups, level, price_cents, state, created_at, updated_at
       from resources, generate_series(1, $2) n where id = $1`,
      [id, MOVED_AT_ONCE + 4],
    );
    const expectExact = async () => {
      const numbers = await catalogueNumbers(ctx);
      await ctx.pool.query('select rebuild_catalogue()');
      expect(numbers).toEqual(await catalogueNumbers(ctx));
    };
    expect((await merge(warmUps, music)).statusCode).toBe(200);
    expect([await total(warmUps), await total(music)]).toEqual([5, MOVED_AT_ONCE + 1]);
    await expectExact();
    expect((await newAudit(ctx, 'category.merge')).at(-1)?.details).toMatchObject({
      items: MOVED_AT_ONCE + 5,
    });
    await ctx.jobs.drain();
    expect((await tree()).some((one) => one.id === warmUps)).toBe(false);
    // The number of the old one leads to the new one.
    expect([await total(warmUps), await total(music)]).toEqual([MOVED_AT_ONCE + 6, MOVED_AT_ONCE + 6]);
    await expectExact();
    // Running it again does nothing.
    await mergeCategoryJob.run(ctx, { id: warmUps, intoId: music });
    expect(await total(music)).toBe(MOVED_AT_ONCE + 6);
  });

  it('keeps old links working', async () => {
    await createResource(ctx.db, { categoryId: warmUps });
    await merge(warmUps, music);
    await merge(music, plans);
    expect(await total(warmUps)).toBe(1);
    expect(await total(music)).toBe(1);
    expect(
      (await call(catalogueContract.listResourcesOfCategory, { params: { id: warmUps } })).json(),
    ).toMatchObject({
      total: 1,
    });
    expect((await call(contract.getCategory, { params: { id: warmUps } })).json()).toMatchObject({
      id: plans,
    });
    // The chip of an old link is named by what the category went into.
    const facets = await call(catalogueContract.getResourceFacets, { query: { category: String(warmUps) } });
    expect(facets.json()).toMatchObject({ total: 1, mergedCategories: { [warmUps]: String(plans) } });
  });

  it('works for courses as well', async () => {
    const [safety, health] = [await add('safety', null, 'course'), await add('health', null, 'course')];
    await createCourse(ctx.db, { categoryId: safety });
    const answer = await call(
      contract.mergeCategory,
      { params: { id: safety }, body: { intoId: health } },
      'admin',
    );
    expect(answer.json()).toMatchObject([{ name: 'health', itemCount: 1 }]);
    const found = await call(courseContract.listCourses, { query: { category: String(safety) } });
    expect(found.json()).toMatchObject({ total: 1 });
  });

  it('rejects invalid targets', async () => {
    expect((await merge(plans, plans)).statusCode).toBe(409);
    expect((await merge(plans, warmUps)).statusCode).toBe(409);
    expect((await merge(plans, 999_999)).statusCode).toBe(409);
    const course = await add('safety', null, 'course');
    expect((await merge(plans, course)).statusCode).toBe(409);
    const deep = await add('floor work', warmUps);
    await add('stretching', music);
    // Its child would be on the fourth level.
    expect((await merge(music, deep)).statusCode).toBe(409);
  });

  it('and publishing at the same time keep counts exact', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, () => createResource(ctx.db, { categoryId: warmUps, description: '' })),
    );
    await Promise.all([
      merge(warmUps, music),
      ...made.map(({ id }) => ctx.pool.query('update resources set price_cents = 4200 where id = $1', [id])),
    ]);
    const numbers = await catalogueNumbers(ctx);
    await ctx.pool.query('select rebuild_catalogue()');
    expect(numbers).toEqual(await catalogueNumbers(ctx));
    expect(await total(music)).toBe(6);
  });
});

describe('deleting', () => {
  it('needs an empty category', async () => {
    await createResource(ctx.db, { categoryId: music, state: 'draft' });
    const remove = (id: number) => call(contract.deleteCategory, { params: { id } }, 'officer');
    expect((await remove(music)).statusCode).toBe(409);
    expect((await remove(plans)).statusCode).toBe(409);
    expect((await remove(warmUps)).statusCode).toBe(200);
    expect((await remove(warmUps)).statusCode).toBe(404);
    expect((await remove(plans)).statusCode).toBe(200);
    expect(await shape()).toBe('music');
  });
});

describe('permissions', () => {
  it('officers manage resource categories; course categories are for admins', async () => {
    const course = await add('safety', null, 'course');
    const asOfficer = [
      call(contract.listStaffCategories, { query: { kind: 'course' } }, 'officer'),
      call(contract.createCategory, { body: { kind: 'course', name: 'Health', parentId: null } }, 'officer'),
      call(contract.renameCategory, { params: { id: course }, body: { name: 'Health' } }, 'officer'),
      move(course, null),
      call(contract.deleteCategory, { params: { id: course } }, 'officer'),
    ];
    for (const answer of await Promise.all(asOfficer)) expect(answer.statusCode).toBe(403);
    expect(
      (await call(contract.listStaffCategories, { query: { kind: 'resource' } }, 'officer')).statusCode,
    ).toBe(200);
    expect(
      (await call(contract.listStaffCategories, { query: { kind: 'resource' } }, 'seller')).statusCode,
    ).toBe(403);
    expect((await call(contract.deleteCategory, { params: { id: course } }, 'admin')).statusCode).toBe(200);
  });
});
