// An order that is not to be paid any more: its payment is given up at the gateway first, then the order ends.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { findOrderRow, lockOrder, updateOrderState } from '#server/features/order/order.service.ts';
import { GatewayUnreachableError, inTime } from '#server/integrations/gateway/gateway.ts';
import { AppError } from '#shared/errors.ts';
import type { OrderState } from '#shared/features/order/order.states.ts';
import { applyGatewayPayment } from './apply-payment.service.ts';
import { findPaymentOfOrder, lockPayment, movePayment, type PaymentRow } from './payment.queries.ts';

/** The state it is in afterwards: one that was paid meanwhile stays paid. */
export async function endOrder(
  ctx: AppContext,
  orderId: number,
  into: 'cancelled' | 'expired',
): Promise<OrderState> {
  const order = await findOrderRow(ctx.db, { id: orderId });
  if (!order) throw new AppError('not_found', 'There is no such order here.');
  if (order.state !== 'pending') return order.state;
  const payment = await findPaymentOfOrder(ctx.db, { orderId });
  if (payment && isAtGateway(ctx, payment)) return endAtGateway(ctx, payment, payment.gatewayId);
  return (await endHere(ctx, orderId, payment, into)) ? into : endOrder(ctx, orderId, into);
}

/** Where the site has changed its gateway since, the old one is no longer asked. */
function isAtGateway(
  ctx: AppContext,
  payment: PaymentRow | null,
): payment is PaymentRow & { gatewayId: string } {
  return payment?.gatewayId != null && payment.gateway === ctx.gateway.name;
}

async function endAtGateway(ctx: AppContext, payment: PaymentRow, gatewayId: string): Promise<OrderState> {
  const told = await inTime(ctx.gateway.cancelPayment(gatewayId)).catch((error: unknown) => {
    if (!(error instanceof GatewayUnreachableError)) throw error;
    throw new AppError(
      'unavailable',
      'The bank could not be reached. Nothing was changed; try again in a moment.',
    );
  });
  if (told.state === 'processing') {
    throw new AppError('conflict', 'The bank is still deciding about this payment. Try again in a minute.');
  }
  return applyGatewayPayment(ctx, payment, told);
}

/** No card was ever given for it. False: meanwhile it has reached the gateway, and a card may be on its way there. */
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
