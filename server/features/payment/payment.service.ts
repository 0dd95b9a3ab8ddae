// Asking the gateway for the money of an order. Every call carries a key made of the payment's own number, so that a call
// sent twice is one payment; a call without an answer is asked about later, never taken for a failure.
import type { AppContext } from '#server/context.ts';
import { inTransaction, repeated, violatedConstraint } from '#server/db/transaction.ts';
import { couponIsBusy, CouponMoved, type HoldOrigin } from '#server/features/coupon/coupon.service.ts';
import {
  findOrderRow,
  listContents,
  lockOrder,
  updateOrderState,
  type OrderRow,
} from '#server/features/order/order.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import {
  GatewayRefusedError,
  GatewayUnreachableError,
  type GatewayPayment,
  type PaymentMethod,
  inTime,
} from '#server/integrations/gateway/gateway.ts';
import { AppError } from '#shared/errors.ts';
import type { OrderState } from '#shared/features/order/order.states.ts';
import { applyGatewayPayment, DEDUCTION_UNAVAILABLE, fulfil } from './apply-payment.service.ts';
import { holdCoupon, releaseCouponHold } from './coupon-hold.service.ts';
import { startAttempt, setGatewayId, type PaymentRow, type PayableOrder } from './payment.queries.ts';
import { checkPaymentJob } from './reconcile.jobs.ts';

/** Soon enough that nobody who reloads the page is still told to wait. */
const ASK_AGAIN_SECONDS = 2;

/** Unlike the number alone, the same in no other database that uses the same account at the gateway. */
function keyOf(payment: PaymentRow): string {
  return `releve-payment-${payment.id}-${payment.createdAt.getTime()}`;
}

/** The payment at the gateway, made there if it is not yet. */
async function reachGateway(ctx: AppContext, order: OrderRow, payment: PaymentRow): Promise<GatewayPayment> {
  const asked = payment.gatewayId
    ? ctx.gateway.findPayment(payment.gatewayId)
    : ctx.gateway.createPayment({
        key: keyOf(payment),
        amountCents: payment.amountCents,
        currency: payment.currency,
        description: `Order ${order.number}`,
        email: order.email,
        metadata: { orderId: String(order.id), paymentId: String(payment.id), order: order.number },
      });
  const told = await inTime(asked).catch((error: unknown) => {
    if (error instanceof GatewayUnreachableError) return null;
    if (error instanceof GatewayRefusedError) {
      throw new AppError(
        'unprocessable',
        'The bank does not take a payment of this amount. Nothing was charged.',
      );
    }
    throw error;
  });
  if (told) return told;
  throw new AppError(
    'unavailable',
    'The bank could not be reached, and nothing was charged. Please try again in a moment.',
  );
}

/** What a browser needs to pay by itself. */
export async function prepareToPay(
  ctx: AppContext,
  { order, payment }: PayableOrder & { payment: PaymentRow },
): Promise<GatewayPayment> {
  const told = await reachGateway(ctx, order, payment);
  await setGatewayId(ctx.db, { id: payment.id, gatewayId: told.id });
  return told;
}

/** Also one whose bank has asked back: its buyer may take another card instead of answering. */
const TAKES_A_CARD = new Set<GatewayPayment['state']>(['requires_payment_method', 'requires_action']);

export type Outcome =
  | { status: 'paid' }
  | { status: 'requires_action'; clientSecret: string }
  | { status: 'processing' }
  | { status: 'declined'; reason: string };

/** What pays, and from where. */
export type Paying = { method: PaymentMethod; origin: HoldOrigin };

/** Charges the order with this card or what stands for one. An order that is paid already stays so and says so. */
export async function payOrder(
  ctx: AppContext,
  { order, payment, isNew }: PayableOrder,
  paying: Paying | null,
): Promise<Outcome> {
  if (order.state === 'pending' && order.totalCents === 0) {
    return outcomeOf(await completeFreeOrder(ctx, order.id), null);
  }
  if (order.state !== 'pending' || !payment) return outcomeOf(order.state, null);
  if (!paying) return settle(ctx, payment, await prepareToPay(ctx, { order, payment }));
  // An order made a moment ago has taken its coupon as it was made.
  if (!isNew) await holdCoupon(ctx, order, paying.origin);
  try {
    return await tryCard(ctx, { order, payment }, paying.method);
  } catch (error) {
    await releaseCouponHold(ctx, order);
    throw error;
  }
}

