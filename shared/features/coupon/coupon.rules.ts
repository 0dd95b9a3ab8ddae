// What a coupon takes off which lines, to the cent. The cart and the order use the same rules.
import { divideCents } from '#shared/features/checkout/pricing.rules.ts';
import { centsToDecimal, formatCents, sumCents } from '#shared/money.ts';
import type { CartItemType } from '#shared/features/cart/cart.rules.ts';
import type { CartedItem } from '#shared/features/entitlement/entitlement.states.ts';
import type { CouponItem, CouponItemKind, CouponKind } from './coupon.states.ts';

export type CouponValue = { kind: CouponKind; percent: number | null; amountCents: number | null };

/** What it covers, and its value. */
export type CouponTerms = CouponValue & {
  /** A seller's coupon covers their own items only. */
  sellerId: number | null;
  kinds: readonly CouponItemKind[];
  items: readonly CouponItem[];
  sellers: readonly number[];
  minimumCents: number;
};

export type CouponLine = {
  itemType: CartedItem;
  itemId: number;
  kind: CartItemType;
  /** Who sells all of it; null: the platform, or several sellers. */
  sellerId: number | null;
  amountCents: number;
  /** The amount of each part, in order; they add up to the line's amount. */
  partCents: readonly number[];
};

export type LineDiscount = { discountCents: number; partCents: number[] };

/** A seller's coupon covers their own items; within that, anything its kinds, items or sellers name, or everything. */
export function isEligible(terms: CouponTerms, line: CouponLine): boolean {
  if (terms.sellerId !== null && line.sellerId !== terms.sellerId) return false;
  const { kinds, items, sellers } = terms;
  if (kinds.length + items.length + sellers.length === 0) return true;
  return (
    kinds.some((kind) => kind === line.kind) ||
    items.some(({ itemType, itemId }) => itemType === line.itemType && itemId === line.itemId) ||
    (line.sellerId !== null && sellers.includes(line.sellerId))
  );
}

export function eligibleCents(terms: CouponTerms, lines: readonly CouponLine[]): number {
  return sumCents(lines.filter((line) => isEligible(terms, line)).map((line) => line.amountCents));
}

/** A percentage is rounded once, for the whole order, half a cent up. */
export function couponValue({ kind, percent, amountCents }: CouponValue, cents: number): number {
  if (kind === 'fixed') return Math.min(amountCents ?? 0, cents);
  return Number((BigInt(cents) * BigInt(percent ?? 0) + 50n) / 100n);
}

/** In the order of the lines. Lines it doesn't cover get nothing, and no line gets more than it costs. */
export function discountLines(terms: CouponTerms, lines: readonly CouponLine[]): LineDiscount[] {
  const weights = lines.map((line) => (isEligible(terms, line) ? line.amountCents : 0));
  const total = couponValue(terms, sumCents(weights));
  // With nothing to weigh it by, the division would spread it evenly.
  const shares = total > 0 ? divideCents(total, weights) : weights.map(() => 0);
  return lines.map((line, at) => {
    const discountCents = shares[at] ?? 0;
    const partCents =
      discountCents > 0 ? divideCents(discountCents, line.partCents) : line.partCents.map(() => 0);
    return { discountCents, partCents };
  });
}

export type CouponRefusal = 'nothing-eligible' | 'other-sellers' | 'minimum' | 'worthless';

/** Why it takes nothing off these lines; null if it does. */
export function whyNotForLines(terms: CouponTerms, lines: readonly CouponLine[]): CouponRefusal | null {
  const eligible = lines.filter((line) => isEligible(terms, line));
  if (eligible.length === 0) {
    const isOwn = (line: CouponLine) => line.sellerId === terms.sellerId;
    return terms.sellerId !== null && !lines.some(isOwn) ? 'other-sellers' : 'nothing-eligible';
  }
  const cents = sumCents(eligible.map((line) => line.amountCents));
  if (cents < terms.minimumCents) return 'minimum';
  return couponValue(terms, cents) === 0 ? 'worthless' : null;
}

/** “10% off”, “$5.00 off”. */
export function couponValueLabel({ kind, percent, amountCents }: CouponValue): string {
  return kind === 'percent' ? `${percent}% off` : `${formatCents(amountCents ?? 0)} off`;
}

/** Codes are case-insensitive. */
export const couponKey = (code: string): string => code.trim().toLowerCase();

export const wireCents = (cents: number | null): string | null =>
  cents === null ? null : centsToDecimal(cents);
