// Charges orders through the gateway. Every call has an idempotency key made of the payment's id, so a repeated call is
// one payment; a call without an answer is checked later, never treated as a failure.
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
import { MembershipLost } from '#server/features/membership/membership.service.ts';
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
import { applyGatewayPayment, DEDUCTION_UNAVAILABLE, fulfil, isTimeTaken } from './apply-payment.service.ts';
import { holdCoupon, releaseCouponHold } from './coupon-hold.service.ts';
import {
  type CompletePayable,
  startAttempt,
  setGatewayId,
  type PaymentRow,
  type PayableOrder,
} from './payment.queries.ts';
import { checkPaymentJob } from './reconcile.jobs.ts';

/** Soon enough for a buyer who reloads the page. */
const ASK_AGAIN_SECONDS = 2;

/** Unlike the id alone, unique across databases that share a gateway account. */
function keyOf(payment: PaymentRow): string {
  return `releve-payment-${payment.id}-${payment.createdAt.getTime()}`;
}

/** The payment at the gateway, created if necessary. */
async function reachGateway(
  ctx: AppContext,
  order: OrderRow,
  payment: PaymentRow,
  customer?: string,
): Promise<GatewayPayment> {
  const asked = payment.gatewayId
    ? ctx.gateway.findPayment(payment.gatewayId)
    : ctx.gateway.createPayment({
        key: keyOf(payment),
        amountCents: payment.amountCents,
        currency: payment.currency,
        description: `Order ${order.number}`,
        email: order.email,
        metadata: { orderId: String(order.id), paymentId: String(payment.id), order: order.number },
        customer,
      });
  const gatewayPayment = await inTime(asked).catch((error: unknown) => {
    if (error instanceof GatewayUnreachableError) return null;
    if (error instanceof GatewayRefusedError) {
      throw new AppError(
        'unprocessable',
        'The bank doesn’t accept a payment of this amount. Nothing was charged.',
      );
    }
    throw error;
  });
  if (gatewayPayment) return gatewayPayment;
  throw new AppError(
    'unavailable',
    'We couldn’t reach the bank, and nothing was charged. Try again in a moment.',
  );
}

/** What a browser needs to pay directly. */
export async function prepareToPay(
  ctx: AppContext,
  { order, payment }: PayableOrder & { payment: PaymentRow },
): Promise<GatewayPayment> {
  const gatewayPayment = await reachGateway(ctx, order, payment);
  await setGatewayId(ctx.db, { id: payment.id, gatewayId: gatewayPayment.id });
  return gatewayPayment;
}

/** Also while the bank waits for a confirmation: the buyer may use another card instead. */
const TAKES_A_CARD = new Set<GatewayPayment['state']>(['requires_payment_method', 'requires_action']);

export type Outcome =
  | { status: 'paid' }
  | { status: 'requires_action'; clientSecret: string }
  | { status: 'processing' }
  | { status: 'declined'; reason: string };

/** The payment method and where it comes from. */
export type Paying = { method: PaymentMethod; origin: HoldOrigin };

/** Charges the order with this payment method. An order that is already paid stays paid. */
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
  // A new order claimed its coupon when it was created.
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
  const customer = 'savedCard' in method ? method.customer : undefined;
  const gatewayPayment = await reachGateway(ctx, order, payment, customer);
  const paying = { id: payment.id, gatewayId: gatewayPayment.id, now: ctx.clock.now() };
  // Other tabs may be paying at the same time.
  const attempt = await repeated(() => startAttempt(ctx.db, paying), { isPatient: true });
  if (attempt === null) return outcomeOf(await stateOf(ctx, order.id), null);
  if (!TAKES_A_CARD.has(gatewayPayment.state)) return settle(ctx, payment, gatewayPayment);
  const attemptNumber = attempt.payment.attempts;
  const charged = await charge(ctx, payment, { id: gatewayPayment.id, attemptNumber, method });
  return charged ? settle(ctx, payment, charged, attempt) : { status: 'processing' };
}

async function settle(
  ctx: AppContext,
  payment: PaymentRow,
  gatewayPayment: GatewayPayment,
  attempt?: CompletePayable,
): Promise<Outcome> {
  return outcomeOf(await applyGatewayPayment(ctx, payment, gatewayPayment, attempt), gatewayPayment);
}

/** Null: unknown whether the card was charged; a check follows. */
async function charge(
  ctx: AppContext,
  payment: PaymentRow,
  { id, attemptNumber, method }: { id: string; attemptNumber: number; method: PaymentMethod },
): Promise<GatewayPayment | null> {
  const key = `${keyOf(payment)}-try-${attemptNumber}`;
  const returnUrl = `${ctx.config.publicUrl}/payment-success?order=${payment.orderId}`;
  try {
    return await inTime(ctx.gateway.confirmPayment(id, { key, method, returnUrl }));
  } catch (error) {
    if (error instanceof GatewayRefusedError) {
      throw new AppError(
        'payment_required',
        'This card can’t be used here. Nothing was charged. Try another one.',
      );
    }
    if (!(error instanceof GatewayUnreachableError)) throw error;
    const paymentId = payment.id;
    await ctx.jobs.send(ctx.db, checkPaymentJob, { paymentId }, { startAfter: ASK_AGAIN_SECONDS });
    return null;
  }
}

function outcomeOf(state: OrderState, gatewayPayment: GatewayPayment | null): Outcome {
  if (state === 'paid' || state === 'partially_refunded') return { status: 'paid' };
  if (state !== 'pending') {
    throw new AppError(
      'conflict',
      'This order wasn’t completed, and anything charged for it will be refunded. Start again.',
    );
  }
  if (gatewayPayment?.state === 'requires_action') {
    return { status: 'requires_action', clientSecret: gatewayPayment.clientSecret };
  }
  if (gatewayPayment?.state !== 'requires_payment_method') return { status: 'processing' };
  if (gatewayPayment.declined) return { status: 'declined', reason: gatewayPayment.declined };
  return { status: 'requires_action', clientSecret: gatewayPayment.clientSecret };
}

/** Completes an order with nothing to pay. */
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
      const isMembershipOver = error instanceof MembershipLost;
      const isTimeGone = isTimeTaken(error);
      const isKnown = isTwice || isDeductionGone || isMembershipOver || isTimeGone;
      if (!isKnown && !(error instanceof CouponMoved)) throw error;
      // On the second attempt, a guest's order goes through.
      if (isTwice && attempt === 1) continue;
      const endedAt = ctx.clock.now();
      await inTransaction(ctx.db, (tx) =>
        updateOrderState(tx, { id: orderId, from: ['pending'], state: 'cancelled', endedAt }),
      );
      if (isDeductionGone) throw new AppError('conflict', DEDUCTION_UNAVAILABLE);
      if (isMembershipOver) {
        throw new AppError(
          'conflict',
          'Your membership has ended, so its booking credit and member prices no longer apply.',
        );
      }
      if (isTimeGone) {
        throw new AppError('conflict', 'The time you had reserved went to someone else. Choose another one.');
      }
      if (!isTwice) throw couponIsBusy();
      throw new AppError('conflict', 'You already have one of these items. Check your earlier orders.');
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
