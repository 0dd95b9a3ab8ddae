// Coupons for buyers: a message per rejection, prices exact to the cent, and one use per order.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createBundle, createCoupon, createCourse, createResource } from '#server/seed/factories.ts';
import { addToCart } from '#shared/features/cart/cart.contract.ts';
import { startCheckout, simpleCheckout, previewCoupon } from '#shared/features/checkout/checkout.contract.ts';
import { getOrder } from '#shared/features/order/order.contract.ts';
import { CARDS, MARA, someBuyer, somethingFor, tracesOf } from '../../../tests/server/checkout-tools.ts';
import { someone, someSeller } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;
beforeEach(() => ctx.pool.query('delete from rate_limits'));

const newCode = () => `C${randomUUID().slice(0, 8)}`;
type NewCoupon = Parameters<typeof createCoupon>[1];
const coupon = (values: NewCoupon = {}) => createCoupon(ctx.db, { code: newCode(), ...values });

const address = () => ({ email: `${randomUUID().slice(0, 12)}@example.com` });
const pay = (body: object, rest: object = {}) =>
  call(simpleCheckout, { body: { ...MARA, ...address(), card: CARDS.good, ...body }, ...rest });
const preview = (body: object, rest: object = {}) => call(previewCoupon, { body, ...rest });

async function useOf(code: string) {
  const { rows } = await ctx.pool.query<{ use_count: number; states: string[]; off: number }>(
    `select c.use_count, array(select u.state from coupon_uses u where u.coupon_id = c.id order by u.id) as states
     from coupons c where c.code = $1`,
    [code],
  );
  return rows[0];
}

describe('previewing a coupon', () => {
  it("for a user's cart: shows the discount and its lines; the code ignores case", async () => {
    const { buyer, thing } = await someBuyer(app, 2400);
    const { code } = await coupon({ percent: 15 });
    const answer = await preview({ code: ` ${code.toLowerCase()} ` }, buyer);
    expect(answer.json()).toEqual({
      code,
      label: '15% off',
      subtotal: '24.00',
      discount: '3.60',
      total: '20.40',
      lines: [{ itemType: 'resource', itemId: thing.id, discount: '3.60' }],
    });
    expect(await useOf(code)).toEqual({ use_count: 0, states: [] });
  });

  it("for a guest's items; what can't be bought is left out", async () => {
    const thing = await somethingFor(ctx, 1000);
    const gone = await createResource(ctx.db, { state: 'draft', priceCents: 9900 });
    const { code } = await coupon({ kind: 'fixed', amountCents: 300 });
    const items = [
      { ...thing.item, quantity: 2 },
      { itemType: 'resource', itemId: gone.id },
    ];
    expect((await preview({ code, items })).json()).toMatchObject({
      label: '$3.00 off',
      subtotal: '20.00',
      total: '17.00',
    });
    expect((await preview({ code, items: [items[1]] })).statusCode).toBe(409);
    expect((await preview({ code })).json()).toMatchObject({ message: 'Your cart is empty' });
  });

  it('slows down guessing codes', async () => {
    const thing = await somethingFor(ctx, 1000);
    const items = [thing.item];
    const statuses: number[] = [];
    for (let n = 0; n < 31; n++) {
      statuses.push((await preview({ code: `GUESS-${n}`, items }, { from: '10.9.9.9' })).statusCode);
    }
    expect(statuses.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => 404));
    expect(statuses[30]).toBe(429);
  });
});

const DAY = 86_400_000;
const inDays = (days: number) => new Date(ctx.clock.now().getTime() + days * DAY);

