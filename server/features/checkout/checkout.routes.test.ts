// Paying with the sandbox: one step or two, as a member or a guest; refusals leave everything as it was.
import { describe, expect, it } from 'vitest';
import { coursePrerequisites } from '#server/db/schema/course.ts';
import { createBundle, createCourse, createEntitlement } from '#server/seed/factories.ts';
import { getCart, refreshCart } from '#shared/features/cart/cart.contract.ts';
import {
  startCheckout,
  cancelCheckout,
  confirmCheckout,
  confirmSandboxPayment,
  simpleCheckout,
} from '#shared/features/checkout/checkout.contract.ts';
import { enrollForFree, listEnrollments } from '#shared/features/learning/learning.contract.ts';
import { getOrder, listOrders, listPurchases, listSoldLines } from '#shared/features/order/order.contract.ts';
import {
  CARDS,
  MARA,
  someBuyer,
  somethingFor,
  statementsOf,
  tracesOf,
} from '../../../tests/server/checkout-tools.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const app = await testApp();
const { ctx, call } = app;

const pay = (body: object, rest: object = {}) =>
  call(simpleCheckout, { body: { ...MARA, ...body }, ...rest });

describe('one-step checkout', () => {
  it('a user pays for the cart: order paid, access granted, email sent, ledger written, cart empty', async () => {
    const { buyer, thing } = await someBuyer(app, 2400);
    const answer = await pay({ card: CARDS.good }, buyer);
    expect(answer.json()).toEqual({ orderId: expect.any(Number), status: 'paid' });
    const { orderId } = answer.json<{ orderId: number }>();
    expect(await tracesOf(ctx, orderId)).toEqual({
      state: 'paid',
      payments: ['succeeded'],
      live: 1,
      entitlements: 1,
      enrollments: 0,
      mails: 1,
      sales: 1,
      ledger: 4800,
      refunds: [],
    });
    expect((await call(getCart, buyer)).json()).toEqual([]);
    const order = (await call(getOrder, { params: { id: orderId }, ...buyer })).json();
    expect(order).toMatchObject({ state: 'paid', total: '24.00', isGuest: false, lines: [{ isLive: true }] });
    expect((await call(listOrders, buyer)).json()).toMatchObject({
      total: 1,
      items: [{ id: orderId, lineCount: 1, titles: [thing.title] }],
    });
    const owned = (await call(listPurchases, buyer)).json();
    expect(owned.items).toMatchObject([{ itemId: thing.id, order: { id: orderId }, cause: 'order_line' }]);
    for (const [q, total] of [
      [thing.title.slice(0, 6).toUpperCase(), 1],
      ['barre & be', 1],
      ['%', 0],
      ['nowhere', 0],
    ] as const) {
      expect((await call(listPurchases, { query: { q }, ...buyer })).json()).toMatchObject({ total });
    }
    const sold = (await call(listSoldLines, thing.seller)).json();
    expect(sold.items).toMatchObject([{ amount: '24.00', fee: '3.60', share: '20.40', isLive: true }]);
    expect((await call(listSoldLines, buyer)).json()).toMatchObject({ total: 0 });
  });

  it.each([
    ['declined', CARDS.declined],
    ['without enough on it', CARDS.poor],
    ['nobody knows', CARDS.unknown],
  ])('a card %s gets 402 with a reason, and the cart stays; another card then pays', async (_, card) => {
    const { buyer } = await someBuyer(app);
    const refused = await pay({ card }, buyer);
    expect(refused.statusCode).toBe(402);
    expect(refused.json().message.length).toBeGreaterThan(15);
    expect((await call(getCart, buyer)).json()).toHaveLength(1);
    const paid = await pay({ card: CARDS.good }, buyer);
    expect(paid.json()).toMatchObject({ status: 'paid' });
    const { rows } = await ctx.pool.query('select 1 from orders where user_id = $1', [buyer.id]);
    expect(rows).toHaveLength(1);
  });

  it('a card that needs confirmation is paid only after it', async () => {
    const { buyer } = await someBuyer(app);
    const asked = (await pay({ card: CARDS.asks }, buyer)).json();
    expect(asked).toMatchObject({ status: 'requires_action', clientSecret: expect.any(String) });
    const { orderId, clientSecret } = asked as { orderId: number; clientSecret: string };
    const confirm = () => call(confirmCheckout, { body: { orderId }, ...buyer });
    expect((await confirm()).json()).toMatchObject({ status: 'requires_action' });
    expect((await tracesOf(ctx, orderId)).entitlements).toBe(0);
    const body = { clientSecret, answer: 'approve' };
    expect((await call(confirmSandboxPayment, { body })).json()).toMatchObject({ status: 'succeeded' });
    expect((await confirm()).json()).toMatchObject({ status: 'paid' });
    expect(await tracesOf(ctx, orderId)).toMatchObject({ entitlements: 1, mails: 1, sales: 1 });
  });

  it("guests pay the catalogue's price for the items they send, and open the order with its key", async () => {
    const thing = await somethingFor(ctx, 1800);
    const items = [{ ...thing.item, quantity: 2, price: '0.01', title: 'Cheap' }];
    const paid = (await pay({ items, card: CARDS.good, email: 'new@example.com' })).json();
    expect(paid).toMatchObject({ status: 'paid', key: expect.any(String) });
    const { orderId, key } = paid as { orderId: number; key: string };
    const read = (query: Record<string, string>) => call(getOrder, { params: { id: orderId }, query });
    expect((await read({ key })).json()).toMatchObject({ total: '36.00', isGuest: true });
    for (const wrong of [{}, { key: 'x' }, { key: key.slice(1) }]) {
      expect((await read(wrong as Record<string, string>)).statusCode).toBe(404);
    }
    // Held by the order itself, for its key.
    expect(await tracesOf(ctx, orderId)).toMatchObject({ state: 'paid', live: 1, entitlements: 1, mails: 1 });
  });

  it('a guest who buys the same item again pays again, because nobody has proved the address', async () => {
    const thing = await somethingFor(ctx, 900);
    const body = { items: [{ ...thing.item }], card: CARDS.good, email: 'twice@example.com' };
    expect((await pay(body)).json()).toMatchObject({ status: 'paid' });
    const second = (await pay({ ...body, email: 'TWICE@example.com' })).json<{ orderId: number }>();
    await ctx.jobs.drain();
    expect(await tracesOf(ctx, second.orderId)).toMatchObject({
      state: 'paid',
      live: 1,
      refunds: [],
      mails: 1,
    });
  });
});

