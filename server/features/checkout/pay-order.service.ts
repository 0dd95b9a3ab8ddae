// Asking the gateway for the money of an order. Every call carries a key made of the payment's own number, so that a call
// sent twice is one payment; a call without an answer is asked about later, never taken for a failure.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { getSettings } from '#server/features/site/site.service.ts';
import {
  GatewayRefusedError,
  GatewayUnreachableError,
  type GatewayPayment,
  type PaymentMethod,
} from '#server/integrations/gateway/gateway.ts';
import { AppError } from '#shared/errors.ts';
import { applyPayment } from './apply-payment.service.ts';
import {
  beginTry,
  findOrderRow,
  findPaymentOfOrder,
  lockOrder,
  setGatewayId,
  type OrderRow,
  type PaymentRow,
} from './apply-payment.queries.ts';
import { fulfil } from './fulfil.service.ts';
import { inTime } from './gateway-time.ts';
import { checkPaymentJob } from './reconcile.jobs.ts';

/** Soon enough that nobody who reloads the page is still told to wait. */
const ASK_AGAIN_SECONDS = 2;

/** Unlike the number alone, the same in no other database that uses the same account at the gateway. */
function keyOf(payment: PaymentRow): string {
  return `releve-payment-${payment.id}-${payment.createdAt.getTime()}`;
}

/** The payment at the gateway, made there if it is not yet. */
export async function reachGateway(
  ctx: AppContext,
  order: OrderRow,
  payment: PaymentRow,
): Promise<GatewayPayment> {
  const made = payment.gatewayId ? ctx.gateway.findPayment(payment.gatewayId) : createAt(ctx, order, payment);
  const told = await inTime(made).catch((error: unknown) => {
    if (error instanceof GatewayRefusedError) throw notTaken();
    throw error instanceof GatewayUnreachableError ? outOfReach() : error;
  });
  if (!told) throw outOfReach();
  return told;
}

async function createAt(ctx: AppContext, order: OrderRow, payment: PaymentRow): Promise<GatewayPayment> {
  const { siteName } = await getSettings(ctx);
  const told = await ctx.gateway.createPayment({
    key: keyOf(payment),
    amountCents: payment.amountCents,
    currency: payment.currency,
    description: `${siteName} ${order.number}`,
    email: order.email,
    metadata: { orderId: String(order.id), paymentId: String(payment.id), order: order.number },
  });
  await setGatewayId(ctx.db, { id: payment.id, gatewayId: told.id });
  return told;
}

/** Such as an amount below what the gateway takes. */
function notTaken(): AppError {
  return new AppError(
    'unprocessable',
    'The bank does not take a payment of this amount. Nothing was charged.',
  );
}

function outOfReach(): AppError {
  return new AppError(
    'unavailable',
    'The bank could not be reached, and nothing was charged. Please try again in a moment.',
  );
}

export type Outcome =
  | { status: 'paid' }
  | { status: 'requires_action'; clientSecret: string }
  | { status: 'processing' }
  | { status: 'declined'; reason: string };

/** Charges the order with this card or what stands for one. An order that is paid already stays so and says so. */
export async function payOrder(
  ctx: AppContext,
  orderId: number,
  method: PaymentMethod | null,
): Promise<Outcome> {
  const order = await requireOrder(ctx, orderId);
  if (order.totalCents === 0) await completeFree(ctx, orderId);
  const payment = await findPaymentOfOrder(ctx.db, { orderId });
  if (order.state !== 'pending' || !payment) return outcomeOf(ctx, orderId, null);
  const told = await reachGateway(ctx, order, payment);
  if (told.state !== 'requires_payment_method' || !method) {
    await applyPayment(ctx, payment.id, told);
    return outcomeOf(ctx, orderId, told);
  }
  const tryNumber = await beginTry(ctx.db, { id: payment.id, now: ctx.clock.now() });
  if (tryNumber === null) return outcomeOf(ctx, orderId, null);
  const charged = await charge(ctx, payment, { id: told.id, tryNumber, orderId, method });
  if (!charged) return { status: 'processing' };
  await applyPayment(ctx, payment.id, charged);
  return outcomeOf(ctx, orderId, charged);
}

/** Null: the card may have been charged or not. It is found out in a moment. */
async function charge(
  ctx: AppContext,
  payment: PaymentRow,
  {
    id,
    tryNumber,
    orderId,
    method,
  }: { id: string; tryNumber: number; orderId: number; method: PaymentMethod },
): Promise<GatewayPayment | null> {
  try {
    return await inTime(
      ctx.gateway.confirmPayment(id, {
        key: `${keyOf(payment)}-try-${tryNumber}`,
        method,
        returnUrl: `${ctx.config.publicUrl}/payment-success?order=${orderId}`,
      }),
    );
  } catch (error) {
    if (!(error instanceof GatewayUnreachableError)) throw error;
    await ctx.jobs.send(
      ctx.db,
      checkPaymentJob,
      { paymentId: payment.id },
      { startAfter: ASK_AGAIN_SECONDS },
    );
    return null;
  }
}

async function outcomeOf(ctx: AppContext, orderId: number, told: GatewayPayment | null): Promise<Outcome> {
  const { state } = await requireOrder(ctx, orderId);
  if (state === 'paid' || state === 'partially_refunded') return { status: 'paid' };
  if (state !== 'pending') {
    const text =
      'This order was not completed, and whatever was charged for it goes back. Please start again.';
    throw new AppError('conflict', text);
  }
  if (told?.state === 'requires_action')
    return { status: 'requires_action', clientSecret: told.clientSecret };
  if (told?.state === 'requires_payment_method') {
    if (told.declined) return { status: 'declined', reason: told.declined };
    return { status: 'requires_action', clientSecret: told.clientSecret };
  }
  return { status: 'processing' };
}

/** Nothing to pay: it is complete as it is. */
export async function completeFree(ctx: AppContext, orderId: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, { id: orderId });
    if (order?.state === 'pending' && order.totalCents === 0) await fulfil(ctx, tx, order, null);
  });
}

async function requireOrder(ctx: AppContext, id: number): Promise<OrderRow> {
  const order = await findOrderRow(ctx.db, { id });
  if (!order) throw new AppError('not_found', 'There is no such order here.');
  return order;
}
