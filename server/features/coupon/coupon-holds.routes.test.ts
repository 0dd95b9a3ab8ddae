// A coupon use is held only while a payment is in progress, and nobody can hold more than a few at a time.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { GatewayUnreachableError } from '#server/integrations/gateway/gateway.ts';
import { createCoupon } from '#server/seed/factories.ts';
import { addToCart } from '#shared/features/cart/cart.contract.ts';
import {
  startCheckout,
  cancelCheckout,
  confirmCheckout,
  payCheckout,
  simpleCheckout,
} from '#shared/features/checkout/checkout.contract.ts';
import { CARDS, MARA, someBuyer, somethingFor, tracesOf } from '../../../tests/server/checkout-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { eraseCouponCards } from './coupon.service.ts';

const app = await testApp();
const { ctx, call } = app;
beforeEach(() => ctx.pool.query('delete from rate_limits'));

const coupon = (values: Parameters<typeof createCoupon>[1]) =>
  createCoupon(ctx.db, { code: `C${randomUUID().slice(0, 8)}`, ...values });
const pay = (body: object, rest: object = {}) =>
  call(simpleCheckout, {
    body: { ...MARA, email: `${randomUUID().slice(0, 12)}@example.com`, card: CARDS.good, ...body },
    ...rest,
  });

async function useOf(code: string) {
  const { rows } = await ctx.pool.query<{ use_count: number; states: string[] }>(
    `select c.use_count, array(select u.state from coupon_uses u where u.coupon_id = c.id order by u.id) as states
     from coupons c where c.code = $1`,
    [code],
  );
  return rows[0];
}

const items = async () => [(await somethingFor(ctx, 900)).item];

