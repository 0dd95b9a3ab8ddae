// Member prices from the cart to the refund: what is charged, who earns what, and that none of it outlives a membership.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createBundle, createCoupon, createCourse, createResource } from '#server/seed/factories.ts';
import { addToCart, getCart, mergeCart, refreshCart } from '#shared/features/cart/cart.contract.ts';
import {
  confirmCheckout,
  getCheckoutSummary,
  payCheckout,
  simpleCheckout,
  startCheckout,
} from '#shared/features/checkout/checkout.contract.ts';
import { getBenefits } from '#shared/features/membership/membership.contract.ts';
import { getOrder } from '#shared/features/order/order.contract.ts';
import { refundOrder } from '#shared/features/refund/refund.contract.ts';
import { getSite } from '#shared/features/site/site.contract.ts';
import { CARDS, MARA, somethingFor } from '../../../tests/server/checkout-tools.ts';
import { bookableTeacher, bookingTools } from '../../../tests/server/booking-tools.ts';
import { endMembershipOf, memberOf, somePlan } from '../../../tests/server/membership-tools.ts';
import { hearGateway, standingOf } from '../../../tests/server/refund-tools.ts';
import { someone, someSeller, type Person } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;

const PLAN = { resourceDiscount: 10, courseDiscount: 15, bookingDiscount: 20 };
const member = () => memberOf(ctx, PLAN);
const add = (item: object, buyer: Person) => call(addToCart, { body: { quantity: 1, ...item }, ...buyer });
const pay = (body: object, rest: object = {}) =>
  call(simpleCheckout, { body: { ...MARA, card: CARDS.good, ...body }, ...rest });
const orderOf = async (id: number, buyer: Person) =>
  (await call(getOrder, { params: { id }, ...buyer })).json();

async function paid(items: readonly object[], buyer: Person, rest: object = {}) {
  const answer = await pay({ items: items.map((item) => ({ quantity: 1, ...item })), ...rest }, buyer);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json().status).toBe('paid');
  return answer.json<{ orderId: number }>().orderId;
}

const cartLine = async (buyer: Person) => (await call(getCart, buyer)).json<unknown[]>()[0];

