// Paying for an order, confirming and canceling it.
import type * as contract from '#shared/features/checkout/checkout.contract.ts';
import type { Outcome } from '#server/features/payment/payment.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { simpleScope, onceFor } from '#server/platform/idempotency.service.ts';
import { holdOriginOf } from '#server/features/payment/coupon-hold.service.ts';
import { payOrder, findPayable, findPaymentOfOrder } from '#server/features/payment/payment.service.ts';
import { createOrderKey } from '#server/features/order/order-key.service.ts';
import { requireOwnOrder, type OrderRow } from '#server/features/order/order.service.ts';
import { type PaymentMethod, inTime, GatewayUnreachableError } from '#server/integrations/gateway/gateway.ts';
import { applyFoundPayment } from '#server/features/payment/apply-payment.service.ts';
import { endOrder } from '#server/features/payment/close-order.service.ts';
import type { SandboxConfirmation } from '#server/integrations/gateway/sandbox.ts';
import { parseAddress } from './billing-address.service.ts';
import { toItemToOrder, orderToPay, refuseLapsed } from './checkout.service.ts';

type SimpleBody = ContractParsed<typeof contract.simpleCheckout>['body'];

export type Paid = ContractResult<typeof contract.simpleCheckout>;

/** The request's key, if sent as a header, and its network. */
type From = { headerKey: string | undefined; network: string };

/** POST /api/simple-checkout: everything in one step. */
export async function simpleCheckout(
  ctx: AppContext,
  viewer: Viewer | null,
  body: SimpleBody,
  { headerKey, network }: From,
): Promise<Paid> {
  const { email, name, items, card, expectedTotal, couponCode, useCredit } = body;
  if (!viewer && !items) throw new AppError('validation_failed', 'Your cart is empty');
  const method = methodOf(ctx, body);
  const userId = viewer?.id ?? null;
  // Only the harmless parts of a card: stored requests must never contain a card number.
  const shownCard = card && { ...card, number: card.number.slice(-4), cvc: '' };
  const asked = {
    scope: simpleScope(userId),
    key: headerKey ?? body.idempotencyKey,
    body: { ...body, card: shownCard, idempotencyKey: undefined },
  };
  return onceFor<Paid>(ctx, asked, async (claim, madeBefore) => {
    const buyer = { userId, email, name, ...(await parseAddress(ctx, body)) };
    const hasCoupon = Boolean(couponCode);
    const paying = method && { method, origin: await holdOriginOf(ctx, { network, method, hasCoupon }) };
    const requested = items?.map(toItemToOrder);
    const placing = {
      buyer,
      requested,
      couponCode,
      useCredit,
      expectedTotal,
      claim,
      paying: paying?.origin ?? null,
    };
    const payable = await orderToPay(ctx, placing, madeBefore);
    const orderId = payable.order.id;
    const paid = answerTo(ctx, orderId, await payOrder(ctx, payable, paying));
    const key = userId === null ? { key: await createOrderKey(ctx, ctx.db, orderId) } : {};
    // If this request created an order that is paid, completeOrder has already saved the response.
    const isKept = payable.isNew === true && paid.status === 'paid' && userId !== null;
    return { answer: { ...paid, ...key }, isKept };
  });
}

function answerTo({ gateway }: AppContext, orderId: number, outcome: Outcome): Paid {
  if (outcome.status === 'declined') throw new AppError('payment_required', outcome.reason);
  if (outcome.status !== 'requires_action') return { orderId, status: outcome.status };
  const { publishableKey } = gateway;
  return { orderId, ...outcome, ...(publishableKey !== null && { publishableKey }) };
}

/** POST /api/checkout/pay: a card for a pending order. */
export async function payCheckout(
  ctx: AppContext,
  viewer: Viewer,
  { orderId, ...given }: ContractParsed<typeof contract.payCheckout>['body'],
  { network }: From,
): Promise<Paid> {
  const { id } = await requireOwnOrder(ctx, viewer, { orderId });
  const payable = await findPayable(ctx.db, { orderId: id });
  if (payable) await refuseLapsed(ctx, payable.order);
  const method = methodOf(ctx, given);
  if (!payable || !method) throw new AppError('validation_failed', 'Enter your card.');
  const hasCoupon = payable.order.couponCode !== null;
  const origin = await holdOriginOf(ctx, { network, method, hasCoupon });
  return answerTo(ctx, id, await payOrder(ctx, payable, { method, origin }));
}

