// The wishlist: what can be added, how it is listed, and its limit.
import { describe, expect, it } from 'vitest';
import { createCourse, createResource } from '#server/seed/factories.ts';
import * as contract from '#shared/features/wishlist/wishlist.contract.ts';
import { type Person, someone, someSeller } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

const add = (person: Partial<Person>, itemType: string, itemId: number | string) =>
  call(contract.addWishlistItem, { params: { itemType, itemId }, ...person });
const remove = (person: Partial<Person>, itemType: 'resource' | 'course', itemId: number) =>
  call(contract.removeWishlistItem, { params: { itemType, itemId }, ...person });
const read = async (person: Person) => (await call(contract.listWishlistItems, person)).json();
const idsOf = (items: { id: number }[]) => items.map((item) => item.id);

async function wishCount({ id }: Person): Promise<number> {
  const { rows } = await ctx.pool.query('select 1 from wishlist_items where user_id = $1', [id]);
  return rows.length;
}

/** Rows for items that don't exist, which are cheap to create. */
async function fill({ id }: Person, wishes: number): Promise<void> {
  await ctx.pool.query(
    `insert into wishlist_items (user_id, item_type, item_id, created_at)
     select $1, 'resource', 1000000000 + n, now() from generate_series(1, $2) n`,
    [id, wishes],
  );
}

describe('the wishlist', () => {
  it('lists resources and courses separately, newest first', async () => {
    const me = await someone(ctx);
    const [first, second] = [await createResource(ctx.db), await createResource(ctx.db)];
    const course = await createCourse(ctx.db);
    for (const [type, id] of [
      ['resource', first.id],
      ['course', course.id],
      ['resource', second.id],
    ] as const) {
      expect((await add(me, type, id)).statusCode).toBe(204);
      ctx.clock.advance(1000);
    }
    const list = await read(me);
    expect(idsOf(list.resources)).toEqual([second.id, first.id]);
    expect(idsOf(list.courses)).toEqual([course.id]);
    expect(list.goneCount).toBe(0);
    expect(list.resources[0]).toMatchObject({ title: second.title, price: '12.00' });
    // Wishing again does not move it to the front.
    expect((await add(me, 'resource', first.id)).statusCode).toBe(204);
    expect(idsOf((await read(me)).resources)).toEqual([second.id, first.id]);
    for (const _ of [1, 2]) expect((await remove(me, 'resource', second.id)).statusCode).toBe(204);
    expect(idsOf((await read(me)).resources)).toEqual([first.id]);
    expect((await read(await someone(ctx))).resources).toEqual([]);
  });

  it('counts items no longer on sale, and shows them again when they return', async () => {
    const me = await someone(ctx);
    const seller = await someSeller(ctx);
    const resource = await createResource(ctx.db, { sellerId: seller.id });
    const course = await createCourse(ctx.db);
    await add(me, 'resource', resource.id);
    await add(me, 'course', course.id);
    await ctx.pool.query(`update sellers set state = 'suspended' where user_id = $1`, [seller.id]);
    await ctx.pool.query(`update courses set state = 'archived' where id = $1`, [course.id]);
    expect(await read(me)).toEqual({ resources: [], courses: [], goneCount: 2 });
    expect((await remove(me, 'course', course.id)).statusCode).toBe(204);
    await ctx.pool.query(`update sellers set state = 'approved' where user_id = $1`, [seller.id]);
    const list = await read(me);
    expect([idsOf(list.resources), list.goneCount]).toEqual([[resource.id], 0]);
  });

  it('accepts only items on sale, even from their seller', async () => {
    const seller = await someSeller(ctx);
    const draft = await createResource(ctx.db, { sellerId: seller.id, state: 'draft' });
    const course = await createCourse(ctx.db, { state: 'draft' });
    const me = await someone(ctx);
    for (const person of [me, seller]) expect((await add(person, 'resource', draft.id)).statusCode).toBe(404);
    expect((await add(me, 'course', course.id)).statusCode).toBe(404);
    expect((await add(me, 'resource', 2_000_000_000)).statusCode).toBe(404);
    expect(await wishCount(me)).toBe(0);
  });

  it('stops at two hundred items, even with simultaneous additions', async () => {
    const me = await someone(ctx);
    await fill(me, 197);
    const items = await Promise.all(Array.from({ length: 8 }, () => createResource(ctx.db)));
    const answers = await Promise.all(items.map((item) => add(me, 'resource', item.id)));
    expect(statusesOf(answers)).toEqual([204, 204, 204, 409, 409, 409, 409, 409]);
    expect(await wishCount(me)).toBe(200);
    const refused = answers.find((answer) => answer.statusCode === 409);
    expect(refused?.json().message).toContain('200');
    // An item that is already on the list doesn’t count again.
    const kept = items[answers.findIndex((answer) => answer.statusCode === 204)];
    expect((await add(me, 'resource', kept?.id ?? 0)).statusCode).toBe(204);
  });

  it('adds an item once, even with simultaneous requests', async () => {
    const me = await someone(ctx);
    const { id } = await createResource(ctx.db);
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(me, 'resource', id)));
    expect(statusesOf(answers)).toEqual(Array.from({ length: 10 }, () => 204));
    expect(await wishCount(me)).toBe(1);
  });

  it('requires a signed-in user and an existing item', async () => {
    const { id } = await createResource(ctx.db);
    expect((await call(contract.listWishlistItems)).statusCode).toBe(401);
    expect((await add({}, 'resource', id)).statusCode).toBe(401);
    expect((await remove({}, 'resource', id)).statusCode).toBe(401);
    const me = await someone(ctx);
    expect((await add(me, 'seller', id)).statusCode).toBe(400);
    expect((await add(me, 'resource', 'x')).statusCode).toBe(400);
    expect((await add(me, 'resource', 0)).statusCode).toBe(400);
  });
});