describe('holding and releasing a use', () => {
  it('a pending order holds nothing; trying a card does, and a decline releases it', async () => {
    const { buyer } = await someBuyer(app, 2400);
    const { code } = await coupon({ maxUses: 1, maxPerPerson: 1 });
    const begin = () => call(startCheckout, { body: { couponCode: code }, ...buyer });
    const { orderId, amount } = (await begin()).json<{ orderId: number; amount: string }>();
    expect(amount).toBe('21.60');
    expect(await useOf(code)).toMatchObject({ use_count: 0, states: [] });
    expect((await begin()).json()).toMatchObject({ orderId });
    const give = (card: object) => call(payCheckout, { body: { orderId, card }, ...buyer });
    expect((await give(CARDS.declined)).statusCode).toBe(402);
    expect(await useOf(code)).toMatchObject({ use_count: 0, states: ['freed'] });
    expect((await give(CARDS.asks)).json()).toMatchObject({ status: 'requires_action' });
    expect(await useOf(code)).toMatchObject({ use_count: 1, states: ['freed', 'held'] });
    // Held for the same order, even if its buyer tries another card instead of answering.
    expect((await give(CARDS.good)).json()).toMatchObject({ orderId, status: 'paid' });
    expect(await useOf(code)).toMatchObject({ use_count: 1, states: ['freed', 'used'] });
  });

  it('canceling releases it once', async () => {
    const { buyer } = await someBuyer(app, 2400);
    const { code } = await coupon({ maxUses: 1 });
    const { orderId } = (await pay({ couponCode: code, card: CARDS.asks }, buyer)).json<{
      orderId: number;
    }>();
    expect((await pay({ items: await items(), couponCode: code })).json().message).toContain('used up');
    for (let times = 0; times < 2; times++) {
      await call(cancelCheckout, { body: { orderId }, ...buyer });
      expect(await useOf(code)).toMatchObject({ use_count: 0, states: ['freed'] });
    }
  });

  it('a new cart with the same coupon takes the hold over from the order before', async () => {
    const { buyer } = await someBuyer(app, 2400);
    const { code } = await coupon({ maxUses: 1, maxPerPerson: 1 });
    await pay({ couponCode: code, card: CARDS.asks }, buyer);
    await call(addToCart, { body: { ...(await somethingFor(ctx, 600)).item, quantity: 1 }, ...buyer });
    const second = await pay({ couponCode: code, expectedTotal: '27.00' }, buyer);
    expect(second.json()).toMatchObject({ status: 'paid' });
    expect(await useOf(code)).toMatchObject({ use_count: 1, states: ['freed', 'used'] });
  });

  it('a declined card releases it at once, for everybody', async () => {
    const { code } = await coupon({ maxUses: 1 });
    for (const card of [CARDS.declined, CARDS.poor]) {
      expect((await pay({ items: await items(), couponCode: code, card })).statusCode).toBe(402);
      expect(await useOf(code)).toMatchObject({ use_count: 0 });
    }
    expect((await pay({ items: await items(), couponCode: code })).json()).toMatchObject({ status: 'paid' });
    expect(await useOf(code)).toMatchObject({ use_count: 1, states: ['freed', 'freed', 'used'] });
    const { rows } = await ctx.pool.query(
      `select network from coupon_uses where network is not null and state <> 'held'`,
    );
    expect(rows).toEqual([]);
  });

  it("a buyer who rejects the bank's confirmation releases it, and so does an unreachable gateway", async () => {
    const { code } = await coupon({ maxUses: 1 });
    const asked = await pay({ items: await items(), couponCode: code, card: CARDS.asks });
    const { orderId, key, clientSecret } = asked.json<{
      orderId: number;
      key: string;
      clientSecret: string;
    }>();
    expect(await useOf(code)).toMatchObject({ use_count: 1, states: ['held'] });
    await ctx.sandbox?.hearBuyer(clientSecret, { answer: 'refuse' });
    await call(confirmCheckout, { body: { orderId, key } });
    expect(await useOf(code)).toMatchObject({ use_count: 0, states: ['freed'] });

    const { createPayment } = ctx.gateway;
    ctx.gateway.createPayment = () => Promise.reject(new GatewayUnreachableError());
    const lost = await pay({ items: await items(), couponCode: code });
    ctx.gateway.createPayment = createPayment;
    expect(lost.statusCode).toBe(503);
    expect(await useOf(code)).toMatchObject({ use_count: 0 });
  });

  it("a late event about an earlier card does not release the next card's hold", async () => {
    const { code } = await coupon({ maxUses: 1 });
    const { buyer } = await someBuyer(app);
    const { orderId } = (await call(startCheckout, { body: { couponCode: code }, ...buyer })).json<{
      orderId: number;
    }>();
    const give = (card: object) => call(payCheckout, { body: { orderId, card }, ...buyer });
    await give(CARDS.declined);
    const { confirmPayment } = ctx.gateway;
    const seen: unknown[] = [];
    ctx.gateway.confirmPayment = async (id, how) => {
      // The gateway still reports the declined card while the next one is being charged.
      await call(confirmCheckout, { body: { orderId }, ...buyer });
      seen.push((await useOf(code))?.use_count);
      return confirmPayment(id, how);
    };
    const paid = await give(CARDS.good);
    ctx.gateway.confirmPayment = confirmPayment;
    expect(paid.json()).toMatchObject({ status: 'paid' });
    expect(seen).toEqual([1]);
  });

  it('a payment that arrives after the coupon was used up is refunded', async () => {
    const { code } = await coupon({ maxUses: 1 });
    const { buyer } = await someBuyer(app);
    const begun = await call(startCheckout, { body: { couponCode: code }, ...buyer });
    const { orderId, clientSecret } = begun.json<{ orderId: number; clientSecret: string }>();
    expect((await pay({ items: await items(), couponCode: code })).json()).toMatchObject({ status: 'paid' });
    // Past our own form, straight to the gateway.
    const number = CARDS.good.number.replaceAll(' ', '');
    await ctx.sandbox?.hearBuyer(clientSecret, { card: { ...CARDS.good, number } });
    await call(confirmCheckout, { body: { orderId }, ...buyer });
    expect(await tracesOf(ctx, orderId)).toMatchObject({ state: 'cancelled', entitlements: 0, live: 0 });
    const { rows } = await ctx.pool.query('select reason from refunds where order_id = $1', [orderId]);
    expect(rows).toEqual([{ reason: 'The last use of your coupon was taken before your payment arrived.' }]);
    expect(await useOf(code)).toMatchObject({ use_count: 1 });
  });
});