describe('what a member pays', () => {
  it('the discount of the plan, by kind of item, kept on the order line', async () => {
    const { member: buyer } = await member();
    const thing = await somethingFor(ctx, 1195);
    const course = await createCourse(ctx.db, { priceCents: 10_000 });
    await add(thing.item, buyer);
    expect(await cartLine(buyer)).toMatchObject({
      price: '10.76',
      details: { fullPrice: '11.95', notice: null },
    });
    const orderId = await paid(
      [
        { ...thing.item, quantity: 3 },
        { itemType: 'course', itemId: course.id },
      ],
      buyer,
      {
        expectedTotal: '117.28',
      },
    );
    const { lines, total } = await orderOf(orderId, buyer);
    expect(total).toBe('117.28');
    expect(lines).toMatchObject([
      { unitPrice: '10.76', amount: '32.28', memberSaving: '3.57' },
      { unitPrice: '85.00', amount: '85.00', memberSaving: '15.00' },
    ]);
  });

  it('fees and shares are of what was paid; a refund returns exactly that', async () => {
    const { member: buyer } = await member();
    const thing = await somethingFor(ctx, 2000);
    const orderId = await paid([thing.item], buyer);
    expect(await standingOf(ctx, orderId)).toMatchObject({ earnings: [{ net: 1530 }], isZero: true });
    const answer = await call(
      refundOrder,
      { params: { id: orderId }, body: { kind: 'whole', reason: 'A kindness' } },
      'admin',
    );
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    await ctx.jobs.drain();
    await hearGateway(ctx, orderId);
    expect(await standingOf(ctx, orderId)).toMatchObject({
      state: 'refunded',
      refunded: 1800,
      earnings: [{ net: 0 }],
      books: {},
      isZero: true,
    });
  });

  it('a coupon comes off the member price', async () => {
    const { member: buyer } = await member();
    const thing = await somethingFor(ctx, 2000);
    const { code } = await createCoupon(ctx.db, { code: `M${randomUUID().slice(0, 8)}`, percent: 50 });
    const orderId = await paid([thing.item], buyer, { couponCode: code });
    expect(await orderOf(orderId, buyer)).toMatchObject({
      subtotal: '18.00',
      discount: '9.00',
      total: '9.00',
      lines: [{ memberSaving: '2.00', discount: '9.00' }],
    });
    expect((await standingOf(ctx, orderId)).isZero).toBe(true);
  });

  it('a bundle costs each item’s share less, and deducts what a member paid', async () => {
    const { member: buyer } = await member();
    const seller = await someSeller(ctx);
    const resource = await createResource(ctx.db, { sellerId: seller.id, priceCents: 4000 });
    const course = await createCourse(ctx.db, { priceCents: 6000 });
    const items = [
      { itemType: 'resource' as const, itemId: resource.id },
      { itemType: 'course' as const, itemId: course.id },
    ];
    const { id } = await createBundle(ctx.db, { priceCents: 8000, items });
    const bundle = { itemType: 'bundle', itemId: id, quantity: 1 };
    // $32.00 less 10%, $48.00 less 15%.
    const summary = await call(getCheckoutSummary, { body: { zip: '10001', items: [bundle] }, ...buyer });
    expect(summary.json().total).toBe('69.60');
    await paid([items[0] ?? {}], buyer);
    const after = await call(getCheckoutSummary, { body: { zip: '10001', items: [bundle] }, ...buyer });
    expect(after.json().total).toBe('40.80');
    const orderId = await paid([bundle], buyer);
    expect(await orderOf(orderId, buyer)).toMatchObject({
      total: '40.80',
      lines: [{ unitPrice: '69.60', owned: '28.80', memberSaving: '10.40' }],
    });
    expect((await standingOf(ctx, orderId)).isZero).toBe(true);
  });

  it('a booking has the discount for sessions', async () => {
    const { member: buyer } = await member();
    const teacher = await bookableTeacher(ctx);
    const { reservation } = await bookingTools(app).bookFirst(buyer, teacher);
    // Whatever quantity is sent: a booking is for one client.
    const orderId = await paid([{ itemType: 'booking', itemId: reservation.id, quantity: 3 }], buyer);
    expect(await orderOf(orderId, buyer)).toMatchObject({
      total: '48.00',
      lines: [{ memberSaving: '12.00' }],
    });
  });

  it('the best of several memberships, and nothing for others', async () => {
    const { member: buyer, plan } = await member();
    const { membership } = await memberOf(ctx, { resourceDiscount: 25 });
    await ctx.pool.query(
      'insert into membership_seats (membership_id, user_id, created_at) values ($1, $2, now())',
      [membership.id, buyer.id],
    );
    expect((await call(getBenefits, buyer)).json()).toMatchObject({
      isMember: true,
      discounts: { resource: 25, course: plan.courseDiscount, booking: plan.bookingDiscount },
    });
    const stranger = await someone(ctx);
    expect((await call(getBenefits, stranger)).json()).toMatchObject({
      isMember: false,
      discounts: { resource: 0, course: 0, booking: 0 },
    });
    expect((await call(getBenefits)).statusCode).toBe(401);
  });

  it('what all plans on sale take off is public', async () => {
    await ctx.pool.query(`update plans set state = 'retired' where state = 'published'`);
    await somePlan(ctx, { resourceDiscount: 20, courseDiscount: 10 });
    await somePlan(ctx, { resourceDiscount: 15 });
    expect((await call(getSite)).json().memberDiscounts).toEqual({ resource: 15, course: 0, booking: 0 });
  });

  it('someone who becomes a member with a full cart pays less without a question', async () => {
    const thing = await somethingFor(ctx, 2000);
    const { member: buyer, membership } = await memberOf(ctx, PLAN, { state: 'paused', ...PAUSED() });
    await add(thing.item, buyer);
    expect(await cartLine(buyer)).toMatchObject({ price: '20.00', details: { fullPrice: null } });
    await ctx.pool.query(
      `update memberships set state = 'active', paused_until = null, paused_seconds = null where id = $1`,
      [membership.id],
    );
    expect(await cartLine(buyer)).toMatchObject({ price: '18.00', details: { notice: null } });
    expect((await pay({ expectedTotal: '18.00' }, buyer)).json().status).toBe('paid');
  });
});

const PAUSED = () => ({
  pausedUntil: new Date(ctx.clock.now().getTime() + 86_400_000),
  pausedSeconds: 3600,
});

