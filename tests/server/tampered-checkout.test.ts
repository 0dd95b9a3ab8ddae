// Whatever prices, titles, quantities and items a client sends: the catalogue's price is charged, or the request is
// rejected.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPerson, createResource, createSeller } from '#server/seed/factories.ts';
import { addToCart, mergeCart, refreshCart } from '#shared/features/cart/cart.contract.ts';
import { startCheckout, simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { testApp } from './test-app.ts';

const { app, ctx, call, signInAs } = await testApp();
const cookie = await signInAs('member');

const PRICE = 2400;
const TITLE = 'Ten barre warm-ups';
const CARD = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2030, cvc: '123' };

const seller = await createPerson(ctx.db, { username: 'tampered-seller', roles: ['seller'] });
const { userId: sellerId } = await createSeller(ctx.db, { userId: seller?.id ?? 0 });
const resource = async (values: object = {}) =>
  (await createResource(ctx.db, { sellerId, priceCents: PRICE, title: TITLE, ...values })).id;

let itemId = 0;
beforeEach(async () => {
  itemId = await resource();
  await ctx.pool.query('delete from cart_items');
});

let calls = 0;
/** Each from another address: rate limits are tested elsewhere. */
const from = () => `10.7.${Math.floor(++calls / 250)}.${calls % 250}`;

/** Every endpoint that accepts items, as guest and as user. */
function waysOf(item: unknown) {
  const guest = { email: `${randomUUID()}@example.com`, name: 'Grace', zip: '10001', card: CARD };
  return {
    'guest cart': call(addToCart, { body: item, from: from() }),
    'guest cart again': call(refreshCart, { body: { items: [item] }, from: from() }),
    'guest checkout': call(simpleCheckout, { body: { ...guest, items: [item] }, from: from() }),
    'member cart': call(addToCart, { body: item, headers: { cookie } }),
    merge: call(mergeCart, { body: { key: randomUUID(), items: [item] }, headers: { cookie } }),
    'buy now': call(startCheckout, { body: { item }, headers: { cookie } }),
  };
}

type Line = { unit: number; quantity: number; amount: number; title: string };
const linesOf = async (id: number) =>
  (
    await ctx.pool.query<Line>(
      `select unit_price_cents::int as unit, quantity, amount_cents::int as amount, title
       from order_lines where item_type = 'resource' and item_id = $1`,
      [id],
    )
  ).rows;

async function tryAll(item: unknown): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const [way, answer] of Object.entries(waysOf(item))) {
    const { statusCode, body } = await answer;
    expect(statusCode, `${way}: ${body.slice(0, 200)}`).toBeLessThan(500);
    statuses[way] = statusCode;
  }
  return statuses;
}

it('a price and a title sent by the client are ignored', async () => {
  const lies = {
    price: '0.01',
    unitPriceCents: 1,
    priceCents: 1,
    amount: 1,
    total: 0,
    title: 'Free',
    ownedCents: 2399,
  };
  const statuses = await tryAll({ itemType: 'resource', itemId, quantity: 1, ...lies, details: lies });
  expect(statuses).toMatchObject({ 'guest checkout': 200, 'buy now': 200 });
  const lines = await linesOf(itemId);
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toEqual({ unit: PRICE, quantity: 1, amount: PRICE, title: TITLE });
  const { rows } = await ctx.pool.query(
    'select seen_price_cents as seen from cart_items where item_id = $1',
    [itemId],
  );
  expect(rows).toEqual([{ seen: PRICE }]);
});

describe('a quantity of', () => {
  it.each([
    [0],
    [-1],
    [1.5],
    [1e9],
    [1e308],
    ['2'],
    [null],
    [[2]],
    [{ $gt: 1 }],
    [true],
    ['2; drop table orders'],
  ])("%j is rejected, or charged at the catalogue's price", async (quantity) => {
    await tryAll({ itemType: 'resource', itemId, quantity });
    for (const { unit, quantity: seats, amount } of await linesOf(itemId)) {
      expect(unit).toBe(PRICE);
      expect(seats).toBeGreaterThanOrEqual(1);
      expect(amount).toBe(PRICE * seats);
    }
  });
});

