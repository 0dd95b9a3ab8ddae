// A guest's address is unproved: no response may reveal whether it has an account, has ordered before, or owns the item
// being bought.
import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCoupon, createEntitlement } from '#server/seed/factories.ts';
import { simpleCheckout, previewCoupon } from '#shared/features/checkout/checkout.contract.ts';
import { getOrder, listPurchases, sendOrderLinks } from '#shared/features/order/order.contract.ts';
import { getOrderRefunds, requestRefund } from '#shared/features/refund/refund.contract.ts';
import { CARDS, MARA, somethingFor, tracesOf } from '../../../tests/server/checkout-tools.ts';
import { mailsTo } from '../../../tests/server/mails.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { joinGuestOrders } from '#server/features/order/order-key.service.ts';
import { inTransaction } from '#server/db/transaction.ts';

const app = await testApp();
const { ctx, call } = app;
beforeEach(() => ctx.pool.query('delete from rate_limits'));

type Thing = Awaited<ReturnType<typeof somethingFor>>;
type Paid = { orderId: number; key: string; status: string };

const pay = (email: string, thing: Thing, body: object = {}, rest: object = {}) =>
  call(simpleCheckout, { body: { ...MARA, email, items: [thing.item], card: CARDS.good, ...body }, ...rest });
const newAddress = () => `${randomUUID().slice(0, 12)}@example.com`;
const addressOf = ({ username }: { username: string }) => `${username}@releve.example`;

/** Users a stranger might probe by address; each owns this item, except the first two. */
const ADDRESSES: [string, (thing: Thing) => Promise<string>][] = [
  ['nobody', async () => newAddress()],
  ['a member who never bought', async () => addressOf(await someone(ctx))],
  [
    'a guest who bought it',
    async (thing) => {
      const email = newAddress();
      expect((await pay(email, thing)).json()).toMatchObject({ status: 'paid' });
      return email;
    },
  ],
  [
    'a member who bought it',
    async (thing) => {
      const member = await someone(ctx);
      expect((await pay(addressOf(member), thing, {}, member)).json()).toMatchObject({ status: 'paid' });
      return addressOf(member);
    },
  ],
  [
    'a member who was given it',
    async (thing) => {
      const member = await someone(ctx);
      await createEntitlement(ctx.db, { userId: member.id, ...thing.item, cause: 'grant' });
      return addressOf(member);
    },
  ],
];

/** Everything an answer says, without the numbers that are new in each. */
const comparable = ({
  statusCode,
  body,
  headers,
}: {
  statusCode: number;
  body: string;
  headers: object;
}) => ({
  statusCode,
  body: body
    .replaceAll(/"(orderId|id|lineId)":\d+/g, '"$1":0')
    .replaceAll(/"key":"[\w-]+"/g, '"key":""')
    .replaceAll(/"clientSecret":"[^"]+"/g, '"clientSecret":""')
    .replaceAll(/RV-\d+/g, 'RV')
    .replaceAll(/"(email|createdAt|paidAt|askUntil)":"[^"]+"/g, '"$1":""'),
  headers: Object.keys(headers).filter((name) => name !== 'retry-after'),
});

describe('a stranger probing an address', () => {
  const ATTEMPTS: [string, () => Promise<object>][] = [
    ['with a good card', async () => ({})],
    ['with a declined card', async () => ({ card: CARDS.declined })],
    ['with a card that asks', async () => ({ card: CARDS.asks })],
    [
      'with a coupon that pays for all of it',
      async () => {
        const { code } = await createCoupon(ctx.db, { code: `F${randomUUID().slice(0, 8)}`, percent: 100 });
        return { couponCode: code, expectedTotal: '0.00', card: undefined };
      },
    ],
    ...[{ isFirstOrderOnly: true }, { maxPerPerson: 1 }].flatMap((terms) =>
      [CARDS.good, CARDS.declined].map((card): [string, () => Promise<object>] => [
        `with a coupon of ${JSON.stringify(terms)} and card ${card.number.slice(-4)}`,
        async () => {
          const { code } = await createCoupon(ctx.db, { code: `P${randomUUID().slice(0, 8)}`, ...terms });
          return { couponCode: code, card };
        },
      ]),
    ),
  ];

  it.each(ATTEMPTS)('%s: the responses are the same', async (_, attempt) => {
    const thing = await somethingFor(ctx, 2400);
    const body = await attempt();
    const answers: [string, unknown][] = [];
    for (const [who, make] of ADDRESSES) {
      await ctx.pool.query('delete from rate_limits');
      const email = await make(thing);
      const answer = await pay(email, thing, body);
      answers.push([who, comparable(answer)]);
      if (answer.statusCode !== 200) continue;
      // The key shows the order and reveals no more than the response did.
      const { orderId, key } = answer.json<Paid>();
      for (const contract of [getOrder, getOrderRefunds]) {
        const order = await call(contract, { params: { id: orderId }, query: { key } });
        answers.push([who, comparable(order)]);
      }
    }
    const first = answers.filter(([who]) => who === 'nobody').map(([, answer]) => answer);
    for (const [who] of ADDRESSES) {
      const theirs = answers.filter(([of]) => of === who).map(([, answer]) => answer);
      expect(theirs, who).toEqual(first);
    }
  });

  it('asking for what an address has: the responses are the same, and only its mailbox learns it', async () => {
    const thing = await somethingFor(ctx, 2400);
    const sent = [];
    for (const [who, make] of ADDRESSES) {
      await ctx.pool.query('delete from rate_limits');
      const email = await make(thing);
      const answer = await call(sendOrderLinks, { body: { email } });
      expect([answer.statusCode, answer.body], who).toEqual([204, '']);
      const [mail] = (await mailsTo(ctx, email)).filter(({ subject }) =>
        subject.startsWith('Your orders at'),
      );
      sent.push([
        who,
        mail?.text.includes('this address has an account'),
        mail?.text.includes('links to your orders'),
      ]);
    }
    expect(sent).toEqual([
      ['nobody', undefined, undefined],
      ['a member who never bought', true, false],
      ['a guest who bought it', false, true],
      ['a member who bought it', true, false],
      ['a member who was given it', true, false],
    ]);
  });

  it('previewing a coupon reveals nothing about anybody', async () => {
    const thing = await somethingFor(ctx, 2400);
    const { code } = await createCoupon(ctx.db, {
      code: `T${randomUUID().slice(0, 8)}`,
      isFirstOrderOnly: true,
    });
    const answer = await call(previewCoupon, { body: { code, items: [thing.item] } });
    expect(answer.json()).toMatchObject({
      code: 'conflict',
      message: `The coupon ${code} is for a first order. Sign in to use it.`,
    });
  });
});

