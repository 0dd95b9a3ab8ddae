// The only way an order becomes paid, whoever asks, how often, and whatever failed before.
import { describe, expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { insertLedgerTransaction } from '#server/features/ledger/ledger.queries.ts';
import { GatewayUnreachableError, type Gateway } from '#server/integrations/gateway/gateway.ts';
import {
  startCheckout,
  cancelCheckout,
  confirmCheckout,
  confirmSandboxPayment,
  simpleCheckout,
} from '#shared/features/checkout/checkout.contract.ts';
import { CARDS, MARA, someBuyer, somethingFor, tracesOf } from '../../../tests/server/checkout-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { applyPayment } from './apply-payment.service.ts';
import { findPaymentOfOrder } from './payment.queries.ts';
import { reconcileJob } from './reconcile.jobs.ts';

const app = await testApp();
const { ctx, call } = app;
const DAY = 86_400_000;

/** An order waiting for a card, and its buyer. */
async function waiting(priceCents = 2400) {
  const { buyer, thing } = await someBuyer(app, priceCents);
  const begun = (await call(startCheckout, { body: {}, ...buyer })).json();
  return { buyer, thing, ...(begun as { orderId: number; paymentId: number; clientSecret: string }) };
}

const giveCard = (clientSecret: string) =>
  call(confirmSandboxPayment, { body: { clientSecret, card: CARDS.good } });

/** The gateway with one of its calls replaced, for as long as `during` takes. */
async function withGateway<T>(changed: Partial<Gateway>, during: () => Promise<T>): Promise<T> {
  const real = ctx.gateway;
  ctx.gateway = { ...real, ...changed };
  try {
    return await during();
  } finally {
    ctx.gateway = real;
  }
}

describe('a payment is applied', () => {
  it('once, however many ask at once', async () => {
    const { buyer, orderId, paymentId, clientSecret } = await waiting();
    await giveCard(clientSecret);
    const confirm = () => call(confirmCheckout, { body: { orderId }, ...buyer });
    await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? confirm() : applyPayment(ctx, paymentId))),
    );
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
  });

  it('by reconciliation, when the buyer never returns from the bank', async () => {
    const { orderId, clientSecret } = await waiting();
    await giveCard(clientSecret);
    expect((await tracesOf(ctx, orderId)).state).toBe('pending');
    ctx.clock.advance(20_000);
    await reconcileJob.run(ctx, {});
    expect(await tracesOf(ctx, orderId)).toMatchObject({ state: 'paid', entitlements: 1, mails: 1 });
  });

  it('when the gateway charges and its answer is lost', async () => {
    const { buyer } = await someBuyer(app);
    const lost: Gateway['confirmPayment'] = async (...asked) => {
      await confirmReally(...asked);
      throw new GatewayUnreachableError();
    };
    const confirmReally = ctx.gateway.confirmPayment;
    const answer = await withGateway({ confirmPayment: lost }, () =>
      call(simpleCheckout, { body: { ...MARA, card: CARDS.good, idempotencyKey: 'lost-answer' }, ...buyer }),
    );
    const { orderId, status } = answer.json<{ orderId: number; status: string }>();
    expect(status).toBe('processing');
    await ctx.jobs.drain({ includeLater: true });
    expect(await tracesOf(ctx, orderId)).toMatchObject({ state: 'paid', payments: ['succeeded'], sales: 1 });
  });

  it('and completes the idempotency key of its request when that request died', async () => {
    const { buyer } = await someBuyer(app);
    const body = { ...MARA, card: CARDS.good, idempotencyKey: 'gone-midway' };
    const confirmReally = ctx.gateway.confirmPayment;
    const confirmPayment: Gateway['confirmPayment'] = async (...asked) => {
      await confirmReally(...asked);
      throw new Error('gone');
    };
    await withGateway({ confirmPayment }, () => call(simpleCheckout, { body, ...buyer }));
    ctx.clock.advance(20_000);
    await reconcileJob.run(ctx, {});
    const { rows } = await ctx.pool.query(
      `select k.status, k.answer, o.state, o.id from idempotency_keys k join orders o on o.id = k.order_id
       where k.key = 'gone-midway'`,
    );
    const [{ id }] = rows as [{ id: number }];
    const answer = { orderId: id, status: 'paid' };
    expect(rows).toEqual([{ id, state: 'paid', status: 200, answer }]);
    expect((await call(simpleCheckout, { body, ...buyer })).json()).toEqual(answer);
    expect(await tracesOf(ctx, id)).toMatchObject({ payments: ['succeeded'], sales: 1 });
  });

  it.each([
    { name: 'once, when others learn of it before the buyer’s own request goes on', state: 'paid', sales: 1 },
    {
      name: 'not to an order that has ended meanwhile: the money is refunded',
      change: `update orders set state = 'cancelled', ended_at = now() where id = $1`,
      state: 'cancelled',
      sales: 1,
    },
    {
      name: 'not when it has become a problem for staff meanwhile',
      change: `update payments set state = 'set_aside' where order_id = $1`,
      state: 'pending',
      sales: 0,
    },
  ])('$name', async ({ change, state, sales }) => {
    const { buyer } = await someBuyer(app);
    const confirmReally = ctx.gateway.confirmPayment;
    let orderId = 0;
    const confirmPayment: Gateway['confirmPayment'] = async (...asked) => {
      const answer = await confirmReally(...asked);
      orderId = Number(answer.metadata['orderId']);
      if (change) await ctx.pool.query(change, [orderId]);
      else await applyPayment(ctx, Number(answer.metadata['paymentId']));
      return answer;
    };
    await withGateway({ confirmPayment }, () =>
      call(simpleCheckout, { body: { ...MARA, card: CARDS.good }, ...buyer }),
    );
    const isPaid = state === 'paid';
    expect(await tracesOf(ctx, orderId)).toMatchObject({
      state,
      live: isPaid ? 1 : 0,
      entitlements: isPaid ? 1 : 0,
      sales,
      refunds: state === 'cancelled' ? ['requested'] : [],
    });
  });

  it('not at all when the gateway is unreachable: nothing is charged, and the same key works later', async () => {
    const { buyer } = await someBuyer(app);
    const body = { ...MARA, card: CARDS.good, idempotencyKey: 'out-of-reach' };
    const createPayment = () => Promise.reject(new GatewayUnreachableError());
    const refused = await withGateway({ createPayment }, () => call(simpleCheckout, { body, ...buyer }));
    expect([refused.statusCode, refused.json().message]).toEqual([
      503,
      expect.stringContaining('nothing was charged'),
    ]);
    expect((await call(simpleCheckout, { body, ...buyer })).json()).toMatchObject({ status: 'paid' });
    const { rows } = await ctx.pool.query('select 1 from orders where user_id = $1', [buyer.id]);
    expect(rows).toHaveLength(1);
  });
});

