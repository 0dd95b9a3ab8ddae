// An order before it is inserted: each line with its discount and tax, down to its parts.
import { createHash } from 'node:crypto';
import type { PricedItem } from '#server/features/cart/item-price.service.ts';
import { buyerKey } from '#server/features/order/order.service.ts';
import {
  divideCents,
  feeOf,
  heldOf,
  type Deduction,
  type LinePrice,
} from '#shared/features/checkout/pricing.rules.ts';
import type { CouponLine, LineDiscount } from '#shared/features/coupon/coupon.rules.ts';
import type { Credit } from '#server/features/membership/booking-credit.service.ts';
import { sumCents } from '#shared/money.ts';
import { HOLDING_FOR } from '#server/features/payment/coupon-hold.service.ts';
import type { NewOrder } from './checkout.queries.ts';

/** A pending order expires after a day, and with it its prices. */
const PENDING_FOR = 86_400_000;
/** With a limited coupon, the price is reserved for half an hour. */
const SCARCE_FOR = 30 * 60_000;

export type Buyer = {
  userId: number | null;
  email: string;
  name: string;
  zip: string | null;
  city?: string | null;
  region?: string | null;
  country?: string | null;
};

export type OrderedLine = {
  item: PricedItem;
  quantity: number;
  /** Together with the other lines. */
  price: LinePrice;
  /** From the coupon. */
  isCovered: boolean;
};

/**
 * What a coupon needs to know about a line. It belongs to a seller if all its parts do. Sellers' coupons cover
 * resources only: a course has no seller here, although its instructor earns from it.
 */
export function couponLineOf({ item, price }: Pick<OrderedLine, 'item' | 'price'>): CouponLine {
  const { itemType, itemId, kind, ownerId, parts } = item;
  const { amountCents, partCents } = price;
  const isTheirs = parts.every((part) => part.itemType === 'resource' && part.sellerId === ownerId);
  return { itemType, itemId, kind, sellerId: isTheirs ? ownerId : null, amountCents, partCents };
}

/** By position of the line; a missing entry is zero. */
export type OrderDraftOptions = {
  discounts?: readonly LineDiscount[] | undefined;
  taxCents?: readonly number[] | undefined;
  /** What booking credit pays for. */
  creditCents?: readonly number[] | undefined;
};

export type DraftAbout = OrderDraftOptions & {
  now: Date;
  isFromCart: boolean;
  gateway: string;
  /** A card is about to be charged. */
  isPaying: boolean;
  coupon: { id: number; code: string; isScarce: boolean } | null;
  credit?: Pick<Credit, 'id' | 'holdsUntil'> | null;
};

export function draftOrder(
  buyer: Buyer,
  lines: readonly OrderedLine[],
  { now, isFromCart, gateway, isPaying, coupon, credit, discounts, ...amounts }: DraftAbout,
): Pick<NewOrder, 'order' | 'lines' | 'creditId'> {
  const priced = lines.map((line, at) =>
    draftLine(line, buyer, {
      discount: discounts?.[at],
      taxCents: amounts.taxCents?.[at] ?? 0,
      creditCents: amounts.creditCents?.[at] ?? 0,
    }),
  );
  const rows = priced.map((row, at) => ({ ...row, deductions: draftDeductions(lines, priced, at) }));
  const subtotalCents = sumCents(rows.map((row) => row.amountCents));
  const discountCents = sumCents(rows.map((row) => row.discountCents));
  const taxCents = sumCents(rows.map((row) => row.taxCents));
  const creditCents = sumCents(amounts.creditCents ?? []);
  const waitsFor = !coupon?.isScarce ? PENDING_FOR : isPaying ? HOLDING_FOR : SCARCE_FOR;
  // An order with a booking waits no longer than its time is held, one at a member price no longer than it holds.
  const holds = lines.flatMap(({ item }) => [item.heldUntil ?? [], item.memberUntil ?? []].flat());
  if (credit && creditCents > 0) holds.push(credit.holdsUntil);
  const { userId, email, name, zip, city = null, region = null, country = null } = buyer;
  return {
    order: {
      userId,
      email,
      name,
      zip,
      city,
      region,
      country,
      isFromCart,
      subtotalCents,
      discountCents,
      taxCents,
      creditCents,
      totalCents: subtotalCents - discountCents + taxCents - creditCents,
      couponCode: coupon?.code ?? null,
      fingerprint: fingerprintOf(rows, [
        gateway,
        isFromCart,
        coupon?.id ?? null,
        ...(credit && creditCents > 0 ? [credit.id, creditCents] : []),
      ]),
      createdAt: now,
      expiresAt: new Date(Math.min(now.getTime() + waitsFor, ...holds.map((until) => until.getTime()))),
    },
    lines: rows,
    creditId: credit && creditCents > 0 ? credit.id : null,
  };
}

