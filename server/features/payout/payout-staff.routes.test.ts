// What staff do about sellers' money: runs, retries, holds with a reason the seller reads, fees for later sales.
import { afterEach, expect, it, vi } from 'vitest';
import { payableSeller, payoutsOf, runPayouts, sell } from '../../../tests/server/payout-tools.ts';
import { statusesOf, testApp } from '../../../tests/server/test-app.ts';
import { GatewayRefusedError } from '#server/integrations/gateway/gateway.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import {
  getSellerBalance,
  holdPayouts,
  listSellersOnHold,
  listPayoutRuns,
  listStaffPayouts,
  releasePayouts,
  retryPayout,
  startPayoutRun,
  setSellerFee,
} from '#shared/features/payout/payout-staff.contract.ts';
import { getPaymentsOverview, type PaymentsOverview } from '#shared/features/payout/payout.contract.ts';
import { createResource } from '#server/seed/factories.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';

const { ctx, call } = await testApp();
// The sellers of the demo school first: what follows is about others.
await runPayouts(ctx);
afterEach(() => vi.restoreAllMocks());

async function audited(action: string): Promise<number> {
  const { rows } = await ctx.pool.query<{ count: number }>(
    'select count(*)::int as count from audit_log where action = $1',
    [action],
  );
  return rows[0]?.count ?? 0;
}

it('staff start payout runs: one at a time, audited with their name', async () => {
  const seller = await payableSeller(ctx);
  await sell(ctx, { sellerId: seller.id, priceCents: 2400 }, 8);
  const answers = await Promise.all([1, 2, 3].map(() => call(startPayoutRun, {}, 'admin')));
  expect(statusesOf(answers)).toEqual([202, 409, 409]);
  await ctx.jobs.drain();
  expect(await payoutsOf(ctx, seller.id)).toMatchObject([{ state: 'paid', amount: 2040 }]);
  const runs = await call(listPayoutRuns, {}, 'admin');
  expect(runs.json<{ items: object[] }>().items[0]).toMatchObject({
    payoutCount: 1,
    amount: '20.40',
    startedBy: expect.any(String),
    endedAt: expect.any(String),
  });
  expect(await audited('payout.run')).toBe(1);
});

it('a failed payout shows its reason and can be retried', async () => {
  const seller = await payableSeller(ctx);
  await sell(ctx, { sellerId: seller.id, priceCents: 2400 }, 8);
  vi.spyOn(ctx.payouts, 'transfer').mockRejectedValueOnce(new GatewayRefusedError('Account closed'));
  await runPayouts(ctx);
  const failed = await call(listStaffPayouts, { query: { state: 'failed' } }, 'admin');
  const [payout] = failed.json<{ items: { id: number; failure: string }[] }>().items;
  expect(payout?.failure).toContain('Account closed');
  const id = payout?.id ?? 0;
  expect((await call(retryPayout, { params: { id } }, 'admin')).statusCode).toBe(202);
  await ctx.jobs.drain();
  expect(await payoutsOf(ctx, seller.id)).toMatchObject([
    { state: 'failed' },
    { state: 'paid', amount: 2040 },
  ]);
  const [, second] = await payoutsOf(ctx, seller.id);
  expect((await call(retryPayout, { params: { id: second?.id ?? 0 } }, 'admin')).statusCode).toBe(409);
});

it('a hold stops payouts, shows its reason and date, and can be released', async () => {
  const seller = await payableSeller(ctx);
  await sell(ctx, { sellerId: seller.id, priceCents: 2400 }, 8);
  const params = { id: seller.id };
  const reason = 'Your last three buyers asked where the files are.';
  expect((await call(holdPayouts, { params, body: { reason } }, 'admin')).statusCode).toBe(200);
  expect((await call(holdPayouts, { params, body: { reason } }, 'admin')).statusCode).toBe(409);
  await runPayouts(ctx);
  expect(await payoutsOf(ctx, seller.id)).toEqual([]);
  const read = (await call(getPaymentsOverview, { ...seller })).json<PaymentsOverview>();
  expect(read).toMatchObject({ hold: { reason, since: expect.any(String) }, next: { block: 'on_hold' } });
  const held = await call(listSellersOnHold, {}, 'admin');
  expect(held.json()).toMatchObject({ items: [{ id: seller.id, reason, available: '20.40' }] });
  const { rows } = await ctx.pool.query(`select 1 from mail_outbox where text like '%' || $1 || '%'`, [
    reason,
  ]);
  expect(rows).toHaveLength(1);
  expect((await call(releasePayouts, { params }, 'admin')).statusCode).toBe(200);
  expect((await call(releasePayouts, { params }, 'admin')).statusCode).toBe(409);
  await runPayouts(ctx);
  expect(await payoutsOf(ctx, seller.id)).toMatchObject([{ state: 'paid' }]);
  expect([await audited('payout.hold'), await audited('payout.release')]).toEqual([1, 1]);
});

it('an agreed fee applies to later sales only', async () => {
  const seller = await payableSeller(ctx);
  const params = { id: seller.id };
  const bad = await call(setSellerFee, { params, body: { percent: '100.01' } }, 'admin');
  expect(bad.statusCode).toBe(400);
  const set = await call(setSellerFee, { params, body: { percent: '7.25' } }, 'admin');
  expect(set.json()).toMatchObject({ ownFee: '7.25', houseFee: '15' });
  const resource = await createResource(ctx.db, { sellerId: seller.id, priceCents: 10_000 });
  const items = [{ itemType: 'resource', itemId: resource.id, quantity: 1 }];
  const bought = await call(simpleCheckout, { body: { ...MARA, items, card: CARDS.good } });
  expect(bought.statusCode, bought.body).toBe(200);
  const money = await call(getSellerBalance, { params }, 'admin');
  expect(money.json()).toMatchObject({ pending: '92.75' });
  const cleared = await call(setSellerFee, { params, body: { percent: null } }, 'admin');
  expect(cleared.json()).toMatchObject({ ownFee: null });
});
