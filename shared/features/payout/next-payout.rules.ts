// When a seller is paid next, and how much: the first daily run that finds enough.
import { PAYOUT_MINIMUM_CENTS } from './payout.rules.ts';
import { PAYOUT_HOUR } from './payout.states.ts';

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
