// A line of a cart as its owner reads it: what it costs now, and what stands in the way of buying it.
import type { CartNotice, PricedCartItem } from '#shared/features/cart/priced-item.schema.ts';
import type { CartItemType } from '#shared/features/cart/wanted.schema.ts';
import { priceLine } from '#shared/features/checkout/pricing.rules.ts';
import { centsToDecimal, sumCents } from '#shared/money.ts';
import type { PricedItem } from './priced-items.service.ts';

type Line = {
  id: number | string;
  itemType: CartItemType;
  itemId: number;
  quantity: number;
  seenPriceCents: number;
  createdAt: Date;
};

export function toCartItem(line: Line, item: PricedItem | undefined, userId: number | null): PricedCartItem {
  if (!item) return withdrawnItem(line);
  const { id, quantity, seenPriceCents, createdAt } = line;
  const { unitPriceCents, parts } = item;
  const price = centsToDecimal(unitPriceCents);
  const notice = noticeOf(line, item, userId);
  return {
    id,
    itemType: item.kind,
    itemId: item.itemId,
    title: item.title,
    shortName: item.shortName,
    price,
    quantity,
    imageUrl: item.imageUrl,
    createdAt: createdAt.toISOString(),
    details: {
      price,
      sellerName: item.sellerName,
      href: item.href,
      notice,
      previousPrice: notice === 'repriced' ? centsToDecimal(seenPriceCents) : null,
      owned: centsToDecimal(
        item.itemType === 'bundle' ? priceLine(unitPriceCents, quantity, parts).ownedCents : 0,
      ),
      apart: item.itemType === 'bundle' ? centsToDecimal(sumCents(parts.map((p) => p.priceCents))) : null,
    },
  };
}

function noticeOf({ seenPriceCents }: Line, item: PricedItem, userId: number | null): CartNotice | null {
  if (item.isOwned) return 'owned';
  if (userId !== null && item.ownerId === userId) return 'own';
  if (!item.isForSale) return 'withdrawn';
  if (item.unitPriceCents === 0) return 'free';
  return item.unitPriceCents === seenPriceCents ? null : 'repriced';
}

/** Nothing is known of it any more, or nothing may be told. */
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
      owned: '0.00',
      apart: null,
    },
  };
}
