// What someone bought twice: shown to them alone, and the second purchase refunded by one click, exactly once.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { joinGuestOrders } from '#server/features/order/order-key.service.ts';
import { createBundle, createCourse, createResource } from '#server/seed/factories.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { listPurchases } from '#shared/features/order/order.contract.ts';
import {
  listDoublePurchases,
  refundDoublePurchase,
  refundOrder,
  requestRefund,
  type DoublePurchase,
} from '#shared/features/refund/refund.contract.ts';
import { CARDS, MARA, somethingFor } from '../../../tests/server/checkout-tools.ts';
import { mailsTo } from '../../../tests/server/mails.ts';
import { dispute, hearGateway, standingOf } from '../../../tests/server/refund-tools.ts';
import { someone, someSeller, type Person } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();
const DAY = 86_400_000;
beforeEach(() => ctx.pool.query('delete from rate_limits'));

type Item = { itemType: 'course' | 'resource' | 'bundle'; itemId: number; quantity?: number };
const addressOf = ({ username }: { username: string }) => `${username}@releve.example`;

async function buy(item: Item, { email, as }: { email: string; as?: Person }): Promise<number> {
  const body = { ...MARA, email, items: [item], card: CARDS.good };
  const answer = await call(simpleCheckout, { body, ...as });
  expect(answer.json()).toMatchObject({ status: 'paid' });
  ctx.clock.advance(60_000);
  return answer.json<{ orderId: number }>().orderId;
}

const listDoubles = async (as: Person) => (await call(listDoublePurchases, as)).json<DoublePurchase[]>();
const refund = (lineId: number, as: Person) => call(refundDoublePurchase, { params: { id: lineId }, ...as });

/** A member's own purchase, and a second one made without signing in. */
async function boughtTwice(item?: Item) {
  const member = await someone(ctx);
  const email = addressOf(member);
  const { id } = await createCourse(ctx.db, { priceCents: 6000, title: 'Floor barre' });
  const asked = item ?? { itemType: 'course', itemId: id };
  const first = await buy(asked, { email, as: member });
  const second = await buy(asked, { email });
  return { member, email, first, second, courseId: id, item: asked };
}

async function complete(member: Person, courseId: number, at: { openedAt: Date; completedAt: Date | null }) {
  await ctx.pool.query(
    `insert into item_progress (user_id, item_type, item_id, course_id, opened_at, completed_at, updated_at)
     values ($1, 'lesson', $2, $3, $4, $5, $4)`,
    [member.id, 700_000_000 + courseId, courseId, at.openedAt, at.completedAt],
  );
}

