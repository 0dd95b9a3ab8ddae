// What a purchase would cost, with coupon and tax, before anyone pays.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import {
  keyOf,
  priceItems,
  refusalOf,
  soldItemOf,
  type PricedItem,
} from '#server/features/cart/item-price.service.ts';
import { requireCoupon, type UsableCoupon } from '#server/features/coupon/coupon.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type { RequestedItem } from '#shared/features/cart/cart-item.schema.ts';
import type * as contract from '#shared/features/checkout/checkout.contract.ts';
import type * as couponContract from '#shared/features/checkout/checkout.contract.ts';
import { couponValueLabel, type LineDiscount } from '#shared/features/coupon/coupon.rules.ts';
import { centsToDecimal, sumCents } from '#shared/money.ts';
import { parseAddress } from './billing-address.service.ts';
import type { OrderedLine } from './order-draft.ts';
import { calculateTax, findCreditFor, priceOrderItems } from './price-order.service.ts';
import { findPendingOrder, listCartLines } from './checkout.queries.ts';

type Tried = ContractParsed<typeof couponContract.previewCoupon>['body'];
type Asked = ContractParsed<typeof contract.getCheckoutSummary>['body'];

/** POST /api/cart/coupon. A guest's identity is known only at payment; until then, only general conditions are checked. */
export async function previewCoupon(
  ctx: AppContext,
  viewer: Viewer | null,
  { code, items }: Tried,
): Promise<ContractResult<typeof couponContract.previewCoupon>> {
  const coupon = await findUsable(ctx, viewer, code);
  const { lines, discounts } = priceOrderItems(await listBuyable(ctx, viewer?.id ?? null, items), coupon);
  return {
    code: coupon.code,
    label: couponValueLabel(coupon.terms),
    ...sumsOf(lines, discounts, { taxCents: 0, creditCents: 0 }),
    lines: lines.flatMap(({ item }, at) => {
      const off = discounts?.[at]?.discountCents ?? 0;
      const { kind: itemType, itemId } = item;
      return off > 0 ? [{ itemType, itemId, discount: centsToDecimal(off) }] : [];
    }),
  };
}

async function findUsable(ctx: AppContext, viewer: Viewer | null, code: string): Promise<UsableCoupon> {
  const userId = viewer?.id ?? null;
  const pending = userId === null ? null : await findPendingOrder(ctx.db, { userId });
  return requireCoupon(ctx.db, code, {
    userId,
    exceptOrderId: pending?.id ?? null,
    now: ctx.clock.now(),
  });
}

/** POST /api/checkout/sums: everything that will be charged, including tax. */
export async function getCheckoutSummary(
  ctx: AppContext,
  viewer: Viewer | null,
  { items, couponCode, useCredit, ...written }: Asked,
): Promise<ContractResult<typeof contract.getCheckoutSummary>> {
  const coupon = couponCode ? await findUsable(ctx, viewer, couponCode) : null;
  const { lines, discounts } = priceOrderItems(await listBuyable(ctx, viewer?.id ?? null, items), coupon);
  const { zip, region, country } = await parseAddress(ctx, written);
  const address = { zip, region, country };
  const taxed = await calculateTax(ctx, { lines, discounts, address });
  const asking = { userId: viewer?.id ?? null, now: ctx.clock.now(), useCredit };
  const { creditCents = [] } = await findCreditFor(ctx.db, asking, { lines, discounts });
  const taxCents = sumCents(taxed?.taxCents ?? []);
  return sumsOf(lines, discounts, { taxCents, creditCents: sumCents(creditCents) });
}

function sumsOf(
  lines: readonly OrderedLine[],
  discounts: readonly LineDiscount[] | undefined,
  { taxCents, creditCents }: { taxCents: number; creditCents: number },
) {
  const subtotalCents = sumCents(lines.map(({ price }) => price.amountCents));
  const discountCents = sumCents((discounts ?? []).map((line) => line.discountCents));
  return {
    subtotal: centsToDecimal(subtotalCents),
    discount: centsToDecimal(discountCents),
    tax: centsToDecimal(taxCents),
    credit: centsToDecimal(creditCents),
    total: centsToDecimal(subtotalCents - discountCents + taxCents - creditCents),
  };
}

/** Lines that can't be bought are reported next to the line. */
async function listBuyable(
  ctx: AppContext,
  userId: number | null,
  items: readonly RequestedItem[] | undefined,
): Promise<Pick<OrderedLine, 'item' | 'quantity'>[]> {
  const lines = await listBuyableLines(ctx, userId, items);
  if (lines.length === 0) throw new AppError('conflict', 'Your cart is empty');
  return lines;
}

/** Of the items named, or of the user's cart. */
async function listBuyableLines(
  ctx: AppContext,
  userId: number | null,
  items: readonly RequestedItem[] | undefined,
): Promise<Pick<OrderedLine, 'item' | 'quantity'>[]> {
  const named = items?.map((item) => ({ ...soldItemOf(item), quantity: item.quantity }));
  const asked = named ?? (userId === null ? [] : await listCartLines(ctx.db, { userId }));
  const priced = await priceItems(ctx.db, { userId, now: ctx.clock.now() }, asked);
  const canBuy = (item: PricedItem | undefined): item is PricedItem =>
    item !== undefined && refusalOf(item, userId) === null;
  return asked.flatMap((line) => {
    const item = priced.get(keyOf(line));
    return canBuy(item) ? [{ item, quantity: line.quantity }] : [];
  });
}

/** What can be bought of it, at the prices of now. */
export async function listPricedLines(
  ctx: AppContext,
  userId: number | null,
  items: readonly RequestedItem[] | undefined,
): Promise<OrderedLine[]> {
  return priceOrderItems(await listBuyableLines(ctx, userId, items), null).lines;
}
