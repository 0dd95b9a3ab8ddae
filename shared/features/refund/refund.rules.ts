// When a refund can be requested, and how it is divided over the parts of an order: exact to the cent, whatever was
// refunded before.
import { divideCents } from '#shared/features/checkout/pricing.rules.ts';
import { describeCreditEnd } from '#shared/features/membership/booking-credit.rules.ts';
import { formatMoney } from '#shared/money.ts';

/** A sale can be refunded for this many days; then it is paid out. */
export const REFUND_WINDOW_DAYS = 7;

/** What was bought twice by mistake can be refunded by the buyer for this many days, without asking anyone. */
export const DOUBLE_REFUND_DAYS = 90;

const DAY = 86_400_000;

/** Until when the buyer can request a refund; null: not, or no longer. */
export function refundWindowEnd(
  { paidAt, state }: { paidAt: Date | null; state: string },
  now: Date,
): Date | null {
  if (paidAt === null || state === 'refunded') return null;
  const until = new Date(paidAt.getTime() + REFUND_WINDOW_DAYS * DAY);
  return until > now ? until : null;
}

/** A part of an order, and what has been refunded of it or is being refunded. */
export type RefundablePart = {
  partId: number;
  lineId: number;
  sellerId: number | null;
  /** What was paid for it, tax included, with money and credit. */
  wholeCents: number;
  taxCents: number;
  shareCents: number;
  returnedCents: number;
  returnedTaxCents: number;
  returnedShareCents: number;
  /** How much of it was paid with booking credit, and how much of that was returned as credit. */
  creditCents?: number;
  returnedCreditCents?: number;
  /** Deducted by bundles, and not refundable while they are kept. Absent for disputes: a bank takes all of it. */
  heldCents?: number;
};

/** A bundle cost less because this part was already paid for; that money stays as long as the bundle does. */
export type Hold = {
  deductionId: number;
  partId: number;
  /** The line of the bundle. */
  lineId: number;
  title: string;
  heldCents: number;
};

/**
 * The parts with the amount that can't be refunded now, because a bundle deducted it. `gone`: lines refunded together
 * with them, whose deductions no longer count. If several bundles deducted the same payment, the largest counts.
 */
export function withHolds(
  parts: readonly RefundablePart[],
  holds: readonly Hold[],
  gone: ReadonlySet<number>,
): RefundablePart[] {
  return parts.map((part) => {
    const claims = holds.filter(({ partId, lineId }) => partId === part.partId && !gone.has(lineId));
    const most = claims.reduce((largest, { heldCents }) => Math.max(largest, heldCents), 0);
    return { ...part, heldCents: Math.min(most, part.wholeCents - part.returnedCents) };
  });
}

/** `creditCents`: how much of the amount is returned as credit; the rest is money. */
export type Return = {
  partId: number;
  amountCents: number;
  taxCents: number;
  shareCents: number;
  creditCents: number;
};

export const refundableRemainder = ({ wholeCents, returnedCents, heldCents = 0 }: RefundablePart) =>
  wholeCents - returnedCents - heldCents;

const leftCredit = ({ creditCents = 0, returnedCreditCents = 0 }: RefundablePart) =>
  creditCents - returnedCreditCents;

/** Without credit: all that a bank can take back. */
export const moneyRemainder = (part: RefundablePart) => refundableRemainder(part) - leftCredit(part);

/** Money that went back without us deciding about it: a dispute, or a refund made at the gateway. */
export function moneyReturnsOf(parts: readonly RefundablePart[], amountCents: number): Return[] {
  const amounts = divideCents(amountCents, parts.map(moneyRemainder));
  return returnsBy(parts, amounts, () => 0);
}

/** Divides the amount over what is left of the parts; never more than is left of each. */
export function returnsOf(parts: readonly RefundablePart[], amountCents: number): Return[] {
  const amounts = divideCents(amountCents, parts.map(refundableRemainder));
  return returnsBy(parts, amounts, creditOf);
}

function returnsBy(
  parts: readonly RefundablePart[],
  amounts: readonly number[],
  credit: typeof creditOf,
): Return[] {
  return parts.flatMap((part, at) => {
    const amount = amounts[at] ?? 0;
    return amount > 0 ? [{ ...returnOf(part, amount), creditCents: credit(part, amount) }] : [];
  });
}

