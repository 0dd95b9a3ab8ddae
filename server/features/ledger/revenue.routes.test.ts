// The revenue page's figures: by day and by month, before and after orders are counted, against the orders themselves.
import { describe, expect, it } from 'vitest';
import { countSoldOrders } from '#server/features/payment/reconcile.queries.ts';
import { createCoupon } from '#server/seed/factories.ts';
import { getRevenue, REVENUE_PERIODS, type RevenuePeriod } from '#shared/features/ledger/ledger.contract.ts';
import { simpleCheckout } from '#shared/features/checkout/checkout.contract.ts';
import type { ContractResult } from '#shared/contract.ts';
import { CARDS, MARA, somethingFor } from '../../../tests/server/checkout-tools.ts';
import { paidOrder } from '../../../tests/server/refund-tools.ts';
import { refundOrder } from '../../../tests/server/payout-refunds.ts';
import { someone } from '../../../tests/server/resource-tools.ts';
import { testApp } from '../../../tests/server/test-app.ts';
import { spanOf } from './revenue.service.ts';

const app = await testApp();
const { ctx, call } = app;
const admin = await someone(ctx, { roles: ['admin'] });

type Revenue = ContractResult<typeof getRevenue>;
const read = async (period: RevenuePeriod) =>
  (await call(getRevenue, { ...admin, query: { period } })).json<Revenue>();

const count = async () => {
  while ((await countSoldOrders(ctx.db, { limit: 500 })) > 0);
};

/** As if all of it had happened then: ledger, order and parts. */
async function movedTo(orderId: number, day: string): Promise<void> {
  await ctx.pool.query(`update orders set paid_at = $2::timestamptz where id = $1`, [
    orderId,
    `${day}T12:00Z`,
  ]);
  await ctx.pool.query('alter table ledger_transactions disable trigger user');
  await ctx.pool.query(`update ledger_transactions set created_at = $2::timestamptz where order_id = $1`, [
    orderId,
    `${day}T12:00Z`,
  ]);
  await ctx.pool.query('alter table ledger_transactions enable trigger user');
}

const less = (after: string | undefined, before: string | undefined) =>
  (Number(after) - Number(before)).toFixed(2);

describe('totals', () => {
  it('cover sales, fees, refunds and discounts in every period that includes today', async () => {
    const before = Object.fromEntries(
      await Promise.all(REVENUE_PERIODS.map(async (period) => [period, await read(period)] as const)),
    );
    await paidOrder(app, [{ priceCents: 2400 }, { priceCents: 1000 }]);
    const { orderId } = await paidOrder(app, [{ priceCents: 2000 }]);
    await refundOrder(ctx, orderId, 500);
    const { code } = await createCoupon(ctx.db, { code: 'REVENUE25', percent: 25 });
    const thing = await somethingFor(ctx, 4000);
    const answer = await call(simpleCheckout, {
      ...(await someone(ctx)),
      body: { ...MARA, items: [{ ...thing.item, quantity: 1 }], card: CARDS.good, couponCode: code },
    });
    expect(answer.statusCode).toBe(200);
    for (const period of REVENUE_PERIODS) {
      const now = await read(period);
      const was = before[period];
      const grown = (figure: keyof Revenue['totals']) => less(now.totals[figure], was?.totals[figure]);
      expect(grown('sales'), period).toBe('84.00');
      expect(grown('refunds'), period).toBe('5.00');
      // 15 % of 24, 10, 20 and 30, and of the five that went back nothing.
      expect(grown('fees'), period).toBe('11.85');
      expect(grown('discounts'), period).toBe('10.00');
      expect(now.before).toEqual(was?.before);
      // What the steps say together is what the totals say.
      const summed = now.series.reduce((sum, step) => sum + Number(step.sales), 0);
      expect(summed.toFixed(2), period).toBe(now.totals.sales);
      expect(less(now.series.at(-1)?.sales, was?.series.at(-1)?.sales)).toBe('84.00');
    }
  });

  it('are the same before and after orders are counted', async () => {
    await paidOrder(app, [{ priceCents: 2_000_000 }]);
    const before = await Promise.all(REVENUE_PERIODS.map(read));
    await count();
    expect(await Promise.all(REVENUE_PERIODS.map(read))).toEqual(before);
    expect(before[3]?.topSellers[0]).toMatchObject({ sold: 1, gross: '20000.00', share: '17000.00' });
    expect(before[3]?.topThings[0]).toMatchObject({ sold: 1, gross: '20000.00' });
  });

  it('exclude sales older than the period and count them in the previous one', async () => {
    const today = ctx.clock.now();
    const { now: days } = spanOf('30d', today);
    const dayBefore = new Date(Date.parse(days.from) - 86_400_000).toISOString().slice(0, 10);
    const { orderId } = await paidOrder(app, [{ priceCents: 3_000_000 }]);
    const recent = await read('30d');
    await movedTo(orderId, dayBefore);
    for (const counted of [false, true]) {
      if (counted) await count();
      const later = await read('30d');
      expect(less(recent.totals.sales, later.totals.sales)).toBe('30000.00');
      expect(less(later.before.sales, recent.before.sales)).toBe('30000.00');
      expect(later.topThings.map(({ gross }) => gross)).not.toContain('30000.00');
      const year = await read('12m');
      expect(year.topThings.map(({ gross }) => gross)).toContain('30000.00');
    }
    // Months are what their days are.
    const { rows } = await ctx.pool.query(
      `select date_trunc('month', day::timestamp)::date as month, seller_id, item_type, item_id, sum(amount_cents) from sales_days
       group by 1, 2, 3, 4
       except select month, seller_id, item_type, item_id, amount_cents::numeric from sales_months`,
    );
    expect(rows).toEqual([]);
  });
});

describe('spans', () => {
  it('cover whole days up to today, and as many before', () => {
    expect(spanOf('30d', new Date('2026-03-10T23:59:59Z'))).toMatchObject({
      grain: 'day',
      now: { from: '2026-02-09', to: '2026-03-10' },
      before: { from: '2026-01-10', to: '2026-02-08' },
    });
  });

  it('cover whole months up to this one, across the turn of the year', () => {
    const { now, before, steps } = spanOf('12m', new Date('2026-03-31T12:00:00Z'));
    expect({ now, before }).toEqual({
      now: { from: '2025-04-01', to: '2026-03-31' },
      before: { from: '2024-04-01', to: '2025-03-31' },
    });
    expect([steps.length, steps[0], steps.at(-1)]).toEqual([12, '2025-04', '2026-03']);
  });
});
