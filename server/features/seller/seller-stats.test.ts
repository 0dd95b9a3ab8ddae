// Every figure a seller reads is the ledger's: with a coupon, a bundle and a partial refund, list by list.
import { expect, it } from 'vitest';
import { createBundle, createCoupon, createCourse, createResource } from '#server/seed/factories.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import { listSoldLines } from '#shared/features/order/order.contract.ts';
import {
  exportStatement,
  getPaymentsOverview,
  getStatement,
  getYearSummary,
  listEarnings,
} from '#shared/features/payout/payout.contract.ts';
import { getSalesStats } from '#shared/features/payout/sales.contract.ts';
import { refundOrder } from '#shared/features/refund/refund.contract.ts';
import { decimalToCents, sumCents } from '#shared/money.ts';
import { CARDS, MARA } from '../../../tests/server/checkout-tools.ts';
import { someone, someSeller, type Person } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';

const { ctx, call } = await testApp();

type Item = { itemType: 'resource' | 'course' | 'bundle'; itemId: number };

async function buy(items: readonly Item[], couponCode?: string): Promise<number> {
  const wanted = items.map((item) => ({ ...item, quantity: 1 }));
  const body = { ...MARA, items: wanted, card: CARDS.good, ...(couponCode && { couponCode }) };
  const answer = await call(simpleCheckout, { body, ...(await someone(ctx)) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ orderId: number }>().orderId;
}

/** By order and kind, in cents: what the ledger's lines of this seller come to. */
async function ledgerOf(seller: Person) {
  const { rows } = await ctx.pool.query<{ number: string; kind: string; cents: number }>(
    `select o.number, t.kind, -sum(e.amount_cents)::int as cents from ledger_entries e
     join ledger_transactions t on t.id = e.transaction_id join orders o on o.id = t.order_id
     where e.account = 'seller_payable' and e.seller_id = $1 group by 1, 2`,
    [seller.id],
  );
  const sum = (isMeant: (row: (typeof rows)[number]) => boolean) =>
    sumCents(rows.filter(isMeant).map(({ cents }) => cents));
  return { rows, sum };
}

it('resource orders, earnings, statement, year and sales agree with the ledger', async () => {
  const seller = await someSeller(ctx);
  const plan = await createResource(ctx.db, { sellerId: seller.id, priceCents: 3800 });
  const other = await createResource(ctx.db, { sellerId: seller.id, priceCents: 4000 });
  const course = await createCourse(ctx.db, { priceCents: 6000 });
  const planItem = { itemType: 'resource' as const, itemId: plan.id };
  const otherItem = { itemType: 'resource' as const, itemId: other.id };
  const items = [{ itemType: 'course' as const, itemId: course.id }, otherItem];
  const bundle = await createBundle(ctx.db, { priceCents: 9500, items });
  const half = await createCoupon(ctx.db, { code: `HALF${seller.id}`, kind: 'percent', percent: 50 });

  await buy([planItem], half.code);
  await buy([{ itemType: 'bundle', itemId: bundle.id }], half.code);
  const refunded = await buy([otherItem]);
  const amount = { kind: 'amount', amount: '13.33', reason: 'A page was missing.' };
  await call(refundOrder, { params: { id: refunded }, body: amount }, 'admin');
  await ctx.jobs.drain();

  const ledger = await ledgerOf(seller);
  const sold = (await call(listSoldLines, seller)).json<{ items: Record<string, string>[] }>().items;
  // Bought for $38.00 with half off: $19.00 paid, 15 % of it the fee.
  expect(sold.at(-1)).toMatchObject({
    amount: '19.00',
    discount: '19.00',
    fee: '2.85',
    share: '16.15',
    net: '16.15',
  });
  expect(sold).toHaveLength(3);
  for (const line of sold) {
    const { orderNumber } = line;
    const isThis = (row: { number: string }) => row.number === orderNumber;
    const cents = (name: string) => decimalToCents(line[name] ?? '');
    expect(cents('net'), orderNumber).toBe(ledger.sum(isThis));
    expect(cents('share'), orderNumber).toBe(ledger.sum((row) => isThis(row) && row.kind === 'sale'));
    expect(cents('share') - cents('returned'), orderNumber).toBe(cents('net'));
    expect(cents('amount') - cents('fee')).toBe(cents('share'));
  }
  expect(decimalToCents(sold[0]?.['returned'] ?? '')).toBeGreaterThan(0);

  const owed = ledger.sum(() => true);
  const sales = ledger.sum(({ kind }) => kind === 'sale');
  const earned = (await call(listEarnings, seller)).json<{ items: { share: string; returned: string }[] }>();
  expect(sumCents(earned.items.map((item) => decimalToCents(item.share)))).toBe(sales);
  expect(sumCents(earned.items.map((item) => decimalToCents(item.returned)))).toBe(sales - owed);
  const statement = (await call(getStatement, seller)).json<{
    closing: string;
    items: { amount: string }[];
  }>();
  expect(decimalToCents(statement.closing)).toBe(owed);
  expect(sumCents(statement.items.map((item) => decimalToCents(item.amount)))).toBe(owed);
  const file = (await call(exportStatement, seller)).body.trim().split('\n').at(-1);
  expect(file?.endsWith(`,${statement.closing}`)).toBe(true);
  const year = ctx.clock.now().getUTCFullYear();
  const summary = (await call(getYearSummary, { params: { year }, ...seller })).json<{
    total: Record<string, string>;
  }>();
  const total = (name: string) => decimalToCents(summary.total[name] ?? '');
  expect(total('net')).toBe(owed);
  expect(total('gross') - total('discounts') - total('fees')).toBe(sales);
  expect(total('refunds')).toBe(sales - owed);
  const numbers = (await call(getSalesStats, seller)).json<{ total: { net: string } }>();
  expect(decimalToCents(numbers.total.net)).toBe(sales);
  const overview = (await call(getPaymentsOverview, seller)).json<{ pending: string }>();
  expect(decimalToCents(overview.pending)).toBe(owed);
});
