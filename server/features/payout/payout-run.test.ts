// Payout runs on a real database and the test bank: who is paid how much, once, and what blocks a payout.
import { afterEach, expect, it, vi } from 'vitest';
import { refundOrder } from '../../../tests/server/payout-refunds.ts';
import {
  bankBalance,
  earningStates,
  owedTo,
  payableSeller,
  payoutsOf,
  runPayouts,
  sell,
} from '../../../tests/server/payout-tools.ts';
import { mailsTo } from '../../../tests/server/mails.ts';
import { someSeller } from '../../../tests/server/resource-tools.ts';
import { testContext } from '../../../tests/server/test-database.ts';
import { GatewayRefusedError, GatewayUnreachableError } from '#server/integrations/gateway/gateway.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { PAYOUT_MINIMUM_CENTS } from '#shared/features/payout/payout.rules.ts';
import { reverseJob } from './payout-send.service.ts';
import { startRun, resumePayoutsJob } from './payout-run.service.ts';

const ctx = await testContext();
// The sellers of the demo school first: what follows is about others.
await runPayouts(ctx);
afterEach(() => vi.restoreAllMocks());

/** Begun, and the transfer not sent yet. */
async function beginOnly(): Promise<void> {
  await inTransaction(ctx.db, (tx) => startRun(ctx, tx, { startedBy: null }));
  const transfer = vi.spyOn(ctx.payouts, 'transfer').mockRejectedValue(new GatewayUnreachableError());
  await expect(ctx.jobs.drain()).rejects.toThrow('did not respond');
  transfer.mockRestore();
}

it('pays the available balance and nothing that is pending', async () => {
  const seller = await payableSeller(ctx);
  await sell(ctx, { sellerId: seller.id, priceCents: 2400 }, 8);
  await sell(ctx, { sellerId: seller.id, priceCents: 1000 }, 7);
  await sell(ctx, { sellerId: seller.id, priceCents: 5000 }, 6);
  const runId = await runPayouts(ctx);
  expect(await payoutsOf(ctx, seller.id)).toMatchObject([{ state: 'paid', amount: 2040 + 850, offset: 0 }]);
  expect(await bankBalance(ctx, seller.accountId)).toBe(2890);
  expect(await owedTo(ctx, seller.id)).toBe(4250);
  expect(await earningStates(ctx, seller.id)).toEqual(['paid', 'paid', 'waiting']);
  const run = await ctx.pool.query('select payout_count, ended_at from payout_runs where id = $1', [runId]);
  expect(run.rows).toMatchObject([{ payout_count: 1, ended_at: expect.any(Date) }]);
  await runPayouts(ctx);
  expect(await payoutsOf(ctx, seller.id)).toHaveLength(1);
});

it('skips sellers without an account, on hold, suspended as seller or user, or below the minimum', async () => {
  const without = await someSeller(ctx);
  const held = await payableSeller(ctx);
  const suspended = await payableSeller(ctx);
  const suspendedUser = await payableSeller(ctx);
  const poor = await payableSeller(ctx);
  for (const { id } of [without, held, suspended, suspendedUser])
    await sell(ctx, { sellerId: id, priceCents: 2400 }, 9);
  await sell(ctx, { sellerId: poor.id, priceCents: 110 }, 9);
  await ctx.pool.query(`insert into payout_holds values ($1, 'We look into it.', now())`, [held.id]);
  await ctx.pool.query(`update sellers set state = 'suspended' where user_id = $1`, [suspended.id]);
  await ctx.pool.query(`update users set state = 'suspended', suspended_reason = 'x' where id = $1`, [
    suspendedUser.id,
  ]);
  await runPayouts(ctx);
  for (const { id } of [without, held, suspended, suspendedUser, poor])
    expect(await payoutsOf(ctx, id)).toEqual([]);
  await ctx.pool.query('delete from payout_holds where user_id = $1', [held.id]);
  await runPayouts(ctx);
  expect(await payoutsOf(ctx, held.id)).toMatchObject([{ state: 'paid', amount: 2040 }]);
});

