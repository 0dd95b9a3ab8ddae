// Retries payments whose outcome we never learned, expires unpaid orders, resumes refunds, checks disputes, and updates
// the sales counts.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { eraseCouponCards } from '#server/features/coupon/coupon.service.ts';
import { listOpenDisputePayments } from '#server/features/refund/dispute.service.ts';
import { applyDisputes } from '#server/features/refund/dispute.service.ts';
import { payBackJob } from '#server/features/refund/refund.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import { forgetOldKeys } from '#server/platform/idempotency.service.ts';
import { AppError } from '#shared/errors.ts';
import { applyPayment } from './apply-payment.service.ts';
import { endOrder } from './close-order.service.ts';
import { findPayment } from './payment.queries.ts';
import {
  claimPaymentsToReconcile,
  countSoldOrders,
  listExpiredOrders,
  listWaitingRefunds,
} from './reconcile.queries.ts';

const AT_ONCE = 50;
const ORDERS_COUNTED = 500;
const MINUTE = 60_000;

export const checkPaymentJob = defineJob({
  name: 'checkout.check-payment',
  data: z.object({ paymentId: z.int() }),
  retryLimit: 8,
  retryDelay: 2,
  concurrency: 4,
  run: (ctx, { paymentId }) => applyPayment(ctx, paymentId),
});

export const reconcileJob = defineJob({
  name: 'checkout.reconcile',
  data: z.object({}),
  cron: '* * * * *',
  run: reconcile,
});

async function reconcile(ctx: AppContext): Promise<void> {
  for (let claimed = AT_ONCE; claimed === AT_ONCE;) {
    const due = await claimPaymentsToReconcile(ctx.db, { now: ctx.clock.now(), limit: AT_ONCE });
    claimed = due.length;
    // A failed one is checked again later and doesn't block the others.
    for (const paymentId of due) {
      await applyPayment(ctx, paymentId).catch((error: unknown) => tell(ctx, error, { paymentId }));
    }
  }
  for (const orderId of await listExpiredOrders(ctx.db, { now: ctx.clock.now(), limit: AT_ONCE })) {
    await endOrder(ctx, orderId, 'expired').catch((error: unknown) => tell(ctx, error, { orderId }));
  }
  const before = new Date(ctx.clock.now().getTime() - MINUTE);
  for (const refundId of await listWaitingRefunds(ctx.db, { before, limit: AT_ONCE })) {
    await ctx.jobs.send(ctx.db, payBackJob, { refundId }, { singletonKey: `refund ${refundId}` });
  }
  await askAboutDisputes(ctx);
  while ((await countSoldOrders(ctx.db, { limit: ORDERS_COUNTED })) === ORDERS_COUNTED);
  await forgetOldKeys(ctx);
  await eraseCouponCards(ctx.db, { now: ctx.clock.now() });
}

/** Events can get lost: open disputes are checked once an hour. */
async function askAboutDisputes(ctx: AppContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - 60 * MINUTE);
  for (const paymentId of await listOpenDisputePayments(ctx.db, { before, limit: AT_ONCE })) {
    const payment = await findPayment(ctx.db, { id: paymentId });
    if (!payment?.gatewayId || payment.gateway !== ctx.gateway.name) continue;
    const taken = { ...payment, gatewayId: payment.gatewayId };
    await applyDisputes(ctx, taken).catch((error: unknown) => tell(ctx, error, { paymentId }));
  }
}

function tell(ctx: AppContext, error: unknown, about: object): void {
  // A refusal with a reason isn't a bug; it is tried again.
  if (error instanceof AppError) return;
  ctx.log.warn({ ...about, err: error }, 'reconcile');
}

/** On every start: picks up what a killed process left, without waiting for the next minute. */
export async function scheduleReconcile(ctx: AppContext): Promise<void> {
  await ctx.jobs.send(ctx.db, reconcileJob, {}, { singletonKey: 'start' });
}
