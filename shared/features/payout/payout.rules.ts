// How a payout is worked out, and what it looks like in the books: each list sums to zero.
import { undone, type LedgerLine } from '#shared/features/ledger/ledger.rules.ts';
import { PAYOUT_HOUR } from './payout.states.ts';

/** Less is kept until the next time. */
export const PAYOUT_MINIMUM_CENTS = 100;

export type EarningsDue = {
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
export function offsetOf({ openCents, owedCents, returningCents }: EarningsDue): number {
  return openCents - (owedCents - returningCents);
}

/** What a payout made now would bring; it may be nothing, or less. */
export function earningsDueCents(due: EarningsDue): number {
  return due.availableCents - offsetOf(due);
}

type Paid = { sellerId: number; amountCents: number };

export function payoutStartedEntries({ sellerId, amountCents }: Paid): LedgerLine[] {
  return [
    { account: 'seller_payable', sellerId, amountCents },
    { account: 'in_transit', sellerId: null, amountCents: -amountCents },
  ];
}

export function payoutFailedLines(paid: Paid): LedgerLine[] {
  return undone(payoutStartedEntries(paid));
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

/** 1500 is "15", 1250 is "12.5", 5 is "0.05". */
export function percentOf(points: number): string {
  return String(points / 100);
}

const PERCENT = /^\d{1,3}(\.\d{1,2})?$/;

/** Null: no percentage from 0 to 100 with at most two decimals. */
export function pointsOf(percent: string): number | null {
  if (!PERCENT.test(percent)) return null;
  const points = Math.round(Number(percent) * 100);
  return points <= 10_000 ? points : null;
}

/** The next run that has not begun. */
export function nextRunAfter(now: Date): Date {
  const run = new Date(now);
  run.setUTCHours(PAYOUT_HOUR, 0, 0, 0);
  if (run <= now) run.setUTCDate(run.getUTCDate() + 1);
  return run;
}

export type Coming = {
  now: Date;
  availableCents: number;
  /** What becomes available later, by the day whose run is the first to pay it. */
  later: readonly { day: string; cents: number }[];
  /** What is kept (above zero) or added (below). */
  offsetCents: number;
};

/** Null: what is there now, and what is coming, is not enough. */
export function nextPayout({ now, availableCents, later, offsetCents }: Coming) {
  const first = nextRunAfter(now);
  let cents = availableCents - offsetCents;
  if (cents >= PAYOUT_MINIMUM_CENTS) return { at: first, cents: cents + paidWith(first, later) };
  for (const { day, cents: more } of later.toSorted((a, b) => a.day.localeCompare(b.day))) {
    cents += more;
    if (cents >= PAYOUT_MINIMUM_CENTS) {
      return { at: new Date(`${day}T${String(PAYOUT_HOUR).padStart(2, '0')}:00:00Z`), cents };
    }
  }
  return null;
}

/** What becomes available before the very next run is paid with it. */
function paidWith(run: Date, later: Coming['later']): number {
  const day = run.toISOString().slice(0, 10);
  return later.find((one) => one.day === day)?.cents ?? 0;
}
