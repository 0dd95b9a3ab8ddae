// Which cents go back when money is returned: exact to the cent, whatever was returned before.
import { divideCents } from '#shared/features/checkout/pricing.rules.ts';

/** A part of an order, and what of it has gone back so far, or is on its way. */
export type ReturnablePart = {
  partId: number;
  lineId: number;
  sellerId: number | null;
  /** What was paid for it, tax included. */
  wholeCents: number;
  taxCents: number;
  shareCents: number;
  returnedCents: number;
  returnedTaxCents: number;
  returnedShareCents: number;
  /** What bundles count on: it stays paid while they are kept. Absent: whoever takes money takes it all, as a bank does. */
  heldCents?: number;
};

/** A bundle that cost less by what was paid for a part: so much of the part's money stays as long as the bundle does. */
export type Hold = {
  deductionId: number;
  partId: number;
  /** The line of the bundle. */
  lineId: number;
  title: string;
  heldCents: number;
};

/**
 * The parts with what can't go back of them now, because a bundle counts on it. `gone`: lines that go back along with
 * them, and so count on nothing. Several bundles count on the same payment: the largest claim is it.
 */
export function withHolds(
  parts: readonly ReturnablePart[],
  holds: readonly Hold[],
  gone: ReadonlySet<number>,
): ReturnablePart[] {
  return parts.map((part) => {
    const claims = holds.filter(({ partId, lineId }) => partId === part.partId && !gone.has(lineId));
    const most = claims.reduce((largest, { heldCents }) => Math.max(largest, heldCents), 0);
    return { ...part, heldCents: Math.min(most, part.wholeCents - part.returnedCents) };
  });
}

export type Return = { partId: number; amountCents: number; taxCents: number; shareCents: number };

export const leftOf = ({ wholeCents, returnedCents, heldCents = 0 }: ReturnablePart) =>
  wholeCents - returnedCents - heldCents;

/** The amount divided over what is left of the parts; never more of one than is left of it. */
export function returnsOf(parts: readonly ReturnablePart[], amountCents: number): Return[] {
  const amounts = divideCents(amountCents, parts.map(leftOf));
  return parts.flatMap((part, at) => {
    const amount = amounts[at] ?? 0;
    return amount > 0 ? [returnOf(part, amount)] : [];
  });
}

/**
 * Tax, seller and house give back in proportion to what they have of the part. Each step goes to where the proportion
 * should stand after it, so that rounding never adds up, and the last cent of the part is the last cent of all three.
 */
function returnOf(part: ReturnablePart, amountCents: number): Return {
  const { partId, wholeCents, returnedCents } = part;
  const after = returnedCents + amountCents;
  const leftTax = part.taxCents - part.returnedTaxCents;
  const leftShare = part.shareCents - part.returnedShareCents;
  const leftFee = wholeCents - returnedCents - leftTax - leftShare;
  const due = (all: number, before: number, most: number) =>
    clamp(proportion(all, after, wholeCents) - before, Math.min(all - before, most));
  let taxCents = due(part.taxCents, part.returnedTaxCents, amountCents);
  let shareCents = due(part.shareCents, part.returnedShareCents, amountCents - taxCents);
  // The house gives no more than it has of it; what rounding would ask of it beyond that, the others give.
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
