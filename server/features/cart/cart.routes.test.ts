// The cart: what can be added and at which price, how lines change, and how a guest cart is merged.
import { describe, expect, it } from 'vitest';
import { bundleItems, bundles } from '#server/db/schema/bundle.ts';
import { createCourse, createEntitlement, createResource } from '#server/seed/factories.ts';
import {
  addToCart,
  clearCart,
  getCart,
  mergeCart,
  putCartItem,
  refreshCart,
  removeCartItem,
  updateCartItem,
} from '#shared/features/cart/cart.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import type { PricedCartItem } from '#shared/features/cart/cart-item.schema.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { countQueries } from '../../../tests/server/staff-tools.ts';
import { someone, someSeller, type Person } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

const GUEST: Partial<Person> = {};
const add = (person: Partial<Person>, itemType: string, itemId: unknown, more: object = {}) =>
  call(addToCart, { body: { itemType, itemId, ...more }, ...person });
const read = async (person: Person): Promise<PricedCartItem[]> => (await call(getCart, person)).json();
const change = (person: Partial<Person>, id: number | string, quantity: unknown) =>
  call(updateCartItem, { params: { id }, body: { quantity }, ...person });
const merge = (person: Partial<Person>, key: string, items: unknown[]) =>
  call(mergeCart, { body: { key, items }, ...person });
const resourceLine = (itemId: number, quantity = 1) => ({ itemType: 'resource', itemId, quantity });
const short = (lines: readonly PricedCartItem[]) =>
  lines.map(({ itemType, itemId, quantity, price }) => [itemType, itemId, quantity, price]);

async function makeBundle(priceCents: number, resourceIds: number[]) {
  const now = ctx.clock.now();
  const [bundle] = await ctx.db
    .insert(bundles)
    .values({ title: 'A first year', priceCents, state: 'published', createdAt: now, updatedAt: now })
    .returning();
  const bundleId = bundle?.id ?? 0;
  await ctx.db
    .insert(bundleItems)
    .values(resourceIds.map((resourceId, position) => ({ bundleId, position, resourceId })));
  return bundleId;
}