describe('rejections, the same in preview and checkout; nothing is charged', () => {
  const cases: [string, () => Promise<NewCoupon | null>, number, RegExp][] = [
    ['unknown', async () => null, 404, /^There is no coupon “C.+”/],
    ['not started yet', async () => ({ startsAt: inDays(2) }), 409, /is valid from \w+ \d+, 20\d\d\.$/],
    ['expired', async () => ({ endsAt: inDays(-1) }), 409, /expired on \w+ \d+, 20\d\d\.$/],
    ['expiring this moment', async () => ({ endsAt: inDays(0) }), 409, /expired on/],
    ['inactive', async () => ({ isActive: false }), 409, /is no longer active/],
    ['used up', async () => ({ maxUses: 2, useCount: 2 }), 409, /is used up\.$/],
    [
      'below the minimum',
      async () => ({ minimumCents: 5000 }),
      422,
      /of \$50\.00 or more\. You need \$26\.00 more\./,
    ],
    ['not covering the item', async () => ({ kinds: ['course'] }), 422, /doesn’t cover anything here/],
    [
      'limited to another seller',
      async () => ({ sellerId: (await someSeller(ctx)).id }),
      422,
      /only covers items from Barre & Beyond/,
    ],
    ['a discount below one cent', async () => ({ percent: 1, minimumCents: 0 }), 422, /less than one cent/],
  ];

  it.each(cases)('%s', async (name, values, status, message) => {
    const given = await values();
    const { code } = given ? await coupon(given) : { code: newCode() };
    const thing = await somethingFor(ctx, name === 'a discount below one cent' ? 0 : 2400);
    const items = [thing.item];
    const email = address();
    for (const answer of [await preview({ code, items }), await pay({ items, couponCode: code, ...email })]) {
      expect({ status: answer.statusCode, message: answer.json().message }).toEqual({
        status,
        message: expect.stringMatching(message),
      });
      expect(answer.json().details).toEqual([{ path: 'couponCode', message: answer.json().message }]);
    }
    const { rows } = await ctx.pool.query('select 1 from orders where email = $1', [email.email]);
    expect(rows).toEqual([]);
  });

  it('none from the moment it starts', async () => {
    const { code } = await coupon({ startsAt: inDays(0) });
    const items = [(await somethingFor(ctx, 2400)).item];
    expect((await preview({ code, items })).statusCode).toBe(200);
  });

  it('already used by this user', async () => {
    const { buyer } = await someBuyer(app);
    const { code } = await coupon({ maxPerPerson: 1 });
    expect((await pay({ couponCode: code }, buyer)).json()).toMatchObject({ status: 'paid' });
    const other = await somethingFor(ctx, 1200);
    await call(addToCart, { body: { ...other.item, quantity: 1 }, ...buyer });
    for (const answer of [await preview({ code }, buyer), await pay({ couponCode: code }, buyer)]) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json().message).toBe(
        `You’ve already used the coupon ${code}. It’s valid once per person.`,
      );
    }
  });

  it.each([
    [{ isFirstOrderOnly: true }, 'for a first order'],
    [{ maxPerPerson: 1 }, 'valid once per person'],
    [{ maxPerPerson: 3 }, 'valid 3 times per person'],
  ])('%j requires guests to sign in and users to confirm their address', async (values, what) => {
    const { code } = await coupon(values);
    const items = [(await somethingFor(ctx, 900)).item];
    const message = `The coupon ${code} is ${what}. Sign in to use it.`;
    expect((await preview({ code, items })).json()).toMatchObject({ code: 'conflict', message });
    for (const card of [CARDS.good, CARDS.declined]) {
      const refused = await pay({ items, couponCode: code, card });
      expect([refused.statusCode, refused.json().message]).toEqual([409, message]);
    }
    const { buyer } = await someBuyer(app);
    await ctx.pool.query('update users set email_verified_at = null where id = $1', [buyer.id]);
    for (const answer of [await preview({ code }, buyer), await pay({ couponCode: code }, buyer)]) {
      expect(answer.json().message).toBe(`Confirm your email address to use the coupon ${code}.`);
    }
    await ctx.pool.query('update users set email_verified_at = now() where id = $1', [buyer.id]);
    expect((await pay({ couponCode: code }, buyer)).json()).toMatchObject({ status: 'paid' });
  });

  it('limited to a first order', async () => {
    const { code } = await coupon({ isFirstOrderOnly: true });
    const { buyer } = await someBuyer(app);
    const first = (await pay({ couponCode: code }, buyer)).json();
    expect(first).toMatchObject({ status: 'paid' });
    await call(addToCart, { body: { ...(await somethingFor(ctx, 900)).item, quantity: 1 }, ...buyer });
    for (const answer of [await preview({ code }, buyer), await pay({ couponCode: code }, buyer)]) {
      expect(answer.json().message).toBe(
        `The coupon ${code} is for a first order, and you’ve ordered before.`,
      );
    }
    // Guest orders count too, once the address is confirmed.
    const late = await someone(ctx);
    const email = `${late.username}@releve.example`;
    expect((await pay({ items: [(await somethingFor(ctx, 900)).item], email })).statusCode).toBe(200);
    await call(addToCart, { body: { ...(await somethingFor(ctx, 900)).item, quantity: 1 }, ...late });
    expect((await pay({ couponCode: code }, late)).json().message).toContain('you’ve ordered before');
  });
});