describe('sales counts', () => {
  it('include each order once, shortly afterwards, by seats', async () => {
    const { buyer, thing } = await someBuyer(app, 900);
    const items = [{ ...thing.item, quantity: 3 }];
    await call(simpleCheckout, { body: { ...MARA, items, card: CARDS.good }, ...buyer });
    const counts = async () => {
      const { rows } = await ctx.pool.query('select sales_count as sold from resources where id = $1', [
        thing.id,
      ]);
      return (rows as { sold: number }[])[0]?.sold;
    };
    const before = await counts();
    await Promise.all([reconcileJob.run(ctx, {}), reconcileJob.run(ctx, {})]);
    await reconcileJob.run(ctx, {});
    expect([before, await counts()]).toEqual([0, 3]);
  });

  it('leave the index of a listing’s words as it is', async () => {
    const { id } = await somethingFor(ctx, 900);
    await inTransaction(ctx.db, async ({ $client }) => {
      const written = async () => {
        const { rows } = await $client.query<{ all: number; inPlace: number }>(
          `select pg_stat_get_xact_tuples_updated(oid)::int as all,
             pg_stat_get_xact_tuples_hot_updated(oid)::int as "inPlace"
           from pg_class where relname = 'listing_words'`,
        );
        return rows[0] ?? { all: 0, inPlace: 0 };
      };
      const before = await written();
      await $client.query('update resources set sales_count = sales_count + 1 where id = $1', [id]);
      expect(await written()).toEqual({ all: before.all + 1, inPlace: before.inPlace + 1 });
      const { rows } = await $client.query(
        `select w.sales_count as sold, l.sales_count as listed, w.score = l.score as "isEven"
         from listing_words w join resource_listings l using (resource_id) where resource_id = $1`,
        [id],
      );
      expect(rows).toEqual([{ sold: 1, listed: 1, isEven: true }]);
    });
  });
});

