// Paying money back. So far whole payments only, where an order could not be fulfilled; the books follow, and what it had
// given goes.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { GatewayRefusedError } from '#server/integrations/gateway/gateway.ts';
import { defineJob } from '#server/jobs/job.ts';
import { formatCents } from '#shared/money.ts';
import { undone } from '#shared/features/checkout/ledger.rules.ts';
import {
  endLines,
  findPayment,
  lockOrder,
  moveOrder,
  revokeAccess,
  type PaymentRow,
} from './apply-payment.queries.ts';
import { insertLedgerTransaction } from './ledger.queries.ts';
import { recordPaymentProblem } from './payment-problem.service.ts';
import { endRefund, findRefund, listEntriesOf } from './refund.queries.ts';

export const payBackJob = defineJob({
  name: 'checkout.pay-back',
  data: z.object({ refundId: z.int() }),
  retryLimit: 20,
  retryDelay: 5,
  run: (ctx, { refundId }) => payBack(ctx, refundId),
});

async function payBack(ctx: AppContext, refundId: number): Promise<void> {
  const refund = await findRefund(ctx.db, { id: refundId });
  if (refund?.state !== 'requested') return;
  const payment = await findPayment(ctx.db, { id: refund.paymentId });
  if (!payment?.gatewayId) return;
  const { amountCents, orderId } = refund;
  const key = `releve-refund-${refundId}-${refund.createdAt.getTime()}`;
  const paid = await ctx.gateway.refund(payment.gatewayId, { key, amountCents }).catch((error: unknown) => {
    if (error instanceof GatewayRefusedError) return null;
    throw error;
  });
  if (!paid) {
    await giveToStaff(ctx, refundId, payment);
    return;
  }
  await inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, { id: orderId });
    const endedAt = ctx.clock.now();
    const isFirst = await endRefund(tx, { id: refundId, state: 'succeeded', gatewayId: paid.id, endedAt });
    if (!order || !isFirst) return;
    const sale = await listEntriesOf(tx, { cause: `payment ${payment.id}` });
    const entries = undone(sale).map((line) => ({ ...line, currency: payment.currency }));
    const cause = `refund ${refundId}`;
    await insertLedgerTransaction(tx, { kind: 'refund', cause, orderId, createdAt: endedAt, entries });
    await moveOrder(tx, {
      id: orderId,
      from: ['paid', 'failed', 'cancelled', 'expired'],
      state: 'refunded',
      refundedCents: amountCents,
    });
    await endLines(tx, { orderId });
    if (order.userId !== null) await revokeAccess(tx, { orderId, userId: order.userId });
  });
}

/** The gateway will not pay it back: people look at it. */
async function giveToStaff(ctx: AppContext, refundId: number, payment: PaymentRow): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const endedAt = ctx.clock.now();
    if (!(await endRefund(tx, { id: refundId, state: 'failed', gatewayId: null, endedAt }))) return;
    const { id: paymentId, gateway, gatewayId } = payment;
    await recordPaymentProblem(ctx, tx, {
      kind: 'refund_failed',
      gateway,
      gatewayId: gatewayId ?? '',
      paymentId,
      detail: `The gateway refused to pay back ${formatCents(payment.amountCents, payment.currency)}.`,
    });
  });
}
