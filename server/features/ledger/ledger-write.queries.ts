// The ledger, in SQL. A transaction whose entries do not sum to zero is refused when it commits.
import type { Tx } from '#server/db/client.ts';
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
