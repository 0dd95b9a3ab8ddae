// Random carts through the whole checkout: coupons, several sellers, refunds, an occasional dispute, payouts in
// between. Afterwards the ledger is right to the cent. The rules alone are tested with ten thousand carts in the unit
// tests.
import { expect, it } from 'vitest';
import { createCoupon, createResource } from '#server/seed/factories.ts';
import { startRun } from '#server/features/payout/payout-run.service.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { refundOrder } from '#shared/features/refund/refund.contract.ts';
import { CARDS, MARA } from '../server/checkout-tools.ts';
import { dispute, hearGateway } from '../server/refund-tools.ts';
import { someSeller } from '../server/resource-tools.ts';
import { testApp } from '../server/test-app.ts';
import { expectBalancedBooks } from './books.ts';
import { report, secondsSince } from './report.ts';
import { FULL } from './two-servers.ts';

const CARTS = FULL ? 1000 : 60;
const { ctx, call } = await testApp();
const rows = async <T>(text: string, values: unknown[] = []) =>
  (await ctx.pool.query(text, values)).rows as T[];

/** The same numbers in every run. */
let state = 7;
const upTo = (most: number) => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return (state >>> 8) % (most + 1);
};

async function stock() {
  const resources: number[] = [];
  for (const feePoints of [null, 999, 0]) {
    const seller = await someSeller(ctx);
    await ctx.pool.query('update sellers set fee_points = $2 where user_id = $1', [seller.id, feePoints]);
    await ctx.pool.query(
      `insert into sandbox_accounts (id, idempotency_key, email, state, created_at)
       values ('acct_' || $1, 'acct_' || $1, 's@example.com', 'ready', now())`,
      [String(seller.id)],
    );
    await ctx.pool.query(
      `insert into payout_accounts (user_id, gateway, gateway_id, state, created_at, updated_at)
       values ($1::int, 'sandbox', 'acct_' || $1::int, 'ready', now(), now())`,
      [seller.id],
    );
    for (const priceCents of [50, 99, 333, 1250, 2499, 9999]) {
      resources.push((await createResource(ctx.db, { sellerId: seller.id, priceCents })).id);
    }
  }
  const coupons = ['TENTH-OFF', 'A-THIRD', 'FIVE-OFF'];
  await createCoupon(ctx.db, { code: 'TENTH-OFF', kind: 'percent', percent: 10, amountCents: null });
  await createCoupon(ctx.db, { code: 'A-THIRD', kind: 'percent', percent: 33, amountCents: null });
  await createCoupon(ctx.db, { code: 'FIVE-OFF', kind: 'fixed', percent: null, amountCents: 500 });
  return { resources, coupons };
}

it(`${CARTS} random carts: every cent is accounted for, and nobody is paid more than they are owed`, async () => {
  const startedAt = Date.now();
  const { resources, coupons } = await stock();
  const done = { paid: 0, refused: 0, refunds: 0, disputes: 0, runs: 0 };
  for (let cart = 0; cart < CARTS; cart++) {
    const wanted = new Set(
      Array.from({ length: 1 + upTo(4) }, () => resources[upTo(resources.length - 1)] ?? 0),
    );
    const items = [...wanted].map((itemId) => ({ itemType: 'resource', itemId, quantity: 1 + upTo(2) }));
    const couponCode = upTo(1) ? coupons[upTo(coupons.length - 1)] : undefined;
    const buyer = { ...MARA, email: `cart-${cart}@example.com` };
    const body = { ...buyer, items, card: CARDS.good, ...(couponCode && { couponCode }) };
    if (cart % 25 === 0) await ctx.pool.query('delete from rate_limits');
    const answer = await call(simpleCheckout, { body });
    // Below what a card can pay, or nothing to pay.
    if (answer.statusCode !== 200) done.refused += 1;
    else {
      done.paid += 1;
      await goOn(answer.json<{ orderId: number }>().orderId, done);
    }
    if (cart % 20 === 19) {
      // Days pass: earlier sales are paid out.
      await ctx.pool.query(
        `update earnings set available_at = available_at - interval '8 days' where state = 'waiting'`,
      );
      await inTransaction(ctx.db, (tx) => startRun(ctx, tx, { startedBy: null }));
      await ctx.jobs.drain();
      done.runs += 1;
    }
  }
  await ctx.jobs.drain();
  await expectBalancedBooks(rows);
  await expectSharesRight();
  await report(`${CARTS} random carts`, [
    `${done.paid} paid, ${done.refused} refused, ${done.refunds} refunds, ${done.disputes} disputes, ${done.runs} payout runs; the ledger is right to the cent; ${secondsSince(startedAt)}`,
  ]);
});