describe('a course bought twice', () => {
  it('is listed with both orders, and one click refunds the second', async () => {
    const { member, email, first, second, courseId } = await boughtTwice();
    const [double, ...others] = await listDoubles(member);
    expect(others).toEqual([]);
    expect(double).toMatchObject({
      title: 'Floor barre',
      amount: '60.00',
      currency: 'USD',
      order: { id: second },
      first: { id: first },
      state: 'refundable',
    });
    expect((await refund(double?.lineId ?? 0, member)).statusCode).toBe(204);
    expect(await listDoubles(member)).toMatchObject([{ state: 'refunding', amount: '0.00' }]);
    await ctx.jobs.drain();
    expect(await standingOf(ctx, second)).toMatchObject({
      state: 'refunded',
      refunded: 6000,
      live: [false],
      access: 0,
      books: {},
      isZero: true,
    });
    expect(await standingOf(ctx, first)).toMatchObject({
      state: 'paid',
      refunded: 0,
      live: [true],
      access: 1,
    });
    expect(await listDoubles(member)).toEqual([]);
    expect((await call(listPurchases, member)).json()).toMatchObject({ total: 1 });
    const { rows } = await ctx.pool.query(
      'select state from enrollments where user_id = $1 and course_id = $2',
      [member.id, courseId],
    );
    expect(rows).toEqual([{ state: 'active' }]);
    const mails = await mailsTo(ctx, email);
    expect(mails.map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^We’re refunding \$60\.00 of your order/),
    );
    expect(mails.some(({ text }) => text.includes('Reason: Bought twice.'))).toBe(true);
  });

  it('is refunded once under forty clicks at the same moment', async () => {
    const { member, second } = await boughtTwice();
    const [double] = await listDoubles(member);
    const answers = await Promise.all(Array.from({ length: 40 }, () => refund(double?.lineId ?? 0, member)));
    expect(new Set(statusesOf(answers))).toEqual(new Set([204]));
    await ctx.jobs.drain();
    await hearGateway(ctx, second);
    expect(await standingOf(ctx, second)).toMatchObject({ refunded: 6000, books: {}, isZero: true });
    const { rows } = await ctx.pool.query(
      'select kind, amount_cents::int as cents, state from refunds where order_id = $1',
      [second],
    );
    expect(rows).toEqual([{ kind: 'line', cents: 6000, state: 'succeeded' }]);
  });

  it('bought three times: two are refunded, the first one never', async () => {
    const { member, email, first, second, item } = await boughtTwice();
    const third = await buy(item, { email });
    const lines = (await listDoubles(member)).map(({ lineId }) => lineId);
    expect(lines).toHaveLength(2);
    await Promise.all(lines.map((lineId) => refund(lineId, member)));
    await ctx.jobs.drain();
    expect((await standingOf(ctx, second)).state).toBe('refunded');
    expect((await standingOf(ctx, third)).state).toBe('refunded');
    expect(await standingOf(ctx, first)).toMatchObject({ state: 'paid', access: 1 });
    const { rows } = await ctx.pool.query<{ id: number }>('select id from order_lines where order_id = $1', [
      first,
    ]);
    expect((await refund(rows[0]?.id ?? 0, member)).statusCode).toBe(409);
  });

  it('is nobody else’s business', async () => {
    const { member } = await boughtTwice();
    const [double] = await listDoubles(member);
    const stranger = await someone(ctx);
    expect(await listDoubles(stranger)).toEqual([]);
    expect((await refund(double?.lineId ?? 0, stranger)).statusCode).toBe(404);
    expect((await call(refundDoublePurchase, { params: { id: double?.lineId ?? 0 } })).statusCode).toBe(401);
  });

  it('twice as a guest, then as a member: known once the address is confirmed', async () => {
    const member = await someone(ctx);
    const email = addressOf(member);
    await ctx.pool.query('update users set email_verified_at = null where id = $1', [member.id]);
    const { id: itemId } = await createCourse(ctx.db, { priceCents: 6000 });
    const first = await buy({ itemType: 'course', itemId }, { email });
    const second = await buy({ itemType: 'course', itemId }, { email: email.toUpperCase() });
    expect(await listDoubles(member)).toEqual([]);
    await inTransaction(ctx.db, (tx) => joinGuestOrders(ctx, tx, { userId: member.id, email }));
    expect(await listDoubles(member)).toMatchObject([{ first: { id: first }, order: { id: second } }]);
  });

  it('with two addresses: known once both belong to the account', async () => {
    const { member, courseId } = await boughtTwice({
      itemType: 'course',
      itemId: (await createCourse(ctx.db)).id,
    });
    const other = `${randomUUID()}@example.com`;
    const item = { itemType: 'course' as const, itemId: courseId };
    await buy(item, { email: addressOf(member), as: member });
    const second = await buy(item, { email: other });
    await inTransaction(ctx.db, (tx) => joinGuestOrders(ctx, tx, { userId: member.id, email: other }));
    expect((await listDoubles(member)).map(({ order }) => order.id)).toContain(second);
  });
});

