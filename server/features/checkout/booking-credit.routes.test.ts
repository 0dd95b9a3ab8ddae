// Booking credit from the checkout to the refund: what it pays for, who bears it, and that it is never used twice.
import { describe, expect, it } from 'vitest';
import { payBack } from '#server/features/refund/refund.service.ts';
import { quoteCancellation, updateBooking } from '#shared/features/booking/booking.contract.ts';
import {
  cancelCheckout,
  getCheckoutSummary,
  payCheckout,
  simpleCheckout,
  startCheckout,
} from '#shared/features/checkout/checkout.contract.ts';
import { getBookingCredit } from '#shared/features/membership/membership.contract.ts';
import { getOrder } from '#shared/features/order/order.contract.ts';
import { refundOrder } from '#shared/features/refund/refund.contract.ts';
import { CARDS, MARA, somethingFor } from '../../../tests/server/checkout-tools.ts';
import { bookableTeacher, bookingTools, type Made } from '../../../tests/server/booking-tools.ts';
import { creditOf, endMembershipOf, memberOf, someCredit } from '../../../tests/server/membership-tools.ts';
import { dispute, hearGateway, standingOf } from '../../../tests/server/refund-tools.ts';
import { someone, type Person } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;
const { bookFirst } = bookingTools(app);

/** Sessions cost $60.00, and the fee is 15%. */
async function memberWith(
  cents: number,
  { priceCents = 6000, endsAt }: { priceCents?: number; endsAt?: Date } = {},
) {
  const { member: buyer, membership } = await memberOf(ctx, { seats: 20 });
  const creditId = await someCredit(ctx, membership, { cents, ...(endsAt && { endsAt }) });
  const teacher = await bookableTeacher(ctx, { priceCents });
  return { buyer, membership, creditId, teacher, made: await bookFirst(buyer, teacher) };
}

const itemOf = ({ reservation }: Made) => ({ itemType: 'booking', itemId: reservation.id, quantity: 1 });
const pay = (items: readonly object[], buyer: Person, rest: object = {}) =>
  call(simpleCheckout, { body: { ...MARA, card: CARDS.good, items, ...rest }, ...buyer });
const left = async (buyer: Person) =>
  (await call(getBookingCredit, buyer)).json<{ credit: { left: string } | null }>().credit?.left ?? null;

async function paid(items: readonly object[], buyer: Person, rest: object = {}) {
  const answer = await pay(items, buyer, rest);
  expect([answer.statusCode, answer.json().status], answer.body).toEqual([200, 'paid']);
  return answer.json<{ orderId: number }>().orderId;
}

async function refund(orderId: number, body: object) {
  const answer = await call(
    refundOrder,
    { params: { id: orderId }, body: { reason: 'A kindness', ...body } },
    'admin',
  );
  expect(answer.statusCode, answer.body).toBe(200);
  await payBack(ctx, answer.json().refund.id);
  return answer.json();
}

const stateOf = async ({ booking }: Made) =>
  (await ctx.pool.query<{ state: string }>('select state from bookings where id = $1', [booking.id])).rows[0]
    ?.state;

