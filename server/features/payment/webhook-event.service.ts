// Acting on what a gateway said: it is only a reason to ask the gateway how the payment stands, never the answer.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { applyDisputes } from '#server/features/refund/dispute.service.ts';
import { applyRefunds } from '#server/features/refund/refund.service.ts';
import { formatCents } from '#shared/money.ts';
import { recordPaymentProblem } from '#server/features/payment-problem/payment-problem.service.ts';
import type { GatewayName } from '#shared/features/payment/payment.states.ts';
import type { PaymentProblem } from '#shared/features/payment-problem/payment-problem.states.ts';
import { applyPayment } from './apply-payment.service.ts';
import { findPayment, type PaymentRow } from './payment.queries.ts';
import {
  endWebhookEvent,
  findPaymentAtGateway,
  findWaitingEvent,
  type EventRow,
  type PaymentAtGateway,
} from './webhook.queries.ts';

/** An event may be quicker than the reply that tells us the payment's name; an hour is more than that takes. */
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
      // Begun at the gateway, given up before we knew its name, and never charged.
      await endWebhookEvent(ctx.db, { ...key, state: 'done', at: ctx.clock.now() });
      return;
    }
    const detail = `The gateway says ${event.type} of a payment that no order here has.`;
    await setAside(ctx, event, { kind: 'unknown_payment', detail, paymentId: null });
    return;
  }
  const disagreement = disagreementOf(event, payment);
  if (disagreement) {
    await setAside(ctx, event, { ...disagreement, paymentId: payment.id });
    return;
  }
  await applyPayment(ctx, payment.id);
  await applyReturns(ctx, event.type, payment.id);
  await endWebhookEvent(ctx.db, { ...key, state: 'done', at: ctx.clock.now() });
}

/** Money that went back, or that a bank wants back: asked for as it stands now. */
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

/** Where the event and our books do not speak of the same money. */
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

async function setAside(
  ctx: AppContext,
  event: EventRow,
  problem: Problem & { paymentId: number | null },
): Promise<void> {
  const { gateway, gatewayId, eventId } = event;
  await inTransaction(ctx.db, async (tx) => {
    await recordPaymentProblem(ctx, tx, { ...problem, gateway, gatewayId });
    await endWebhookEvent(tx, { gateway, eventId, state: 'set_aside', at: ctx.clock.now() });
  });
}