describe('money that doesn’t match an order', () => {
  it('with a wrong amount becomes a payment problem: the buyer gets nothing, staff see it', async () => {
    const { orderId, paymentId, clientSecret } = await waiting();
    await giveCard(clientSecret);
    const payment = await findPaymentOfOrder(ctx.db, { orderId });
    await ctx.pool.query('update sandbox_payments set amount_cents = 1 where id = $1', [payment?.gatewayId]);
    await applyPayment(ctx, paymentId);
    expect(await tracesOf(ctx, orderId)).toMatchObject({
      state: 'pending',
      payments: ['set_aside'],
      live: 0,
      entitlements: 0,
      sales: 0,
    });
    const { rows } = await ctx.pool.query('select kind, detail from payment_problems where payment_id = $1', [
      paymentId,
    ]);
    expect(rows).toEqual([{ kind: 'wrong_amount', detail: 'The order is $24.00; the gateway says $0.01.' }]);
  });

  it('that arrives after the order was canceled is refunded', async () => {
    const { buyer, orderId, paymentId, clientSecret } = await waiting();
    // The gateway loses the cancelling and lets the card through.
    const cancelPayment: Gateway['cancelPayment'] = async (id) => {
      const found = await ctx.gateway.findPayment(id);
      if (!found) throw new Error('gone');
      return { ...found, state: 'canceled' };
    };
    await withGateway({ cancelPayment }, () => call(cancelCheckout, { body: { orderId }, ...buyer }));
    expect((await tracesOf(ctx, orderId)).state).toBe('cancelled');
    await giveCard(clientSecret);
    await ctx.pool.query(`update payments set state = 'open' where id = $1`, [paymentId]);
    await applyPayment(ctx, paymentId);
    await ctx.jobs.drain();
    expect(await tracesOf(ctx, orderId)).toMatchObject({
      state: 'refunded',
      entitlements: 0,
      refunds: ['succeeded'],
      mails: 1,
    });
  });
});

describe('unpaid orders', () => {
  it('expire or fail after a day; a card entered later isn’t charged', async () => {
    const { orderId, clientSecret } = await waiting();
    const { buyer } = await someBuyer(app);
    const refused = await call(simpleCheckout, { body: { ...MARA, card: CARDS.declined }, ...buyer });
    expect(refused.statusCode).toBe(402);
    const { rows } = await ctx.pool.query<{ id: number }>('select id from orders where user_id = $1', [
      buyer.id,
    ]);
    ctx.clock.advance(DAY + 1000);
    await reconcileJob.run(ctx, {});
    expect((await tracesOf(ctx, orderId)).state).toBe('expired');
    expect((await tracesOf(ctx, rows[0]?.id ?? 0)).state).toBe('failed');
    expect((await giveCard(clientSecret)).json()).toMatchObject({ status: 'canceled' });
  });
});

describe('database constraints', () => {
  const write = (amounts: [number, number], cause: string, orderId: number) =>
    inTransaction(ctx.db, (tx) =>
      insertLedgerTransaction(tx, {
        kind: 'sale',
        cause,
        orderId,
        createdAt: ctx.clock.now(),
        entries: [
          { account: 'gateway', amountCents: amounts[0], currency: 'USD' },
          { account: 'platform_revenue', amountCents: amounts[1], currency: 'USD' },
        ],
      }),
    );

  it('of the ledger refuse unbalanced transactions and any change to existing entries', async () => {
    const { orderId } = await waiting();
    await expect(write([100, -99], 'test 1', orderId)).rejects.toMatchObject({
      constraint: 'ledger_sums_to_zero',
    });

    expect(await write([100, -100], 'test 2', orderId)).toBe(true);
    expect(await write([100, -100], 'test 2', orderId)).toBe(false);
    for (const statement of [
      'update ledger_entries set amount_cents = 1',
      'delete from ledger_entries',
      'delete from ledger_transactions',
      'truncate ledger_entries',
    ]) {
      await expect(ctx.pool.query(statement)).rejects.toMatchObject({ constraint: 'only_added_to' });
    }
  });

  it.each([
    ['another price', 'update order_lines set amount_cents = 1 where order_id = $1', 'order_price_stays'],
    ['another total', 'update orders set subtotal_cents = 1, total_cents = 1 where id = $1', 'order_adds_up'],
    [
      'a second live payment',
      `insert into payments (order_id, gateway, amount_cents, currency, created_at, updated_at)
       values ($1, 'sandbox', 1, 'USD', now(), now())`,
      'payments_one_live',
    ],
    [
      'a second pending order',
      `insert into orders (user_id, email, name, subtotal_cents, total_cents, is_from_cart, fingerprint, created_at, expires_at)
       select user_id, email, name, subtotal_cents, total_cents, true, 'x', now(), now() from orders where id = $1`,
      'orders_one_pending',
    ],
  ])('of orders: %s is refused', async (_, statement, constraint) => {
    const { orderId } = await waiting();
    await expect(ctx.pool.query(statement, [orderId])).rejects.toMatchObject({ constraint });
  });

  it('refuse refunds above the amount paid', async () => {
    const { orderId, paymentId, clientSecret } = await waiting(1000);
    await giveCard(clientSecret);
    await applyPayment(ctx, paymentId);
    const refund = (cents: number) =>
      ctx.pool.query(
        `insert into refunds (order_id, payment_id, amount_cents, reason, created_at) values ($1, $2, $3, 'test', now())`,
        [orderId, paymentId, cents],
      );
    await refund(600);
    await expect(refund(500)).rejects.toMatchObject({ constraint: 'refunds_within_payment' });
    await refund(400);
  });
});
