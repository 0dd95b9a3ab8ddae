// The ledger entries of a sale and its reversal: each list sums to zero.
import type { LedgerAccount, LedgerKind } from './ledger.states.ts';
import type { RevenueMetric } from './ledger.contract.ts';

export type LedgerLine = { account: LedgerAccount; sellerId: number | null; amountCents: number };
export type SoldPart = {
  sellerId: number | null;
  amountCents: number;
  discountCents: number;
  taxCents: number;
  feeCents: number;
  /** How much of it was paid with booking credit. */
  creditCents?: number;
};

/** What the buyer paid for it, with a card or credit, without tax. */
export function paidFor({ amountCents, discountCents }: SoldPart): number {
  return amountCents - discountCents;
}

/** The seller's share. */
export function shareOf(part: SoldPart): number {
  return part.sellerId === null ? 0 : paidFor(part) - part.feeCents;
}

/**
 * The buyer's money is at the gateway; the platform owes each seller their share and has earned the rest. What was paid
 * with booking credit is the platform's cost.
 */
export function saleLines(parts: readonly SoldPart[]): LedgerLine[] {
  const owed = new Map<number, number>();
  let total = 0;
  let tax = 0;
  let credit = 0;
  for (const part of parts) {
    total += paidFor(part) + part.taxCents;
    tax += part.taxCents;
    credit += part.creditCents ?? 0;
    const { sellerId } = part;
    if (sellerId !== null) owed.set(sellerId, (owed.get(sellerId) ?? 0) + shareOf(part));
  }
  return disputeLossEntries({ total, credit, tax, owed });
}

/** `total`: money and credit. */
type Taken = { total: number; credit: number; tax: number; owed: ReadonlyMap<number, number> };

/** What is neither tax nor a seller's share is the platform's. Sellers by id, to avoid deadlocks. */
export function disputeLossEntries({ total, credit, tax, owed }: Taken): LedgerLine[] {
  const shares = [...owed].toSorted(([a], [b]) => a - b);
  const earned = shares.reduce((left, [, share]) => left - share, total - tax);
  return [
    { account: 'gateway', sellerId: null, amountCents: total - credit },
    ...(credit > 0 ? [{ account: 'booking_credit' as const, sellerId: null, amountCents: credit }] : []),
    { account: 'platform_revenue', sellerId: null, amountCents: -earned },
    { account: 'tax_payable', sellerId: null, amountCents: -tax },
    ...shares.map(([sellerId, share]) => ({
      account: 'seller_payable' as const,
      sellerId,
      amountCents: -share,
    })),
  ];
}

/** Money for an order that can no longer be fulfilled: owed to the buyer, and refunded. */
export function heldForBuyer(amountCents: number): LedgerLine[] {
  return [
    { account: 'gateway', sellerId: null, amountCents },
    { account: 'buyer_payable', sellerId: null, amountCents: -amountCents },
  ];
}

export function undone(lines: readonly LedgerLine[]): LedgerLine[] {
  return lines.map((line) => ({ ...line, amountCents: -line.amountCents }));
}

type Booked = { account: LedgerAccount; kind: LedgerKind; cents: number };

/**
 * Money for orders that couldn't be fulfilled passes through buyer_payable and is neither a sale nor a refund, so it is
 * subtracted again. The money of an open dispute is only held elsewhere; it is lost once it is in neither account.
 */
export function figuresOf(rows: readonly Booked[]): Record<Exclude<RevenueMetric, 'discounts'>, number> {
  const sum = (accounts: readonly LedgerAccount[], kinds?: readonly LedgerKind[]) =>
    rows
      .filter(({ account, kind }) => accounts.includes(account) && (!kinds || kinds.includes(kind)))
      .reduce((total, { cents }) => total + cents, 0);
  return {
    sales: sum(['gateway', 'buyer_payable'], ['sale']),
    // Less what members paid with credit instead of money.
    fees: positive(-sum(['platform_revenue', 'booking_credit'])),
    refunds: positive(-sum(['gateway', 'buyer_payable'], ['refund', 'refund_failed'])),
    disputes: positive(-sum(['gateway', 'disputed'], ['dispute'])),
    tax: positive(-sum(['tax_payable'])),
    payouts: positive(-sum(['gateway'], ['payout_paid', 'reversal'])),
  };
}

/** Avoids a negative zero. */
function positive(cents: number): number {
  return cents === 0 ? 0 : cents;
}