describe('what it pays for', () => {
  it('a part of a session: the card pays the rest, the instructor earns the same, the platform bears it', async () => {
    const { buyer, teacher, made, creditId } = await memberWith(2500);
    const orderId = await paid([itemOf(made)], buyer, { expectedTotal: '35.00' });
    expect((await call(getOrder, { params: { id: orderId }, ...buyer })).json()).toMatchObject({
      subtotal: '60.00',
      credit: '25.00',
      total: '35.00',
    });
    const { rows } = await ctx.pool.query<{ text: string }>(
      `select m.text from mail_outbox m join orders o on m.subject like 'Your order ' || o.number || ' %' where o.id = $1`,
      [orderId],
    );
    expect(rows[0]?.text).toContain('Paid with booking credit: −$25.00\nTotal: $35.00');
    expect(rows[0]?.text).toContain('You’ll find everything under My Bookings. Order and receipt:');
    expect(await standingOf(ctx, orderId)).toMatchObject({
      state: 'paid',
      books: { gateway: 3500, booking_credit: 2500, platform_revenue: -900, seller_payable: -5100 },
      earnings: [{ net: 5100 }],
      isZero: true,
    });
    expect(await creditOf(ctx, creditId)).toEqual({ granted: 2500, used: 2500 });
    expect(await stateOf(made)).toBe('confirmed');
    expect(teacher.id).toBeGreaterThan(0);
  });

  it('all of a session, without a card', async () => {
    const { buyer, made, creditId } = await memberWith(7000);
    const orderId = await paid([itemOf(made)], buyer, { card: undefined, expectedTotal: '0.00' });
    expect(await standingOf(ctx, orderId)).toMatchObject({
      state: 'paid',
      books: { booking_credit: 6000, platform_revenue: -900, seller_payable: -5100 },
      earnings: [{ net: 5100 }],
      isZero: true,
    });
    expect([await stateOf(made), await left(buyer)]).toEqual(['confirmed', '10.00']);
    expect(await creditOf(ctx, creditId)).toEqual({ granted: 7000, used: 6000 });
  });

  it('nothing but sessions, and nothing if the buyer wants to keep it', async () => {
    const { buyer, made } = await memberWith(7000);
    const { item } = await somethingFor(ctx, 2000);
    const items = [itemOf(made), { ...item, quantity: 1 }];
    const sums = async (more: object) =>
      (await call(getCheckoutSummary, { body: { zip: '10001', items, ...more }, ...buyer })).json();
    expect(await sums({})).toMatchObject({ subtotal: '80.00', credit: '60.00', total: '20.00' });
    expect(await sums({ useCredit: false })).toMatchObject({ credit: '0.00', total: '80.00' });
    await paid(items, buyer, { useCredit: false, expectedTotal: '80.00' });
    expect(await left(buyer)).toBe('70.00');
  });

  it('everyone with a seat has the same credit, strangers and guests none', async () => {
    const { buyer, membership, teacher } = await memberWith(4000);
    const colleague = await someone(ctx);
    await ctx.pool.query(
      'insert into membership_seats (membership_id, user_id, created_at) values ($1, $2, now())',
      [membership.id, colleague.id],
    );
    await paid([itemOf(await bookFirst(colleague, teacher))], colleague, { expectedTotal: '20.00' });
    expect([await left(buyer), await left(await someone(ctx))]).toEqual(['0.00', null]);
    const { credit } = (await call(getBookingCredit, buyer)).json();
    expect(credit.uses).toMatchObject([{ orderId: null, title: null, amount: '40.00' }]);
    expect((await call(getBookingCredit)).statusCode).toBe(401);
  });
});