it('takes nine statements, each a transaction of its own; six of them change something', async () => {
  const { buyer, thing } = await someBuyer(app);
  const body = { items: [thing.item], card: CARDS.good, idempotencyKey: 'few-statements' };
  expect(await statementsOf(() => pay(body, buyer))).toEqual([
    'viewer_by_token',
    // At the same time as the first. Its table isn't logged, so nothing waits for the disk.
    'rate_limits:rlflx-upsert',
    'key_inserted',
    'priced_resources_one',
    'create_order',
    // The gateway's own; with Stripe, two calls.
    'sandbox_payment_made',
    'begin_try',
    'sandbox_payment_moved',
    'complete_order',
  ]);
  expect((await pay(body, buyer)).json()).toMatchObject({ status: 'paid' });
});

it('completes an order and sends its receipt in one transaction where there is an SMTP server', async () => {
  const { buyer, thing } = await someBuyer(app);
  ctx.config.smtpUrl = 'smtp://127.0.0.1:1';
  try {
    const body = { items: [thing.item], card: CARDS.good, idempotencyKey: 'with-receipt' };
    expect((await pay(body, buyer)).json()).toMatchObject({ status: 'paid' });
    expect((await ctx.jobs.listDepths(ctx.db)).find(({ name }) => name === 'mail.deliver')).toMatchObject({
      waiting: 1,
    });
  } finally {
    ctx.config.smtpUrl = undefined;
  }
});

describe('two-step checkout', () => {
  it('an order waits for its card; the same cart reuses it, another cart ends it', async () => {
    const { buyer } = await someBuyer(app, 2400);
    const begin = (body: object = {}) => call(startCheckout, { body, ...buyer });
    const first = (await begin()).json();
    expect(first).toMatchObject({ amount: '24.00', currency: 'USD', status: 'pending' });
    expect((await begin()).json()).toEqual(first);
    const other = await somethingFor(ctx, 500);
    const direct = (await begin({ item: other.item })).json();
    expect(direct).toMatchObject({ amount: '5.00' });
    expect(await tracesOf(ctx, first.orderId)).toMatchObject({ state: 'cancelled', payments: ['cancelled'] });
    const card = { clientSecret: direct.clientSecret, card: CARDS.good };
    expect((await call(confirmSandboxPayment, { body: card })).json()).toMatchObject({ status: 'succeeded' });
    const confirm = () => call(confirmCheckout, { body: { orderId: direct.orderId }, ...buyer });
    // The session, the limit, the order, its payment, the bank, and the transaction that completes it.
    expect(await statementsOf(confirm)).toHaveLength(9);
    expect((await confirm()).json()).toMatchObject({ status: 'paid' });
    // The cart still has the items that were not bought.
    expect((await call(getCart, buyer)).json()).toHaveLength(1);
  });

  it('an order that waited too long is ended, and the same cart begins another', async () => {
    const { buyer } = await someBuyer(app, 2400);
    const begin = async () => (await call(startCheckout, { body: {}, ...buyer })).json();
    const first = await begin();
    await ctx.pool.query('update orders set expires_at = $2 where id = $1', [first.orderId, ctx.clock.now()]);
    const second = await begin();
    expect(second).toMatchObject({ amount: '24.00', status: 'pending' });
    expect(second.orderId).not.toBe(first.orderId);
    expect(await tracesOf(ctx, first.orderId)).toMatchObject({ payments: ['cancelled'] });
  });

  it('a canceled order accepts no card, and the cart stays', async () => {
    const { buyer } = await someBuyer(app);
    const { orderId, clientSecret } = (await call(startCheckout, { body: {}, ...buyer })).json();
    const cancelled = await call(cancelCheckout, { body: { orderId }, ...buyer });
    expect(cancelled.json()).toEqual({ orderId, status: 'cancelled' });
    const late = await call(confirmSandboxPayment, { body: { clientSecret, card: CARDS.good } });
    expect(late.json()).toMatchObject({ status: 'canceled' });
    expect(await tracesOf(ctx, orderId)).toMatchObject({ state: 'cancelled', live: 0, sales: 0 });
    expect((await call(getCart, buyer)).json()).toHaveLength(1);
    const stranger = await someone(ctx);
    expect((await call(cancelCheckout, { body: { orderId }, ...stranger })).statusCode).toBe(404);
  });
});

