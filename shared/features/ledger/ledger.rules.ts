// What a sale and its undoing look like in the books: each list sums to zero.
import type { LedgerAccount } from './ledger.states.ts';

export type LedgerLine = { account: LedgerAccount; sellerId: number | null; amountCents: number };
export type SoldPart = {
  sellerId: number | null;
  amountCents: number;
  discountCents: number;
  taxCents: number;
  feeCents: number;
};

/** What a buyer paid for it, without tax. */
export function paidFor({ amountCents, discountCents }: SoldPart): number {
  return amountCents - discountCents;
}

/** What of it is the seller's. */
export function shareOf(part: SoldPart): number {
  return part.sellerId === null ? 0 : paidFor(part) - part.feeCents;
}

/** The buyer's money is at the gateway; of it the house owes each seller their share and has earned the rest. */
export function saleLines(parts: readonly SoldPart[]): LedgerLine[] {
  const owed = new Map<number, number>();
  let total = 0;
  let tax = 0;
  for (const part of parts) {
    total += paidFor(part) + part.taxCents;
    tax += part.taxCents;
    const { sellerId } = part;
    if (sellerId !== null) owed.set(sellerId, (owed.get(sellerId) ?? 0) + shareOf(part));
  }
  return takenLines({ total, tax, owed });
}

type Taken = { total: number; tax: number; owed: ReadonlyMap<number, number> };

/** What is neither tax nor anybody's share is the house's. Sellers in the order of their numbers, so that nobody waits in a circle. */
export function takenLines({ total, tax, owed }: Taken): LedgerLine[] {
  const shares = [...owed].toSorted(([a], [b]) => a - b);
  const earned = shares.reduce((left, [, share]) => left - share, total - tax);
  return [
    { account: 'gateway', sellerId: null, amountCents: total },
    { account: 'platform_revenue', sellerId: null, amountCents: -earned },
    { account: 'tax_payable', sellerId: null, amountCents: -tax },
    ...shares.map(([sellerId, share]) => ({
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