/** Card numbers only ever reach the sandbox; with Stripe they never reach us. */
export function methodOf(
  { gateway }: AppContext,
  { card, paymentMethod, expectedTotal }: Pick<SimpleBody, 'card' | 'paymentMethod' | 'expectedTotal'>,
): PaymentMethod | null {
  if (gateway.name === 'sandbox') {
    if (card) return { card };
    // A coupon may cover everything; that is known only once the order is created.
    if (expectedTotal === '0.00') return null;
    throw new AppError('validation_failed', 'Enter your card.', [
      { path: 'card', message: 'Enter your card.' },
    ]);
  }
  if (card) {
    const message = 'We don’t accept card numbers here. Pay with the card form on the page.';
    throw new AppError('validation_failed', message, [{ path: 'card', message }]);
  }
  return paymentMethod ? { paymentMethod } : null;
}

type Confirmed = ContractResult<typeof contract.confirmCheckout>;

type Named = ContractParsed<typeof contract.confirmCheckout>['body'];

/** POST /api/checkout/confirm: the current state, after asking the gateway. */
export async function confirmCheckout(
  ctx: AppContext,
  viewer: Pick<Viewer, 'id'> | null,
  named: Named,
): Promise<Confirmed> {
  const order = await requireOwnOrder(ctx, viewer, named);
  const payment = await findPaymentOfOrder(ctx.db, { orderId: order.id });
  if (order.state !== 'pending' || !payment?.gatewayId) return describeOrder(order, payment);
  const state = await inTime(applyFoundPayment(ctx, payment)).catch((error: unknown) => {
    if (error instanceof GatewayUnreachableError) return 'unknown';
    throw error;
  });
  if (state === 'unknown') return { orderId: order.id, status: 'processing', reason: null };
  if (state === 'paid') return describeOrder({ ...order, state }, payment);
  const now = await requireOwnOrder(ctx, viewer, named);
  return describeOrder(now, await findPaymentOfOrder(ctx.db, { orderId: order.id }));
}

function describeOrder(
  order: OrderRow,
  payment: { state: string; lastError: string | null } | null,
): Confirmed {
  const answer = (status: Confirmed['status'], reason: string | null = null): Confirmed => ({
    orderId: order.id,
    status,
    reason,
  });
  const { state } = order;
  if (isPaid(state)) return answer('paid');
  if (state === 'refunded') return answer('refunded');
  if (state === 'failed') return answer('failed', payment?.lastError ?? null);
  if (state !== 'pending') return answer('cancelled');
  if (payment?.state === 'requires_action') return answer('requires_action');
  if (payment?.state === 'processing' || payment?.state === 'set_aside') return answer('processing');
  return answer('pending', payment?.lastError ?? null);
}

/** POST /api/checkout/cancel. */
export async function cancelCheckout(
  ctx: AppContext,
  viewer: Viewer | null,
  named: Named,
): Promise<ContractResult<typeof contract.cancelCheckout>> {
  const order = await requireOwnOrder(ctx, viewer, named);
  const state = await endOrder(ctx, order.id, 'cancelled');
  const status = state === 'refunded' || state === 'failed' ? state : isPaid(state) ? 'paid' : 'cancelled';
  return { orderId: order.id, status };
}

const isPaid = (state: string) => state === 'paid' || state === 'partially_refunded';

type Confirmation = ContractParsed<typeof contract.confirmSandboxPayment>['body'];

/** A declined card is a response with a reason, as Stripe gives it to a browser; nothing is fulfilled here. */
export async function confirmSandboxPayment(
  { sandbox }: AppContext,
  { clientSecret, answer, card }: Confirmation,
): Promise<ContractResult<typeof contract.confirmSandboxPayment>> {
  if (!sandbox) throw new AppError('not_found', 'This site takes payments through Stripe.');
  const payment = await sandbox.hearBuyer(clientSecret, parseConfirmation(answer, card));
  if (!payment)
    throw new AppError('not_found', 'This payment doesn’t exist. Go back to your cart and try again.');
  return { status: payment.state, reason: payment.declined };
}

function parseConfirmation(answer: Confirmation['answer'], card: Confirmation['card']): SandboxConfirmation {
  if (answer && !card) return { answer };
  if (card && !answer) return { card };
  throw new AppError('unprocessable', 'Send either a card, or the answer approve or refuse.');
}
