// Booking credit of a membership: how much each paid month adds, and which sessions it pays for.
import { divideCents } from '#shared/features/checkout/pricing.rules.ts';
import { CREDIT_MONTHS } from '#shared/features/plan/plan.rules.ts';
import { formatFullDay } from '#shared/dates.ts';
import { sumCents } from '#shared/money.ts';

/** Days before a half-year ends that its member is reminded of what is left. */
export const CREDIT_REMINDER_DAYS = 14;

/** Shown wherever a plan's credit is explained. */
export const CREDIT_RULE =
  'Booking credit pays for Connect sessions at checkout. What is left after six months is gone, and so is all of it when the membership ends. With monthly payments, each one adds a sixth.';

const MONTH_MS = (365.2425 / 12) * 86_400_000;

/** A gift’s time may be any number of days; the nearest whole month counts. */
export function monthsBetween({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): number {
  return Math.round((endsAt.getTime() - startsAt.getTime()) / MONTH_MS);
}

/** Of a half-year’s credit, for the months that are paid; all of it after the sixth. */
export function grantedAfter(months: number, bookingCreditCents: number): number {
  return Math.floor((bookingCreditCents * Math.min(months, CREDIT_MONTHS)) / CREDIT_MONTHS);
}

type Payable = { itemType: string; netCents: number };

/** By position of the line. It pays prices of sessions, after discounts and without tax. */
export function applyCredit(availableCents: number, lines: readonly Payable[]): number[] {
  const nets = lines.map(({ itemType, netCents }) => (itemType === 'booking' ? netCents : 0));
  const usedCents = Math.min(availableCents, sumCents(nets));
  return usedCents === 0 ? nets.map(() => 0) : divideCents(usedCents, nets);
}

/** Of returned credit, for the person it is returned to. */
export function describeCreditEnd(endsAt: Date, now: Date): string {
  const day = formatFullDay(endsAt.toISOString());
  return endsAt > now
    ? `You can use it until ${day}.`
    : `It belonged to a half-year that ended on ${day}, so it can’t be used again.`;
}
