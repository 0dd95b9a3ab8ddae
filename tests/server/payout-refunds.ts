// Refunds, for tests of payouts.
import { inTransaction } from '#server/db/transaction.ts';
import { lockOrder } from '#server/features/order/order.service.ts';
import { payBackJob, reserveRefund } from '#server/features/refund/refund.service.ts';
import type { TestContext } from './test-database.ts';

/** Requests the refund and waits until everything that follows is done. */
export async function refundOrder(
  ctx: TestContext,
  orderId: number,
  amountCents: number,
  { isPatient = true }: { isPatient?: boolean } = {},
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, { id: orderId });
    if (!order) throw new Error(`There is no order ${orderId}`);
    const scope = { kind: 'amount' as const, amountCents, lineId: null };
    const wanted = { scope, reason: 'They asked.', decidedBy: null, requestKey: null };
    const refundId = await reserveRefund(ctx, tx, order, wanted);
    await ctx.jobs.send(tx, payBackJob, { refundId });
  });
  if (isPatient) await ctx.jobs.drain();
}