describe('adding', () => {
  it("uses the catalogue's data for everything; adding the same item raises its quantity", async () => {
    const me = await someone(ctx);
    const resource = await createResource(ctx.db, { priceCents: 2400 });
    const lies = { title: 'Anything', price: '0.01', imageUrl: 'https://evil.example/x.png', quantity: 2 };
    const first = await add(me, 'resource', resource.id, lies);
    expect(first.statusCode).toBe(200);
    expect(first.json()).toMatchObject({
      isGuest: false,
      item: {
        id: expect.any(Number),
        itemType: 'resource',
        itemId: resource.id,
        title: resource.title,
        shortName: null,
        createdAt: ctx.clock.now().toISOString(),
        price: '24.00',
        quantity: 2,
        imageUrl: expect.stringContaining(String(resource.id)),
        details: { price: '24.00', href: `/curriculum/${resource.id}`, notice: null },
      },
    });
    expect((await add(me, 'resource', resource.id)).json().item.quantity).toBe(3);
    expect(short(await read(me))).toEqual([['resource', resource.id, 3, '24.00']]);
  });

  it('returns a course that is a certification as one, whichever name was sent', async () => {
    const me = await someone(ctx);
    const plain = await createCourse(ctx.db);
    const certified = await createCourse(ctx.db, { kind: 'certification', priceCents: 19_900 });
    await add(me, 'course', plain.id);
    ctx.clock.advance(1000);
    await add(me, 'course', certified.id);
    await add(me, 'certification', certified.id);
    expect(short(await read(me))).toEqual([
      ['course', plain.id, 1, '49.00'],
      ['certification', certified.id, 2, '199.00'],
    ]);
  });

  it.each([0, -1, 1.5, 1e9, '2', null, {}, [1], true])('rejects the quantity %j', async (quantity) => {
    const me = await someone(ctx);
    const { id } = await createResource(ctx.db);
    for (const person of [me, GUEST]) {
      expect((await add(person, 'resource', id, { quantity })).statusCode).toBe(400);
    }
    expect(await read(me)).toEqual([]);
  });

  it.each(['7', 0, -1, 1.5, 3e9, null, {}, 'x', '1; drop table users'])(
    'rejects the id %j',
    async (itemId) => {
      for (const person of [await someone(ctx), GUEST]) {
        expect((await add(person, 'resource', itemId)).statusCode).toBe(400);
      }
    },
  );

  it('never exceeds the maximum quantity of a line', async () => {
    const me = await someone(ctx);
    const { id } = await createResource(ctx.db);
    await add(me, 'resource', id, { quantity: 9999 });
    expect((await add(me, 'resource', id, { quantity: 9999 })).json().item.quantity).toBe(9999);
  });

  it('rejects items the viewer owns, sells, could get free or that are off sale, and says where to go', async () => {
    const seller = await someSeller(ctx);
    const me = await someone(ctx);
    const owned = await createResource(ctx.db);
    await createEntitlement(ctx.db, { userId: me.id, itemType: 'resource', itemId: owned.id });
    const mine = await createResource(ctx.db, { sellerId: seller.id });
    const free = await createResource(ctx.db, { priceCents: 0 });
    const freeCourse = await createCourse(ctx.db, { priceCents: 0 });
    const draft = await createResource(ctx.db, { state: 'draft', title: 'A secret plan' });
    const refused = await add(me, 'resource', owned.id);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().details).toEqual([{ path: `/curriculum/${owned.id}`, message: 'owned' }]);
    for (const { id } of [mine, await createResource(ctx.db, { sellerId: seller.id, state: 'archived' })]) {
      expect((await add(seller, 'resource', id)).json().message).toContain('your own');
    }
    for (const person of [me, GUEST]) {
      const answer = await add(person, 'resource', free.id);
      expect([answer.statusCode, answer.json().details]).toEqual([
        409,
        [{ path: `/curriculum/${free.id}`, message: 'free' }],
      ]);
      expect((await add(person, 'course', freeCourse.id)).json().message).toContain(
        `/direct-enroll/${freeCourse.id}`,
      );
      const hidden = await add(person, 'resource', draft.id);
      expect(hidden.statusCode).toBe(404);
      expect(hidden.body).not.toContain('secret');
      expect((await add(person, 'bundle', 2_000_000_000)).statusCode).toBe(404);
    }
    expect(await read(me)).toEqual([]);
  });

  it('stops at a hundred lines, even when many are added at once', async () => {
    const me = await someone(ctx);
    await ctx.pool.query(
      `insert into cart_items (user_id, item_type, item_id, seen_price_cents, created_at)
       select $1, 'resource', 1000000000 + n, 100, now() from generate_series(1, 97) n`,
      [me.id],
    );
    const items = await Promise.all(Array.from({ length: 6 }, () => createResource(ctx.db)));
    const answers = await Promise.all(items.map(({ id }) => add(me, 'resource', id)));
    expect(statusesOf(answers)).toEqual([200, 200, 200, 409, 409, 409]);
    const kept = items[answers.findIndex(({ statusCode }) => statusCode === 200)];
    expect((await add(me, 'resource', kept?.id)).json().item.quantity).toBe(2);
  });

  it('the same item ten times at once gives one line of ten', async () => {
    const me = await someone(ctx);
    const { id } = await createResource(ctx.db);
    const answers = await Promise.all(Array.from({ length: 10 }, () => add(me, 'resource', id)));
    expect(new Set(statusesOf(answers))).toEqual(new Set([200]));
    expect(short(await read(me))).toEqual([['resource', id, 10, '12.00']]);
  });
});