describe('rejected before anyone is charged', () => {
  it('changes since the item was added to the cart are reported first', async () => {
    const { buyer, thing } = await someBuyer(app, 2400);
    await ctx.pool.query('update resources set price_cents = 2600 where id = $1', [thing.id]);
    const refused = await pay({ card: CARDS.good }, buyer);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('from $24.00 to $26.00'),
    ]);
    await call(refreshCart, { body: {}, ...buyer });
    const surprise = await pay({ card: CARDS.good, expectedTotal: '24.00' }, buyer);
    expect([surprise.statusCode, surprise.json().message]).toEqual([409, expect.stringContaining('$26.00')]);
    expect((await pay({ card: CARDS.good, expectedTotal: '26.00' }, buyer)).json().status).toBe('paid');
  });

  it("items off sale, owned, the viewer's own, none, or the same one twice", async () => {
    const { buyer, thing } = await someBuyer(app);
    const items = [thing.item];
    const statusOf = async (body: object, who: object = buyer) =>
      (await pay({ card: CARDS.good, ...body }, who)).statusCode;
    expect(await statusOf({ items: [...items, ...items] })).toBe(422);
    expect(await statusOf({ items: [{ itemType: 'resource', itemId: 2_000_000_000 }] })).toBe(404);
    expect(await statusOf({ items }, thing.seller)).toBe(409);
    expect(await statusOf({}, await someone(ctx))).toBe(409);
    expect(await statusOf({}, {})).toBe(400);
    await createEntitlement(ctx.db, { userId: buyer.id, ...thing.item, cause: 'grant' });
    const owned = await pay({ card: CARDS.good }, buyer);
    expect([owned.statusCode, owned.json().message]).toEqual([
      409,
      expect.stringContaining(`/curriculum/${thing.id}`),
    ]);
    await ctx.pool.query(`update resources set state = 'archived' where id = $1`, [thing.id]);
    const gone = await pay({ card: CARDS.good, items }, await someone(ctx));
    expect([gone.statusCode, gone.body.includes(thing.title)]).toEqual([404, false]);
    const { rows } = await ctx.pool.query('select 1 from orders where user_id = $1', [buyer.id]);
    expect(rows).toEqual([]);
  });

  it.each([0, -1, 1.5, 1e9, '2', null])('a quantity of %j', async (quantity) => {
    const thing = await somethingFor(ctx, 100);
    const answer = await pay({ items: [{ ...thing.item, quantity }], card: CARDS.good });
    expect(answer.statusCode).toBe(400);
  });

  it('a total above the limit of one payment', async () => {
    const thing = await somethingFor(ctx, 9_000_000);
    const answer = await pay({ items: [{ ...thing.item, quantity: 9999 }], card: CARDS.good });
    expect(answer.statusCode).toBe(422);
  });
});