async function tryCard(
  ctx: AppContext,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
  method: PaymentMethod,
): Promise<Outcome> {
  const told = await reachGateway(ctx, order, payment);
  const paying = { id: payment.id, gatewayId: told.id, now: ctx.clock.now() };
  // Other tabs may be at the same payment.
  const tryNumber = await repeated(() => startAttempt(ctx.db, paying), { isPatient: true });
  if (tryNumber === null) return outcomeOf(await stateOf(ctx, order.id), null);
  if (!TAKES_A_CARD.has(told.state)) return settle(ctx, payment, told);
  const charged = await charge(ctx, payment, { id: told.id, tryNumber, method });
  return charged ? settle(ctx, payment, charged, { isTryOver: true }) : { status: 'processing' };
}

async function settle(
  ctx: AppContext,
  payment: PaymentRow,
  told: GatewayPayment,
  how?: { isTryOver: boolean },
): Promise<Outcome> {
  return outcomeOf(await applyGatewayPayment(ctx, payment, told, how), told);
}

/** Null: the card may have been charged or not. It is found out in a moment. */
async function charge(
  ctx: AppContext,
  payment: PaymentRow,
  { id, tryNumber, method }: { id: string; tryNumber: number; method: PaymentMethod },
): Promise<GatewayPayment | null> {
  const key = `${keyOf(payment)}-try-${tryNumber}`;
  const returnUrl = `${ctx.config.publicUrl}/payment-success?order=${payment.orderId}`;
  try {
    return await inTime(ctx.gateway.confirmPayment(id, { key, method, returnUrl }));
  } catch (error) {
    if (error instanceof GatewayRefusedError) {
      throw new AppError(
        'payment_required',
        'This card cannot be used here. Nothing was charged; try another one.',
      );
    }
    if (!(error instanceof GatewayUnreachableError)) throw error;
    const paymentId = payment.id;
    await ctx.jobs.send(ctx.db, checkPaymentJob, { paymentId }, { startAfter: ASK_AGAIN_SECONDS });
    return null;
  }
}

function outcomeOf(state: OrderState, told: GatewayPayment | null): Outcome {
  if (state === 'paid' || state === 'partially_refunded') return { status: 'paid' };
  if (state !== 'pending') {
    throw new AppError(
      'conflict',
      'This order was not completed, and whatever was charged for it goes back. Please start again.',
    );
  }
  if (told?.state === 'requires_action') {
    return { status: 'requires_action', clientSecret: told.clientSecret };
  }
  if (told?.state !== 'requires_payment_method') return { status: 'processing' };
  if (told.declined) return { status: 'declined', reason: told.declined };
  return { status: 'requires_action', clientSecret: told.clientSecret };
}

/** Nothing to pay: it is complete as it is. */
export async function completeFreeOrder(ctx: AppContext, orderId: number): Promise<OrderState> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await inTransaction(ctx.db, async (tx) => {
        const order = await lockOrder(tx, { id: orderId });
        if (order?.state !== 'pending' || order.totalCents > 0) return order?.state ?? 'cancelled';
        const contents = await listContents(tx, { orderId });
        await fulfil(ctx, tx, { order, payment: null, contents, site: await getSettings({ db: tx }) });
        return 'paid';
      });
    } catch (error) {
      const isTwice = violatedConstraint(error) === 'order_lines_bought_once';
      const isDeductionGone = violatedConstraint(error) === 'deduction_is_covered';
      if (!isTwice && !isDeductionGone && !(error instanceof CouponMoved)) throw error;
      // Looking again, a guest's order goes through beside the other one.
      if (isTwice && attempt === 1) continue;
      const endedAt = ctx.clock.now();
      await inTransaction(ctx.db, (tx) =>
        updateOrderState(tx, { id: orderId, from: ['pending'], state: 'cancelled', endedAt }),
      );
      if (isDeductionGone) throw new AppError('conflict', DEDUCTION_UNAVAILABLE);
      if (!isTwice) throw couponIsBusy();
      throw new AppError('conflict', 'You have one of these things already. Look into your earlier orders.');
    }
  }
}

async function stateOf(ctx: AppContext, id: number): Promise<OrderState> {
  return (await findOrderRow(ctx.db, { id }))?.state ?? 'cancelled';
}

export {
  createPaymentSql,
  findPayable,
  findPaymentOfOrder,
  type PayableOrder,
  type PaymentRow,
} from './payment.queries.ts';
