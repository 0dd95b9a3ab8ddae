// The webhook inbox: verifies and stores every event once, and processes it in a job.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { GatewayEvent, WebhookHeaders } from '#server/integrations/gateway/gateway.ts';
import { AppError } from '#shared/errors.ts';
import { type GatewayName, GATEWAYS } from '#shared/features/payment/payment.states.ts';
import {
  insertOldNews,
  insertWebhookEvent,
  endWebhookEvent,
  findPaymentAtGateway,
  findWaitingEvent,
  type EventRow,
  type PaymentAtGateway,
} from './webhook.queries.ts';
import { applyDisputes } from '#server/features/refund/dispute.service.ts';
import { applyRefunds } from '#server/features/refund/refund.service.ts';
import { formatCents } from '#shared/money.ts';
import { recordPaymentProblem } from '#server/features/payment-problem/payment-problem.service.ts';
import type { PaymentProblem } from '#shared/features/payment-problem/payment-problem.states.ts';
import { applyPayment } from './apply-payment.service.ts';
import { findPayment, type PaymentRow } from './payment.queries.ts';
import { z } from 'zod';
import { defineJob } from '#server/jobs/job.ts';

/** Confirms receipt only once the event is stored. */
export async function receiveEvent(
  ctx: AppContext,
  gateway: GatewayName,
  { body, headers }: { body: Buffer; headers: WebhookHeaders },
): Promise<void> {
  if (ctx.gateway.name !== gateway) {
    throw new AppError('not_found', 'This site uses a different payment service.');
  }
  const event = await ctx.gateway.readEvent(body, headers);
  if (event) await keepEvent(ctx, gateway, event);
}

async function keepEvent(ctx: AppContext, gateway: GatewayName, event: GatewayEvent): Promise<void> {
  const { id: eventId, type, gatewayId, amountCents, currency } = event;
  const receivedAt = ctx.clock.now();
  const row = { gateway, eventId, type, gatewayId, amountCents, currency, receivedAt };
  // "Payment created" events contain nothing new.
  if (type === 'payment_intent.created') {
    await insertWebhookEvent(ctx.db, { ...row, state: 'done', endedAt: receivedAt });
    return;
  }
  // Usually the buyer's own request was faster, and everything is done.
  if (type.startsWith('payment_intent.') && (await insertOldNews(ctx.db, row))) return;
  await inTransaction(ctx.db, async (tx) => {
    if (await insertWebhookEvent(tx, row)) {
      await ctx.jobs.send(tx, applyWebhookEventJob, { gateway, eventId });
    }
  });
}

/** An event may arrive before the response that tells us the payment's id; an hour is more than enough. */
const UNKNOWN_FOR_MS = 60 * 60 * 1000;

export async function applyEvent(
  ctx: AppContext,
  key: { gateway: GatewayName; eventId: string },
): Promise<void> {
  const event = await findWaitingEvent(ctx.db, key);
  if (!event) return;
  const payment = await findPaymentAtGateway(ctx.db, event);
  if (!payment) {
    if (ctx.clock.now().getTime() - event.receivedAt.getTime() < UNKNOWN_FOR_MS) {
      throw new Error('The payment of this event is not known yet');
    }
    if (!isAboutMoney(event.type)) {
      // Created at the gateway, canceled before we knew its id, and never charged.
      await endWebhookEvent(ctx.db, { ...key, state: 'done', at: ctx.clock.now() });
      return;
    }
    const detail = `The gateway says ${event.type} of a payment that no order here has.`;
    await recordUnmatched(ctx, event, { kind: 'unknown_payment', detail, paymentId: null });
    return;
  }
  const disagreement = disagreementOf(event, payment);
  if (disagreement) {
    await recordUnmatched(ctx, event, { ...disagreement, paymentId: payment.id });
    return;
  }
  await applyPayment(ctx, payment.id);
  await applyReturns(ctx, event.type, payment.id);
  await endWebhookEvent(ctx.db, { ...key, state: 'done', at: ctx.clock.now() });
}

/** Refunds and disputes: fetches their current state. */
async function applyReturns(ctx: AppContext, type: string, paymentId: number): Promise<void> {
  const isRefund = type.startsWith('charge.refund') || type.startsWith('refund.');
  const isDispute = type.startsWith('charge.dispute.');
  if (!isRefund && !isDispute) return;
  const payment = await findPayment(ctx.db, { id: paymentId });
  if (!payment || !isTaken(payment)) return;
  if (isRefund) await applyRefunds(ctx, payment);
  else await applyDisputes(ctx, payment);
}

const isTaken = (payment: PaymentRow): payment is PaymentRow & { gatewayId: string } =>
  payment.state === 'succeeded' && payment.gatewayId !== null;

const isAboutMoney = (type: string) =>
  type.startsWith('charge.') ||
  type.startsWith('refund.') ||
  type === 'payment_intent.succeeded' ||
  type === 'payment_intent.processing';

type Problem = { kind: PaymentProblem; detail: string };

/** The event and our order disagree about the amount. */
export function disagreementOf(
  event: Pick<EventRow, 'amountCents' | 'currency'>,
  payment: PaymentAtGateway,
): Problem | null {
  const { amountCents, currency } = event;
  if (currency !== null && currency !== payment.currency) {
    const detail = `The order is in ${payment.currency}, the gateway's event in ${currency}.`;
    return { kind: 'wrong_currency', detail };
  }
  if (amountCents !== null && amountCents !== payment.amountCents) {
    const [ours, theirs] = [payment.amountCents, amountCents].map((cents) =>
      formatCents(cents, payment.currency),
    );
    return { kind: 'wrong_amount', detail: `The order is ${ours}, the gateway's event says ${theirs}.` };
  }
  return null;
}

async function recordUnmatched(
  ctx: AppContext,
  event: EventRow,
  problem: Problem & { paymentId: number | null },
): Promise<void> {
  const { gateway, gatewayId, eventId } = event;
  await inTransaction(ctx.db, async (tx) => {
    await recordPaymentProblem(ctx, tx, { ...problem, gateway, gatewayId });
    await endWebhookEvent(tx, { gateway, eventId, state: 'unmatched', at: ctx.clock.now() });
  });
}

export const applyWebhookEventJob = defineJob({
  name: 'webhook.apply',
  data: z.object({ gateway: z.enum(GATEWAYS), eventId: z.string() }),
  // 5 s, 10 s, 20 s … an hour: the last ones come after the hour in which a payment may still become known.
  retryLimit: 12,
  retryDelay: 5,
  concurrency: 2,
  run: applyEvent,
});