describe('an item', () => {
  it.each([
    [0],
    [-1],
    [1.5],
    [2_000_000_000],
    [2 ** 31],
    [1e20],
    ['1'],
    ["1' or '1'='1"],
    [null],
    [{}],
    [[1]],
  ])('with the id %j is rejected', async (id) => {
    const before = await ctx.pool.query('select id from orders');
    const statuses = await tryAll({ itemType: 'resource', itemId: id, quantity: 1 });
    expect(statuses['guest checkout']).toBeGreaterThanOrEqual(400);
    expect(statuses['buy now']).toBeGreaterThanOrEqual(400);
    expect((await ctx.pool.query('select id from orders')).rows).toHaveLength(before.rows.length);
  });

  it.each([['membership'], ['__proto__'], ['constructor'], [''], [null], [7]])(
    'of the type %j is rejected',
    async (itemType) => {
      const statuses = await tryAll({ itemType, itemId, quantity: 1 });
      expect(Object.values(statuses).every((status) => status >= 400)).toBe(true);
    },
  );

  it.each(['draft', 'archived', 'in_review'])('that is %s is not sold', async (state) => {
    const hidden = await resource({ state });
    const statuses = await tryAll({ itemType: 'resource', itemId: hidden, quantity: 1 });
    expect(statuses['guest checkout']).toBeGreaterThanOrEqual(400);
    expect(statuses['buy now']).toBeGreaterThanOrEqual(400);
    expect(await linesOf(hidden)).toEqual([]);
  });
});

describe('a guest cart of', () => {
  const line = () => ({ itemType: 'resource', itemId, quantity: 1 });
  const carts: [string, () => unknown][] = [
    ['nothing', () => []],
    ['no list', () => ({ length: 1, 0: line() })],
    ['101 lines', () => Array.from({ length: 101 }, line)],
    ['the same thing twice', () => [line(), line()]],
    ['a hole', () => [null]],
    ['a list in a list', () => [[line()]]],
    ['ten thousand lines', () => Array.from({ length: 10_000 }, line)],
  ];
  it.each(carts)('%s is rejected', async (_name, items) => {
    const body = { email: 'g@example.com', name: 'Grace', zip: '10001', card: CARD, items: items() };
    const { statusCode } = await call(simpleCheckout, { body, from: from() });
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(statusCode).toBeLessThan(500);
    expect(await linesOf(itemId)).toEqual([]);
  });
});

describe('a card that', () => {
  it.each([
    ['has letters', { number: '4242 4242 4242 424x' }],
    ['is very long', { number: '4'.repeat(100_000) }],
    ['has no number', { number: null }],
    ['ends in month 13', { expMonth: 13 }],
    ['ended', { expYear: 2020 }],
    ['has a word for a code', { cvc: 'abc' }],
  ])('%s is rejected with a message, and nothing is charged', async (_name, wrong) => {
    const items = [{ itemType: 'resource', itemId, quantity: 1 }];
    const card = { ...CARD, ...wrong };
    const body = { email: `${randomUUID()}@example.com`, name: 'Grace', zip: '10001', items, card };
    const answer = await call(simpleCheckout, { body, from: from() });
    expect([400, 402]).toContain(answer.statusCode);
    expect(answer.json<{ message: string }>().message.length).toBeGreaterThan(10);
    const paid = await ctx.pool.query(`select 1 from orders where email = $1 and state = 'paid'`, [
      body.email,
    ]);
    expect(paid.rows).toEqual([]);
  });
});

it('an idempotency key of any shape causes no server error', async () => {
  for (const key of ['', ' ', 'x', 'ü'.repeat(50), 'k'.repeat(5000)]) {
    const items = [{ itemType: 'resource', itemId, quantity: 1 }];
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/simple-checkout',
      remoteAddress: from(),
      headers: { 'idempotency-key': encodeURIComponent(key) },
      payload: { email: `${randomUUID()}@example.com`, name: 'Grace', zip: '10001', items, card: CARD },
    });
    expect(statusCode).toBeLessThan(500);
  }
});
