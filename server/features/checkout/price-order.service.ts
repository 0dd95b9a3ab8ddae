// What someone buys, at the prices of now, and what their coupon takes off it. Asked before an order is made and in the
// transaction that makes it.
import type { DbOrTx } from '#server/db/client.ts';
import {
  keyOf,
  priceItems,
  refusalOf,
  type ItemKey,
  type PricedItem,
} from '#server/features/cart/priced-items.service.ts';
import { discountFor, requireCoupon, type UsableCoupon } from '#server/features/coupon/coupon.service.ts';
import { AppError } from '#shared/errors.ts';
import type { LineDiscount } from '#shared/features/coupon/coupon.rules.ts';
import { formatCents } from '#shared/money.ts';
import { couponLineOf, type OrderedLine } from './order-draft.ts';
import { listCartLines } from './place-order.queries.ts';

export type Wanted = ItemKey & { quantity: number };

export type Pricing = {
  buyer: { userId: number | null };
  /** Absent: what is in the buyer's cart. */
  wanted: readonly Wanted[] | undefined;
  couponCode: string | undefined;
  /** Their order that waits: what it holds is theirs to use again. */
  pendingId: number | null;
  now: Date;
};

export type PricedOrder = {
  lines: OrderedLine[];
  coupon: UsableCoupon | null;
  discounts: LineDiscount[] | undefined;
};

/** The coupon first: where many want one that is gone, they are told so without further questions. */
export async function priceOrder(db: DbOrTx, pricing: Pricing): Promise<PricedOrder> {
  const { buyer, wanted, couponCode, pendingId, now } = pricing;
  const { userId } = buyer;
  const coupon = couponCode
    ? await requireCoupon(db, couponCode, { userId, exceptOrderId: pendingId, now })
    : null;
  const lines = await priceLines(db, { userId, now }, wanted);
  const discounts = coupon ? discountFor(coupon, lines.map(couponLineOf)) : undefined;
  return { lines, coupon, discounts };
}

async function priceLines(
  db: DbOrTx,
  { userId, now }: { userId: number | null; now: Date },
  wanted: readonly Wanted[] | undefined,
): Promise<OrderedLine[]> {
  const inCart = wanted || userId === null ? null : await listCartLines(db, { userId });
  const asked: readonly (Wanted & { seenPriceCents?: number })[] = wanted ?? inCart ?? [];
  if (asked.length === 0) throw new AppError('conflict', 'Your cart is empty');
  if (new Set(asked.map(keyOf)).size !== asked.length) {
    throw new AppError('unprocessable', 'The same thing is in this order twice. Say how many seats instead.');
  }
  const priced = await priceItems(db, { userId, now }, asked);
  return asked.map((line) => {
    const item = priced.get(keyOf(line));
    // Of what someone merely names, nothing is told that is not on sale: it may be a draft.
    if (!item || (wanted && !item.isForSale)) {
      throw new AppError('not_found', `There is no such ${line.itemType} here. It may have been removed.`);
    }
    const refusal = refusalOf(item, userId);
    if (refusal) throw refusal;
    const { seenPriceCents = item.unitPriceCents } = line;
    if (seenPriceCents !== item.unitPriceCents) throw repriced(item, seenPriceCents);
    return { item, quantity: line.quantity };
  });
}

function repriced({ title, unitPriceCents }: PricedItem, seen: number): AppError {
  return new AppError(
    'conflict',
    `The price of “${title}” went from ${formatCents(seen)} to ${formatCents(unitPriceCents)}. Look at your cart once more before you pay.`,
  );
}