describe('guests', () => {
  it('are told that their cart is in the browser, and get every line priced', async () => {
    const { id, title } = await createResource(ctx.db, { priceCents: 1800 });
    expect((await call(getCart)).json()).toEqual({ items: [], isGuest: true });
    const added = await add(GUEST, 'resource', id, { price: '1.00', quantity: 3 });
    expect(added.json()).toMatchObject({ isGuest: true, item: { title, price: '18.00', quantity: 3 } });
    const params = { id: 'guest-1-a' };
    const answers = [
      await change(GUEST, params.id, 2),
      await call(putCartItem, { params, body: { quantity: 0 } }),
      await call(removeCartItem, { params }),
      await call(clearCart),
    ];
    for (const answer of answers) {
      expect([answer.statusCode, answer.json()]).toEqual([200, { isGuest: true }]);
    }
    expect((await merge(GUEST, 'a-key-of-mine', [resourceLine(id)])).statusCode).toBe(401);
  });

  it('get current prices, and nothing about items that are off sale', async () => {
    const good = await createResource(ctx.db, { priceCents: 1800 });
    const gone = await createResource(ctx.db, { state: 'archived', title: 'A secret plan' });
    const items = [resourceLine(gone.id), resourceLine(good.id, 2), resourceLine(2_000_000_000)];
    const answer = await call(refreshCart, { body: { items } });
    expect(answer.body).not.toContain('secret');
    const lines: PricedCartItem[] = answer.json().items;
    expect(lines.map(({ itemId, price, details }) => [itemId, price, details.notice])).toEqual([
      [gone.id, '0.00', 'withdrawn'],
      [good.id, '18.00', null],
      [2_000_000_000, '0.00', 'withdrawn'],
    ]);
  });
});

describe('changing', () => {
  it('sets the quantity by PATCH and PUT, and removes below 1', async () => {
    const me = await someone(ctx);
    const { id: itemId } = await createResource(ctx.db);
    const { id } = (await add(me, 'resource', itemId)).json().item;
    expect((await change(me, id, 4)).json().item).toMatchObject({ id, quantity: 4, price: '12.00' });
    const put = await call(putCartItem, { params: { id }, body: { quantity: 2 }, ...me });
    expect(put.json().item.quantity).toBe(2);
    for (const quantity of [1.5, '2', null, 1e9, undefined]) {
      expect((await change(me, id, quantity)).statusCode).toBe(400);
    }
    for (const quantity of [0, -1_000_000_000]) {
      const line = (await add(me, 'resource', itemId)).json().item.id;
      expect((await change(me, line, quantity)).json()).toEqual({ item: null });
    }
    expect(await read(me)).toEqual([]);
    expect((await change(me, id, 1)).statusCode).toBe(404);
  });

  it('removes one line, or all of them', async () => {
    const me = await someone(ctx);
    const ids: number[] = [];
    for (const _ of [1, 2, 3]) {
      const { id } = await createResource(ctx.db);
      ids.push((await add(me, 'resource', id)).json().item.id);
    }
    const removed = await call(removeCartItem, { params: { id: ids[0] ?? 0 }, ...me });
    expect([removed.statusCode, removed.body]).toEqual([204, '']);
    expect((await read(me)).length).toBe(2);
    expect((await call(clearCart, me)).statusCode).toBe(204);
    expect(await read(me)).toEqual([]);
  });

  it.each(['guest-1-a', '0', '-1', '1.5', '99999999999', 'null', '%00'])(
    'finds no line with the id %s',
    async (id) => {
      const me = await someone(ctx);
      expect((await change(me, id, 2)).statusCode).toBe(404);
      expect((await call(removeCartItem, { params: { id }, ...me })).statusCode).toBe(404);
    },
  );

  it("never shows or changes another user's lines", async () => {
    const [me, other] = [await someone(ctx), await someone(ctx)];
    const { id: itemId } = await createResource(ctx.db);
    const { id } = (await add(me, 'resource', itemId)).json().item;
    expect(await read(other)).toEqual([]);
    expect((await change(other, id, 9)).statusCode).toBe(404);
    expect((await change(other, id, 0)).statusCode).toBe(404);
    expect((await call(removeCartItem, { params: { id }, ...other })).statusCode).toBe(404);
    expect((await call(clearCart, other)).statusCode).toBe(204);
    expect((await call(refreshCart, { body: {}, ...other })).json()).toEqual([]);
    expect(short(await read(me))).toEqual([['resource', itemId, 1, '12.00']]);
  });
});

