// Prices an order at current prices, with coupon and tax. Called before the order is created and again in the
// transaction that creates it.
import type { DbOrTx } from '#server/db/client.ts';
import {
  isPriceSeen,
  keyOf,
  lineToPrice,
  priceItems,
  refusalOf,
  type ItemKey,
  type PricedItem,
} from '#server/features/cart/item-price.service.ts';
import { discountFor, requireCoupon, type UsableCoupon } from '#server/features/coupon/coupon.service.ts';
import { findCredit, type Credit } from '#server/features/membership/booking-credit.service.ts';
import { AppError } from '#shared/errors.ts';
import { priceCart, type CartSource } from '#shared/features/checkout/pricing.rules.ts';
import { applyCredit } from '#shared/features/membership/booking-credit.rules.ts';
import { isEligible, type LineDiscount } from '#shared/features/coupon/coupon.rules.ts';
import { formatCents, DEFAULT_CURRENCY } from '#shared/money.ts';
import { couponLineOf, type OrderedLine } from './order-draft.ts';
import { listCartLines } from './checkout.queries.ts';
import type { AppContext } from '#server/context.ts';
import type { TaxQuestion } from '#server/integrations/tax/tax.ts';
import { DEFAULT_COUNTRY } from '#shared/features/checkout/address.rules.ts';

export type ItemToOrder = ItemKey & { quantity: number };

export type Pricing = {
  buyer: { userId: number | null };
  /** Absent: what is in the buyer's cart. */
  requested: readonly ItemToOrder[] | undefined;
  couponCode: string | undefined;
  /** False: the buyer keeps their booking credit. */
  useCredit?: boolean | undefined;
  /** Their pending order, whose coupon use they may reuse. */
  pendingId: number | null;
  now: Date;
};

export type PricedOrder = {
  lines: OrderedLine[];
  coupon: UsableCoupon | null;
  discounts: LineDiscount[] | undefined;
  credit: Credit | null;
  /** By position of the line. */
  creditCents: number[] | undefined;
};

/** The coupon first: in a rush for one that is used up, buyers learn it without further queries. */
export async function priceOrder(db: DbOrTx, pricing: Pricing): Promise<PricedOrder> {
  const { buyer, requested, couponCode, pendingId, now, useCredit } = pricing;
  const { userId } = buyer;
  const coupon = couponCode
    ? await requireCoupon(db, couponCode, { userId, exceptOrderId: pendingId, now })
    : null;
  const items = await listWanted(db, { userId, now }, requested);
  const priced = priceOrderItems(items, coupon);
  return { ...priced, coupon, ...(await findCreditFor(db, { userId, now, useCredit }, priced)) };
}

type CreditFor = { userId: number | null; now: Date; useCredit?: boolean | undefined };

/** A member's credit pays for sessions; nothing is asked about other carts. */
export async function findCreditFor(
  db: DbOrTx,
  { userId, now, useCredit = true }: CreditFor,
  { lines, discounts }: Pick<PricedOrder, 'lines' | 'discounts'>,
): Promise<Pick<PricedOrder, 'credit' | 'creditCents'>> {
  const hasBooking = lines.some(({ item }) => item.itemType === 'booking');
  const credit = userId !== null && hasBooking && useCredit ? await findCredit(db, { userId, now }) : null;
  if (!credit) return { credit: null, creditCents: undefined };
  const payable = lines.map(({ item: { itemType }, price }, at) => ({
    itemType,
    netCents: price.amountCents - (discounts?.[at]?.discountCents ?? 0),
  }));
  return { credit, creditCents: applyCredit(credit.leftCents, payable) };
}

type WantedLine = Pick<OrderedLine, 'item' | 'quantity'>;

