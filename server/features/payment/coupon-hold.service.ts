// Holds a coupon use for an order only while a payment is running: claimed when a card is tried, released when it is
// declined or the order ends.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  claimCoupon,
  couponIsBusy,
  CouponMoved,
  holdsCoupon,
  releaseCoupon,
  requireCoupon,
  type HoldOrigin,
} from '#server/features/coupon/coupon.service.ts';
import { lockOrder, updateOrderState, type OrderRow } from '#server/features/order/order.service.ts';
import type { PaymentMethod } from '#server/integrations/gateway/gateway.ts';
import { findPaymentOfOrder } from './payment.queries.ts';

const PATIENT = { isPatient: true } as const;
const ATTEMPTS = 3;
/** How long a use stays held while a card is being tried. */
export const HOLDING_FOR = 10 * 60_000;

const usesCoupon = ({ couponCode, discountCents }: OrderRow) => couponCode !== null && discountCents > 0;

/** Skipped without a coupon: the gateway may have to be asked for the card's fingerprint. */
export async function holdOriginOf(
  ctx: AppContext,
  { network, method, hasCoupon }: { network: string; method: PaymentMethod; hasCoupon: boolean },
): Promise<HoldOrigin> {
  return { network, card: hasCoupon ? await ctx.gateway.fingerprintOf(method) : null };
}

/** For the next card of a pending order. Refused if the coupon is used up, as if it were entered now. */
export async function holdCoupon(ctx: AppContext, order: OrderRow, origin: HoldOrigin): Promise<void> {
  if (!usesCoupon(order)) return;
  for (let attempt = 1; ; attempt++) {
    try {
      await inTransaction(
        ctx.db,
        async (tx) => {
          const { id: orderId, userId, email, couponCode, discountCents } = order;
          const locked = await lockOrder(tx, { id: orderId });
          if (locked?.state !== 'pending' || (await holdsCoupon(tx, { orderId }))) return;
          const now = ctx.clock.now();
          const asking = { userId, exceptOrderId: orderId, now };
          const coupon = await requireCoupon(tx, couponCode ?? '', asking);
          const expiresAt = new Date(now.getTime() + HOLDING_FOR);
          await updateOrderState(tx, { id: orderId, from: ['pending'], expiresAt });
          await claimCoupon(tx, coupon, { buyer: { userId, email }, orderId, discountCents, now, origin });
        },
        PATIENT,
      );
      return;
    } catch (error) {
      if (!(error instanceof CouponMoved)) throw error;
      if (attempt >= ATTEMPTS) throw couponIsBusy();
    }
  }
}

/** The attempt ended without reaching a bank. A payment waiting for its buyer keeps its use. */
export async function releaseCouponHold(ctx: AppContext, order: OrderRow): Promise<void> {
  if (!usesCoupon(order)) return;
  await inTransaction(
    ctx.db,
    async (tx) => {
      await lockOrder(tx, { id: order.id });
      const payment = await findPaymentOfOrder(tx, { orderId: order.id });
      if (payment?.state === 'open') await releaseCoupon(tx, { orderId: order.id, now: ctx.clock.now() });
    },
    PATIENT,
  );
}
