// Reservations and the orders that pay for them.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { queueBookingMails } from './booking-mail.service.ts';
import { lockInstructor } from './instructor-lock.queries.ts';
import {
  confirmReservations,
  endRefundedReservations,
  listInstructorsOfOrder,
} from './reservation-order.queries.ts';

/** The time was given to someone else, or the booking was cancelled, before the payment arrived. */
export class ReservationLost extends Error {}

/** In the transaction that completes the order; `count`: its lines of type booking. */
export async function confirmOrderedReservations(
  ctx: AppContext,
  tx: Tx,
  { orderId, count }: { orderId: number; count: number },
): Promise<void> {
  for (const instructorId of await listInstructorsOfOrder(tx, { orderId })) {
    await lockInstructor(tx, { instructorId });
  }
  const confirmed = await confirmReservations(tx, { orderId, now: ctx.clock.now() });
  if (confirmed.length < count) throw new ReservationLost('A reservation of this order is gone');
  const ids = confirmed.flatMap(({ bookingIds }) => bookingIds);
  await queueBookingMails(ctx, tx, { ids, event: 'confirmed' });
}

/** In the transaction that settled the order's refunds. */
export async function settleReservations(
  ctx: AppContext,
  tx: Tx,
  { orderId, now }: { orderId: number; now: Date },
): Promise<void> {
  const ids = await endRefundedReservations(tx, { orderId, now, reason: 'The order was refunded.' });
  await queueBookingMails(ctx, tx, { ids, event: 'cancelled' });
}

export { releaseReservations } from './reservation-order.queries.ts';
