// A seller's balance, payout account and payouts. Every operation is scoped to the viewer.
import { z } from 'zod';
import { defineContract } from '#shared/contract.ts';
import { pageOf, pageQuery } from '#shared/lists.ts';
import { GATEWAYS } from '#shared/features/payment/payment.states.ts';
import { LEDGER_KINDS } from '#shared/features/ledger/ledger.states.ts';
import { EARNING_VIEW_STATES, PAYOUT_ACCOUNT_STATES, PAYOUT_BLOCKS, PAYOUT_STATES } from './payout.states.ts';

const access = 'signed-in';
const errors = ['not_found'] as const;
/** Decimals such as "24.00", negative with a minus. */
const money = z.string();

export const accountStatusSchema = z.object({
  gateway: z.enum(GATEWAYS),
  /** none: never started. */
  state: z.enum(['none', ...PAYOUT_ACCOUNT_STATES]),
  /** Missing information, for the seller to read. */
  needs: z.array(z.string()),
  /** False: the gateway didn't answer, and this is the last known state. */
  isFresh: z.boolean(),
});
export type AccountStatus = z.output<typeof accountStatusSchema>;

export const startPayoutOnboarding = defineContract({
  method: 'POST',
  path: '/api/stripe-connect',
  summary: 'Start or continue onboarding at the payment service; returns its URL',
  access,
  response: z.object({ url: z.string() }),
  errors: ['not_found', 'forbidden', 'unprocessable', 'unavailable'],
  rateLimit: { points: 20, seconds: 600 },
});

export const getPayoutAccountStatus = defineContract({
  method: 'GET',
  path: '/api/stripe-connect/account-status',
  summary: 'Get the state of the seller’s account at the payment service',
  access,
  response: accountStatusSchema,
  errors,
});

export const submitTestBankForm = defineContract({
  method: 'POST',
  path: '/api/stripe-connect/test-bank',
  summary: 'Submit the test bank’s form, complete or without a document',
  access,
  body: z.object({ isComplete: z.boolean() }),
  response: accountStatusSchema,
  errors: ['not_found', 'forbidden'],
});

export const paymentsOverviewSchema = z.object({
  currency: z.string(),
  /** The seller's ledger balance. */
  balance: money,
  /** Within the seven-day refund window. */
  pending: money,
  available: money,
  held: money,
  processing: money,
  /** To date, minus reversals. */
  paidOut: money,
  /** From refunds of what was already paid out; deducted from the next payout. */
  debt: money,
  next: z.object({
    /** Null: no payout is due. */
    date: z.string().nullable(),
    amount: money,
    block: z.enum(PAYOUT_BLOCKS).nullable(),
  }),
  minimum: money,
  /** In percent, such as "15" or "12.5"; own: agreed with this seller. */
  fee: z.object({ percent: z.string(), isOwn: z.boolean() }),
  /** What sellers and instructors get of memberships from next month on, in percent. */
  memberShare: z.int(),
  /** By staff, for all payouts. */
  hold: z.object({ reason: z.string(), since: z.string() }).nullable(),
  accountState: accountStatusSchema.shape.state,
  isTestBank: z.boolean(),
  lastPayout: z
    .object({
      id: z.int(),
      amount: money,
      state: z.enum(PAYOUT_STATES),
      failure: z.string().nullable(),
      at: z.string(),
    })
    .nullable(),
  /** The month of the first statement line; null if there is none. */
  firstMonth: z.string().nullable(),
});
export type PaymentsOverview = z.output<typeof paymentsOverviewSchema>;

export const getPaymentsOverview = defineContract({
  method: 'GET',
  path: '/api/seller/payments',
  summary: 'Get the seller’s balance, next payout, fee and payout blocks',
  access,
  response: paymentsOverviewSchema,
  errors,
});

export const earningSchema = z.object({
  id: z.int(),
  orderNumber: z.string(),
  title: z.string(),
  soldAt: z.string(),
  share: money,
  returned: money,
  net: money,
  standing: z.enum(EARNING_VIEW_STATES),
  availableAt: z.string(),
  heldReason: z.string().nullable(),
  heldAt: z.string().nullable(),
  payoutId: z.int().nullable(),
});
export type Earning = z.output<typeof earningSchema>;

export const listEarnings = defineContract({
  method: 'GET',
  path: '/api/seller/payments/earnings',
  summary: 'List the seller’s earnings per sale with their state, newest first',
  access,
  query: z.object({ standing: z.enum(EARNING_VIEW_STATES).optional(), ...pageQuery }),
  response: pageOf(earningSchema),
  errors,
});

export const ownPayoutSchema = z.object({
  id: z.int(),
  amount: money,
  /** Deducted for earlier refunds; negative: added. */
  offset: money,
  /** Reversed after refunds. */
  reversed: money,
  state: z.enum(PAYOUT_STATES),
  failure: z.string().nullable(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
});
export type OwnPayout = z.output<typeof ownPayoutSchema>;

export const listOwnPayouts = defineContract({
  method: 'GET',
  path: '/api/seller/payments/payouts',
  summary: 'List the seller’s payouts, newest first',
  access,
  query: z.object(pageQuery),
  response: pageOf(ownPayoutSchema),
  errors,
});

/** Default: the current month. */
const month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-11')
  .optional();

export const statementLineSchema = z.object({
  id: z.int(),
  at: z.string(),
  kind: z.enum(LEDGER_KINDS),
  orderNumber: z.string().nullable(),
  payoutId: z.int().nullable(),
  /** The seller's items in that order. */
  titles: z.array(z.string()),
  /** How a share of memberships was computed. */
  note: z.string().nullable(),
  /** For a sale: what the buyer paid without tax, and the fee. */
  paid: money.nullable(),
  fee: money.nullable(),
  amount: money,
  /** After this line. */
  balance: money,
});
export type StatementLine = z.output<typeof statementLineSchema>;

export const getStatement = defineContract({
  method: 'GET',
  path: '/api/seller/payments/statement',
  summary: 'Get the seller’s statement for a month with opening and closing balance',
  access,
  query: z.object({ month, ...pageQuery }),
  response: pageOf(statementLineSchema).extend({ month: z.string(), opening: money, closing: money }),
  errors,
});
export type Statement = z.output<(typeof getStatement)['response']>;

export const exportStatement = defineContract({
  method: 'GET',
  path: '/api/seller/payments/statement.csv',
  summary: 'Export a month’s statement as CSV',
  access,
  query: z.object({ month }),
  download: 'text/csv',
  errors,
});

const yearRow = {
  gross: money,
  discounts: money,
  fees: money,
  /** The seller's shares of refunds and lost disputes. */
  refunds: money,
  /** Of memberships whose members used their items. */
  members: money,
  net: money,
  paidOut: money,
};

export const yearSummarySchema = z.object({
  year: z.int(),
  months: z.array(z.object({ month: z.string(), ...yearRow })),
  total: z.object(yearRow),
});
export type YearSummary = z.output<typeof yearSummarySchema>;

const yearParams = z.object({ year: z.coerce.number().int().min(2000).max(2099) });

export const getYearSummary = defineContract({
  method: 'GET',
  path: '/api/seller/payments/years/:year',
  summary: 'Get a year by month: gross, discounts, fees, refunds, net, paid out',
  access,
  params: yearParams,
  response: yearSummarySchema,
  errors,
});

export const exportYearSummary = defineContract({
  method: 'GET',
  path: '/api/seller/payments/years/:year/summary.csv',
  summary: 'Export a year by month as CSV',
  access,
  params: yearParams,
  download: 'text/csv',
  errors,
});