it('pays exactly the minimum, and nothing one cent below it', async () => {
  const atMinimum = await payableSeller(ctx);
  const belowMinimum = await payableSeller(ctx);
  const { shareCents } = await sell(ctx, { sellerId: atMinimum.id, priceCents: 118 }, 9);
  const { shareCents: tooLittle } = await sell(ctx, { sellerId: belowMinimum.id, priceCents: 117 }, 9);
  expect([shareCents, tooLittle]).toEqual([PAYOUT_MINIMUM_CENTS, PAYOUT_MINIMUM_CENTS - 1]);
  await runPayouts(ctx);
  expect(await payoutsOf(ctx, atMinimum.id)).toMatchObject([{ state: 'paid', amount: 100 }]);
  expect(await payoutsOf(ctx, belowMinimum.id)).toEqual([]);
  expect(await owedTo(ctx, belowMinimum.id)).toBe(99);
});

it('retries with the same key when the bank doesn’t answer, and pays once', async () => {
  const seller = await payableSeller(ctx);
  await sell(ctx, { sellerId: seller.id, priceCents: 2400 }, 8);
  const { transfer } = ctx.payouts;
  // It succeeded, but the response was lost.
  vi.spyOn(ctx.payouts, 'transfer').mockImplementationOnce(async (wanted) => {
    await transfer(wanted);
    throw new GatewayUnreachableError();
  });
  await expect(runPayouts(ctx)).rejects.toThrow('did not respond');
  expect(await payoutsOf(ctx, seller.id)).toMatchObject([{ state: 'processing' }]);
  expect(await earningStates(ctx, seller.id)).toEqual(['processing']);
  await ctx.jobs.drain({ includeLater: true });
  expect(await payoutsOf(ctx, seller.id)).toMatchObject([{ state: 'paid', amount: 2040 }]);
  expect(await bankBalance(ctx, seller.accountId)).toBe(2040);
});

it('looks for an existing transfer before retrying, since gateways forget keys', async () => {
  const seller = await payableSeller(ctx);
  await sell(ctx, { sellerId: seller.id, priceCents: 2400 }, 8);
  await beginOnly();
  const found = vi.spyOn(ctx.payouts, 'findTransfer').mockResolvedValue({ id: 'tr_made_before' });
  const asked = vi.spyOn(ctx.payouts, 'transfer');
  const now = ctx.clock.now();
  ctx.clock.set(new Date(now.getTime() + 20 * 3_600_000));
  await ctx.jobs.drain({ includeLater: true });
  ctx.clock.set(now);
  expect(found).toHaveBeenCalled();
  expect(asked).not.toHaveBeenCalled();
  expect(await payoutsOf(ctx, seller.id)).toMatchObject([{ state: 'paid' }]);
});

it('restores the balance when the bank refuses, emails the seller once, and pays with the next run', async () => {
  const seller = await payableSeller(ctx);
  await sell(ctx, { sellerId: seller.id, priceCents: 2400 }, 8);
  for (let time = 0; time < 2; time++) {
    vi.spyOn(ctx.payouts, 'transfer').mockRejectedValueOnce(new GatewayRefusedError('No such account'));
    await runPayouts(ctx);
  }
  const refused = 'The payment service refused it: No such account';
  expect(await payoutsOf(ctx, seller.id)).toMatchObject([
    { state: 'failed', failure: refused },
    { state: 'failed', failure: refused },
  ]);
  expect(await owedTo(ctx, seller.id)).toBe(2040);
  expect(await earningStates(ctx, seller.id)).toEqual(['waiting']);
  const { rows } = await ctx.pool.query<{ email: string }>('select email from users where id = $1', [
    seller.id,
  ]);
  const mails = await mailsTo(ctx, rows[0]?.email ?? '');
  expect(mails.filter(({ subject }) => subject.includes('failed'))).toHaveLength(1);
  await runPayouts(ctx);
  expect(await payoutsOf(ctx, seller.id)).toMatchObject([{}, {}, { state: 'paid', amount: 2040 }]);
});

it('reverses what is refunded after the payout', async () => {
  const seller = await payableSeller(ctx);
  const { orderId } = await sell(ctx, { sellerId: seller.id, priceCents: 2400 }, 8);
  await runPayouts(ctx);
  await refundOrder(ctx, orderId, 1200);
  expect(await bankBalance(ctx, seller.accountId)).toBe(1020);
  expect(await owedTo(ctx, seller.id)).toBe(0);
});