describe('an idempotency key', () => {
  it('returns the same response for the same request, and rejects another', async () => {
    const { buyer } = await someBuyer(app);
    const headers = { ...buyer.headers, 'idempotency-key': 'key-12345678' };
    const send = (body: object) => pay({ card: CARDS.good, ...body }, { headers });
    const answers = await Promise.all(Array.from({ length: 8 }, () => send({})));
    const bodies = new Set(answers.map(({ body }) => body));
    expect([bodies.size, answers[0]?.json().status]).toEqual([1, 'paid']);
    expect((await send({ name: 'Somebody Else' })).statusCode).toBe(422);
    const short = await pay({ card: CARDS.good }, { headers: { ...headers, 'idempotency-key': 'short' } });
    expect(short.statusCode).toBe(400);
  });

  it('repeats the reason for a declined card, and can be used again after a rejection', async () => {
    const { buyer, thing } = await someBuyer(app);
    const send = (key: string, body: object) => pay({ idempotencyKey: key, ...body }, buyer);
    const first = await send('declined-1', { card: CARDS.declined });
    const again = await send('declined-1', { card: CARDS.declined });
    expect([first.statusCode, again.statusCode, again.body]).toEqual([402, 402, first.body]);
    await ctx.pool.query('update resources set price_cents = 999 where id = $1', [thing.id]);
    expect((await send('repriced-1', { card: CARDS.good })).statusCode).toBe(409);
    await call(refreshCart, { body: {}, ...buyer });
    expect((await send('repriced-1', { card: CARDS.good })).json()).toMatchObject({ status: 'paid' });
  });

  it('no card number is ever stored', async () => {
    const { buyer } = await someBuyer(app);
    await pay({ card: CARDS.good, idempotencyKey: 'no-number-kept' }, buyer);
    const tables = await ctx.pool.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`,
    );
    expect(tables.rows.length).toBeGreaterThan(50);
    for (const { name } of tables.rows) {
      const { rows } = await ctx.pool.query(
        `select 1 from ${name} t where t::text like '%4242424242424242%'`,
      );
      expect([name, rows.length]).toEqual([name, 0]);
    }
  });
});

describe('courses', () => {
  it('paid ones create an enrollment, free ones enroll immediately', async () => {
    const buyer = await someone(ctx);
    const paid = await createCourse(ctx.db, { priceCents: 12_000 });
    const free = await createCourse(ctx.db, { priceCents: 0 });
    const items = [{ itemType: 'certification', itemId: paid.id }];
    const { orderId } = (await pay({ items, card: CARDS.good }, buyer)).json();
    expect(await tracesOf(ctx, orderId)).toMatchObject({ entitlements: 1, enrollments: 1, ledger: 24_000 });
    const enrol = (id: number) => call(enrollForFree, { params: { id }, ...buyer });
    expect((await enrol(free.id)).json()).toMatchObject({ courseId: free.id, state: 'active' });
    expect((await enrol(free.id)).statusCode).toBe(200);
    const other = await createCourse(ctx.db, { priceCents: 100 });
    expect((await enrol(other.id)).statusCode).toBe(402);
    const mine = (await call(listEnrollments, buyer)).json() as { courseId: number }[];
    expect(mine.map(({ courseId }) => courseId)).toEqual([free.id, paid.id]);
    expect((await call(listEnrollments)).statusCode).toBe(401);
  });

  it('that build on others are sold to everyone: guests, members, teams, in the cart or alone', async () => {
    const [basics, jumps] = [
      await createCourse(ctx.db, { title: 'Basics', priceCents: 5000 }),
      await createCourse(ctx.db, { title: 'Jumps', priceCents: 7000 }),
    ];
    await ctx.db.insert(coursePrerequisites).values({ courseId: jumps.id, requiresId: basics.id });
    const alone = await createBundle(ctx.db, {
      priceCents: 100,
      items: [
        { itemType: 'course', itemId: jumps.id },
        { itemType: 'resource', itemId: (await somethingFor(ctx, 2000)).id },
      ],
    });
    const wanted = { itemType: 'course', itemId: jumps.id };
    const buying = async (items: object[], buyer: object = {}) => {
      const answer = (await pay({ items, card: CARDS.good }, buyer)).json();
      const { rows } = await ctx.pool.query('select total_cents::int from orders where id = $1', [
        answer.orderId,
      ]);
      return [answer.status, rows[0]?.total_cents];
    };
    expect(await buying([wanted])).toEqual(['paid', 7000]);
    expect(await buying([wanted], await someone(ctx))).toEqual(['paid', 7000]);
    expect(await buying([{ ...wanted, quantity: 2 }], await someone(ctx))).toEqual(['paid', 14_000]);
    const both = [wanted, { itemType: 'course', itemId: basics.id }];
    expect(await buying(both, await someone(ctx))).toEqual(['paid', 12_000]);
    expect(await buying([{ itemType: 'bundle', itemId: alone.id }], await someone(ctx))).toEqual([
      'paid',
      100,
    ]);
    const started = await call(startCheckout, {
      body: { ...MARA, item: wanted },
      ...(await someone(ctx)),
    });
    expect(started.json()).toMatchObject({ status: 'pending', amount: '70.00' });
  });
});
