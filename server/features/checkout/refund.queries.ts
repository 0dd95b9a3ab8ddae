// Refunds, in SQL.
import { and, eq } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { ledgerEntries, ledgerTransactions } from '#server/db/schema/ledger.ts';
import { refunds } from '#server/db/schema/checkout.ts';

export async function findRefund(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row ?? null;
}

/** False: it had ended before. */
export async function endRefund(
  tx: Tx,
  { id, ...set }: { id: number } & Pick<typeof refunds.$inferInsert, 'gatewayId' | 'state' | 'endedAt'>,
): Promise<boolean> {
  const ended = await tx
    .update(refunds)
    .set(set)
    .where(and(eq(refunds.id, id), eq(refunds.state, 'requested')))
    .returning({ id: refunds.id });
  return ended.length > 0;
}

/** What the payment put into the books. */
export async function listEntriesOf(db: DbOrTx, { cause }: { cause: string }) {
  const { account, sellerId, amountCents, currency } = ledgerEntries;
  return db
    .select({ account, sellerId, amountCents, currency })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(eq(ledgerTransactions.cause, cause));
}
