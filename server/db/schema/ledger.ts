// The ledger: double entry, only ever added to; each transaction sums to zero, which a trigger sees to (migration).
import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cents, id, oneOf, timestamptz } from '#server/db/columns.ts';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';
import {
  LEDGER_ACCOUNTS,
  LEDGER_KINDS,
  type LedgerAccount,
  type LedgerKind,
} from '#shared/features/ledger/ledger.states.ts';
import { users } from './platform-user.ts';
import { orders } from './order.ts';

export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: id(),
    kind: text().$type<LedgerKind>().notNull(),
    /** What caused it: `payment 17`, `refund 4`. The same cause is written down once. */
    cause: text().notNull(),
    /** Null: a payout, which is of many orders. */
    orderId: integer().references(() => orders.id),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('ledger_transactions_cause').on(t.cause),
    index('ledger_transactions_order_id').on(t.orderId),
    index('ledger_transactions_created_at').on(t.createdAt),
    index('ledger_transactions_kind_id').on(t.kind, t.id),
    check('ledger_transactions_kind', sql`${t.kind} in (${oneOf(LEDGER_KINDS)})`),
  ],
);

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: id(),
    transactionId: integer()
      .notNull()
      .references(() => ledgerTransactions.id),
    account: text().$type<LedgerAccount>().notNull(),
    sellerId: integer().references(() => users.id),
    /** Positive (debit): what the house holds. Negative (credit): what it owes a seller, or has earned. */
    amountCents: cents().notNull(),
    currency: text().notNull(),
    /** When its transaction was written; a trigger sees to it. Here once more, so that a statement reads its own lines only. */
    bookedAt: timestamptz().notNull().defaultNow(),
  },
  (t) => [
    index('ledger_entries_transaction_id').on(t.transactionId),
    index('ledger_entries_account').on(t.account, t.sellerId, t.transactionId),
    // A seller's statement of one month.
    index('ledger_entries_seller')
      .on(t.sellerId, t.bookedAt, t.id)
      .where(sql`seller_id is not null`),
    check('ledger_entries_account_known', sql`${t.account} in (${oneOf(LEDGER_ACCOUNTS)})`),
    check('ledger_entries_amount', sql`${t.amountCents} <> 0`),
    check('ledger_entries_whose', sql`(${t.account} = 'seller_payable') = (${t.sellerId} is not null)`),
  ],
);

/** Transactions that ledger_days does not hold yet; put here by a trigger, taken by a job. */
export const ledgerUnrolled = pgTable('ledger_unrolled', {
  transactionId: integer()
    .primaryKey()
    .references(() => ledgerTransactions.id),
});

/** The ledger summed up by day, so that a balance or a year does not read every line of it. */
export const ledgerDays = pgTable(
  'ledger_days',
  {
    day: date({ mode: 'string' }).notNull(),
    account: text().$type<LedgerAccount>().notNull(),
    /** 0 where the account is no seller's. */
    sellerId: integer().notNull(),
    kind: text().$type<LedgerKind>().notNull(),
    currency: text().notNull(),
    amountCents: cents().notNull(),
    entryCount: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.account, t.sellerId, t.day, t.kind, t.currency] }),
    index('ledger_days_day').on(t.day),
  ],
);

/** What ledger_days comes to in each account, kept with it: a balance of now does not add up years of days. */
export const ledgerBalances = pgTable(
  'ledger_balances',
  {
    account: text().$type<LedgerAccount>().notNull(),
    /** 0 where the account is no seller's. */
    sellerId: integer().notNull(),
    currency: text().notNull(),
    amountCents: cents().notNull(),
    entryCount: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.account, t.sellerId, t.currency] })],
);

/** What was found each time the whole ledger was added up anew. */
export const ledgerProofs = pgTable(
  'ledger_proofs',
  {
    id: id(),
    checkedAt: timestamptz().notNull(),
    transactionCount: integer().notNull(),
    entryCount: integer().notNull(),
    /** Of all entries: 0. */
    totalCents: cents().notNull(),
    /** Transactions whose entries do not sum to zero: none. */
    unbalancedCount: integer().notNull(),
    /** Accounts that are not the sum of their entries by ledger_days and what waits for it: none. */
    strayCount: integer().notNull(),
  },
  (t) => [index('ledger_proofs_checked_at').on(t.checkedAt)],
);

/** Of one thing of one seller. */
const sold = {
  /** 0: the house's own. */
  sellerId: integer().notNull(),
  itemType: text().$type<EntitlementItem>().notNull(),
  itemId: integer().notNull(),
  /** Seats. */
  soldCount: integer().notNull(),
  amountCents: cents().notNull(),
  discountCents: cents().notNull(),
  taxCents: cents().notNull(),
  feeCents: cents().notNull(),
};

/** What was sold of each thing by day, from paid orders; added to as they are counted. What goes back is not taken off. */
export const salesDays = pgTable(
  'sales_days',
  {
    day: date({ mode: 'string' }).notNull(),
    ...sold,
  },
  (t) => [
    primaryKey({ columns: [t.sellerId, t.day, t.itemType, t.itemId] }),
    index('sales_days_day').on(t.day),
    // Few things are sold with a coupon: what coupons took off a year reads those alone.
    index('sales_days_discounted')
      .on(t.day)
      .where(sql`discount_cents > 0`),
  ],
);

/** The same by month: what a year or three look like is read from few rows. */
export const salesMonths = pgTable(
  'sales_months',
  {
    /** The first of it. */
    month: date({ mode: 'string' }).notNull(),
    ...sold,
  },
  (t) => [
    primaryKey({ columns: [t.sellerId, t.month, t.itemType, t.itemId] }),
    index('sales_months_month').on(t.month),
  ],
);
