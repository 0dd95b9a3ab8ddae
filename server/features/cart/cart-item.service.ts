// A cart line as its owner sees it: the current price, and anything that keeps it from being bought.
import { toPrerequisite } from '#server/features/course/course-access.service.ts';
import type { CartNotice, PricedCartItem, CartItemType } from '#shared/features/cart/cart-item.schema.ts';
import { priceCart, type LinePrice } from '#shared/features/checkout/pricing.rules.ts';
import { centsToDecimal, sumCents } from '#shared/money.ts';
import {
  isPriceSeen,
  keyOf,
  lineToPrice,
  refusalOf,
  soldItemOf,
  type PricedItem,
} from './item-price.service.ts';

type Line = {
  id: number | string;
  itemType: CartItemType;
  itemId: number;
  quantity: number;
  seenPriceCents: number;
  createdAt: Date;
};

/**
 * Prices all lines of a cart together: an item that is also in a bundle of the same cart is paid for once. Lines that
 * can't be bought count as zero.
 */
export function toCartItems(
  rows: readonly Line[],
  priced: ReadonlyMap<string, PricedItem>,
  userId: number | null,
): PricedCartItem[] {
  const lines = rows.map((row) => ({
    row,
    item: priced.get(keyOf(soldItemOf(row))),
    quantity: row.quantity,
  }));
  const bought = lines.flatMap(({ row, item, quantity }) =>
    item && refusalOf(item, userId) === null ? { row, item, quantity } : [],
  );
  const prices = priceCart(bought.map(lineToPrice));
  const priceOf = new Map(bought.map(({ row }, at) => [row, prices[at]]));
  const boughtKeys = new Set(bought.flatMap(({ item }) => item.parts.map(({ key }) => key)));
  return lines.map(({ row, item }) => {
    const line = toCartItem(row, item, userId, priceOf.get(row));
    for (const course of line.details.prerequisites) {
      const isBought = boughtKeys.has(keyOf({ itemType: 'course', itemId: course.id }));
      if (isBought && course.standing !== 'owned') course.standing = 'in-cart';
    }
    return line;
  });
}

/** As if it were alone in the cart. */
export function toCartItem(
  line: Line,
  item: PricedItem | undefined,
  userId: number | null,
  price = item && priceCart([lineToPrice({ item, quantity: line.quantity })])[0],
): PricedCartItem {
  if (!item) return withdrawnItem(line);
  const { id, quantity, seenPriceCents, createdAt } = line;
  const { unitPriceCents, fullPriceCents, parts } = item;
  const unitPrice = centsToDecimal(unitPriceCents);
  const notice = noticeOf(line, item, userId);
  return {
    id,
    itemType: item.kind,
    itemId: item.itemId,
    title: item.title,
    shortName: item.shortName,
    price: unitPrice,
    quantity,
    imageUrl: item.imageUrl,
    createdAt: createdAt.toISOString(),
    details: {
      price: unitPrice,
      sellerName: item.sellerName,
      href: item.href,
      notice,
      previousPrice: notice === 'repriced' ? centsToDecimal(seenPriceCents) : null,
      fullPrice: unitPriceCents < fullPriceCents ? centsToDecimal(fullPriceCents) : null,
      isMemberPriceOver: notice === 'repriced' && item.hasMemberPriceEnded && seenPriceCents < unitPriceCents,
      owned: centsToDecimal(price?.ownedCents ?? 0),
      deductions: describeDeductions(item, price),
      heldUntil: item.heldUntil?.toISOString() ?? null,
      apart: item.itemType === 'bundle' ? centsToDecimal(sumCents(parts.map((p) => p.priceCents))) : null,
      prerequisites: item.isOwned ? [] : item.prerequisites.map(toPrerequisite),
      gives: [...new Set(parts.map((part) => part.itemType))],
    },
  };
}

function describeDeductions({ parts }: PricedItem, price: LinePrice | undefined) {
  return (price?.deductions ?? []).map(({ at, cents, from }) => ({
    title: parts[at]?.title ?? '',
    amount: centsToDecimal(cents),
    isInCart: 'line' in from,
  }));
}

function noticeOf({ seenPriceCents }: Line, item: PricedItem, userId: number | null): CartNotice | null {
  if (item.isOwned) return 'owned';
  if (userId !== null && item.ownerId === userId) return 'own';
  if (!item.isForSale) return item.itemType === 'booking' ? 'lapsed' : 'withdrawn';
  if (item.fullPriceCents === 0) return 'free';
  return isPriceSeen(item, seenPriceCents) ? null : 'repriced';
}

/** The item is gone, or the viewer may not know about it. */
export function withdrawnItem(
  line: Omit<Line, 'id' | 'seenPriceCents'> & { id?: Line['id'] },
): PricedCartItem {
  const { id = '', itemType, itemId, quantity, createdAt } = line;
  return {
    id,
    itemType,
    itemId,
    title: 'No longer on sale',
    shortName: null,
    price: '0.00',
    quantity,
    imageUrl: null,
    createdAt: createdAt.toISOString(),
    details: {
      price: '0.00',
      sellerName: '',
      href: '/curriculum',
      notice: 'withdrawn',
      previousPrice: null,
      fullPrice: null,
      isMemberPriceOver: false,
      owned: '0.00',
      deductions: [],
      apart: null,
      heldUntil: null,
      prerequisites: [],
      gives: [],
    },
  };
}