type DraftLine = Omit<NewOrder['lines'][number], 'deductions'> & { discountCents: number; taxCents: number };

/** Including how much of its source payment each one holds. */
function draftDeductions(lines: readonly OrderedLine[], rows: readonly DraftLine[], bundle: number) {
  const { item, price, isCovered } = lines[bundle] ?? { item: null, price: null, isCovered: false };
  return (price?.deductions ?? []).map(({ at, cents, from }: Deduction) => {
    const { itemType = 'course', itemId = 0 } = item?.parts[at] ?? {};
    const deduction = { itemType, itemId, amountCents: cents };
    if ('purchase' in from) {
      const { partId: sourcePartId, netCents: baseCents, wholeCents, leftCents } = from.purchase;
      const heldCents = Math.min(leftCents, heldOf(cents, { baseCents, wholeCents }));
      return { ...deduction, sourcePartId, sourcePosition: null, heldCents };
    }
    const source = rows[from.line]?.parts[from.at];
    const { amountCents = 0, discountCents = 0, taxCents = 0 } = source ?? {};
    const netCents = amountCents - discountCents;
    // A coupon on both leaves the proportion as it is; one on the source alone reduces what counts.
    const baseCents = lines[from.line]?.isCovered && !isCovered ? netCents : amountCents;
    const heldCents = heldOf(cents, { baseCents, wholeCents: netCents + taxCents });
    return { ...deduction, sourcePartId: null, sourcePosition: from.line, heldCents };
  });
}

type LineAmounts = { discount: LineDiscount | undefined; taxCents: number; creditCents: number };

/** The fee is based on what the buyer pays, with a card or credit: seller and platform share a discount. */
function draftLine(
  { item, quantity, price: { partCents, deductions: _deductions, ...price } }: OrderedLine,
  buyer: Buyer,
  { discount, taxCents, creditCents }: LineAmounts,
): DraftLine {
  const { itemType, itemId, title, kind, sellerName } = item;
  const paidCents = partCents.map((cents, at) => cents - (discount?.partCents[at] ?? 0));
  const partTaxes = divideCents(taxCents, paidCents);
  const partCredits = divideCents(creditCents, paidCents);
  const parts = item.parts.map((part, at) => ({
    itemType: part.itemType,
    itemId: part.itemId,
    title: part.title,
    sellerId: part.sellerId,
    amountCents: partCents[at] ?? 0,
    discountCents: discount?.partCents[at] ?? 0,
    taxCents: partTaxes[at] ?? 0,
    creditCents: partCredits[at] ?? 0,
    feeCents: feeOf(paidCents[at] ?? 0, part.feePoints),
    payableFrom: part.payableFrom ?? null,
  }));
  const discountCents = discount?.discountCents ?? 0;
  const about = { itemType, itemId, title, kind, sellerName, quantity, buyer: buyerKey(buyer) };
  const memberCents = (item.fullPriceCents - item.unitPriceCents) * quantity;
  return { ...about, memberCents, ...price, discountCents, taxCents, parts };
}

function fingerprintOf(rows: readonly NewOrder['lines'][number][], about: readonly unknown[]): string {
  const lines = rows
    .map(
      ({
        itemType,
        itemId,
        quantity,
        unitPriceCents,
        memberCents,
        amountCents,
        discountCents,
        taxCents,
        deductions,
      }) =>
        [
          [
            itemType,
            itemId,
            quantity,
            unitPriceCents,
            memberCents,
            amountCents,
            discountCents,
            taxCents,
          ].join(' '),
          // The same price for another reason is a different order: earlier payments may have been refunded since.
          ...(deductions ?? []).map((one) => `${one.sourcePartId} ${one.amountCents} ${one.heldCents}`),
        ].join(' from '),
    )
    .toSorted();
  return createHash('sha256')
    .update(JSON.stringify([about, lines]))
    .digest('base64url');
}
