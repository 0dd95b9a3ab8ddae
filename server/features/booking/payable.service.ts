// When an instructor's share can be paid out: after the refund window, and once the last session it pays for is over.
// What has been paid out already stays paid out when a session moves; a refund takes it back like any other.
import type { Tx } from '#server/db/client.ts';
import { updatePayableFrom } from '#server/features/order/order.service.ts';
import { moveEarnings } from '#server/features/payout/earnings.service.ts';
import { findPaidLine, findSessionsEnd } from './booking.queries.ts';

/** After its sessions changed, in the same transaction and under the order's lock. */
export async function settlePayableFrom(tx: Tx, { reservationId }: { reservationId: number }): Promise<void> {
  const line = await findPaidLine(tx, { reservationId });
  const payableFrom = line && (await findSessionsEnd(tx, { reservationId }));
  if (!line || !payableFrom) return;
  await updatePayableFrom(tx, { lineId: line.lineId, payableFrom });
  await moveEarnings(tx, { lineId: line.lineId });
}