describe('an item bought twice', () => {
  it('is granted by both orders; only the email says so and links to the refund', async () => {
    const member = await someone(ctx);
    const email = addressOf(member);
    const thing = await somethingFor(ctx, 2400);
    const first = (await pay(email, thing, {}, member)).json<Paid>();
    const second = (await pay(email, thing)).json<Paid>();
    const traces = { state: 'paid', entitlements: 1, live: 1, sales: 1, refunds: [] };
    expect(await tracesOf(ctx, first.orderId)).toMatchObject(traces);
    expect(await tracesOf(ctx, second.orderId)).toMatchObject(traces);
    const mails = (await mailsTo(ctx, email)).filter(({ text }) => text.includes('You already had “'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain(`You already had “${thing.title}”`);
    expect(mails[0]?.text).toContain(`/orders/${second.orderId}`);
    expect((await call(listPurchases, member)).json()).toMatchObject({ total: 1 });

    // The refunded one ends only its own access.
    const asked = await call(requestRefund, {
      params: { id: second.orderId },
      body: { reason: 'Bought it twice.' },
      ...member,
    });
    expect(asked.statusCode).toBeLessThan(300);
    expect((await call(listPurchases, member)).json()).toMatchObject({ total: 1 });
  });

  it('is a double only if it was bought before: what was given is refunded on request', async () => {
    const member = await someone(ctx);
    const thing = await somethingFor(ctx, 2400);
    await createEntitlement(ctx.db, { userId: member.id, ...thing.item, cause: 'grant' });
    await pay(addressOf(member), thing);
    const given = (await mailsTo(ctx, addressOf(member))).at(-1)?.text;
    expect(given).toContain(`You already had “${thing.title}” before this order.`);
    expect(given).toContain('choose “Ask for a refund” within 7 days');
    await pay(addressOf(member), thing);
    const bought = (await mailsTo(ctx, addressOf(member))).at(-1)?.text;
    expect(bought).toContain('one click refunds the second purchase');
    expect(bought).not.toContain('Ask for a refund');
  });

  it('joins an account later with both orders, without a conflict', async () => {
    const member = await someone(ctx);
    const email = addressOf(member);
    await ctx.pool.query('update users set email_verified_at = null where id = $1', [member.id]);
    const thing = await somethingFor(ctx, 2400);
    const orders = [(await pay(email, thing)).json<Paid>(), (await pay(email, thing)).json<Paid>()];
    const [, again] = await mailsTo(ctx, email);
    expect(again?.text).toContain(`You already had “${thing.title}”`);
    await ctx.pool.query('update users set email_verified_at = now() where id = $1', [member.id]);
    await inTransaction(ctx.db, (tx) => joinGuestOrders(ctx, tx, { userId: member.id, email }));
    for (const { orderId } of orders) {
      expect(await tracesOf(ctx, orderId)).toMatchObject({ state: 'paid', entitlements: 1, live: 1 });
    }
    const { rows } = await ctx.pool.query(
      `select count(*)::int as n from order_lines where buyer = $1 and is_live`,
      [`u${member.id}`],
    );
    expect(rows).toEqual([{ n: 1 }]);
    // Signed in, nobody buys it a third time by mistake.
    const third = await pay(email, thing, {}, member);
    expect(third.json().message).toContain('You already have');
  });

  it('succeeds for many guests at once with the address of one account', async () => {
    const member = await someone(ctx);
    const thing = await somethingFor(ctx, 2400);
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay(addressOf(member), thing)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    for (const answer of answers) {
      expect(await tracesOf(ctx, answer.json<Paid>().orderId)).toMatchObject({ state: 'paid', live: 1 });
    }
  });
});
