// Starting a checkout. The order is stored with its price before anyone is charged (DESIGN §4), once per idempotency
// key; the same cart again is the same order.
import type { AppContext } from '#server/context.ts';
import { updateRecipient, type OrderRow } from '#server/features/order/order.service.ts';
import { findMemberRates } from '#server/features/membership/benefit.service.ts';
import { endOrder } from '#server/features/payment/close-order.service.ts';
import {
  findPayable,
  type PayableOrder,
  completeFreeOrder,
  prepareToPay,
} from '#server/features/payment/payment.service.ts';
import { onceFor, type Claim, linkOrder } from '#server/platform/idempotency.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type { RequestedItem } from '#shared/features/cart/cart-item.schema.ts';
import type * as contract from '#shared/features/checkout/checkout.contract.ts';
import { centsToDecimal, formatCents } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { isChargeable, LEAST_CHARGE_CENTS } from '#shared/price.ts';
import { soldItemOf } from '#server/features/cart/item-price.service.ts';
import {
  type HoldOrigin,
  CouponMoved,
  couponIsBusy,
  type UsableCoupon,
  claimCoupon,
} from '#server/features/coupon/coupon.service.ts';
import { repeated, inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import type { Tx, DbOrTx } from '#server/db/client.ts';
import { parseAddress } from './billing-address.service.ts';
import { type Buyer, draftOrder } from './order-draft.ts';
import {
  type ItemToOrder,
  type TaxedOrder,
  priceOrder,
  calculateTax,
  isTaxRequired,
} from './price-order.service.ts';
import { findPendingOrder, insertOrder, needsMembership } from './checkout.queries.ts';

export { insertOrder } from './checkout.queries.ts';

type BeginBody = ContractParsed<typeof contract.startCheckout>['body'];
export type StartedCheckout = ContractResult<typeof contract.startCheckout>;
export const toItemToOrder = (item: RequestedItem): ItemToOrder => ({
  ...soldItemOf(item),
  // A booking is for one client.
  quantity: item.itemType === 'booking' ? 1 : item.quantity,
});

/** POST /api/checkout: the order, and a payment waiting for a card. */
export async function startCheckout(
  ctx: AppContext,
  viewer: Viewer,
  body: BeginBody,
  headerKey: string | undefined,
): Promise<StartedCheckout> {
  const { idempotencyKey, item, address, expectedTotal, couponCode, useCredit } = body;
  const scope = `checkout ${viewer.id}`;
  const asked = {
    scope,
    key: headerKey ?? idempotencyKey,
    body: { item, address, expectedTotal, couponCode, useCredit },
  };
  return onceFor(ctx, asked, async (claim, madeBefore) => {
    const place = address ? await parseAddress(ctx, address, 'address.zip') : { zip: null };
    const name = address?.name ?? fullNameOf(viewer);
    const buyer: Buyer = { userId: viewer.id, email: viewer.email, name, ...place };
    const requested = item && [toItemToOrder(item)];
    const placing = { buyer, requested, couponCode, useCredit, expectedTotal, claim, paying: null };
    return { answer: await beginPaying(ctx, await orderToPay(ctx, placing, madeBefore)) };
  });
}

async function beginPaying(ctx: AppContext, { order, payment }: PayableOrder): Promise<StartedCheckout> {
  const { id: orderId, currency } = order;
  const answer = {
    orderId,
    paymentId: payment?.id ?? null,
    amount: centsToDecimal(order.totalCents),
    currency,
  };
  const state = order.totalCents === 0 ? await completeFreeOrder(ctx, orderId) : order.state;
  if (!payment || state !== 'pending') return { ...answer, clientSecret: null, status: 'paid' };
  const { clientSecret } = await prepareToPay(ctx, { order, payment });
  const { publishableKey } = ctx.gateway;
  return { ...answer, clientSecret, status: 'pending', ...(publishableKey !== null && { publishableKey }) };
}

/** An attempt without an answer continues with its order; one that ended starts over. */
export async function orderToPay(
  ctx: AppContext,
  placing: Placing,
  madeBefore: number | null,
): Promise<PayableOrder> {
  const earlier = madeBefore === null ? null : await findPayable(ctx.db, { orderId: madeBefore });
  if (earlier && ['pending', 'paid'].includes(earlier.order.state)) {
    await refuseLapsed(ctx, earlier.order);
    return earlier;
  }
  return placeOrder(ctx, placing);
}

/** An order from before the buyer's membership ended: its member prices and credit no longer hold, in any tab. */
export async function refuseLapsed(
  ctx: AppContext,
  { id, state, userId, expiresAt }: Pick<OrderRow, 'id' | 'state' | 'userId' | 'expiresAt'>,
): Promise<void> {
  if (state !== 'pending' || !(await needsMembership(ctx.db, { orderId: id }))) return;
  const now = ctx.clock.now();
  const rates = userId === null ? null : await findMemberRates(ctx.db, { userId, now });
  if (rates?.until && expiresAt > now) return;
  if ((await endOrder(ctx, id, 'cancelled')) === 'paid') return;
  throw new AppError(
    'conflict',
    'Your membership has changed since you started, so its booking credit and member prices no longer apply. Nothing was charged. Review your order and pay again.',
  );
}

export function getCheckoutOptions({
  gateway,
  tax,
}: AppContext): ContractResult<typeof contract.getCheckoutOptions> {
  return { gateway: gateway.name, publishableKey: gateway.publishableKey, tax: tax.name };
}

/** When the reconciler first checks a payment whose buyer didn't come back. */
const FIRST_CHECK_AFTER = 15_000;

const ATTEMPTS = 5;

/** The gateway's limit for one payment. */
const MOST_CENTS = 99_999_999;

export type Placing = {
  buyer: Buyer;
  /** Absent: what is in the buyer's cart. */
  requested: readonly ItemToOrder[] | undefined;
  couponCode: string | undefined;
  useCredit?: boolean | undefined;
  expectedTotal: string | undefined;
  claim: Claim | null;
  /** Where the payment comes from; null if it starts later, and no coupon is held for it yet. */
  paying: HoldOrigin | null;
};

/** Many tabs of one buyer may create the same order. */
const PATIENT = { isPatient: true } as const;

export async function placeOrder(ctx: AppContext, placing: Placing): Promise<PayableOrder> {
  for (let attempt = 1; ; attempt++) {
    try {
      const taxed = await taxFor(ctx, placing);
      // Without a coupon to claim, the order is one statement.
      return await (placing.couponCode === undefined
        ? repeated(
            async () =>
              (await placeIn(ctx, ctx.db, placing, { taxed, isFirst: attempt === 1 && !taxed })).payable,
            PATIENT,
          )
        : inTransaction(
            ctx.db,
            (tx) => placeWithCoupon(ctx, tx, placing, { taxed, isFirst: false }),
            PATIENT,
          ));
    } catch (error) {
      const inTheWay = error instanceof AnotherOrderWaits ? error.orderId : null;
      const isRaced =
        violatedConstraint(error) === 'orders_one_pending' ||
        violatedConstraint(error) === 'membership_credits_used' ||
        error instanceof CouponMoved ||
        error instanceof TaxMoved;
      if (inTheWay === null && !isRaced) throw error;
      if (attempt >= ATTEMPTS) throw error instanceof CouponMoved ? couponIsBusy() : anotherWindow();
      // Its payment is canceled at the gateway first, outside of any transaction: the two must never both be paid.
      if (inTheWay !== null) await endOrder(ctx, inTheWay, 'cancelled');
    }
  }
}

function anotherWindow(): AppError {
  return new AppError('conflict', 'Another window is paying for your cart right now. Check there first.');
}

/** A price changed between calculating the tax and creating the order. */
class TaxMoved extends Error {}

/** Outside of any transaction: it may take a while, and nobody must wait for it. */
async function taxFor(ctx: AppContext, placing: Placing): Promise<TaxedOrder | null> {
  if (ctx.tax.name === 'none') return null;
  const { buyer } = placing;
  const pending = buyer.userId === null ? null : await findPendingOrder(ctx.db, { userId: buyer.userId });
  const pendingId = pending?.id ?? null;
  const { lines, discounts } = await priceOrder(ctx.db, { ...placing, pendingId, now: ctx.clock.now() });
  return calculateTax(ctx, { lines, discounts, address: addressOf(buyer) });
}

const addressOf = ({ zip, region = null, country = null }: Buyer) => ({ zip, region, country });

/** A pending order for other items, or with the coupon to be used now. */
class AnotherOrderWaits extends Error {
  readonly orderId: number;
  constructor(orderId: number) {
    super('Another order is pending');
    this.orderId = orderId;
  }
}

/** `use`: of the coupon, by a new order. */
type Placed = {
  payable: PayableOrder;
  use: { coupon: UsableCoupon; now: Date } | null;
};

/** `isFirst`: skips looking for a pending order. Usually there is none; otherwise orders_one_pending reports it. */
type Try = { taxed: TaxedOrder | null; isFirst: boolean };

const NOWHERE: HoldOrigin = { network: null, card: null };

async function placeWithCoupon(ctx: AppContext, tx: Tx, placing: Placing, how: Try): Promise<PayableOrder> {
  const { payable, use } = await placeIn(ctx, tx, placing, how);
  const { id: orderId, userId, email, discountCents, totalCents } = payable.order;
  // With nothing to pay, the order is complete right away.
  const origin = placing.paying ?? (totalCents === 0 ? NOWHERE : null);
  if (use && origin) {
    const { coupon, now } = use;
    await claimCoupon(tx, coupon, { buyer: { userId, email }, orderId, discountCents, now, origin });
  }
  return payable;
}

async function placeIn(
  ctx: AppContext,
  db: DbOrTx,
  placing: Placing,
  { taxed, isFirst }: Try,
): Promise<Placed> {
  const { buyer, requested, couponCode, useCredit, expectedTotal, claim, paying } = placing;
  const now = ctx.clock.now();
  const { userId } = buyer;
  const pending = userId === null || isFirst ? null : await findPendingOrder(db, { userId });
  const pendingId = pending?.id ?? null;
  const { lines, coupon, discounts, credit, creditCents } = await priceOrder(db, {
    buyer,
    requested,
    couponCode,
    useCredit,
    pendingId,
    now,
  });
  if (coupon?.heldBy != null) throw new AnotherOrderWaits(coupon.heldBy);
  if (taxed && !isTaxRequired(taxed, { lines, discounts, address: addressOf(buyer) })) throw new TaxMoved();
  const draft = draftOrder(buyer, lines, {
    now,
    isFromCart: requested === undefined,
    gateway: ctx.gateway.name,
    isPaying: paying !== null,
    coupon,
    credit,
    discounts,
    creditCents,
    taxCents: taxed?.taxCents,
  });
  const { totalCents, fingerprint, email, name, zip, city, region, country } = draft.order;
  refuseSurprise(totalCents, expectedTotal);

  if (pending) {
    if (pending.fingerprint !== fingerprint || pending.expiresAt <= now) {
      throw new AnotherOrderWaits(pending.id);
    }
    await updateRecipient(db, { id: pending.id, email, name, zip, city, region, country });
    if (claim) await linkOrder(db, claim, pending.id);
    const payable = await findPayable(db, { orderId: pending.id });
    if (!payable) throw new Error('The pending order is gone');
    return { payable, use: null };
  }
  const payment = { gateway: ctx.gateway.name, checkAt: new Date(now.getTime() + FIRST_CHECK_AFTER) };
  const payable = await insertOrder(db, { ...draft, payment: totalCents > 0 ? payment : null, claim });
  return { payable: { ...payable, isNew: true }, use: coupon && { coupon, now } };
}

function refuseSurprise(totalCents: number, expected: string | undefined): void {
  if (expected !== undefined && expected !== centsToDecimal(totalCents)) {
    throw new AppError(
      'conflict',
      `The total is now ${formatCents(totalCents)}. Nothing was charged. Review the summary and pay again if you agree.`,
    );
  }
  if (!isChargeable(totalCents)) {
    const [total, least] = [formatCents(totalCents), formatCents(LEAST_CHARGE_CENTS)];
    throw new AppError(
      'unprocessable',
      `The total is ${total}, and a card can’t be charged less than ${least}. Add something to your order, or leave out the coupon or booking credit.`,
    );
  }
  if (totalCents > MOST_CENTS) {
    throw new AppError(
      'unprocessable',
      'The total is over the limit for one payment. Split it into several orders.',
    );
  }
}