describe('changes since an item was added', () => {
  it('report a new price until it is marked as seen', async () => {
    const me = await someone(ctx);
    const { id } = await createResource(ctx.db, { priceCents: 1200 });
    await add(me, 'resource', id);
    await ctx.pool.query('update resources set price_cents = 1500 where id = $1', [id]);
    const [line] = await read(me);
    expect(line).toMatchObject({ price: '15.00', details: { notice: 'repriced', previousPrice: '12.00' } });
    const [seen] = (await call(refreshCart, { body: {}, ...me })).json() as PricedCartItem[];
    expect(seen).toMatchObject({ price: '15.00', details: { notice: null, previousPrice: null } });
    expect((await read(me))[0]?.details.notice).toBeNull();
  });

  it('report items that went off sale, became free, or are now owned', async () => {
    const me = await someone(ctx);
    const seller = await someSeller(ctx);
    const [gone, free, got] = [
      await createResource(ctx.db, { sellerId: seller.id }),
      await createResource(ctx.db),
      await createResource(ctx.db),
    ];
    for (const { id } of [gone, free, got]) {
      await add(me, 'resource', id);
      ctx.clock.advance(1000);
    }
    await ctx.pool.query(`update sellers set state = 'suspended' where user_id = $1`, [seller.id]);
    await ctx.pool.query('update resources set price_cents = 0 where id = $1', [free.id]);
    await createEntitlement(ctx.db, { userId: me.id, itemType: 'resource', itemId: got.id });
    expect((await read(me)).map(({ details }) => details.notice)).toEqual(['withdrawn', 'free', 'owned']);
  });

  it('deduct what the viewer paid before from a bundle, and nothing for grants', async () => {
    const me = await someone(ctx);
    const [one, two] = [
      await createResource(ctx.db, { priceCents: 1000 }),
      await createResource(ctx.db, { priceCents: 3000 }),
    ];
    const bundleId = await makeBundle(3000, [one.id, two.id]);
    const other = await someone(ctx);
    await createEntitlement(ctx.db, { userId: other.id, itemType: 'resource', itemId: one.id });
    expect((await add(other, 'bundle', bundleId)).json()).toMatchObject({
      item: { details: { owned: '0.00' } },
    });
    const body = { ...MARA, items: [resourceLine(one.id)], card: CARDS.good };
    await call(simpleCheckout, { body, ...me });
    const { item } = (await add(me, 'bundle', bundleId)).json() as { item: PricedCartItem };
    expect(item).toMatchObject({ itemType: 'bundle', price: '30.00' });
    expect(item.details).toMatchObject({ owned: '7.50', apart: '40.00', href: `/bundles/${bundleId}` });
    expect(item.details.deductions).toMatchObject([{ amount: '7.50', isInCart: false }]);
  });
});

it('need as many queries for a hundred lines as for one of each kind', async () => {
  const me = await someone(ctx);
  const pair = [await createResource(ctx.db), await createResource(ctx.db)];
  const ids = pair.map(({ id }) => id);
  await add(me, 'bundle', await makeBundle(2000, ids));
  await add(me, 'course', (await createCourse(ctx.db)).id);
  await add(me, 'resource', pair[0]?.id);
  const count = () => countQueries(ctx, () => call(getCart, me));
  const few = await count();
  const { sellerId } = await createResource(ctx.db);
  for (let made = 0; made < 20; made++) {
    await add(me, 'resource', (await createResource(ctx.db, { sellerId })).id);
  }
  expect(await count()).toBe(few);
  // The session, the lines, bundle items, and one per item type.
  expect(few).toBeLessThanOrEqual(6);
});

