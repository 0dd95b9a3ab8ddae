// What the house takes and gives, by day or month.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { ENTITLEMENT_ITEMS } from '#shared/features/entitlement/entitlement.states.ts';

export const REVENUE_PERIODS = ['30d', '90d', '12m', '36m'] as const;
export type RevenuePeriod = (typeof REVENUE_PERIODS)[number];

export const REVENUE_PERIOD_LABELS: Readonly<Record<RevenuePeriod, string>> = {
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
  '36m': '3 years',
};

export const REVENUE_FIGURES = [
  'sales',
  'fees',
  'refunds',
  'disputes',
  'discounts',
  'tax',
  'payouts',
] as const;
export type RevenueFigure = (typeof REVENUE_FIGURES)[number];

export const REVENUE_FIGURE_LABELS: Readonly<Record<RevenueFigure, string>> = {
  sales: 'Sales',
  fees: 'Earned by the house',
  refunds: 'Refunds',
  disputes: 'Lost in disputes',
  discounts: 'Discounts',
  tax: 'Tax',
  payouts: 'Paid out to sellers',
};

const figures = z.object(
  Object.fromEntries(REVENUE_FIGURES.map((name) => [name, z.string()])) as Record<RevenueFigure, z.ZodString>,
);

export const getRevenue = defineContract({
  method: 'GET',
  path: '/api/admin/revenue',
  summary: 'Sales, fees, refunds, discounts, tax and payouts by day or month, and who and what sold most',
  access: { permission: 'payments.manage' },
  query: z.object({ period: z.enum(REVENUE_PERIODS).default('30d') }),
  response: z.object({
    period: z.enum(REVENUE_PERIODS),
    grain: z.enum(['day', 'month']),
    from: z.string(),
    to: z.string(),
    totals: figures,
    /** Of the period of the same length before. */
    before: figures,
    series: z.array(figures.extend({ at: z.string() })),
    topSellers: z.array(
      z.object({ id: z.int(), name: z.string(), sold: z.int(), gross: z.string(), share: z.string() }),
    ),
    topThings: z.array(
      z.object({
        itemType: z.enum(ENTITLEMENT_ITEMS),
        itemId: z.int(),
        title: z.string(),
        sold: z.int(),
        gross: z.string(),
      }),
    ),
  }),
});
export type Revenue = z.infer<typeof getRevenue.response>;