describe('what isn’t refunded with one click', () => {
  it('a second purchase that is the one in use', async () => {
    const { member, second, courseId } = await boughtTwice();
    const now = ctx.clock.now();
    await complete(member, courseId, { openedAt: now, completedAt: now });
    const [double] = await listDoubles(member);
    expect(double).toMatchObject({ state: 'started' });
    const refused = await refund(double?.lineId ?? 0, member);
    expect(refused.json()).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('You’ve used this'),
    });
    expect((await standingOf(ctx, second)).state).toBe('paid');
  });

  it('but opening a lesson doesn’t use it, nor does going on with a course begun before', async () => {
    const opened = await boughtTwice();
    await complete(opened.member, opened.courseId, { openedAt: ctx.clock.now(), completedAt: null });
    expect(await listDoubles(opened.member)).toMatchObject([{ state: 'refundable' }]);
    const begun = await boughtTwice();
    const before = new Date(ctx.clock.now().getTime() - 600_000);
    await complete(begun.member, begun.courseId, { openedAt: before, completedAt: ctx.clock.now() });
    expect(await listDoubles(begun.member)).toMatchObject([{ state: 'refundable' }]);
  });

  it('a purchase whose first one is being refunded, asked back or disputed', async () => {
    const asked = await boughtTwice();
    const [double] = await listDoubles(asked.member);
    const answer = await call(requestRefund, {
      params: { id: asked.first },
      body: { reason: 'The wrong level.' },
      ...asked.member,
    });
    expect(answer.statusCode).toBe(200);
    expect(await listDoubles(asked.member)).toEqual([]);
    expect((await refund(double?.lineId ?? 0, asked.member)).statusCode).toBe(409);
    const returned = await boughtTwice();
    const body = { kind: 'whole', reason: 'The wrong level.' };
    expect((await call(refundOrder, { params: { id: returned.first }, body }, 'admin')).statusCode).toBe(200);
    expect(await listDoubles(returned.member)).toEqual([]);
    const disputed = await boughtTwice();
    await dispute(ctx, disputed.first, 'open');
    await hearGateway(ctx, disputed.first);
    expect(await listDoubles(disputed.member)).toEqual([]);
  });

  it('a purchase after 90 days', async () => {
    const { member, second } = await boughtTwice();
    const [double] = await listDoubles(member);
    const paidAt = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY);
    await ctx.pool.query('update orders set paid_at = $2 where id <> $1 and user_id = $3', [
      second,
      paidAt(200),
      member.id,
    ]);
    await ctx.pool.query('update orders set paid_at = $2 where id = $1', [second, paidAt(89)]);
    expect(await listDoubles(member)).toHaveLength(1);
    await ctx.pool.query('update orders set paid_at = $2 where id = $1', [second, paidAt(91)]);
    expect(await listDoubles(member)).toEqual([]);
    expect((await refund(double?.lineId ?? 0, member)).statusCode).toBe(409);
  });

  it('seats for others', async () => {
    const { member, email, item } = await boughtTwice();
    const seats = await buy({ ...item, quantity: 3 }, { email });
    expect((await listDoubles(member)).map(({ order }) => order.id)).not.toContain(seats);
  });
});

describe('a bundle', () => {
  async function bundleOf() {
    const seller = await someSeller(ctx);
    const one = await createResource(ctx.db, { sellerId: seller.id, priceCents: 2000 });
    const two = await createResource(ctx.db, { sellerId: seller.id, priceCents: 3000 });
    const { id } = await createBundle(ctx.db, {
      sellerId: seller.id,
      priceCents: 4000,
      items: [one, two].map(({ id: itemId }) => ({ itemType: 'resource' as const, itemId })),
    });
    return {
      bundle: { itemType: 'bundle' as const, itemId: id },
      item: { itemType: 'resource' as const, itemId: one.id },
    };
  }

  it('makes a later purchase of one of its items a double, and the seller returns their share', async () => {
    const { bundle, item } = await bundleOf();
    const member = await someone(ctx);
    const email = addressOf(member);
    await buy(bundle, { email, as: member });
    const second = await buy(item, { email });
    const [double] = await listDoubles(member);
    expect(double).toMatchObject({ amount: '20.00', order: { id: second } });
    expect(await standingOf(ctx, second)).toMatchObject({ earnings: [{ net: 1700, state: 'waiting' }] });
    await refund(double?.lineId ?? 0, member);
    await ctx.jobs.drain();
    expect(await standingOf(ctx, second)).toMatchObject({
      books: {},
      earnings: [{ net: 0, state: 'waiting' }],
      isZero: true,
    });
    expect((await call(listPurchases, member)).json()).toMatchObject({ total: 2 });
  });

  it('bought after only one of its items isn’t a double: the rest of it is new', async () => {
    const { bundle, item } = await bundleOf();
    const member = await someone(ctx);
    const email = addressOf(member);
    await buy(item, { email, as: member });
    await buy(bundle, { email });
    expect(await listDoubles(member)).toEqual([]);
  });

  it('bought twice is a double as a whole', async () => {
    const { bundle } = await bundleOf();
    const { member } = await boughtTwice(bundle);
    expect(await listDoubles(member)).toMatchObject([{ amount: '40.00', state: 'refundable' }]);
  });
});

it('an item of a seller: their earning is reversed', async () => {
  const thing = await somethingFor(ctx, 2400);
  const { member, second } = await boughtTwice(thing.item);
  const [double] = await listDoubles(member);
  expect(await standingOf(ctx, second)).toMatchObject({
    books: { gateway: 2400, platform_revenue: -360, seller_payable: -2040 },
  });
  await refund(double?.lineId ?? 0, member);
  await ctx.jobs.drain();
  expect(await standingOf(ctx, second)).toMatchObject({
    books: {},
    earnings: [{ net: 0, state: 'waiting' }],
  });
  expect((await mailsTo(ctx, addressOf(thing.seller))).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Refund for order/),
  ]);
});
