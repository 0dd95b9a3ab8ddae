// Payouts, for tests: sales as completed orders leave them, accounts at the test bank, refunds, and the ledger.
import { inTransaction } from '#server/db/transaction.ts';
import { recordLedgerEntries } from '#server/features/ledger/ledger.service.ts';
import { startRun } from '#server/features/payout/payout-run.service.ts';
import { createResource } from '#server/seed/factories.ts';
import { saleLines } from '#shared/features/ledger/ledger.rules.ts';
import { feeOf } from '#shared/features/checkout/pricing.rules.ts';
import { someone, someSeller, type Person } from './resource-tools.ts';
import type { TestContext } from './test-database.ts';

const DAY = 86_400_000;

export type Sold = { orderId: number; partId: number; shareCents: number; paymentId: number };
type Sale = {
  sellerId: number;
  priceCents: number;
  discountCents?: number;
  feePoints?: number;
  title?: string;
};

/** A paid order of one item, paid so many days ago. */
export async function sell(
  ctx: TestContext,
  { sellerId, priceCents, discountCents = 0, feePoints = 1500, title = 'Plié plan' }: Sale,
  daysAgo = 0,
): Promise<Sold> {
  const buyer = await someone(ctx);
  const resource = await createResource(ctx.db, { sellerId, priceCents, title });
  const paidAt = new Date(ctx.clock.now().getTime() - daysAgo * DAY);
  const paid = priceCents - discountCents;
  const feeCents = feeOf(paid, feePoints);
  const shareCents = paid - feeCents;
  const client = await ctx.pool.connect();
  const one = async (text: string, values: unknown[]) => {
    const { rows } = await client.query<{ id: number }>(text, values);
    return rows[0]?.id ?? 0;
  };
  let sold: Sold;
  try {
    await client.query('begin');
    const orderId = await one(
      `insert into orders (user_id, email, name, state, subtotal_cents, discount_cents, total_cents, is_from_cart,
         fingerprint, created_at, expires_at, paid_at)
       values ($1, $2, 'Mara', 'paid', $3, $4, $5, false, 'x', $6, $6, $6) returning id`,
      [buyer.id, `${buyer.username}@example.com`, priceCents, discountCents, paid, paidAt],
    );
    const lineId = await one(
      `insert into order_lines (order_id, position, item_type, item_id, title, kind, seller_name, unit_price_cents,
         quantity, amount_cents, discount_cents, buyer, is_live)
       values ($1, 0, 'resource', $2, $3, 'resource', 'Barre', $4, 1, $4, $5, $6, true) returning id`,
      [orderId, resource.id, title, priceCents, discountCents, `u${buyer.id}`],
    );
    const partId = await one(
      `insert into order_parts (order_id, line_id, item_type, item_id, title, seller_id, amount_cents, discount_cents, fee_cents)
       values ($1, $2, 'resource', $3, $4, $5, $6, $7, $8) returning id`,
      [orderId, lineId, resource.id, title, sellerId, priceCents, discountCents, feeCents],
    );
    const gatewayId = `pi_test_${orderId}`;
    await client.query(
      `insert into sandbox_payments (id, idempotency_key, client_secret, amount_cents, currency, state, metadata, created_at)
       values ($1, $1, $1, $2, 'USD', 'succeeded', '{}', $3)`,
      [gatewayId, paid, paidAt],
    );
    const paymentId = await one(
      `insert into payments (order_id, gateway, gateway_id, amount_cents, currency, state, created_at, updated_at)
       values ($1, 'sandbox', $2, $3, 'USD', 'succeeded', $4, $4) returning id`,
      [orderId, gatewayId, paid, paidAt],
    );
    await client.query(
      `insert into earnings (part_id, order_id, seller_id, share_cents, available_at)
       values ($1, $2, $3, $4, $5::timestamptz + interval '7 days')`,
      [partId, orderId, sellerId, shareCents, paidAt],
    );
    await client.query('commit');
    sold = { orderId, partId, shareCents, paymentId };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  const lines = saleLines([{ sellerId, amountCents: priceCents, discountCents, taxCents: 0, feeCents }]);
  const { orderId, paymentId } = sold;
  await inTransaction(ctx.db, (tx) =>
    recordLedgerEntries(tx, { kind: 'sale', cause: `payment ${paymentId}`, orderId, at: paidAt, lines }),
  );
  return sold;
}

/** A seller whose account at the test bank is ready. */
export async function payableSeller(ctx: TestContext): Promise<Person & { accountId: string }> {
  const seller = await someSeller(ctx);
  return { ...seller, accountId: await openBankAccount(ctx, seller.id) };
}

export async function openBankAccount(ctx: TestContext, sellerId: number): Promise<string> {
  const wanted = { key: `test-${sellerId}`, email: 'seller@example.com', sellerId };
  const { id } = await ctx.payouts.createAccount(wanted);
  await ctx.testBank?.hearSeller(id, 'ready');
  await ctx.pool.query(
    `insert into payout_accounts (user_id, gateway, gateway_id, state, created_at, updated_at)
     values ($1, $2, $3, 'ready', now(), now())`,
    [sellerId, ctx.payouts.name, id],
  );
  return id;
}

/** One run, and everything it triggers. */
export async function runPayouts(ctx: TestContext): Promise<number> {
  const runId = await inTransaction(ctx.db, (tx) => startRun(ctx, tx, { startedBy: null }));
  await ctx.jobs.drain();
  return runId;
}

/** What the test bank actually holds for them. */
export async function bankBalance(ctx: TestContext, accountId: string): Promise<number> {
  const { rows } = await ctx.pool.query<{ balance: string }>(
    'select balance_cents as balance from sandbox_accounts where id = $1',
    [accountId],
  );
  return Number(rows[0]?.balance ?? 0);
}

export async function owedTo(ctx: TestContext, sellerId: number): Promise<number> {
  const { rows } = await ctx.pool.query<{ owed: string }>('select seller_owed($1) as owed', [sellerId]);
  return Number(rows[0]?.owed ?? 0);
}

export async function payoutsOf(ctx: TestContext, sellerId: number) {
  const { rows } = await ctx.pool.query<{
    id: number;
    state: string;
    amount: number;
    offset: number;
    failure: string | null;
  }>(
    `select id, state, amount_cents::int as amount, offset_cents::int as offset, failure
     from payouts where seller_id = $1 order by id`,
    [sellerId],
  );
  return rows;
}

export async function earningStates(ctx: TestContext, sellerId: number): Promise<string[]> {
  const { rows } = await ctx.pool.query<{ state: string }>(
    'select state from earnings where seller_id = $1 order by part_id',
    [sellerId],
  );
  return rows.map(({ state }) => state);
}