it('resumes a reversal lost in a crash, once', async () => {
  const seller = await payableSeller(ctx);
  const { orderId } = await sell(ctx, { sellerId: seller.id, priceCents: 2400 }, 8);
  await runPayouts(ctx);
  vi.spyOn(ctx.payouts, 'reverse').mockRejectedValueOnce(new GatewayUnreachableError());
  await expect(refundOrder(ctx, orderId, 1200)).rejects.toThrow('did not respond');
  await ctx.pool.query(`delete from pgboss.job where name = $1`, [reverseJob.name]);
  await ctx.jobs.drain({ includeLater: true });
  expect(await bankBalance(ctx, seller.accountId)).toBe(2040);

  const sweepAfter = async (seconds: number) => {
    const now = ctx.clock.now();
    ctx.clock.set(new Date(now.getTime() + seconds * 1000));
    await ctx.jobs.send(ctx.db, resumePayoutsJob, {});
    await ctx.jobs.drain();
    ctx.clock.set(now);
  };
  // A young one may still have its job.
  await sweepAfter(30);
  expect(await bankBalance(ctx, seller.accountId)).toBe(2040);
  await sweepAfter(90);
  expect(await bankBalance(ctx, seller.accountId)).toBe(1020);
  await sweepAfter(180);
  expect(await bankBalance(ctx, seller.accountId)).toBe(1020);
  expect(await owedTo(ctx, seller.id)).toBe(0);
});

it('deducts what couldn’t be reversed from the next payout', async () => {
  const seller = await payableSeller(ctx);
  const { orderId } = await sell(ctx, { sellerId: seller.id, priceCents: 2400 }, 8);
  await runPayouts(ctx);
  // The seller has drawn it already.
  await ctx.pool.query('update sandbox_accounts set balance_cents = 0 where id = $1', [seller.accountId]);
  await refundOrder(ctx, orderId, 2400);
  expect(await owedTo(ctx, seller.id)).toBe(-2040);
  await sell(ctx, { sellerId: seller.id, priceCents: 1000 }, 8);
  await runPayouts(ctx);
  expect(await payoutsOf(ctx, seller.id)).toHaveLength(1);
  await sell(ctx, { sellerId: seller.id, priceCents: 2000 }, 8);
  await runPayouts(ctx);
  expect(await payoutsOf(ctx, seller.id)).toMatchObject([
    { amount: 2040 },
    { state: 'paid', amount: 850 + 1700 - 2040, offset: 2040 },
  ]);
  expect(await owedTo(ctx, seller.id)).toBe(0);
});

it('a sale refunded during its payout: the payout arrives in full, then the share is reversed', async () => {
  const seller = await payableSeller(ctx);
  const { orderId } = await sell(ctx, { sellerId: seller.id, priceCents: 2400 }, 8);
  await beginOnly();
  await refundOrder(ctx, orderId, 2400, { isPatient: false });
  await ctx.jobs.drain({ includeLater: true });
  expect(await payoutsOf(ctx, seller.id)).toMatchObject([{ state: 'paid', amount: 2040 }]);
  expect(await bankBalance(ctx, seller.accountId)).toBe(0);
  expect(await owedTo(ctx, seller.id)).toBe(0);
});

it('the database refuses a payout above the amount due, unless the constraint is dropped', async () => {
  const seller = await payableSeller(ctx);
  const { partId } = await sell(ctx, { sellerId: seller.id, priceCents: 2400 }, 8);
  const runId = await runWithoutWork();
  const tooMuch = async () => {
    const client = await ctx.pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query<{ id: number }>(
        `insert into payouts (run_id, seller_id, amount_cents, currency, gateway, account_id, created_at)
         values ($1, $2, 9000, 'USD', 'sandbox', $3, $4) returning id`,
        [runId, seller.id, seller.accountId, ctx.clock.now()],
      );
      await client.query(`update earnings set state = 'processing', payout_id = $1 where part_id = $2`, [
        rows[0]?.id,
        partId,
      ]);
      await client.query('commit');
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  await expect(tooMuch()).rejects.toMatchObject({ constraint: 'payout_is_due' });
  await ctx.pool.query('alter table payouts disable trigger payout_is_due');
  await expect(tooMuch()).resolves.toBeUndefined();
  await ctx.pool.query('alter table payouts enable trigger payout_is_due');
});

async function runWithoutWork(): Promise<number> {
  const { rows } = await ctx.pool.query<{ id: number }>(
    'insert into payout_runs (started_at, ended_at) values (now(), now()) returning id',
  );
  return rows[0]?.id ?? 0;
}
