// A seller's money by its endpoints: onboarding, balance, statement to the cent, year, files; and nobody else's.
import { expect, it } from 'vitest';
import { openBankAccount, payableSeller, runPayouts, sell } from '../../../tests/server/payout-tools.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { refundOrder } from '../../../tests/server/payout-refunds.ts';
import { someone, someSeller, type Person } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { createResource } from '#server/seed/factories.ts';
import type { Contract } from '#shared/contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { refundOrder as refundByStaff } from '#shared/features/refund/refund.contract.ts';
import {
  submitTestBankForm,
  exportStatement,
  exportYearSummary,
  getPaymentsOverview,
  getPayoutAccountStatus,
  getStatement,
  getYearSummary,
  listEarnings,
  listOwnPayouts,
  startPayoutOnboarding,
  type PaymentsOverview,
  type Statement,
  type YearSummary,
} from '#shared/features/payout/payout.contract.ts';
import { getSalesStats, type SalesStats } from '#shared/features/payout/sales.contract.ts';

const { ctx, call } = await testApp();
const DAY = 86_400_000;

async function ask<T>(contract: Contract, who: Person, input: Parameters<typeof call>[1] = {}): Promise<T> {
  const answer = await call(contract, { ...input, ...who });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<T>();
}
const overviewOf = (who: Person) => ask<PaymentsOverview>(getPaymentsOverview, who);
const monthOf = (daysAgo: number) =>
  new Date(ctx.clock.now().getTime() - daysAgo * DAY).toISOString().slice(0, 7);

it('onboarding goes through the test bank, which reports when the account is ready', async () => {
  const seller = await someSeller(ctx);
  expect(await ask(getPayoutAccountStatus, seller)).toMatchObject({ state: 'none', gateway: 'sandbox' });
  expect((await call(submitTestBankForm, { body: { isComplete: true }, ...seller })).statusCode).toBe(404);
  expect(await ask(startPayoutOnboarding, seller)).toEqual({ url: '/seller/payments/test-bank' });
  expect(await ask(startPayoutOnboarding, seller)).toEqual({ url: '/seller/payments/test-bank' });
  expect(await ask(getPayoutAccountStatus, seller)).toMatchObject({
    state: 'started',
    needs: ['Your name and the account the money goes to'],
  });
  await ask(submitTestBankForm, seller, { body: { isComplete: false } });
  expect((await overviewOf(seller)).next.block).toBe('account_restricted');
  await ask(submitTestBankForm, seller, { body: { isComplete: true } });
  expect((await overviewOf(seller)).next.block).toBe('nothing_due');
});

it('the overview shows pending, available, held, processing and paid amounts, and the next payout', async () => {
  const seller = await payableSeller(ctx);
  await sell(ctx, { sellerId: seller.id, priceCents: 2000 }, 9);
  await runPayouts(ctx);
  await sell(ctx, { sellerId: seller.id, priceCents: 1000 }, 9);
  const held = await sell(ctx, { sellerId: seller.id, priceCents: 4000 }, 9);
  await sell(ctx, { sellerId: seller.id, priceCents: 3000 }, 1);
  await ctx.pool.query(
    `update earnings set state = 'held', held_reason = 'A bank asks.', held_at = now() where part_id = $1`,
    [held.partId],
  );
  const overview = await overviewOf(seller);
  expect(overview).toMatchObject({
    balance: '68.00',
    pending: '25.50',
    available: '8.50',
    held: '34.00',
    processing: '0.00',
    paidOut: '17.00',
    debt: '0.00',
    fee: { percent: '15', isOwn: false },
    next: { amount: '8.50', block: null },
    lastPayout: { amount: '17.00', state: 'paid' },
  });
  expect(overview.next.date).toMatch(/T06:00:00\.000Z$/);
  const list = await ask<{ items: object[]; total: number }>(listEarnings, seller, {
    query: { standing: 'held' },
  });
  expect(list).toMatchObject({
    total: 1,
    items: [{ standing: 'held', heldReason: 'A bank asks.', net: '34.00' }],
  });
  for (const standing of ['pending', 'available', 'paid']) {
    expect(await ask(listEarnings, seller, { query: { standing } })).toMatchObject({ total: 1 });
  }
  expect(await ask(listOwnPayouts, seller)).toMatchObject({ items: [{ amount: '17.00', state: 'paid' }] });
});

it('the statement’s balances add up across lines, pages and the CSV', async () => {
  const seller = await payableSeller(ctx);
  const month = monthOf(0);
  for (let n = 0; n < 27; n++) await sell(ctx, { sellerId: seller.id, priceCents: 1000 + n }, 0);
  await sell(ctx, { sellerId: seller.id, priceCents: 5000, title: '=SUM(A1)' }, 40);
  await runPayouts(ctx);
  const first = await ask<Statement>(getStatement, seller, { query: { month } });
  const second = await ask<Statement>(getStatement, seller, { query: { month, page: '2' } });
  expect(first.total).toBe(28);
  const lines = [...first.items, ...second.items];
  expect(lines).toHaveLength(28);
  expect(first.opening).toBe('42.50');
  let balance = Number(first.closing);
  for (const line of lines) {
    expect(Number(line.balance)).toBeCloseTo(balance, 5);
    balance -= Number(line.amount);
  }
  expect(balance).toBeCloseTo(42.5, 5);
  expect(lines.find(({ kind }) => kind === 'payout')).toMatchObject({ amount: '-42.50' });
  expect(lines.find(({ kind }) => kind === 'sale')).toMatchObject({
    titles: ['Plié plan'],
    orderNumber: expect.stringMatching(/^RV-\d{6}$/),
    fee: expect.any(String),
  });
  const file = await call(exportStatement, { query: { month }, ...seller });
  expect(file.headers['content-type']).toContain('text/csv');
  const rows = file.body.trim().split('\n');
  expect(rows).toHaveLength(2 + 28);
  expect(rows.at(-1)?.split(',').at(-1)).toBe(first.closing);
  const old = await call(exportStatement, { query: { month: monthOf(40) }, ...seller });
  expect(old.body).toContain("'=SUM(A1)");
  expect((await call(getStatement, { query: { month: '2026-13' }, ...seller })).statusCode).toBe(400);
});