describe('reserved with the order', () => {
  const begin = (made: Made, buyer: Person, more: object = {}) =>
    call(startCheckout, { body: { item: itemOf(made), ...more }, ...buyer });

  it('the same checkout again finds the same order; a canceled one gives everything back', async () => {
    const { buyer, made, creditId } = await memberWith(2500);
    const first = await begin(made, buyer);
    const again = await begin(made, buyer, { expectedTotal: '35.00' });
    expect(again.json().orderId).toBe(first.json().orderId);
    expect(await creditOf(ctx, creditId)).toMatchObject({ used: 2500 });
    const { orderId } = first.json();
    await call(cancelCheckout, { body: { orderId }, ...buyer });
    expect([await creditOf(ctx, creditId), await left(buyer)]).toEqual([{ granted: 2500, used: 0 }, '25.00']);
  });

  it('without credit it is another order, and with it again the one before', async () => {
    const { buyer, made, creditId } = await memberWith(2500);
    await begin(made, buyer);
    expect((await begin(made, buyer, { useCredit: false })).json().amount).toBe('60.00');
    expect(await creditOf(ctx, creditId)).toMatchObject({ used: 0 });
    expect((await begin(made, buyer)).json().amount).toBe('35.00');
  });

  it('ten checkouts at once never use more than there is', async () => {
    const { membership, creditId, teacher } = await memberWith(13_000);
    const buyers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const buyer = await someone(ctx);
        await ctx.pool.query(
          'insert into membership_seats (membership_id, user_id, created_at) values ($1, $2, now())',
          [membership.id, buyer.id],
        );
        return buyer;
      }),
    );
    const carts: { buyer: Person; made: Made }[] = [];
    for (const buyer of buyers) carts.push({ buyer, made: await bookFirst(buyer, teacher) });
    const answers = await Promise.all(
      carts.map(({ buyer, made }) => pay([itemOf(made)], buyer, { card: undefined, expectedTotal: '0.00' })),
    );
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 200, ...Array.from({ length: 8 }, () => 409)]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().message).toMatch(/The total is now \$\d+\.00\. Nothing was charged/);
    expect(await creditOf(ctx, creditId)).toEqual({ granted: 13_000, used: 12_000 });
  });

  it('one member in ten tabs makes one order', async () => {
    const { buyer, made, creditId } = await memberWith(2500);
    const answers = await Promise.all(Array.from({ length: 10 }, () => begin(made, buyer)));
    expect(new Set(answers.map((answer) => answer.json().orderId)).size).toBe(1);
    expect(await creditOf(ctx, creditId)).toMatchObject({ used: 2500 });
  });

  it('not after the membership or the half-year ended, from any tab or order begun before', async () => {
    const { buyer, made, membership, creditId } = await memberWith(2500);
    const { orderId } = (await begin(made, buyer)).json();
    await endMembershipOf(ctx, membership);
    const refused = await call(payCheckout, { body: { orderId, card: CARDS.good }, ...buyer });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('its booking credit and member prices no longer apply. Nothing was charged'),
    ]);
    expect(await creditOf(ctx, creditId)).toMatchObject({ used: 0 });
    expect((await pay([itemOf(made)], buyer, { expectedTotal: '35.00' })).json().message).toContain('$60.00');
    expect(await left(buyer)).toBeNull();

    const soon = new Date(ctx.clock.now().getTime() + 60_000);
    const other = await memberWith(2500, { endsAt: soon });
    const begun = await begin(other.made, other.buyer);
    const { rows } = await ctx.pool.query('select expires_at from orders where id = $1', [
      begun.json().orderId,
    ]);
    expect(rows).toEqual([{ expires_at: soon }]);
  });
});

