// The ledger, in SQL. A transaction whose entries do not sum to zero is refused when it commits.
import { eq, sql } from 'drizzle-orm';
import type { Tx, DbOrTx } from '#server/db/client.ts';
import { ledgerEntries, ledgerTransactions } from '#server/db/schema/ledger.ts';

type Entry = Omit<typeof ledgerEntries.$inferInsert, 'transactionId'>;

/** False: the same cause is in the books already. Entries of nothing are left out. */
export async function insertLedgerTransaction(
  tx: Tx,
  { entries, ...transaction }: typeof ledgerTransactions.$inferInsert & { entries: readonly Entry[] },
): Promise<boolean> {
  const [written] = await tx
    .insert(ledgerTransactions)
    .values(transaction)
    .onConflictDoNothing()
    .returning({ id: ledgerTransactions.id });
  if (!written) return false;
  const rows = entries
    .filter(({ amountCents }) => amountCents !== 0)
    .map((entry) => ({ ...entry, transactionId: written.id }));
  if (rows.length > 0) await tx.insert(ledgerEntries).values(rows);
  return true;
}

/** What this cause put into the books. */
export async function listEntriesOf(db: DbOrTx, { cause }: { cause: string }) {
  const { account, sellerId, amountCents, currency } = ledgerEntries;
  return db
    .select({ account, sellerId, amountCents, currency })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(eq(ledgerTransactions.cause, cause));
}

const given = sql.placeholder;

/** The end of the statement that completes an order (placeholders orderId, cause, entries, now): the sale, if money was paid. */
export const recordSaleSql = sql`booked as (
      insert into ledger_transactions (kind, cause, order_id, created_at)
      select 'sale', ${given('cause')}::text, ${given('orderId')}::int, ${given('now')}::timestamptz
      where ${given('cause')}::text is not null
      on conflict do nothing returning id
    )
    insert into ledger_entries (transaction_id, account, seller_id, amount_cents, currency)
    select booked.id, e.account, e."sellerId", e."amountCents", e.currency from booked,
      jsonb_to_recordset(${given('entries')}::jsonb)
        as e(account text, "sellerId" int, "amountCents" bigint, currency text)
    where e."amountCents" <> 0`;
