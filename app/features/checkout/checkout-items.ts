// What is about to be bought: lines with server prices, problems, and the total.
import type { CartNotice, PricedCartItem } from '#shared/features/cart/cart.contract.ts';
import { CART_ITEM_TYPES } from '#shared/features/cart/cart.rules.ts';
import { isCertification } from '#shared/features/course/course.rules.ts';
import type { RequestedItem } from '#shared/features/cart/cart-item.schema.ts';
import { centsToDecimal, decimalToCents, formatMoney, sumCents } from '#shared/money.ts';

/** As in a cart; only a guest's storage can hold item types the server doesn't know. */
export type Line = Omit<PricedCartItem, 'itemType'> & { itemType: string };

/** Must be removed before the rest can be bought. */
const BLOCKING: readonly (CartNotice | null)[] = ['withdrawn', 'owned', 'own', 'lapsed'];

export const isBlocked = ({ details }: Line): boolean => BLOCKING.includes(details.notice);

/** In cents: seats times price, minus bundle deductions. */
export function lineCents({ price, quantity, details }: Line): number {
  return decimalToCents(price) * quantity - decimalToCents(details.owned);
}

export const lineAmount = (line: Line): string => centsToDecimal(lineCents(line));

/** Of the lines that can be bought. */
export const totalCents = (lines: readonly Line[]): number =>
  sumCents(lines.filter((line) => !isBlocked(line)).map(lineCents));

export const totalOf = (lines: readonly Line[]): string => centsToDecimal(totalCents(lines));

/** Changes the buyer must decide about first; the server refuses these orders, too. */
export function openQuestions(lines: readonly Line[]): Line[] {
  return lines.filter((line) => isBlocked(line) || line.details.notice === 'repriced');
}

export function toRequestedItems(lines: readonly Line[]): RequestedItem[] {
  return lines.flatMap(({ itemType, itemId, quantity }) => {
    const known = CART_ITEM_TYPES.find((type) => type === itemType);
    return known ? { itemType: known, itemId, quantity } : [];
  });
}

/** Spec §2: courses have their own success page. */
export function successPath(
  lines: readonly { itemType: string }[],
  { orderId, key }: { orderId: number; key?: string | undefined },
): string {
  const isCourses = lines.length > 0 && lines.every(({ itemType }) => COURSES.has(itemType));
  const page = isCourses ? '/course-enrollment-success' : '/payment-success';
  return `${page}?${orderSearch({ orderId, key })}`;
}

const COURSES = new Set(['course', 'certification']);

export function orderSearch({ orderId, key }: { orderId: number; key?: string | undefined }): string {
  return String(new URLSearchParams({ order: String(orderId), ...(key && { key }) }));
}

export function noticeText({ details, price }: Line): string {
  if (details.isMemberPriceOver) {
    return `Your membership has ended, so the price is ${formatMoney(price)} now. The member price was ${formatMoney(details.previousPrice)}.`;
  }
  return NOTICES[details.notice ?? 'free'](details.previousPrice ?? price, price);
}

const NOTICES: Readonly<Record<CartNotice, (before: string, now: string) => string>> = {
  withdrawn: () => 'No longer on sale.',
  repriced: (before, now) => `The price is now ${formatMoney(now)}. It was ${formatMoney(before)} before.`,
  owned: () => 'You already have it.',
  own: () => 'This is your own item.',
  free: () => 'This is free now.',
  lapsed: () => 'The time is no longer held for you.',
};

/** “Certification, Odile Marchetti, 2 seats”. */
export function lineNote(line: Line): string {
  const { details, quantity } = line;
  const { sellerName, fullPrice } = details;
  return [
    isCertification(line) && 'Certification',
    sellerName,
    quantity > 1 && `${quantity} seats`,
    fullPrice !== null && `member price, instead of ${formatMoney(fullPrice)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
