// What goes back, as the books read it.
import { takenLines, type LedgerLine } from '#shared/features/ledger/ledger.rules.ts';
import { sumCents } from '#shared/money.ts';
import type { WrittenReturn } from './return.queries.ts';

/** What was taken of a sale of just these cents; what no part accounts for is the house's. */
export function returnedLines(returns: readonly WrittenReturn[], total: number): LedgerLine[] {
  const owed = new Map<number, number>();
  for (const { sellerId, shareCents } of returns) {
    if (sellerId !== null) owed.set(sellerId, (owed.get(sellerId) ?? 0) + shareCents);
  }
  return takenLines({ total, tax: sumCents(returns.map(({ taxCents }) => taxCents)), owed });
}

/** The shares that had been paid out before they went back. */
export function paidOut(returns: readonly WrittenReturn[]) {
  return returns.flatMap(({ payoutId, sellerId, shareCents }) =>
    payoutId === null || sellerId === null || shareCents === 0
      ? []
      : [{ payoutId, sellerId, amountCents: shareCents }],
  );
}
