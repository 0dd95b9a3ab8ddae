// How a payout is calculated, and its ledger entries: each list sums to zero.
import { undone, type LedgerLine } from '#shared/features/ledger/ledger.rules.ts';
import { PAYOUT_HOUR } from './payout.states.ts';

/** Smaller amounts wait for the next run. */
export const PAYOUT_MINIMUM_CENTS = 100;

export type EarningsDue = {
  /** Net earnings whose refund window is over. */
  availableCents: number;
  /** Net earnings that are waiting or on hold. */
  openCents: number;
  /** The seller's ledger balance. */
  owedCents: number;
  /** The seller's shares of refunds requested at the gateway but not in the ledger yet. */
  returningCents: number;
};

/**
 * Positive: the seller owes money from refunds of sales already paid out. Negative: they are owed more than their open
 * earnings, for example after a dispute was won.
 */
export function offsetOf({ openCents, owedCents, returningCents }: EarningsDue): number {
  return openCents - (owedCents - returningCents);
}

/** The amount of a payout made now; may be zero or negative. */
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

/** Money taken back from the payout account: the platform holds it again and owes it again. */
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

const PERCENT = /^\d{1,3}([.,]\d{1,2})?$/;

/** Null unless it is a percentage from 0 to 100 with at most two decimals. */
export function pointsOf(percent: string): number | null {
  if (!PERCENT.test(percent)) return null;
  const points = Math.round(Number(percent.replace(',', '.')) * 100);
  return points <= 10_000 ? points : null;
}

/** The next run that hasn't started. */
export function nextRunAfter(now: Date): Date {
  const run = new Date(now);
  run.setUTCHours(PAYOUT_HOUR, 0, 0, 0);
  if (run <= now) run.setUTCDate(run.getUTCDate() + 1);
  return run;
}

export type Coming = {
  now: Date;
  availableCents: number;
  /** What becomes available later, keyed by the first run that can pay it. */
  later: readonly { day: string; cents: number }[];
  /** Deducted if positive, added if negative. */
  offsetCents: number;
};

/** Null if current and upcoming earnings don't reach the minimum. */
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

/** Earnings that become available before the next run are paid with it. */
function paidWith(run: Date, later: Coming['later']): number {
  const day = run.toISOString().slice(0, 10);
  return later.find((one) => one.day === day)?.cents ?? 0;
}
