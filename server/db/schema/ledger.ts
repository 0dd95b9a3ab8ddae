// The ledger: double entry, only ever added to; each transaction sums to zero, which a trigger sees to (migration).
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { oneOf } from '#server/db/checks.ts';
import {
  LEDGER_ACCOUNTS,
  LEDGER_KINDS,
  type LedgerAccount,
  type LedgerKind,
} from '#shared/features/checkout/checkout.states.ts';
import { users } from './account.ts';
import { orders } from './checkout.ts';

export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<LedgerKind>().notNull(),
    /** What caused it: `payment 17`, `refund 4`. The same cause is written down once. */
    cause: text().notNull(),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    uniqueIndex('ledger_transactions_cause').on(t.cause),
    index('ledger_transactions_order_id').on(t.orderId),
    check('ledger_transactions_kind', sql`${t.kind} in (${oneOf(LEDGER_KINDS)})`),
  ],
);

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    transactionId: integer()
      .notNull()
      .references(() => ledgerTransactions.id),
    account: text().$type<LedgerAccount>().notNull(),
    sellerId: integer().references(() => users.id),
    /** Positive (debit): what the house holds. Negative (credit): what it owes a seller, or has earned. */
    amountCents: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
  },
  (t) => [
    index('ledger_entries_transaction_id').on(t.transactionId),
    index('ledger_entries_account').on(t.account, t.sellerId, t.id),
    check('ledger_entries_account_known', sql`${t.account} in (${oneOf(LEDGER_ACCOUNTS)})`),
    check('ledger_entries_amount', sql`${t.amountCents} <> 0`),
    check('ledger_entries_whose', sql`(${t.account} = 'seller_payable') = (${t.sellerId} is not null)`),
  ],
);