describe('limits on simultaneous holds', () => {
  const asking = async (code: string, body: object = {}, rest: object = {}) =>
    pay({ items: await items(), couponCode: code, card: CARDS.asks, ...body }, rest);
  /** The sandbox has one card that needs confirmation; real buyers have different cards. */
  const ownCards = async <T>(work: () => Promise<T>): Promise<T> => {
    const { fingerprintOf } = ctx.gateway;
    ctx.gateway.fingerprintOf = async () => randomUUID();
    try {
      return await work();
    } finally {
      ctx.gateway.fingerprintOf = fingerprintOf;
    }
  };

  it('two pending payments per card, whoever claims to pay', async () => {
    const { code } = await coupon({ maxUses: 5 });
    const answers = [];
    for (let n = 0; n < 4; n++) answers.push(await asking(code, {}, { from: `10.1.0.${n}` }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 409, 409]);
    expect(answers[2]?.json().message).toContain('still pending');
    expect(answers[2]?.json().details).toMatchObject([{ path: 'couponCode' }]);
    expect(await useOf(code)).toMatchObject({ use_count: 2 });
    expect((await pay({ items: await items(), couponCode: code })).json()).toMatchObject({ status: 'paid' });
  });

  it('two per address', async () => {
    const { code } = await coupon({ maxUses: 5 });
    const email = `${randomUUID().slice(0, 12)}@example.com`;
    const statuses = await ownCards(async () => [
      (await asking(code, { email }, { from: '10.2.0.1' })).statusCode,
      (await asking(code, { email: email.toUpperCase() }, { from: '10.2.0.2' })).statusCode,
      (await asking(code, { email }, { from: '10.2.0.3' })).statusCode,
    ]);
    expect(statuses).toEqual([200, 200, 409]);
  });

  it('ten per network, counting an IPv6 /64 as one', async () => {
    const { code } = await coupon({ maxUses: 50 });
    const statuses = await ownCards(async () => {
      const heard: number[] = [];
      for (let n = 1; n <= 11; n++) {
        heard.push((await asking(code, {}, { from: `2001:db8:5:1::${n}` })).statusCode);
      }
      heard.push((await asking(code, {}, { from: '2001:db8:5:2::1' })).statusCode);
      return heard;
    });
    expect(statuses).toEqual([...Array<number>(10).fill(200), 409, 200]);
  });

  it('requests above the limit at the same moment continue without a hold', async () => {
    const { code } = await coupon({ maxUses: 8 });
    const bodies = await Promise.all(Array.from({ length: 8 }, items));
    const answers = await Promise.all(
      bodies.map((these) => pay({ items: these, couponCode: code, card: CARDS.asks })),
    );
    expect(answers.filter(({ statusCode }) => ![200, 409].includes(statusCode))).toEqual([]);
    expect((await useOf(code))?.use_count).toBeLessThanOrEqual(2);
  });

  it('a card declined five times in ten minutes is not tried again with this coupon', async () => {
    const { code } = await coupon({ maxUses: 5 });
    const decline = async () => pay({ items: await items(), couponCode: code, card: CARDS.declined });
    const statuses: number[] = [];
    for (let n = 0; n < 6; n++) statuses.push((await decline()).statusCode);
    expect(statuses).toEqual([402, 402, 402, 402, 402, 409]);
    expect((await decline()).json().message).toContain('Use a different card');
    expect((await pay({ items: await items(), couponCode: code })).json()).toMatchObject({ status: 'paid' });
    const { rows } = await ctx.pool.query<{ card: string }>(
      'select distinct u.card from coupon_uses u join coupons c on c.id = u.coupon_id where c.code = $1 and card is not null',
      [code],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.card).not.toContain('0002');
    await ctx.pool.query(`update coupon_uses set ended_at = ended_at - interval '11 minutes'`);
    expect((await decline()).statusCode).toBe(402);
    await eraseCouponCards(ctx.db, { now: ctx.clock.now() });
    const left = await ctx.pool.query(
      `select 1 from coupon_uses where card is not null and state <> 'held' and ended_at < $1::timestamptz`,
      [new Date(ctx.clock.now().getTime() - 600_000)],
    );
    expect(left.rows).toEqual([]);
  });
});