describe('merging a guest cart', () => {
  it("adds it to the user's cart, once per key", async () => {
    const me = await someone(ctx);
    const [one, two] = [await createResource(ctx.db), await createResource(ctx.db)];
    await add(me, 'resource', one.id);
    ctx.clock.advance(1000);
    const items = [{ ...resourceLine(one.id, 2), price: '0.01', title: 'x' }, resourceLine(two.id)];
    const lines = [
      ['resource', one.id, 3, '12.00'],
      ['resource', two.id, 1, '12.00'],
    ];
    for (const _ of [1, 2]) {
      expect((await merge(me, 'guest-cart-key-1', items)).json()).toEqual({ merged: 2, left: [] });
      expect(short(await read(me))).toEqual(lines);
    }
    // Someone else’s cart of the same name is another.
    const other = await someone(ctx);
    expect((await merge(other, 'guest-cart-key-1', items)).json().merged).toBe(2);
  });

  it('happens once when sent twenty times at once', async () => {
    const me = await someone(ctx);
    const { id } = await createResource(ctx.db);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => merge(me, 'guest-cart-key-2', [resourceLine(id, 2)])),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(answers.map((answer) => answer.json().merged)).toEqual(Array.from({ length: 20 }, () => 1));
    expect(short(await read(me))).toEqual([['resource', id, 2, '12.00']]);
  });

  it("leaves out what can't be bought and says why", async () => {
    const me = await someone(ctx);
    const good = await createResource(ctx.db);
    const owned = await createResource(ctx.db);
    await createEntitlement(ctx.db, { userId: me.id, itemType: 'resource', itemId: owned.id });
    const course = await createCourse(ctx.db, { kind: 'certification' });
    const draft = await createResource(ctx.db, { state: 'draft', title: 'A secret plan' });
    const items = [
      ...[good, owned, draft].map(({ id }) => resourceLine(id)),
      { itemType: 'course', itemId: course.id, quantity: 1 },
      { itemType: 'certification', itemId: course.id, quantity: 2 },
    ];
    const answer = await merge(me, 'guest-cart-key-3', items);
    const { merged, left } = answer.json() as { merged: number; left: { itemId: number; reason: string }[] };
    expect(merged).toBe(2);
    expect(left.map(({ itemId }) => itemId)).toEqual([owned.id, draft.id]);
    expect(left[0]?.reason).toContain('already have');
    expect(answer.body).not.toContain('secret');
    // The response may have been lost: asked again, it says the same, and the cart stays as it is.
    expect((await merge(me, 'guest-cart-key-3', items)).json()).toEqual(answer.json());
    expect((await read(me)).find(({ itemType }) => itemType === 'certification')?.quantity).toBe(3);
  });

  it.each([
    ['no lines', { key: 'guest-cart-key-4', items: [] }],
    [
      'too many lines',
      { key: 'guest-cart-key-4', items: Array.from({ length: 101 }, () => resourceLine(1)) },
    ],
    ['no key', { items: [resourceLine(1)] }],
    ['a short key', { key: 'short', items: [resourceLine(1)] }],
    ['a key with a zero byte', { key: 'guest-cart-\u0000-key', items: [resourceLine(1)] }],
    ['a quantity of nothing', { key: 'guest-cart-key-4', items: [resourceLine(1, 0)] }],
    ['another kind', { key: 'guest-cart-key-4', items: [{ itemType: 'user', itemId: 1 }] }],
    ['text for lines', { key: 'guest-cart-key-4', items: 'all' }],
  ])('rejects %s', async (_name, body) => {
    const me = await someone(ctx);
    expect((await call(mergeCart, { body, ...me })).statusCode).toBe(400);
    expect(await read(me)).toEqual([]);
  });
});