describe('paying with a coupon', () => {
  it('price, shares and ledger reflect what was paid', async () => {
    const { buyer, thing } = await someBuyer(app, 2400);
    const { code } = await coupon({ percent: 25 });
    const paid = (await pay({ couponCode: code, expectedTotal: '18.00' }, buyer)).json();
    expect(paid).toMatchObject({ status: 'paid' });
    const { orderId } = paid as { orderId: number };
    const order = (await call(getOrder, { params: { id: orderId }, ...buyer })).json();
    expect(order).toMatchObject({
      subtotal: '24.00',
      discount: '6.00',
      total: '18.00',
      couponCode: code,
      lines: [{ amount: '24.00', discount: '6.00' }],
    });
    const { rows } = await ctx.pool.query(
      `select p.discount_cents::int as off, p.fee_cents::int as fee, e.share_cents::int as share, s.amount_cents::int as charged
       from order_parts p join earnings e on e.part_id = p.id join payments y on y.order_id = p.order_id
       join sandbox_payments s on s.id = y.gateway_id where p.order_id = $1`,
      [orderId],
    );
    expect(rows).toEqual([{ off: 600, fee: 270, share: 1530, charged: 1800 }]);
    expect(await tracesOf(ctx, orderId)).toMatchObject({ sales: 1, ledger: 3600 });
    expect(await useOf(code)).toMatchObject({ use_count: 1, states: ['used'] });
    expect(thing.seller.id).toBeGreaterThan(0);
  });

  it("in a mixed cart only covered items cost less, and a bundle's parts share the discount", async () => {
    const seller = await someSeller(ctx);
    const bundle = await createBundle(ctx.db, { sellerId: seller.id, priceCents: 1501 });
    const course = await createCourse(ctx.db, { priceCents: 9900 });
    const { code } = await coupon({ kind: 'fixed', amountCents: 700, sellerId: seller.id });
    const items = [
      { itemType: 'course', itemId: course.id },
      { itemType: 'bundle', itemId: bundle.id },
    ];
    const paid = (await pay({ items, couponCode: code, expectedTotal: '107.01' })).json();
    const { rows } = await ctx.pool.query(
      `select item_type as type, sum(discount_cents)::int as off, sum(amount_cents - discount_cents)::int as paid
       from order_parts where order_id = $1 group by item_type order by item_type`,
      [(paid as { orderId: number }).orderId],
    );
    expect(rows).toEqual([
      { type: 'course', off: 0, paid: 9900 },
      { type: 'resource', off: 700, paid: 801 },
    ]);
  });

  it('a different total than the buyer saw is rejected before anything is charged or used', async () => {
    const { buyer } = await someBuyer(app, 2400);
    const { code } = await coupon();
    const surprised = await pay({ couponCode: code, expectedTotal: '24.00' }, buyer);
    expect(surprised.statusCode).toBe(409);
    expect(surprised.json().message).toContain('The total is now $21.60.');
    expect(await useOf(code)).toEqual({ use_count: 0, states: [] });
  });

  it('a 100% coupon needs no card, also the second time', async () => {
    const thing = await somethingFor(ctx, 2400);
    const { code } = await coupon({ percent: 100 });
    const body = { items: [thing.item], couponCode: code, card: undefined, ...address() };
    expect((await pay(body)).statusCode).toBe(400);
    const paid = (await pay({ ...body, expectedTotal: '0.00' })).json();
    expect(paid).toMatchObject({ status: 'paid' });
    expect(await tracesOf(ctx, (paid as { orderId: number }).orderId)).toMatchObject({
      payments: [],
      live: 1,
      mails: 1,
      sales: 0,
    });
    const again = await pay({ ...body, expectedTotal: '0.00' });
    expect(again.json()).toMatchObject({ status: 'paid' });
    expect(await useOf(code)).toMatchObject({ use_count: 2, states: ['used', 'used'] });
    const { buyer } = await someBuyer(app);
    const begun = await call(startCheckout, {
      body: { couponCode: code, expectedTotal: '0.00' },
      ...buyer,
    });
    expect(begun.json()).toMatchObject({ status: 'paid', clientSecret: null, amount: '0.00' });
  });
});