describe('returned', () => {
  const cancel = (made: Made, buyer: Person) =>
    call(updateBooking, { params: { id: made.booking.id }, body: { action: 'cancel' }, ...buyer });
  const quote = async (made: Made, buyer: Person) =>
    (await call(quoteCancellation, { params: { id: made.booking.id }, ...buyer })).json();
  const payBackAll = async (orderId: number) => {
    const { rows } = await ctx.pool.query<{ id: number }>('select id from refunds where order_id = $1', [
      orderId,
    ]);
    for (const { id } of rows) await payBack(ctx, id);
  };

  it('a session paid with credit alone is canceled without asking a bank', async () => {
    const { buyer, made, creditId } = await memberWith(7000);
    const orderId = await paid([itemOf(made)], buyer, { card: undefined, expectedTotal: '0.00' });
    expect(await quote(made, buyer)).toMatchObject({
      refund: '60.00',
      credit: '60.00',
      text: expect.stringMatching(/all of it as booking credit\. You can use it until \w+ \d+, \d{4}\.$/),
    });
    expect((await cancel(made, buyer)).statusCode).toBe(200);
    await payBackAll(orderId);
    expect(await standingOf(ctx, orderId)).toMatchObject({
      state: 'refunded',
      refunded: 0,
      live: [false],
      books: {},
      earnings: [{ net: 0 }],
    });
    expect([await creditOf(ctx, creditId), await left(buyer)]).toEqual([{ granted: 7000, used: 0 }, '70.00']);
  });

  it('the same share of money and of credit', async () => {
    const { buyer, made, creditId } = await memberWith(2500);
    const orderId = await paid([itemOf(made)], buyer);
    const { refund: half } = await refund(orderId, { kind: 'amount', amount: '30.00' });
    expect(half).toMatchObject({ amount: '17.50', credit: '12.50' });
    expect(await standingOf(ctx, orderId)).toMatchObject({
      state: 'partially_refunded',
      refunded: 1750,
      earnings: [{ net: 2550 }],
      books: { gateway: 1750, booking_credit: 1250, platform_revenue: -450, seller_payable: -2550 },
    });
    expect(await creditOf(ctx, creditId)).toMatchObject({ used: 1250 });
    const { refund: rest } = await refund(orderId, { kind: 'whole' });
    expect(rest).toMatchObject({ amount: '17.50', credit: '12.50' });
    expect(await standingOf(ctx, orderId)).toMatchObject({ state: 'refunded', books: {}, isZero: true });
    expect(await creditOf(ctx, creditId)).toMatchObject({ used: 0 });
  });

  it('to the half-year it came from, which the preview says is over', async () => {
    const { buyer, made, creditId } = await memberWith(6000, {
      endsAt: new Date(ctx.clock.now().getTime() + 60_000),
    });
    const orderId = await paid([itemOf(made)], buyer, { card: undefined, expectedTotal: '0.00' });
    ctx.clock.advance(120_000);
    expect((await quote(made, buyer)).text).toContain('so it can’t be used again');
    await cancel(made, buyer);
    await payBackAll(orderId);
    expect([await creditOf(ctx, creditId), await left(buyer)]).toEqual([{ granted: 6000, used: 0 }, null]);
  });

  it('a dispute takes the money, and a refund after it was won returns both', async () => {
    const { buyer, made, creditId } = await memberWith(2500);
    const orderId = await paid([itemOf(made)], buyer);
    await dispute(ctx, orderId, 'lost');
    await hearGateway(ctx, orderId);
    expect(await standingOf(ctx, orderId)).toMatchObject({ isZero: true, earnings: [{ net: 5100 - 2975 }] });
    expect(await creditOf(ctx, creditId)).toMatchObject({ used: 2500 });
    await dispute(ctx, orderId, 'won');
    await hearGateway(ctx, orderId);
    expect((await refund(orderId, { kind: 'whole' })).refund).toMatchObject({
      amount: '35.00',
      credit: '25.00',
    });
    await hearGateway(ctx, orderId);
    expect(await standingOf(ctx, orderId)).toMatchObject({ state: 'refunded', books: {}, isZero: true });
    expect(await creditOf(ctx, creditId)).toMatchObject({ used: 0 });
  });

  it('never as money: a refund made at the gateway takes the money part only', async () => {
    const { buyer, made, creditId } = await memberWith(2500);
    const orderId = await paid([itemOf(made)], buyer);
    const { rows } = await ctx.pool.query<{ gateway_id: string }>(
      'select gateway_id from payments where order_id = $1',
      [orderId],
    );
    await ctx.gateway.refund(rows[0]?.gateway_id ?? '', {
      key: `outside ${orderId}`,
      amountCents: 3500,
      metadata: {},
    });
    await hearGateway(ctx, orderId);
    expect(await standingOf(ctx, orderId)).toMatchObject({ state: 'partially_refunded', refunded: 3500 });
    expect(await creditOf(ctx, creditId)).toMatchObject({ used: 2500 });
    await refund(orderId, { kind: 'whole' });
    expect(await standingOf(ctx, orderId)).toMatchObject({ state: 'refunded', refunded: 3500, books: {} });
    expect(await creditOf(ctx, creditId)).toMatchObject({ used: 0 });
  });
});