/** All lines together, with the coupon's discount. */
export function priceOrderItems(
  items: readonly WantedLine[],
  coupon: UsableCoupon | null,
): Pick<PricedOrder, 'lines' | 'discounts'> {
  const requested = items.map(lineToPrice);
  const withPrices = (prices: ReturnType<typeof priceCart>): OrderedLine[] =>
    items.flatMap(({ item, quantity }, at) => {
      const price = prices[at];
      if (!price) return [];
      const isCovered = coupon !== null && isEligible(coupon.terms, couponLineOf({ item, price }));
      return { item, quantity, price, isCovered };
    });
  const lines = withPrices(priceCart(requested));
  if (!coupon) return { lines, discounts: undefined };
  const discounts = discountFor(coupon, lines.map(couponLineOf));
  const isMixed = lines.some(
    ({ price, isCovered }) =>
      !isCovered && price.deductions.some(({ from }) => 'line' in from && lines[from.line]?.isCovered),
  );
  if (!isMixed) return { lines, discounts };
  // The coupon covers the item but not the bundle that deducts it: only what is actually paid counts.
  const paidOf = ({ line, at, cents }: CartSource, bundle: number) => {
    const source = lines[line];
    if (!source?.isCovered || lines[bundle]?.isCovered) return cents;
    const off = (discounts[line]?.partCents[at] ?? 0) / source.quantity;
    return Math.max(0, cents - Math.ceil(off));
  };
  const again = withPrices(priceCart(requested, paidOf));
  return { lines: again, discounts: discountFor(coupon, again.map(couponLineOf)) };
}

async function listWanted(
  db: DbOrTx,
  { userId, now }: { userId: number | null; now: Date },
  requested: readonly ItemToOrder[] | undefined,
): Promise<WantedLine[]> {
  const inCart = requested || userId === null ? null : await listCartLines(db, { userId });
  const asked: readonly (ItemToOrder & { seenPriceCents?: number })[] = requested ?? inCart ?? [];
  if (asked.length === 0) throw new AppError('conflict', 'Your cart is empty');
  if (new Set(asked.map(keyOf)).size !== asked.length) {
    throw new AppError(
      'unprocessable',
      'The same item is in this order twice. Choose the number of seats instead.',
    );
  }
  const priced = await priceItems(db, { userId, now }, asked);
  return asked.map((line) => {
    const item = priced.get(keyOf(line));
    // Given items that aren't on sale are not found: they may be drafts.
    if (!item || (requested && !item.isForSale)) {
      throw new AppError('not_found', `This ${line.itemType} isn’t available. It may have been removed.`);
    }
    const refusal = refusalOf(item, userId);
    if (refusal) throw refusal;
    const { seenPriceCents = item.unitPriceCents } = line;
    if (!isPriceSeen(item, seenPriceCents)) throw repriced(item, seenPriceCents);
    return { item, quantity: line.quantity };
  });
}

function repriced({ title, unitPriceCents, hasMemberPriceEnded }: PricedItem, seen: number): AppError {
  const why = hasMemberPriceEnded && seen < unitPriceCents ? 'Your membership has ended. ' : '';
  return new AppError(
    'conflict',
    `${why}The price of “${title}” went from ${formatCents(seen)} to ${formatCents(unitPriceCents)}. Review your cart before you pay.`,
  );
}

export type TaxBasis = {
  lines: readonly OrderedLine[];
  discounts: readonly LineDiscount[] | undefined;
  address: { zip: string | null; region: string | null; country: string | null };
};

export type TaxedOrder = {
  /** The tax request in a comparable form. */
  asked: string;
  /** By position of the line. */
  taxCents: number[];
};

/** Null: the site calculates no tax. */
export async function calculateTax(ctx: AppContext, basis: TaxBasis): Promise<TaxedOrder | null> {
  if (ctx.tax.name === 'none') return null;
  const question = questionOf(basis);
  const { taxCents } = await ctx.tax.calculate(question);
  return {
    asked: JSON.stringify(question),
    taxCents: question.lines.map(({ reference }) => taxCents.get(reference) ?? 0),
  };
}

export const isTaxRequired = (taxed: TaxedOrder, basis: TaxBasis): boolean =>
  taxed.asked === JSON.stringify(questionOf(basis));

function questionOf({ lines, discounts, address }: TaxBasis): TaxQuestion {
  return {
    currency: DEFAULT_CURRENCY,
    lines: lines.map(({ item, price }, at) => ({
      reference: `${at} ${item.itemType} ${item.itemId}`,
      amountCents: price.amountCents - (discounts?.[at]?.discountCents ?? 0),
      kind: item.kind,
    })),
    address: { ...address, country: address.country ?? DEFAULT_COUNTRY },
  };
}