/** What buyers, sellers or banks do with an order afterwards. */
async function goOn(orderId: number, done: { refunds: number; disputes: number }): Promise<void> {
  const id = orderId;
  for (let times = upTo(2); times > 0; times--) {
    const amount = `${upTo(9)}.${10 + upTo(89)}`;
    const wanted = upTo(3) === 0 ? { kind: 'whole' } : { kind: 'amount', amount };
    const answer = await call(
      refundOrder,
      { params: { id }, body: { ...wanted, reason: 'Chance' } },
      'admin',
    );
    if (answer.statusCode === 200) done.refunds += 1;
  }
  if (upTo(1)) await ctx.jobs.drain();
  if (upTo(7) === 0) {
    done.disputes += 1;
    for (const word of ['open', 'lost', 'won', 'lost'] as const) {
      if (upTo(2)) await dispute(ctx, orderId, word).catch(() => undefined);
    }
    await hearGateway(ctx, orderId).catch(() => undefined);
  }
}

async function expectSharesRight(): Promise<void> {
  // What is left of each order at the gateway equals the value of its parts.
  const uneven = await rows(
    `select o.id from orders o join order_parts p on p.order_id = o.id where o.paid_at is not null
     group by o.id having o.total_cents <> sum(p.amount_cents - p.discount_cents + p.tax_cents)`,
  );
  expect(uneven).toEqual([]);
  // Per seller: what the ledger owes equals the parts and their share of memberships, minus completed payouts.
  const sellers = await rows<{ owed: number; earned: number; paid: number; reversed: number }>(
    `select seller_owed(s.user_id)::int as owed,
       (select coalesce(sum(e.share_cents - e.returned_cents), 0)::int from earnings e where e.seller_id = s.user_id)
         + (select coalesce(sum(m.amount_cents), 0)::int from member_shares m where m.payee_id = s.user_id) as earned,
       (select coalesce(sum(p.amount_cents), 0)::int from payouts p where p.seller_id = s.user_id and p.state <> 'failed') as paid,
       (select coalesce(sum(r.amount_cents), 0)::int from payout_reversals r
         where r.seller_id = s.user_id and r.state = 'succeeded') as reversed
     from sellers s where exists (select 1 from earnings e where e.seller_id = s.user_id)`,
  );
  for (const { owed, earned, paid, reversed } of sellers) expect(owed).toBe(earned - paid + reversed);
  // The gateway's charges and refunds equal the ledger's.
  const [gateway] = await rows<{ books: number; bank: number }>(
    `select (select coalesce(sum(amount_cents), 0)::int from ledger_entries where account = 'gateway') as books,
       (select coalesce(sum(amount_cents - refunded_cents), 0)::int from sandbox_payments where state = 'succeeded')
       - (select coalesce(sum(amount_cents), 0)::int from sandbox_disputes where state <> 'won')
       - (select coalesce(sum(amount_cents - reversed_cents), 0)::int from sandbox_transfers) as bank`,
  );
  expect(gateway?.books).toBe(gateway?.bank);
  const late = await rows(
    `select p.id from payouts p join earnings e on e.payout_id = p.id where e.available_at > p.created_at`,
  );
  expect(late).toEqual([]);
}
