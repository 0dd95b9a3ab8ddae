// What a gift for another plan than the one someone has is worth there.

const YEAR_DAYS = 365;

/** Whole days of a plan that the amount buys at its price for a year, rounded up in the member's favor. */
export const giftDays = (paidCents: number, yearlyCents: number): number =>
  yearlyCents > 0 ? Math.ceil((YEAR_DAYS * paidCents) / yearlyCents) : YEAR_DAYS;
