// How other features write into the books.
import type { Tx } from '#server/db/client.ts';
import type { LedgerLine } from '#shared/features/ledger/ledger.rules.ts';
import { DEFAULT_CURRENCY } from '#shared/money.ts';
import type { LedgerKind } from '#shared/features/ledger/ledger.states.ts';
import { insertLedgerTransaction } from './ledger-write.queries.ts';

export type BookEntry = {
  kind: LedgerKind;
  /** The same cause is written down once. */
  cause: string;
  orderId?: number | null;
  at: Date;
  lines: readonly LedgerLine[];
  currency?: string;
};

/** False: it was in the books already. */
export async function writeIntoBooks(tx: Tx, entry: BookEntry): Promise<boolean> {
  const { kind, cause, orderId = null, at, lines, currency = DEFAULT_CURRENCY } = entry;
  const entries = lines.map((line) => ({ ...line, currency }));
  return insertLedgerTransaction(tx, { kind, cause, orderId, createdAt: at, entries });
}

export { insertLedgerTransaction, listEntriesOf, recordSaleSql } from './ledger-write.queries.ts';