describe('nobody whose membership ended gets a member price', () => {
  const full = async () => {
    const made = await member();
    const thing = await somethingFor(ctx, 2000);
    return { ...made, buyer: made.member, thing };
  };

  it('from an old cart: it says why, and charges nothing until they agree', async () => {
    const { buyer, thing, membership } = await full();
    await add(thing.item, buyer);
    await endMembershipOf(ctx, membership);
    expect(await cartLine(buyer)).toMatchObject({
      price: '20.00',
      details: { notice: 'repriced', previousPrice: '18.00', isMemberPriceOver: true, fullPrice: null },
    });
    const refused = await pay({}, buyer);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('Your membership has ended. The price'),
    ]);
    await call(refreshCart, { body: {}, ...buyer });
    expect((await pay({ expectedTotal: '18.00' }, buyer)).statusCode).toBe(409);
    expect((await pay({ expectedTotal: '20.00' }, buyer)).json().status).toBe('paid');
  });

  it('from a link or a tab with an item, or a guest’s cart that is merged', async () => {
    const { buyer, thing, membership } = await full();
    await endMembershipOf(ctx, membership);
    const items = [{ ...thing.item, quantity: 1 }];
    const summary = await call(getCheckoutSummary, { body: { zip: '10001', items }, ...buyer });
    expect(summary.json().total).toBe('20.00');
    const refused = await pay({ items, expectedTotal: '18.00' }, buyer);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('now $20.00'),
    ]);
    await call(mergeCart, { body: { key: randomUUID(), items }, ...buyer });
    expect(await cartLine(buyer)).toMatchObject({ price: '20.00', details: { notice: null } });
  });

  it('from an order begun before: no card is charged for it', async () => {
    const { buyer, thing, membership } = await full();
    const begun = await call(startCheckout, { body: { item: { ...thing.item, quantity: 1 } }, ...buyer });
    const { orderId, amount } = begun.json<{ orderId: number; amount: string }>();
    expect(amount).toBe('18.00');
    await endMembershipOf(ctx, membership);
    const refused = await call(payCheckout, { body: { orderId, card: CARDS.good }, ...buyer });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('member prices no longer apply. Nothing was charged'),
    ]);
    expect((await orderOf(orderId, buyer)).state).toBe('cancelled');
  });

  it('from a request that is repeated, or a card that asks until it is too late', async () => {
    const { buyer, thing, membership } = await full();
    const body = {
      items: [{ ...thing.item, quantity: 1 }],
      card: CARDS.asks,
      idempotencyKey: randomUUID(),
    };
    const { orderId, clientSecret } = (await pay(body, buyer)).json();
    await endMembershipOf(ctx, membership);
    await ctx.sandbox?.hearBuyer(clientSecret, { answer: 'approve' });
    const late = await call(confirmCheckout, { body: { orderId }, ...buyer });
    expect(late.json().status).toBe('cancelled');
    const standing = await standingOf(ctx, orderId);
    expect(standing).toMatchObject({ access: 0, live: [false], isZero: true });
  });

  it('at the second it ends, whether or not a job has run; a pending order is no way around', async () => {
    const { buyer, thing, membership } = await full();
    const soon = new Date(ctx.clock.now().getTime() + 60_000);
    await ctx.pool.query('update memberships set ends_at = $2 where id = $1', [membership.id, soon]);
    await add(thing.item, buyer);
    const { orderId } = (await call(startCheckout, { body: {}, ...buyer })).json<{ orderId: number }>();
    const { rows } = await ctx.pool.query('select expires_at from orders where id = $1', [orderId]);
    expect(rows).toEqual([{ expires_at: soon }]);
    ctx.clock.advance(60_000);
    expect((await call(getBenefits, buyer)).json().isMember).toBe(false);
    expect(await cartLine(buyer)).toMatchObject({ price: '20.00', details: { isMemberPriceOver: true } });
    const refused = await call(payCheckout, { body: { orderId, card: CARDS.good }, ...buyer });
    expect(refused.statusCode).toBe(409);
  });

  it.each([
    ['paused', `state = 'paused', paused_until = now() + interval '1 day', paused_seconds = 60`],
    ['waiting for its first payment', `state = 'incomplete'`],
  ])('and not while it is %s', async (_state, set) => {
    const { buyer, membership } = await full();
    await ctx.pool.query(`update memberships set ${set} where id = $1`, [membership.id]);
    expect((await call(getBenefits, buyer)).json().isMember).toBe(false);
  });

  it('while a declined card is tried again it stays open', async () => {
    const { buyer, membership } = await full();
    await ctx.pool.query(`update memberships set state = 'past_due' where id = $1`, [membership.id]);
    expect((await call(getBenefits, buyer)).json().isMember).toBe(true);
  });

  it('nor does a teacher whose seat was taken back', async () => {
    const { membership } = await member();
    const teacher = await someone(ctx);
    await ctx.pool.query(
      'insert into membership_seats (membership_id, user_id, created_at, ended_at) values ($1, $2, now(), now())',
      [membership.id, teacher.id],
    );
    expect((await call(getBenefits, teacher)).json().isMember).toBe(false);
  });
});
