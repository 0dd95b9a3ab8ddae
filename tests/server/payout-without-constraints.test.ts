// What the database constraints are worth: two concurrent payouts without any lock are paid once with them and twice
// without.
import { expect, it } from 'vitest';
import { payableSeller, sell } from './payout-tools.ts';
import { testContext } from './test-database.ts';

const ctx = await testContext();

/** Reads what is available, waits for the other to read the same, and pays it. */
async function carelessPayouts(sellerId: number, accountId: string): Promise<number> {
  const clients = await Promise.all([ctx.pool.connect(), ctx.pool.connect()]);
  const run = await ctx.pool.query<{ id: number }>(
    'insert into payout_runs (started_at, ended_at) values (now(), now()) returning id',
  );
  const now = ctx.clock.now();
  const read = await Promise.all(
    clients.map(async (client) => {
      await client.query('begin');
      const { rows } = await client.query<{ cents: number }>(
        `select sum(share_cents - returned_cents)::int as cents from earnings
         where seller_id = $1 and state = 'waiting' and available_at <= $2`,
        [sellerId, now],
      );
      return rows[0]?.cents ?? 0;
    }),
  );
  const paid = await Promise.all(
    clients.map(async (client, at) => {
      try {
        const { rows } = await client.query<{ id: number }>(
          `insert into payouts (run_id, seller_id, amount_cents, currency, gateway, account_id, created_at)
           values ($1, $2, $3, 'USD', 'sandbox', $4, $5) returning id`,
          [run.rows[0]?.id, sellerId, read[at], accountId, now],
        );
        await client.query(
          `update earnings set state = 'processing', payout_id = $1 where seller_id = $2 and available_at <= $3`,
          [rows[0]?.id, sellerId, now],
        );
        await client.query('commit');
        return true;
      } catch {
        await client.query('rollback');
        return false;
      } finally {
        client.release();
      }
    }),
  );
  return paid.filter(Boolean).length;
}

it('one of two concurrent payouts that skip the checks succeeds with the constraints, both without', async () => {
  const first = await payableSeller(ctx);
  await sell(ctx, { sellerId: first.id, priceCents: 2400 }, 8);
  expect(await carelessPayouts(first.id, first.accountId)).toBe(1);
  await ctx.pool.query('drop index payouts_one_processing');
  const second = await payableSeller(ctx);
  await sell(ctx, { sellerId: second.id, priceCents: 2400 }, 8);
  // The trigger alone does not see uncommitted rows; the index alone does not know what is due.
  await ctx.pool.query('alter table payouts disable trigger payout_is_due');
  expect(await carelessPayouts(second.id, second.accountId)).toBe(2);
});
