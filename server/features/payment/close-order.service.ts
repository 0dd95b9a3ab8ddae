// Ends an unpaid order: cancels its payment at the gateway first.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { findOrderRow, lockOrder, updateOrderState } from '#server/features/order/order.service.ts';
import { GatewayUnreachableError, inTime } from '#server/integrations/gateway/gateway.ts';
import { AppError } from '#shared/errors.ts';
import type { OrderState } from '#shared/features/order/order.states.ts';
import { applyGatewayPayment } from './apply-payment.service.ts';
import { findPaymentOfOrder, lockPayment, movePayment, type PaymentRow } from './payment.queries.ts';

/** The state afterward: an order that was paid meanwhile stays paid. */
export async function endOrder(
  ctx: AppContext,
  orderId: number,
  into: 'cancelled' | 'expired',
): Promise<OrderState> {
  const order = await findOrderRow(ctx.db, { id: orderId });
  if (!order) throw new AppError('not_found', 'This order doesn’t exist.');
  if (order.state !== 'pending') return order.state;
  const payment = await findPaymentOfOrder(ctx.db, { orderId });
  if (payment && isAtGateway(ctx, payment)) return endAtGateway(ctx, payment, payment.gatewayId);
  return (await endHere(ctx, orderId, payment, into)) ? into : endOrder(ctx, orderId, into);
}

/** A gateway the site no longer uses isn't asked. */
function isAtGateway(
  ctx: AppContext,
  payment: PaymentRow | null,
): payment is PaymentRow & { gatewayId: string } {
  return payment?.gatewayId != null && payment.gateway === ctx.gateway.name;
}

async function endAtGateway(ctx: AppContext, payment: PaymentRow, gatewayId: string): Promise<OrderState> {
  const gatewayPayment = await inTime(ctx.gateway.cancelPayment(gatewayId)).catch((error: unknown) => {
    if (!(error instanceof GatewayUnreachableError)) throw error;
    throw new AppError(
      'unavailable',
      'We couldn’t reach the bank. Nothing was changed. Try again in a moment.',
    );
  });
  if (gatewayPayment.state === 'processing') {
    throw new AppError('conflict', 'The bank is still processing this payment. Try again in a minute.');
  }
  return applyGatewayPayment(ctx, payment, gatewayPayment);
}

/** No card was ever entered. False if it reached the gateway meanwhile, and a card may be on its way. */
async function endHere(
  ctx: AppContext,
  orderId: number,
  payment: PaymentRow | null,
  into: 'cancelled' | 'expired',
): Promise<boolean> {
  return inTransaction(ctx.db, async (tx) => {
    await lockOrder(tx, { id: orderId });
    if (isAtGateway(ctx, payment && (await lockPayment(tx, payment)))) return false;
    const endedAt = ctx.clock.now();
    if (payment) {
      await movePayment(tx, { id: payment.id, state: 'cancelled', updatedAt: endedAt, checkAt: null });
    }
    await updateOrderState(tx, { id: orderId, from: ['pending'], state: into, endedAt });
    return true;
  });
}
