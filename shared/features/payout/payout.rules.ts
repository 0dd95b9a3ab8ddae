// How a payout is worked out, and what it looks like in the books: each list sums to zero.
import { undone, type LedgerLine } from '#shared/features/ledger/ledger.rules.ts';

/** Less is kept until the next time. */
export const PAYOUT_MINIMUM_CENTS = 100;

export type Due = {
  /** Net of the earnings whose window has closed. */
  availableCents: number;
  /** Net of all earnings that wait or are held. */
  openCents: number;
  /** By the books. */
  owedCents: number;
  /** The seller's shares of refunds that are asked of the gateway: the books do not know them yet. */
  returningCents: number;
};

/**
 * Positive: what the seller owes, from refunds of what had been paid out. Negative: what is theirs beyond their open
 * earnings, such as a dispute that was won after all.
 */
export function offsetOf({ openCents, owedCents, returningCents }: Due): number {
  return openCents - (owedCents - returningCents);
}

/** What a payout made now would bring; it may be nothing, or less. */
export function dueCents(due: Due): number {
  return due.availableCents - offsetOf(due);
}

type Paid = { sellerId: number; amountCents: number };

export function payoutBegunLines({ sellerId, amountCents }: Paid): LedgerLine[] {
  return [
    { account: 'seller_payable', sellerId, amountCents },
    { account: 'in_transit', sellerId: null, amountCents: -amountCents },
  ];
}

export function payoutFailedLines(paid: Paid): LedgerLine[] {
  return undone(payoutBegunLines(paid));
}

export function payoutPaidLines({ amountCents }: Paid): LedgerLine[] {
  return [
    { account: 'in_transit', sellerId: null, amountCents },
    { account: 'gateway', sellerId: null, amountCents: -amountCents },
  ];
}

/** Back out of the seller's account: the house has it again, and owes it again. */
export function reversalLines({ sellerId, amountCents }: Paid): LedgerLine[] {
  return [
    { account: 'gateway', sellerId: null, amountCents },
    { account: 'seller_payable', sellerId, amountCents: -amountCents },
  ];
}