describe('released with its order', () => {
  it.each(['failed', 'cancelled', 'expired', 'refunded'])(
    '%s releases it, whoever reports it',
    async (state) => {
      const { code } = await coupon({ maxUses: 1 });
      const items = [(await somethingFor(ctx, 900)).item];
      const card = state === 'refunded' ? CARDS.good : CARDS.asks;
      const { orderId } = (await pay({ items, couponCode: code, card })).json<{ orderId: number }>();
      await ctx.pool.query('update orders set state = $2, ended_at = now() where id = $1', [orderId, state]);
      expect(await useOf(code)).toMatchObject({ use_count: 0, states: ['freed'] });
      const next = [(await somethingFor(ctx, 900)).item];
      expect((await pay({ items: next, couponCode: code })).json()).toMatchObject({ status: 'paid' });
    },
  );

  it('a partly refunded order keeps it', async () => {
    const { code } = await coupon({ maxUses: 1 });
    const items = [(await somethingFor(ctx, 900)).item];
    const { orderId } = (await pay({ items, couponCode: code })).json<{ orderId: number }>();
    await ctx.pool.query(`update orders set state = 'partially_refunded' where id = $1`, [orderId]);
    expect(await useOf(code)).toMatchObject({ use_count: 1, states: ['used'] });
  });

  it('an order waits ten minutes while it holds a limited coupon, otherwise a day', async () => {
    const minutes = async (values: NewCoupon) => {
      const { code } = await coupon(values);
      const items = [(await somethingFor(ctx, 900)).item];
      const { orderId } = (await pay({ items, couponCode: code, card: CARDS.asks })).json<{
        orderId: number;
      }>();
      const { rows } = await ctx.pool.query<{ minutes: number }>(
        'select extract(epoch from expires_at - created_at)::int / 60 as minutes from orders where id = $1',
        [orderId],
      );
      return rows[0]?.minutes;
    };
    expect([await minutes({ maxUses: 5 }), await minutes({})]).toEqual([10, 1440]);
  });

  it("a guest's use moves to the account together with the order", async () => {
    const { code } = await coupon({ maxUses: 9 });
    const items = [(await somethingFor(ctx, 900)).item];
    const { orderId } = (await pay({ items, couponCode: code })).json<{ orderId: number }>();
    const { id } = await someone(ctx);
    await ctx.pool.query('update orders set user_id = $2 where id = $1', [orderId, id]);
    const { rows } = await ctx.pool.query('select buyer, use_number from coupon_uses where order_id = $1', [
      orderId,
    ]);
    expect(rows).toEqual([{ buyer: `u${id}`, use_number: 0 }]);
  });
});