/** The same share of credit as of money; the last cent of the part is the last cent of both. */
function creditOf(part: RefundablePart, amountCents: number): number {
  const { creditCents = 0, returnedCreditCents = 0, wholeCents, returnedCents } = part;
  if (creditCents === 0) return 0;
  const due = proportion(creditCents, returnedCents + amountCents, wholeCents) - returnedCreditCents;
  const least = Math.max(0, amountCents - moneyRemainder(part));
  return Math.max(least, clamp(due, Math.min(leftCredit(part), amountCents)));
}

/**
 * Tax, seller and platform each return their proportion of the part. Every step aims for the cumulative proportion, so
 * that rounding errors never add up, and the last cent of the part is the last cent of all three.
 */
function returnOf(part: RefundablePart, amountCents: number): Omit<Return, 'creditCents'> {
  const { partId, wholeCents, returnedCents } = part;
  const after = returnedCents + amountCents;
  const leftTax = part.taxCents - part.returnedTaxCents;
  const leftShare = part.shareCents - part.returnedShareCents;
  const leftFee = wholeCents - returnedCents - leftTax - leftShare;
  const due = (all: number, before: number, most: number) =>
    clamp(proportion(all, after, wholeCents) - before, Math.min(all - before, most));
  let taxCents = due(part.taxCents, part.returnedTaxCents, amountCents);
  let shareCents = due(part.shareCents, part.returnedShareCents, amountCents - taxCents);
  // The platform returns no more than its share; the others make up the rounding difference.
  let over = Math.max(0, amountCents - taxCents - shareCents - leftFee);
  const more = Math.min(over, leftShare - shareCents);
  shareCents += more;
  over -= more;
  taxCents += Math.min(over, leftTax - taxCents);
  return { partId, amountCents, taxCents, shareCents };
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most));

/** Rounded to the nearest cent, half a cent up. */
function proportion(all: number, part: number, whole: number): number {
  return Number((2n * BigInt(all) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
}

/**
 * planned: its order isn't paid yet. standing: the deducted money isn't refunded. released: the bundle was
 * refunded. void: the deducted money is gone (a lost dispute, a refund made at the gateway), so the bundle no longer
 * gives access to what the deduction paid for.
 */
export const DEDUCTION_STATES = ['planned', 'standing', 'released', 'void'] as const;
export type DeductionState = (typeof DEDUCTION_STATES)[number];

/** Shown wherever a deduction is offered or may follow. */
export const DEDUCTION_RULE =
  'What you paid for an item counts toward a bundle that includes it. If you refund the item and keep the bundle, your refund is reduced by the amount that counted.';

type Deducted = { title: string; isInCart: boolean };

/** “$45.60 less: you already pay for “Ballet I” in this cart.” */
export function deductionNote(amount: string, deductions: readonly Deducted[]): string {
  const titles = (isInCart: boolean) => [
    ...new Set(deductions.filter((one) => one.isInCart === isInCart).map(({ title }) => `“${title}”`)),
  ];
  const reasons = [
    ...(titles(false).length > 0 ? [`you paid for ${joinTitles(titles(false))} before`] : []),
    ...(titles(true).length > 0 ? [`you pay for ${joinTitles(titles(true))} elsewhere in this cart`] : []),
  ];
  return `${formatMoney(amount)} less: ${reasons.join(', and ')}.`;
}

const joinTitles = (titles: readonly string[]) =>
  titles.length > 2 ? `${titles.slice(0, 2).join(', ')} and ${titles.length - 2} more` : titles.join(' and ');

type Figures = {
  left: string;
  creditLeft: string;
  creditEndsAt: string | null;
  held: string;
  heldBy: readonly string[];
  also: string;
  alsoOf: readonly string[];
};

/** What the buyer reads before confirming a refund; null if no bundle and no booking credit is involved. */
export function refundNote(
  { left, creditLeft, creditEndsAt, held, heldBy, also, alsoOf }: Figures,
  money: (amount: string) => string,
  now = new Date(),
): string | null {
  const quoted = (titles: readonly string[]) => joinTitles(titles.map((title) => `“${title}”`));
  if (Number(held) > 0) {
    return `You’ll get ${money(left)} back. ${money(held)} of what you paid went toward ${quoted(heldBy)}, which you keep. It comes back if you refund that too.`;
  }
  if (Number(creditLeft) > 0 && creditEndsAt !== null) {
    const until = describeCreditEnd(new Date(creditEndsAt), now);
    return `You’ll get ${money(left)} back, ${money(creditLeft)} of it as booking credit. ${until}`;
  }
  if (Number(also) > 0) {
    return `You’ll get ${money(left)} back, and the ${money(also)} you paid for ${quoted(alsoOf)} that went toward it.`;
  }
  return null;
}
