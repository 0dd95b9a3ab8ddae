// What anything for sale may cost: nothing, or enough for a card.
import { decimalToCents, formatCents } from './money.ts';
import { parseTypedMoney } from './typed-money.ts';

/** Stripe charges no card less than this, so nothing costs less and isn't free. */
export const LEAST_CHARGE_CENTS = 50;
export const MOST_PRICE_CENTS = 10_000_000;

export const PRICE_TOO_LOW = `Enter at least ${formatCents(LEAST_CHARGE_CENTS)}, or 0 for free`;
export const PRICE_TOO_HIGH = `At most ${formatCents(MOST_PRICE_CENTS)}`;

/** Whether a card can be charged this much; nothing at all needs no card. */
export const isChargeable = (cents: number): boolean => cents === 0 || cents >= LEAST_CHARGE_CENTS;

/** What is wrong with a price as it is typed. Null: nothing. */
export function typedPriceProblem(typed: string, example: string): string | null {
  const amount = parseTypedMoney(typed);
  if (amount === null) return `Enter an amount such as ${example}`;
  const cents = decimalToCents(amount);
  if (!isChargeable(cents)) return PRICE_TOO_LOW;
  return cents > MOST_PRICE_CENTS ? PRICE_TOO_HIGH : null;
}
