// What a sale and its undoing look like in the books: each list sums to zero.
import type { LedgerAccount } from './checkout.states.ts';

export type LedgerLine = { account: LedgerAccount; sellerId: number | null; amountCents: number };
export type SoldPart = { sellerId: number | null; amountCents: number; feeCents: number };

/** The buyer's money is at the gateway; of it the house owes each seller their share and has earned the rest. */
export function saleLines(parts: readonly SoldPart[]): LedgerLine[] {
  const owed = new Map<number, number>();
  let total = 0;
  let earned = 0;
  for (const { sellerId, amountCents, feeCents } of parts) {
    total += amountCents;
    earned += feeCents;
    if (sellerId !== null) owed.set(sellerId, (owed.get(sellerId) ?? 0) + amountCents - feeCents);
  }
  return [
    { account: 'gateway', sellerId: null, amountCents: total },
    { account: 'platform_revenue', sellerId: null, amountCents: -earned },
    ...[...owed].map(([sellerId, share]) => ({
      account: 'seller_payable' as const,
      sellerId,
      amountCents: -share,
    })),
  ];
}

/** Money that came for an order that can no longer be fulfilled: it is the buyer's, and goes back. */
export function heldForBuyer(amountCents: number): LedgerLine[] {
  return [
    { account: 'gateway', sellerId: null, amountCents },
    { account: 'buyer_payable', sellerId: null, amountCents: -amountCents },
  ];
}

export function undone(lines: readonly LedgerLine[]): LedgerLine[] {
  return lines.map((line) => ({ ...line, amountCents: -line.amountCents }));
}
