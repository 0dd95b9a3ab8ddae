// The ledger for staff: accounts, transactions, and the check that everything adds up.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { idText } from '#shared/id.schema.ts';
import { LEDGER_ACCOUNTS, LEDGER_KINDS } from './ledger.states.ts';
import { PART_ITEMS } from '#shared/features/entitlement/entitlement.states.ts';

const access = { permission: 'ledger.view' } as const;

/** A UTC calendar day. */
export const ledgerDay = z.iso.date('Enter a day such as 2026-11-16.');

const ledgerEntrySchema = z.object({
  account: z.enum(LEDGER_ACCOUNTS),
  seller: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Signed: positive is what the platform holds, negative what it owes or has earned. */
  amount: z.string(),
  currency: z.string(),
});

export const ledgerTransactionSchema = z.object({
  id: z.int(),
  kind: z.enum(LEDGER_KINDS),
  /** `payment 17`, `refund 4`: recorded once. */
  cause: z.string(),
  order: z.object({ id: z.int(), number: z.string() }).nullable(),
  createdAt: z.string(),
  entries: z.array(ledgerEntrySchema),
});
export type LedgerTransaction = z.infer<typeof ledgerTransactionSchema>;

export const ledgerCheckSchema = z.object({
  checkedAt: z.string(),
  transactionCount: z.int(),
  entryCount: z.int(),
  total: z.string(),
  unbalancedCount: z.int(),
  strayCount: z.int(),
});
export type LedgerCheck = z.infer<typeof ledgerCheckSchema>;

export const listLedger = defineContract({
  method: 'GET',
  path: '/api/admin/ledger',
  summary: 'List ledger transactions with their entries, newest first',
  access,
  query: z.object({
    account: z.enum(LEDGER_ACCOUNTS).optional(),
    sellerId: idText.optional(),
    kind: z.enum(LEDGER_KINDS).optional(),
    /** The order number, with or without prefix. */
    order: z.string().trim().max(20).optional(),
    from: ledgerDay.optional(),
    to: ledgerDay.optional(),
    /** The last transaction of the previous page. */
    after: idText.optional(),
  }),
  response: z.object({ items: z.array(ledgerTransactionSchema), next: z.int().nullable() }),
});

export const getLedgerBalances = defineContract({
  method: 'GET',
  path: '/api/admin/ledger/balances',
  summary: 'Get account balances, the largest seller balances and the latest check',
  access,
  response: z.object({
    accounts: z.array(
      z.object({
        account: z.enum(LEDGER_ACCOUNTS),
        currency: z.string(),
        balance: z.string(),
        entryCount: z.int(),
      }),
    ),
    /** Across all accounts: 0. */
    total: z.string(),
    sellers: z.array(z.object({ id: z.int(), name: z.string(), balance: z.string() })),
    proof: ledgerCheckSchema.nullable(),
  }),
});

export const checkLedger = defineContract({
  method: 'POST',
  path: '/api/admin/ledger/proof',
  summary: 'Check the whole ledger now',
  access,
  response: ledgerCheckSchema,
  rateLimit: { points: 10, seconds: 60 },
});

const monthQuery = z.object({
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-11.'),
});

export const exportLedger = defineContract({
  method: 'GET',
  path: '/api/admin/ledger/entries.csv',
  summary: 'Export all ledger entries of a month as CSV',
  access,
  query: monthQuery,
  download: 'text/csv',
});

export const exportLedgerSellers = defineContract({
  method: 'GET',
  path: '/api/admin/ledger/sellers.csv',
  summary: 'Export each seller’s sales, earnings and payouts of a month as CSV',
  access,
  query: monthQuery,
  download: 'text/csv',
});

export const REVENUE_PERIODS = ['7d', '30d', '90d', '12m', '36m'] as const;
export type RevenuePeriod = (typeof REVENUE_PERIODS)[number];

export const REVENUE_PERIOD_LABELS: Readonly<Record<RevenuePeriod, string>> = {
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
  '36m': '3 years',
};

export const REVENUE_METRICS = [
  'sales',
  'fees',
  'refunds',
  'disputes',
  'discounts',
  'tax',
  'payouts',
] as const;
export type RevenueMetric = (typeof REVENUE_METRICS)[number];

export const REVENUE_METRIC_LABELS: Readonly<Record<RevenueMetric, string>> = {
  sales: 'Sales',
  fees: 'Platform revenue',
  refunds: 'Refunds',
  disputes: 'Lost in disputes',
  discounts: 'Discounts',
  tax: 'Tax',
  payouts: 'Paid out to sellers',
};

const figures = z.object(
  Object.fromEntries(REVENUE_METRICS.map((name) => [name, z.string()])) as Record<RevenueMetric, z.ZodString>,
);

export const getRevenue = defineContract({
  method: 'GET',
  path: '/api/admin/revenue',
  summary: 'Get sales, fees, refunds, tax and payouts over time, with top sellers and items',
  access: { permission: 'ledger.view' },
  query: z.object({ period: z.enum(REVENUE_PERIODS).default('30d') }),
  response: z.object({
    period: z.enum(REVENUE_PERIODS),
    grain: z.enum(['day', 'month']),
    from: z.string(),
    to: z.string(),
    totals: figures,
    /** For the previous period of the same length. */
    before: figures,
    series: z.array(figures.extend({ at: z.string() })),
    topSellers: z.array(
      z.object({ id: z.int(), name: z.string(), sold: z.int(), gross: z.string(), share: z.string() }),
    ),
    topThings: z.array(
      z.object({
        itemType: z.enum(PART_ITEMS),
        itemId: z.int(),
        title: z.string(),
        sold: z.int(),
        gross: z.string(),
      }),
    ),
  }),
});
export type Revenue = z.infer<typeof getRevenue.response>;
