// The checkout races again, each without the constraint behind it: then they are lost. So the database decides, and the
// tests of these races (tests/faults/races/checkout-races.ts) would notice.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { claimForPaid } from '#server/features/coupon/coupon.service.ts';
import { listContents } from '#server/features/order/order.service.ts';
import { completeOrder } from '#server/features/payment/complete-order.queries.ts';
import { createSession } from '#server/platform/session.service.ts';
import { createCoupon, createPerson, createResource, createSeller } from '#server/seed/factories.ts';
import { mergeCart } from '#shared/features/cart/cart.contract.ts';
import { startCheckout, simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { saleLines } from '#shared/features/ledger/ledger.rules.ts';
import { testApp, type TestApp } from './test-app.ts';

const AT_ONCE = 6;
const CARD = { number: '4242424242424242', expMonth: 12, expYear: 2030, cvc: '123' };

type Race = {
  name: string;
  constraints: string[];
  /** The count of what must exist once. */
  run(app: TestApp): Promise<number>;
};

async function count({ ctx }: TestApp, text: string): Promise<number> {
  const { rows } = await ctx.pool.query<{ n: number }>(`select count(*)::int as n from ${text}`);
  return rows[0]?.n ?? 0;
}

async function itemOf({ ctx }: TestApp) {
  const username = `s-${randomUUID().slice(0, 18)}`;
  const seller = await createPerson(ctx.db, { username, roles: ['seller'] });
  const { userId: sellerId } = await createSeller(ctx.db, { userId: seller?.id ?? 0 });
  const { id: itemId } = await createResource(ctx.db, { sellerId, priceCents: 2400 });
  return { itemType: 'resource', itemId, quantity: 1 };
}

const newCode = () => `C${randomUUID().slice(0, 10)}`;
const person = () => ({ email: `${randomUUID()}@example.com`, name: 'Grace Guest', zip: '10001' });
async function newMember({ ctx }: TestApp): Promise<{ id: number; cookie: string }> {
  const person = await createPerson(ctx.db, { username: `m-${randomUUID().slice(0, 18)}`, roles: ['user'] });
  const userId = person?.id ?? 0;
  const { token } = await createSession(ctx, ctx.db, { userId, address: '127.0.0.1', userAgent: 'test' });
  return { id: userId, cookie: `releve_session=${token}` };
}

const atOnce = (one: () => Promise<unknown>) => Promise.all(Array.from({ length: AT_ONCE }, one));

/** An order completed at once by everyone who learned of its payment, without waiting for the order's lock. */
async function completedByAll(app: TestApp): Promise<{ orderId: number; userId: number }> {
  const { id: userId, cookie } = await newMember(app);
  const body = { item: await itemOf(app) };
  const { orderId, paymentId } = (await app.call(startCheckout, { body, headers: { cookie } })).json<{
    orderId: number;
    paymentId: number;
  }>();
  const { parts } = await listContents(app.ctx.db, { orderId });
  const entries = saleLines(parts).map((line) => ({ ...line, currency: 'USD' }));
  const sale = { cause: `payment ${paymentId}`, entries };
  const paid = { orderId, userId, buyer: `u${userId}`, now: app.ctx.clock.now(), sale };
  await atOnce(() => inTransaction(app.ctx.db, (tx) => completeOrder(tx, paid)));
  return { orderId, userId };
}

/**
 * One user's orders, each with a coupon, that all claim it at once. A user can have only one pending order; these have
 * ended.
 */
async function claimedAtOnce(app: TestApp, coupons: readonly { code: string }[]): Promise<number> {
  const { id: userId, cookie } = await newMember(app);
  const orders: number[] = [];
  for (const { code } of coupons) {
    const body = { item: await itemOf(app), couponCode: code };
    const begun = (await app.call(startCheckout, { body, headers: { cookie } })).json<{ orderId: number }>();
    orders.push(begun.orderId);
  }
  const { db, clock } = app.ctx;
  const claim = (orderId: number, code: string) =>
    inTransaction(db, (tx) =>
      claimForPaid(tx, {
        code,
        buyer: { userId, email: '' },
        orderId,
        discountCents: 240,
        now: clock.now(),
      }),
    );
  await Promise.allSettled(orders.map((orderId, at) => claim(orderId, coupons[at]?.code ?? '')));
  return userId;
}

const RACES: Race[] = [
  {
    name: 'a payment that many have heard of gives access once',
    constraints: ['drop index entitlements_cause', 'drop index entitlements_order_line_once'],
    async run(app) {
      const { userId } = await completedByAll(app);
      return count(app, `entitlements where user_id = ${userId}`);
    },
  },
  {
    name: 'a payment that many have heard of is in the books once',
    constraints: ['drop index ledger_transactions_cause'],
    async run(app) {
      const { orderId } = await completedByAll(app);
      return count(app, `ledger_transactions where order_id = ${orderId}`);
    },
  },
  {
    name: 'one idempotency key sent at once makes one order',
    constraints: ['alter table idempotency_keys drop constraint idempotency_keys_scope_key_pk'],
    async run(app) {
      const body = { ...person(), items: [await itemOf(app)], card: CARD };
      const headers = { 'idempotency-key': randomUUID() };
      await atOnce(() => app.call(simpleCheckout, { body, headers }));
      return count(app, `orders where email = '${body.email}'`);
    },
  },
  {
    name: 'two tabs of a member have one order to pay',
    constraints: ['drop index orders_one_pending'],
    async run(app) {
      const { itemId } = await itemOf(app);
      const { id, cookie } = await newMember(app);
      await app.ctx.pool.query(
        `insert into cart_items (user_id, item_type, item_id, quantity, seen_price_cents, created_at)
         values ($1, 'resource', $2, 1, 2400, now())`,
        [id, itemId],
      );
      const before = await count(app, 'orders');
      await atOnce(() => app.call(startCheckout, { body: {}, headers: { cookie } }));
      return (await count(app, 'orders')) - before;
    },
  },
  {
    name: 'what guests buy with the address of one account is that account’s once',
    constraints: ['drop index order_lines_bought_once'],
    async run(app) {
      const { id } = await newMember(app);
      const { rows } = await app.ctx.pool.query<{ email: string }>('select email from users where id = $1', [
        id,
      ]);
      const body = { ...person(), email: rows[0]?.email, items: [await itemOf(app)], card: CARD };
      await atOnce(() => app.call(simpleCheckout, { body }));
      return count(app, `order_lines where buyer = 'u${id}' and is_live`);
    },
  },
  {
    name: 'a guest cart is merged once',
    constraints: ['alter table cart_merges drop constraint cart_merges_user_id_key_pk'],
    async run(app) {
      const cookie = await app.signInAs('member');
      const item = await itemOf(app);
      const body = { key: randomUUID(), items: [item] };
      await atOnce(() => app.call(mergeCart, { body, headers: { cookie } }));
      const { rows } = await app.ctx.pool.query<{ quantity: number }>(
        'select quantity from cart_items where item_id = $1',
        [item.itemId],
      );
      return rows[0]?.quantity ?? 0;
    },
  },
  {
    name: 'an event that comes often is kept once',
    constraints: ['alter table webhook_events drop constraint webhook_events_gateway_event_id_pk'],
    async run(app) {
      const { insertWebhookEvent } = await import('#server/features/payment/webhook.queries.ts');
      const event = { gateway: 'sandbox' as const, eventId: 'evt_1', type: 'x', gatewayId: 'pi_1' };
      const receivedAt = app.ctx.clock.now();
      await atOnce(() => insertWebhookEvent(app.ctx.db, { ...event, receivedAt }));
      return count(app, 'webhook_events');
    },
  },
  {
    name: 'one key is one payment at the sandbox',
    constraints: ['drop index sandbox_payments_key'],
    async run(app) {
      const wanted = {
        key: 'one',
        amountCents: 2400,
        currency: 'USD',
        description: '',
        email: '',
        metadata: {},
      };
      await atOnce(() => app.ctx.gateway.createPayment(wanted));
      return count(app, `sandbox_payments where idempotency_key = 'one'`);
    },
  },
  {
    name: 'a coupon’s last use is used once',
    constraints: ['alter table coupons drop constraint coupons_uses'],
    async run(app) {
      const { id, code } = await createCoupon(app.ctx.db, { code: newCode(), maxUses: 1 });
      const items = [await itemOf(app)];
      await atOnce(() =>
        app.call(simpleCheckout, { body: { ...person(), items, card: CARD, couponCode: code } }),
      );
      return count(app, `coupon_uses where coupon_id = ${id} and state = 'used'`);
    },
  },
  {
    name: 'a coupon good once for each person is used once by one',
    constraints: ['drop index coupon_uses_number'],
    async run(app) {
      const coupon = await createCoupon(app.ctx.db, { code: newCode(), maxPerPerson: 1 });
      await claimedAtOnce(app, Array(AT_ONCE).fill(coupon));
      return count(app, `coupon_uses where coupon_id = ${coupon.id} and state <> 'freed'`);
    },
  },
  {
    name: 'one person has one coupon for a first order',
    constraints: ['drop index coupon_uses_first_order'],
    async run(app) {
      const values = { isFirstOrderOnly: true };
      const coupons = await Promise.all(
        Array.from({ length: AT_ONCE }, () => createCoupon(app.ctx.db, { code: newCode(), ...values })),
      );
      const userId = await claimedAtOnce(app, coupons);
      return count(app, `coupon_uses where buyer = 'u${userId}' and state <> 'freed'`);
    },
  },
];

const lawful = await testApp();
const lawless = await testApp();
for (const statement of RACES.flatMap(({ constraints }) => constraints)) {
  await lawless.ctx.pool.query(statement);
}

describe.each(RACES)('$name', ({ run }) => {
  it('holds with its constraint', async () => {
    expect(await run(lawful)).toBe(1);
  });

  it('breaks without it', async () => {
    // A race is not lost every time, only sooner or later.
    let most = 0;
    for (let round = 0; round < 20 && most < 2; round++) most = Math.max(most, await run(lawless));
    expect(most).toBeGreaterThan(1);
  });
});
