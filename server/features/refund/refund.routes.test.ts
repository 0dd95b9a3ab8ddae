// Refunds: who may request and decide, amounts exact to the cent, and which access ends.
import { describe, expect, it, vi } from 'vitest';
import { GatewayUnreachableError } from '#server/integrations/gateway/gateway.ts';
import { createEntitlement } from '#server/seed/factories.ts';
import {
  decideRefundRequest,
  decideSellerRefundRequest,
  getOrderRefunds,
  listRefundRequests,
  listSellerRefundRequests,
  refundOrder,
  requestRefund,
  withdrawRefundRequest,
} from '#shared/features/refund/refund.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { hearGateway, paidOrder, standingOf, takenPayment } from '../../../tests/server/refund-tools.ts';
import { mailsTo, newAudit } from '../../../tests/server/staff-tools.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;
const reason = 'It was bought twice.';

const refund = (id: number, body: object, as: 'admin' | 'officer' = 'admin') =>
  call(refundOrder, { params: { id }, body: { reason, ...body } }, as);
const ask = (id: number, person: object, body: object = {}) =>
  call(requestRefund, { params: { id }, body: { reason, ...body }, ...person });
const refundsAtGateway = async (orderId: number) =>
  ctx.gateway.listRefunds((await takenPayment(ctx, orderId)).gatewayId);

