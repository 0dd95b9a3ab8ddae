// When the periods of a membership begin and end, and what is left of one. Dates are counted in UTC.
import type { PlanPeriod } from '#shared/features/plan/plan.rules.ts';

const MONTHS = { month: 1, year: 12 } as const;

/**
 * The end of the period that begins at `startsAt`, counted from the anchor: a membership that began on January 31
 * renews on February 28 and on March 31.
 */
export function periodEnd(anchorAt: Date, startsAt: Date, period: PlanPeriod): Date {
  const anchor = Temporal.Instant.fromEpochMilliseconds(anchorAt.getTime()).toZonedDateTimeISO('UTC');
  for (let count = 1; ; count++) {
    const end = anchor.add({ months: MONTHS[period] * count }).epochMilliseconds;
    if (end > startsAt.getTime()) return new Date(end);
  }
}

export function monthsAfter(time: Date, months: number): Date {
  const zoned = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO('UTC');
  return new Date(zoned.add({ months }).epochMilliseconds);
}

/** The unused part of what was paid for a period, by the second, rounded down to the cent. */
export function unusedCents(
  paidCents: number,
  { startsAt, endsAt, now }: { startsAt: Date; endsAt: Date; now: Date },
): number {
  const whole = endsAt.getTime() - startsAt.getTime();
  const left = Math.min(whole, Math.max(0, endsAt.getTime() - now.getTime()));
  return whole > 0 ? Number((BigInt(paidCents) * BigInt(left)) / BigInt(whole)) : 0;
}
