// The platform's revenue.
import type { AppContext } from '#server/context.ts';
import type { ContractResult } from '#shared/contract.ts';
import * as contract from '#shared/features/ledger/ledger.contract.ts';
import { figuresOf } from '#shared/features/ledger/ledger.rules.ts';
import { centsToDecimal } from '#shared/money.ts';
import {
  listTopSellers,
  listTopItems,
  sumDiscounts,
  sumLedgerEntries,
  type Days,
  type Grain,
} from './revenue.queries.ts';

const TOP = 8;
const DAY_MS = 86_400_000;

type Span = { grain: Grain; now: Days; before: Days; steps: string[] };

export async function getRevenue(
  ctx: AppContext,
  period: contract.RevenuePeriod,
): Promise<ContractResult<typeof contract.getRevenue>> {
  const { grain, now, before, steps } = spanOf(period, ctx.clock.now());
  const [booked, discounts, bookedBefore, discountsBefore, sellers, items] = await Promise.all([
    sumLedgerEntries(ctx.db, { ...now, grain }),
    sumDiscounts(ctx.db, { ...now, grain }),
    sumLedgerEntries(ctx.db, { ...before, grain }),
    sumDiscounts(ctx.db, { ...before, grain }),
    listTopSellers(ctx.db, { ...now, grain, limit: TOP }),
    listTopItems(ctx.db, { ...now, grain, limit: TOP }),
  ]);
  const inStep = (at: string) => ({
    booked: booked.filter((row) => row.at === at),
    discounts: discounts.filter((row) => row.at === at),
  });
  return {
    period,
    grain,
    ...now,
    totals: toFigures({ booked, discounts }),
    before: toFigures({ booked: bookedBefore, discounts: discountsBefore }),
    series: steps.map((at) => ({ at, ...toFigures(inStep(at)) })),
    topSellers: sellers.map(({ gross, share, ...seller }) => ({
      ...seller,
      gross: centsToDecimal(gross),
      share: centsToDecimal(share),
    })),
    topThings: items.map(({ gross, ...item }) => ({ ...item, gross: centsToDecimal(gross) })),
  };
}

type Sums = { booked: Parameters<typeof figuresOf>[0]; discounts: readonly { cents: number }[] };

function toFigures({ booked, discounts }: Sums) {
  const cents = {
    ...figuresOf(booked),
    discounts: discounts.reduce((sum, row) => sum + row.cents, 0),
  };
  return Object.fromEntries(
    contract.REVENUE_METRICS.map((name) => [name, centsToDecimal(cents[name])]),
  ) as Record<contract.RevenueMetric, string>;
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** Whole days or months up to today, and the same number before. */
export function spanOf(period: contract.RevenuePeriod, today: Date): Span {
  const count = Number.parseInt(period, 10);
  if (period.endsWith('d')) {
    const ago = (days: number) => dayOf(new Date(today.getTime() - days * DAY_MS));
    return {
      grain: 'day',
      now: { from: ago(count - 1), to: ago(0) },
      before: { from: ago(2 * count - 1), to: ago(count) },
      steps: Array.from({ length: count }, (_, at) => ago(count - 1 - at)),
    };
  }
  /** Day 0 is the last day of the previous month. */
  const month = (ago: number, day: number) =>
    dayOf(new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - ago, day)));
  return {
    grain: 'month',
    now: { from: month(count - 1, 1), to: dayOf(today) },
    before: { from: month(2 * count - 1, 1), to: month(count - 1, 0) },
    steps: Array.from({ length: count }, (_, at) => month(count - 1 - at, 1).slice(0, 7)),
  };
}

export { addSalesSql } from './revenue.queries.ts';