describe('a refund by staff', () => {
  it('of a whole order updates money, ledger, access, state, email and audit log', async () => {
    const { orderId, buyer } = await paidOrder(app, [{ priceCents: 2400 }, { priceCents: 1000 }]);
    expect(await standingOf(ctx, orderId)).toMatchObject({
      books: { gateway: 3400, platform_revenue: -510, seller_payable: -2890 },
      earnings: [
        { net: 2040, state: 'waiting' },
        { net: 850, state: 'waiting' },
      ],
    });
    const made = await refund(orderId, { kind: 'whole' });
    expect(made.json()).toMatchObject({
      refund: { kind: 'whole', amount: '34.00', state: 'requested', reason },
      returnable: { left: '0.00' },
    });
    await ctx.jobs.drain();
    expect(await standingOf(ctx, orderId)).toEqual({
      state: 'refunded',
      refunded: 3400,
      live: [false, false],
      access: 0,
      books: {},
      earnings: [
        { net: 0, state: 'waiting' },
        { net: 0, state: 'waiting' },
      ],
      isZero: true,
    });
    expect(await newAudit(ctx, 'refund.make')).toMatchObject([{ details: { kind: 'whole', reason } }]);
    const { rows } = await ctx.pool.query<{ subject: string }>(
      `select subject from mail_outbox where subject like 'We’re refunding %'`,
    );
    expect(rows.map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^We’re refunding \$34\.00 of your order/),
    );
    const again = await call(getOrderRefunds, { params: { id: orderId }, ...buyer });
    expect(again.json()).toMatchObject({ refunds: [{ state: 'succeeded' }], askUntil: null });
  });

  it('of one of two lines ends that line and keeps the other', async () => {
    const { orderId, lineIds, things } = await paidOrder(app, [{ priceCents: 2400 }, { priceCents: 1000 }]);
    expect((await refund(orderId, { kind: 'line', lineId: lineIds[0] })).statusCode).toBe(200);
    await ctx.jobs.drain();
    expect(await standingOf(ctx, orderId)).toMatchObject({
      state: 'partially_refunded',
      refunded: 2400,
      live: [false, true],
      access: 1,
      books: { gateway: 1000, platform_revenue: -150, seller_payable: -850 },
    });
    const [seller, other] = things.map((thing) => thing.seller.username);
    expect((await mailsTo(ctx, seller ?? '')).map(({ subject }) => subject)).toHaveLength(1);
    expect(await mailsTo(ctx, other ?? '')).toEqual([]);
    // The rest of it later.
    expect((await refund(orderId, { kind: 'whole' })).json()).toMatchObject({ refund: { amount: '10.00' } });
    await ctx.jobs.drain();
    expect(await standingOf(ctx, orderId)).toMatchObject({ state: 'refunded', access: 0, books: {} });
  });

  it('of an amount keeps access until everything is refunded', async () => {
    const { orderId } = await paidOrder(app, [{ priceCents: 999 }]);
    await refund(orderId, { kind: 'amount', amount: '3,33' });
    await ctx.jobs.drain();
    expect(await standingOf(ctx, orderId)).toMatchObject({
      state: 'partially_refunded',
      live: [true],
      access: 1,
      books: { gateway: 666, platform_revenue: -100, seller_payable: -566 },
    });
    const over = await refund(orderId, { kind: 'amount', amount: '6.67' });
    expect(over.json()).toMatchObject({ message: 'Only $6.66 of this can still be refunded.' });
    await refund(orderId, { kind: 'amount', amount: '6.66' });
    await ctx.jobs.drain();
    expect(await standingOf(ctx, orderId)).toMatchObject({ state: 'refunded', access: 0, books: {} });
  });

  it('happens once when twenty do it at the same moment', async () => {
    const { orderId } = await paidOrder(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(orderId, { kind: 'whole' })));
    expect(statusesOf(answers).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 409),
    ]);
    await ctx.jobs.drain();
    expect(await refundsAtGateway(orderId)).toHaveLength(1);
    expect(await standingOf(ctx, orderId)).toMatchObject({ refunded: 2400, books: {} });
  });

  it('never exceeds what was paid when twenty refund a tenth at the same moment', async () => {
    const { orderId } = await paidOrder(app, [{ priceCents: 2000 }]);
    const tenth = { kind: 'amount', amount: '2.00' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(orderId, tenth)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10);
    await ctx.jobs.drain();
    expect(await refundsAtGateway(orderId)).toHaveLength(10);
    expect(await standingOf(ctx, orderId)).toMatchObject({ state: 'refunded', refunded: 2000, books: {} });
  });

  it('happens once per key', async () => {
    const { orderId } = await paidOrder(app);
    const body = { kind: 'amount', amount: '1.00', idempotencyKey: 'a-key-of-mine' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(orderId, body)));
    expect(new Set(answers.map((answer) => answer.json<{ refund: { id: number } }>().refund.id)).size).toBe(
      1,
    );
    await ctx.jobs.drain();
    expect(await standingOf(ctx, orderId)).toMatchObject({ refunded: 100 });
  });

  it('is recorded once, whoever reports it and however often', async () => {
    const { orderId } = await paidOrder(app);
    await refund(orderId, { kind: 'amount', amount: '5.00' });
    // The job's own request, and five webhooks that arrive before or after its response.
    await Promise.all([ctx.jobs.drain(), ...Array.from({ length: 5 }, () => hearGateway(ctx, orderId))]);
    await hearGateway(ctx, orderId);
    expect(await standingOf(ctx, orderId)).toMatchObject({ refunded: 500, earnings: [{ net: 1615 }] });
    const { rows } = await ctx.pool.query(
      `select 1 from ledger_transactions where order_id = $1 and kind = 'refund'`,
      [orderId],
    );
    expect(rows).toHaveLength(1);
  });

  it('whose answer was lost is looked for before it is tried again, since gateways forget keys', async () => {
    const { orderId } = await paidOrder(app);
    const { gatewayId } = await takenPayment(ctx, orderId);
    await refund(orderId, { kind: 'amount', amount: '10.00' });
    const { refund: refundAtGateway } = ctx.gateway;
    vi.spyOn(ctx.gateway, 'refund').mockImplementationOnce(async (...asked) => {
      await refundAtGateway(...asked);
      throw new GatewayUnreachableError();
    });
    await expect(ctx.jobs.drain()).rejects.toThrow('did not respond');
    await ctx.pool.query(`update sandbox_refunds set idempotency_key = id where payment_id = $1`, [
      gatewayId,
    ]);
    const now = ctx.clock.now();
    ctx.clock.set(new Date(now.getTime() + 20 * 3_600_000));
    await ctx.jobs.drain({ includeLater: true });
    ctx.clock.set(now);
    expect(await refundsAtGateway(orderId)).toHaveLength(1);
    expect(await standingOf(ctx, orderId)).toMatchObject({ state: 'partially_refunded', refunded: 1000 });
  });

  it('ends only its own cause of access', async () => {
    const { orderId, buyer, things } = await paidOrder(app);
    const item = { itemType: 'resource', itemId: things[0]?.id ?? 0 } as const;
    await createEntitlement(ctx.db, { userId: buyer.id, ...item, cause: 'grant', causeRef: 'a gift' });
    await refund(orderId, { kind: 'whole' });
    await ctx.jobs.drain();
    const { rows } = await ctx.pool.query(
      `select cause, state from entitlements where user_id = $1 order by cause`,
      [buyer.id],
    );
    expect(rows).toEqual([
      { cause: 'grant', state: 'active' },
      { cause: 'order_line', state: 'revoked' },
    ]);
  });

  it("allows buying again, and refunding the first order doesn't affect the second", async () => {
    const first = await paidOrder(app);
    await refund(first.orderId, { kind: 'whole' });
    await ctx.jobs.drain();
    const items = [{ ...first.things[0]!.item, quantity: 1 }];
    const again = await call(simpleCheckout, { body: { ...MARA, items, card: CARDS.good }, ...first.buyer });
    expect(again.statusCode).toBe(200);
    await hearGateway(ctx, first.orderId);
    expect(await standingOf(ctx, again.json<{ orderId: number }>().orderId)).toMatchObject({
      live: [true],
      access: 1,
    });
  });

  it('made at the gateway directly is recorded here', async () => {
    const { orderId } = await paidOrder(app);
    const { gatewayId } = await takenPayment(ctx, orderId);
    await ctx.gateway.refund(gatewayId, { key: `by hand ${orderId}`, amountCents: 1200, metadata: {} });
    await Promise.all([hearGateway(ctx, orderId), hearGateway(ctx, orderId), hearGateway(ctx, orderId)]);
    expect(await standingOf(ctx, orderId)).toMatchObject({
      state: 'partially_refunded',
      refunded: 1200,
      books: { gateway: 1200, platform_revenue: -180, seller_payable: -1020 },
    });
  });

  it.each([
    ['an amount of nothing', { kind: 'amount', amount: '0.00' }, 422],
    ['an amount below nothing', { kind: 'amount', amount: '-1.00' }, 400],
    ['no amount', { kind: 'amount' }, 400],
    ['no line', { kind: 'line' }, 400],
    ['a line of another order', { kind: 'line', lineId: 2_000_000_000 }, 404],
    ['no reason', { kind: 'whole', reason: '' }, 400],
  ])('rejects %s', async (_name, body, status) => {
    const { orderId } = await paidOrder(app);
    expect((await refund(orderId, body)).statusCode).toBe(status);
    await ctx.jobs.drain();
    expect(await standingOf(ctx, orderId)).toMatchObject({ refunded: 0 });
  });

  it('is for staff only', async () => {
    const { orderId, buyer } = await paidOrder(app);
    expect((await refund(orderId, { kind: 'whole' }, 'officer')).statusCode).toBe(403);
    const asBuyer = await call(refundOrder, {
      params: { id: orderId },
      body: { kind: 'whole', reason },
      ...buyer,
    });
    expect(asBuyer.statusCode).toBe(403);
  });
});