it('a refund of one of several items names that item', async () => {
  const seller = await payableSeller(ctx);
  const [first, second] = await Promise.all(
    ['Barre plan', 'Centre plan'].map((title) =>
      createResource(ctx.db, { sellerId: seller.id, priceCents: 2000, title }),
    ),
  );
  const items = [first, second].map((one) => ({ itemType: 'resource', itemId: one?.id, quantity: 1 }));
  const body = { ...MARA, items, card: CARDS.good };
  const { orderId } = await ask<{ orderId: number }>(simpleCheckout, await someone(ctx), { body });
  const { rows } = await ctx.pool.query<{ id: number }>(
    'select id from order_lines where order_id = $1 and item_id = $2',
    [orderId, second?.id],
  );
  await ask(refundByStaff, await someone(ctx, { roles: ['admin'] }), {
    params: { id: orderId },
    body: { kind: 'line', lineId: rows[0]?.id, reason: 'Not what it said.' },
  });
  await ctx.jobs.drain();
  const { items: lines } = await ask<Statement>(getStatement, seller);
  expect(lines.map(({ kind, titles }) => [kind, titles])).toEqual([
    ['refund', ['Centre plan']],
    ['sale', ['Barre plan', 'Centre plan']],
  ]);
});

it('the yearly summary is the total of its months', async () => {
  const seller = await payableSeller(ctx);
  const sold = await sell(ctx, { sellerId: seller.id, priceCents: 3000, discountCents: 1000 }, 8);
  await sell(ctx, { sellerId: seller.id, priceCents: 1000, feePoints: 1000 }, 8);
  await runPayouts(ctx);
  await refundOrder(ctx, sold.orderId, 1000);
  const year = ctx.clock.now().getUTCFullYear();
  const summary = await ask<YearSummary>(getYearSummary, seller, { params: { year } });
  expect(summary.months).toHaveLength(12);
  expect(summary.total).toEqual({
    gross: '40.00',
    discounts: '10.00',
    fees: '4.00',
    refunds: '8.50',
    members: '0.00',
    net: '17.50',
    paidOut: '17.50',
  });
  const file = await call(exportYearSummary, { params: { year }, ...seller });
  expect(file.body).toContain(`${year},40.00,10.00,4.00,8.50,0.00,17.50,17.50`);
});

it('sales stats by day and by item', async () => {
  const seller = await payableSeller(ctx);
  const { orderId } = await sell(ctx, { sellerId: seller.id, priceCents: 2000, title: 'Barre' }, 2);
  await sell(ctx, { sellerId: seller.id, priceCents: 1000, title: 'Floor' }, 1);
  await ctx.pool.query(
    `update orders set is_counted = false where id in (select order_id from order_parts where seller_id = $1)`,
    [seller.id],
  );
  await refundOrder(ctx, orderId, 500);
  const numbers = await ask<SalesStats>(getSalesStats, seller);
  expect(numbers.buckets).toHaveLength(30);
  expect(numbers.total).toEqual({
    sold: 2,
    paid: '30.00',
    net: '25.50',
    refunded: '5.00',
    refundRate: 16.7,
  });
  expect(numbers.things).toMatchObject([
    { title: 'Barre', net: '17.00', refunded: '5.00', conversion: null },
    { title: 'Floor', net: '8.50' },
  ]);
  for (const by of ['week', 'month']) {
    expect(await ask(getSalesStats, seller, { query: { by } })).toMatchObject({ total: { sold: 2 } });
  }
});

it('sellers see only their own payments, and suspended sellers still see theirs', async () => {
  const [one, other, member] = [await payableSeller(ctx), await someSeller(ctx), await someone(ctx)];
  await sell(ctx, { sellerId: one.id, priceCents: 2000 }, 9);
  expect(await overviewOf(other)).toMatchObject({ balance: '0.00', available: '0.00' });
  expect(await ask(listEarnings, other)).toMatchObject({ total: 0 });
  expect((await call(getPaymentsOverview, { ...member })).statusCode).toBe(404);
  expect((await call(startPayoutOnboarding, { ...member })).statusCode).toBe(404);
  await openBankAccount(ctx, other.id);
  await ctx.pool.query(`update sellers set state = 'suspended' where user_id = $1`, [one.id]);
  expect((await overviewOf(one)).next.block).toBe('shop_closed');
  expect((await call(startPayoutOnboarding, { ...one })).statusCode).toBe(403);
});
