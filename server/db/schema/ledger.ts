// The ledger: double entry and append-only. A trigger makes sure that each transaction sums to zero.
import { sql } from '#server/db/drizzle.ts';
import {
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { cents, id, oneOf, timestamptz } from '#server/db/columns.ts';
import type { PartItem } from '#shared/features/entitlement/entitlement.states.ts';
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
    /** What caused it: `payment 17`, `refund 4`. Each cause is recorded once. */
    cause: text().notNull(),
    /** Null for payouts, which cover many orders. */
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
    /** Positive (debit): held by the platform. Negative (credit): owed to someone, or earned. */
    amountCents: cents().notNull(),
    currency: text().notNull(),
    /** The transaction's time, copied by a trigger so that a statement only reads its own entries. */
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
    check(
      'ledger_entries_seller_known',
      sql`(${t.account} = 'seller_payable') = (${t.sellerId} is not null)`,
    ),
  ],
);

/** Transactions not yet added to ledger_days; inserted by a trigger, processed by a job. */
export const ledgerUnrolled = pgTable('ledger_unrolled', {
  transactionId: integer()
    .primaryKey()
    .references(() => ledgerTransactions.id),
});

/** The ledger summed up by day, so that a balance or a year doesn't have to read every entry. */
export const ledgerDays = pgTable(
  'ledger_days',
  {
    day: date({ mode: 'string' }).notNull(),
    account: text().$type<LedgerAccount>().notNull(),
    /** 0 if the account isn't a seller's. */
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

/** The total of ledger_days per account, updated with it, so that a balance doesn't add up years of days. */
export const ledgerBalances = pgTable(
  'ledger_balances',
  {
    account: text().$type<LedgerAccount>().notNull(),
    /** 0 if the account isn't a seller's. */
    sellerId: integer().notNull(),
    currency: text().notNull(),
    amountCents: cents().notNull(),
    entryCount: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.account, t.sellerId, t.currency] })],
);

/** The results of full ledger checks. */
export const ledgerChecks = pgTable(
  'ledger_checks',
  {
    id: id(),
    checkedAt: timestamptz().notNull(),
    transactionCount: integer().notNull(),
    entryCount: integer().notNull(),
    /** Total of all entries; must be 0. */
    totalCents: cents().notNull(),
    /** Transactions that don't sum to zero; must be 0. */
    unbalancedCount: integer().notNull(),
    /** Accounts whose entries differ from ledger_days plus ledger_unrolled; must be 0. */
    strayCount: integer().notNull(),
  },
  (t) => [index('ledger_checks_checked_at').on(t.checkedAt)],
);

/** Sales of one item. */
const sold = {
  /** 0: the platform's own. */
  sellerId: integer().notNull(),
  itemType: text().$type<PartItem>().notNull(),
  itemId: integer().notNull(),
  /** Seats. */
  soldCount: integer().notNull(),
  amountCents: cents().notNull(),
  discountCents: cents().notNull(),
  taxCents: cents().notNull(),
  feeCents: cents().notNull(),
};

/** Sales per item and day, from paid orders as they are counted. Refunds aren't subtracted. */
export const salesDays = pgTable(
  'sales_days',
  {
    day: date({ mode: 'string' }).notNull(),
    ...sold,
  },
  (t) => [
    primaryKey({ columns: [t.sellerId, t.day, t.itemType, t.itemId] }),
    index('sales_days_day').on(t.day),
    // Few items are sold with a coupon, so a year's discounts read few rows.
    index('sales_days_discounted')
      .on(t.day)
      .where(sql`discount_cents > 0`),
  ],
);

/** The same by month, so that longer periods read few rows. */
export const salesMonths = pgTable(
  'sales_months',
  {
    /** The first day of the month. */
    month: date({ mode: 'string' }).notNull(),
    ...sold,
  },
  (t) => [
    primaryKey({ columns: [t.sellerId, t.month, t.itemType, t.itemId] }),
    index('sales_months_month').on(t.month),
  ],
);