describe('a refund that the bank returns', () => {
  it('is undone: the money is ours and access is restored', async () => {
    const { orderId, buyer } = await paidOrder(app);
    const before = await standingOf(ctx, orderId);
    await refund(orderId, { kind: 'whole' });
    await ctx.jobs.drain();
    const real = ctx.gateway;
    ctx.gateway = {
      ...real,
      listRefunds: async (id) => (await real.listRefunds(id)).map((made) => ({ ...made, state: 'failed' })),
    };
    await hearGateway(ctx, orderId).finally(() => {
      ctx.gateway = real;
    });
    expect(await standingOf(ctx, orderId)).toEqual(before);
    const { rows } = await ctx.pool.query(
      `select p.kind from payment_problems p join payments y on y.id = p.payment_id where y.order_id = $1`,
      [orderId],
    );
    expect(rows).toEqual([{ kind: 'refund_failed' }]);
    expect((await call(getOrderRefunds, { params: { id: orderId }, ...buyer })).json()).toMatchObject({
      refunds: [{ state: 'failed' }],
      returnable: { left: '24.00' },
    });
  });
});

describe("a buyer's refund request", () => {
  it('approved by the seller: the money is refunded, and an email sent', async () => {
    const { orderId, buyer, lineIds, things } = await paidOrder(app);
    const seller = things[0]!.seller;
    const asked = await ask(orderId, buyer, { lineId: lineIds[0] });
    expect(asked.json()).toMatchObject({ state: 'asked', reason });
    const { id } = asked.json<{ id: number }>();
    expect(await standingOf(ctx, orderId)).toMatchObject({ earnings: [{ state: 'held' }] });
    expect((await mailsTo(ctx, seller.username))[0]?.subject).toMatch(/Refund requested/);
    const queue = (await call(listSellerRefundRequests, seller)).json();
    expect(queue).toMatchObject({ waiting: 1, items: [{ id, amount: '24.00', order: { id: orderId } }] });
    const body = { decision: 'approve', answer: 'Of course.' };
    const decided = await call(decideSellerRefundRequest, { params: { id }, body, ...seller });
    expect(decided.json()).toMatchObject({ state: 'approved', answer: 'Of course.' });
    await ctx.jobs.drain();
    expect(await standingOf(ctx, orderId)).toMatchObject({ state: 'refunded', access: 0, books: {} });
    const twice = await call(decideSellerRefundRequest, { params: { id }, body, ...seller });
    expect(twice.statusCode).toBe(409);
  });

  it('declined: everything stays, and the share is no longer on hold', async () => {
    const { orderId, buyer } = await paidOrder(app);
    const { id } = (await ask(orderId, buyer)).json<{ id: number }>();
    const body = { decision: 'decline', answer: 'You have used it for a year.' };
    const decided = await call(decideRefundRequest, { params: { id }, body }, 'admin');
    expect(decided.json()).toMatchObject({ state: 'declined' });
    expect(await standingOf(ctx, orderId)).toMatchObject({
      state: 'paid',
      access: 1,
      earnings: [{ net: 2040, state: 'waiting' }],
    });
    expect(await newAudit(ctx, 'refund.decline')).toHaveLength(1);
  });

  it('can be withdrawn', async () => {
    const { orderId, buyer } = await paidOrder(app);
    const { id } = (await ask(orderId, buyer)).json<{ id: number }>();
    const stranger = await someone(ctx);
    const withdraw = (person: object) => call(withdrawRefundRequest, { params: { id }, body: {}, ...person });
    expect((await withdraw(stranger)).statusCode).toBe(404);
    expect((await withdraw(buyer)).json()).toMatchObject({ state: 'withdrawn' });
    expect((await withdraw(buyer)).statusCode).toBe(409);
    expect(await standingOf(ctx, orderId)).toMatchObject({ earnings: [{ state: 'waiting' }] });
    expect((await ask(orderId, buyer)).statusCode).toBe(200);
  });

  it('can be made once per item, within seven days, for their own order', async () => {
    const { orderId, buyer } = await paidOrder(app);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(orderId, buyer)));
    expect(statusesOf(answers).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    expect((await ask(orderId, await someone(ctx))).statusCode).toBe(404);
    expect((await ask(orderId, {})).statusCode).toBe(404);
    const late = await paidOrder(app);
    await ctx.pool.query(`update orders set paid_at = paid_at - interval '8 days' where id = $1`, [
      late.orderId,
    ]);
    const refused = await ask(late.orderId, late.buyer);
    expect(refused.json()).toMatchObject({ message: expect.stringMatching(/within 7 days/) as string });
  });

  it('can be decided by the seller of the items alone', async () => {
    const { orderId, buyer, things, lineIds } = await paidOrder(app, [
      { priceCents: 2400 },
      { priceCents: 900 },
    ]);
    const [first, second] = things;
    const whole = (await ask(orderId, buyer)).json<{ id: number }>();
    const line = (await ask(orderId, buyer, { lineId: lineIds[1] })).json<{ id: number }>();
    const decide = (id: number, person: object) =>
      call(decideSellerRefundRequest, { params: { id }, body: { decision: 'approve' }, ...person });
    expect((await decide(whole.id, first!.seller)).statusCode).toBe(404);
    expect((await decide(line.id, first!.seller)).statusCode).toBe(404);
    expect((await decide(line.id, second!.seller)).statusCode).toBe(200);
    await ctx.jobs.drain();
    expect(await standingOf(ctx, orderId)).toMatchObject({ refunded: 900, live: [true, false] });
    const queue = (await call(listRefundRequests, {}, 'admin')).json<{ items: { id: number }[] }>();
    expect(queue.items.map(({ id }) => id)).toContain(whole.id);
  });

  it('can be made by a guest with the key from the email', async () => {
    const { things } = await paidOrder(app);
    const items = [{ ...things[0]!.item, quantity: 1 }];
    const body = { ...MARA, email: 'guest-refund@example.com', items, card: CARDS.good };
    const { orderId, key } = (await call(simpleCheckout, { body })).json<{ orderId: number; key: string }>();
    expect((await ask(orderId, {}, { key: 'another' })).statusCode).toBe(404);
    expect((await ask(orderId, {}, { key })).statusCode).toBe(200);
  });
});
