// Refunds. The amount is reserved under the order's lock; the gateway is called outside of any transaction; once it has
// confirmed, ledger and access follow exactly once, whether the job or a webhook learned of it first.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { revokeAccess } from '#server/features/entitlement/entitlement.service.ts';
import { insertLedgerTransaction, listEntriesOf } from '#server/features/ledger/ledger.service.ts';
import {
  endLines,
  lockOrder,
  updateOrderState,
  type OrderRow,
} from '#server/features/order/order.service.ts';
import {
  settleDeductions,
  claimDeductions,
  listHolds,
  listRefundableParts,
  lockParts,
} from '#server/features/order/refundable.service.ts';
import { recordPaymentProblem } from '#server/features/payment-problem/payment-problem.service.ts';
import { GatewayRefusedError, type GatewayRefund } from '#server/integrations/gateway/gateway.ts';
import { AppError } from '#shared/errors.ts';
import { undone, type LedgerLine } from '#shared/features/ledger/ledger.rules.ts';
import {
  moneyRemainder,
  moneyReturnsOf,
  refundableRemainder,
  returnsOf,
  withHolds,
  type Hold,
  type RefundablePart,
} from '#shared/features/refund/refund.rules.ts';
import { formatCents, sumCents } from '#shared/money.ts';
import { quoteAtEnd } from '#shared/quote.ts';
import { requestReversals } from '#server/features/payout/payout-send.service.ts';
import { allocateDisputeLoss } from './dispute.service.ts';
import { queueRefunded } from './refund-mail.ts';
import {
  insertRefund,
  findRefund,
  findRefundAtGateway,
  findPaymentOfRefund,
  findRefundability,
  updateRefundState,
  type PaidPayment,
  type RefundRecord,
  listReturns,
} from './refund.queries.ts';
import {
  insertRefundOf,
  paidOut,
  returnedLines,
  releaseReturns,
  settleOrder,
  recordReturns,
} from './returns.service.ts';
import { z } from 'zod';
import { defineJob } from '#server/jobs/job.ts';

/** Gateway answers about one order are applied one at a time. */
const PATIENT = { isPatient: true } as const;

export type Scope =
  | { kind: 'whole' }
  | { kind: 'line'; lineId: number }
  | { kind: 'amount'; amountCents: number; lineId: number | null };

export type RefundInput = {
  scope: Scope;
  /** Shown to the buyer. */
  reason: string;
  decidedBy: number | null;
  requestKey: string | null;
};

/**
 * Reserves the refund, so that nobody else refunds the same cents. The caller holds the order's lock and
 * sends the job that calls the gateway.
 */
export async function reserveRefund(
  ctx: AppContext,
  tx: Tx,
  order: OrderRow,
  { scope, reason, decidedBy, requestKey }: RefundInput,
): Promise<number> {
  const { paymentId, isDisputed } = await findRefundability(tx, { orderId: order.id });
  if ((paymentId === null && order.creditCents === 0) || order.paidAt === null) {
    throw new AppError('conflict', 'Nothing was paid for this order, so there’s nothing to refund.');
  }
  if (isDisputed) {
    throw new AppError(
      'conflict',
      'The buyer’s bank is holding this payment while it investigates. Wait for its decision.',
    );
  }
  const lineId = scope.kind === 'whole' ? null : scope.lineId;
  await lockParts(tx, { orderId: order.id });
  const parts = await listRefundableParts(tx, { orderId: order.id });
  const mine = lineId === null ? parts : parts.filter((part) => part.lineId === lineId);
  if (mine.length === 0) throw new AppError('not_found', 'This order has no such line.');
  const holds = await listHolds(tx, { orderId: order.id });
  const gone = new Set(scope.kind === 'amount' ? [] : mine.map((part) => part.lineId));
  const chosen = withHolds(mine, holds, gone);
  const amountCents = amountOf(scope, chosen, { order, holds });
  const refundId = await insertRefundOf(tx, returnsOf(chosen, amountCents), {
    orderId: order.id,
    kind: scope.kind,
    lineId,
    reason,
    decidedBy,
    requestKey,
    createdAt: ctx.clock.now(),
  });
  if (scope.kind !== 'amount') {
    const isShort = (hold: Hold) =>
      !gone.has(hold.lineId) && mine.some(({ partId }) => partId === hold.partId);
    const ids = holds.filter(isShort).map(({ deductionId }) => deductionId);
    await claimDeductions(tx, { refundId, ids });
    // Refunded together with the bundle that deducted it, so the deduction no longer counts.
    await settleDeductions(tx, { orderId: order.id });
  }
  return refundId;
}

function amountOf(
  scope: Scope,
  parts: readonly RefundablePart[],
  { order: { currency }, holds }: { order: OrderRow; holds: readonly Hold[] },
): number {
  const leftCents = sumCents(parts.map(refundableRemainder));
  const heldCents = sumCents(parts.map((part) => part.heldCents ?? 0));
  if (leftCents === 0 && heldCents > 0) {
    const isFor = (hold: Hold) =>
      parts.some(({ partId, heldCents: held = 0 }) => partId === hold.partId && held > 0);
    const bundle = holds.find(isFor)?.title ?? '';
    throw new AppError(
      'conflict',
      `All ${formatCents(heldCents, currency)} left of this went toward ${quoteAtEnd(bundle)} Refund that bundle first.`,
    );
  }
  if (sumCents(parts.map((part) => part.wholeCents)) === 0) {
    throw new AppError(
      'conflict',
      'This cost nothing, so it can’t be refunded on its own. Refund the whole order to return what was paid toward it.',
    );
  }
  if (leftCents === 0) {
    throw new AppError('conflict', 'This has already been refunded, or a refund is pending.');
  }
  if (scope.kind !== 'amount') return leftCents;
  if (scope.amountCents > leftCents) {
    const heldNote = heldCents > 0 ? ` ${formatCents(heldCents, currency)} went toward a bundle.` : '';
    throw new AppError(
      'conflict',
      `Only ${formatCents(leftCents, currency)} of this can still be refunded.${heldNote}`,
    );
  }
  return scope.amountCents;
}

/** Unlike the id alone, unique across databases that share a gateway account. */
const keyOf = ({ id, createdAt }: RefundRecord) => `releve-refund-${id}-${createdAt.getTime()}`;

const KEYS_KEPT_MS = 12 * 3_600_000;
const isOld = ({ clock }: AppContext, { createdAt }: RefundRecord) =>
  clock.now().getTime() - createdAt.getTime() > KEYS_KEPT_MS;

/** The job: calls the gateway as often as it takes, always with the same key. */
export async function payBack(ctx: AppContext, refundId: number): Promise<void> {
  const refund = await findRefund(ctx.db, { id: refundId });
  if (refund?.state !== 'requested') return;
  // Only credit is returned: there is nothing to ask the gateway for.
  if (refund.paymentId === null || refund.amountCents === 0) return finishRefund(ctx, refund, null);
  const payment = await findPaymentOfRefund(ctx.db, { paymentId: refund.paymentId });
  // From another gateway, before the settings changed: we can't reach it.
  if (!payment?.gatewayId || payment.gateway !== ctx.gateway.name) return;
  // Gateways keep keys for a day; for older refunds, first check whether it was done.
  if (isOld(ctx, refund)) {
    await applyRefunds(ctx, { ...payment, gatewayId: payment.gatewayId });
    if ((await findRefund(ctx.db, { id: refundId }))?.state !== 'requested') return;
  }
  const { amountCents } = refund;
  const asked = { key: keyOf(refund), amountCents, metadata: { refundId: String(refundId) } };
  const paid = await ctx.gateway.refund(payment.gatewayId, asked).catch((error: unknown) => {
    if (error instanceof GatewayRefusedError) return null;
    throw error;
  });
  if (paid) await finishRefund(ctx, refund, paid.id);
  else await failRefund(ctx, refund, payment);
}

/** Applies what the gateway says about a payment's refunds; those made there directly are recorded too. */
export async function applyRefunds(
  ctx: AppContext,
  payment: PaidPayment & { gatewayId: string },
): Promise<void> {
  for (const gatewayRefund of await ctx.gateway.listRefunds(payment.gatewayId)) {
    const ours = await findOurs(ctx, payment, gatewayRefund);
    if (ours && gatewayRefund.state === 'failed') await failRefund(ctx, ours, payment);
    else if (ours) await finishRefund(ctx, ours, gatewayRefund.id);
    else if (gatewayRefund.state === 'done') await recordOutside(ctx, payment, gatewayRefund);
  }
}

async function findOurs(
  ctx: AppContext,
  payment: PaidPayment,
  { id, metadata }: GatewayRefund,
): Promise<RefundRecord | null> {
  const known = await findRefundAtGateway(ctx.db, { gatewayId: id });
  if (known) return known;
  const number = Number(metadata['refundId']);
  const named = Number.isSafeInteger(number) ? await findRefund(ctx.db, { id: number }) : null;
  return named?.paymentId === payment.id && named.gatewayId === null ? named : null;
}

async function finishRefund(
  ctx: AppContext,
  { id, orderId }: RefundRecord,
  gatewayId: string | null,
): Promise<void> {
  const owed = await inTransaction(
    ctx.db,
    async (tx) => {
      const order = await lockOrder(tx, { id: orderId });
      const endedAt = ctx.clock.now();
      const isFirst = await updateRefundState(tx, {
        id,
        from: 'requested',
        state: 'succeeded',
        gatewayId,
        endedAt,
      });
      const refund = order && isFirst ? await findRefund(tx, { id }) : null;
      return order && refund ? book(ctx, tx, order, refund) : [];
    },
    PATIENT,
  );
  for (const refundId of owed) await payBack(ctx, refundId);
}

/** Runs in the transaction in which it succeeded. Returns the refunds that follow from it. */
async function book(ctx: AppContext, tx: Tx, order: OrderRow, refund: RefundRecord): Promise<number[]> {
  const now = ctx.clock.now();
  const cause = `refund ${refund.id}`;
  const write = (lines: readonly LedgerLine[]) =>
    insertLedgerTransaction(tx, {
      kind: 'refund',
      cause,
      orderId: order.id,
      createdAt: now,
      entries: lines.map((line) => ({ ...line, currency: order.currency })),
    });
  if (refund.kind === 'undo') {
    await write(undone(await listEntriesOf(tx, { cause: `payment ${refund.paymentId}` })));
    await undoOrder(tx, order, refund);
    return [];
  }
  const returns = await listReturns(tx, { table: 'refund', id: refund.id });
  await write(undone(returnedLines(returns, refund.amountCents)));
  await requestReversals(ctx, tx, { cause, shares: paidOut(returns) });
  const owed = await settleOrder(ctx, tx, order.id);
  await queueRefunded(ctx, tx, order, refund);
  return owed;
}

/** The order was never fulfilled, so nobody has earned anything. */
async function undoOrder(tx: Tx, order: OrderRow, { amountCents }: RefundRecord): Promise<void> {
  const { id: orderId } = order;
  await updateOrderState(tx, {
    id: orderId,
    from: ['paid', 'failed', 'cancelled', 'expired'],
    state: 'refunded',
    refundedCents: amountCents,
  });
  await endLines(tx, { orderId });
  await revokeAccess(tx, { orderId });
}

/** The gateway refused it, or the bank returned it: staff look into it, and the order is as it was before. */
async function failRefund(
  ctx: AppContext,
  { id, orderId }: RefundRecord,
  payment: PaidPayment,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, { id: orderId });
    const now = ctx.clock.now();
    const refund = await findRefund(tx, { id });
    if (!order || !refund || refund.state === 'failed') return;
    const { state: from, gatewayId } = refund;
    await updateRefundState(tx, { id, from, state: 'failed', gatewayId, endedAt: now });
    if (refund.kind !== 'undo') await releaseReturns(tx, { table: 'refund', id });
    // Meanwhile a dispute may have taken what this refund had reserved.
    await allocateDisputeLoss(ctx, tx, order);
    if (from === 'succeeded') {
      const entries = undone(await listEntriesOf(tx, { cause: `refund ${id}` }));
      const { currency } = order;
      await insertLedgerTransaction(tx, {
        kind: 'refund_failed',
        cause: `refund ${id} failed`,
        orderId,
        createdAt: now,
        entries: entries.map((line) => ({ ...line, currency })),
      });
    }
    if (refund.kind !== 'undo') await settleOrder(ctx, tx, orderId);
    await recordPaymentProblem(ctx, tx, {
      kind: 'refund_failed',
      gateway: payment.gateway,
      gatewayId: gatewayId ?? nameOf(refund, payment),
      paymentId: payment.id,
      detail: `The gateway refused to refund ${formatCents(refund.amountCents, payment.currency)} of order ${order.number}.`,
    });
  });
}

/** Every refund of a payment is a separate problem. */
function nameOf({ id, kind }: RefundRecord, { gatewayId }: PaidPayment): string {
  return kind === 'undo' ? (gatewayId ?? '') : `${gatewayId} refund ${id}`;
}

/** Refunded at the gateway directly: recorded like any other refund, divided over the order. */
async function recordOutside(
  ctx: AppContext,
  payment: PaidPayment,
  gatewayRefund: GatewayRefund,
): Promise<void> {
  const owed = await inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, { id: payment.orderId });
    if (!order || (await findRefundAtGateway(tx, { gatewayId: gatewayRefund.id }))) return [];
    const parts = await listRefundableParts(tx, { orderId: order.id });
    const left = sumCents(parts.map(moneyRemainder));
    if (order.paidAt === null || gatewayRefund.amountCents > left) {
      await recordPaymentProblem(ctx, tx, {
        kind: 'refund_failed',
        gateway: payment.gateway,
        gatewayId: gatewayRefund.id,
        paymentId: payment.id,
        detail: `${formatCents(gatewayRefund.amountCents, payment.currency)} were refunded at the gateway directly, but only ${formatCents(left, payment.currency)} were left of order ${order.number}.`,
      });
      return [];
    }
    const now = ctx.clock.now();
    const id = await insertRefund(tx, {
      orderId: order.id,
      paymentId: payment.id,
      kind: 'outside',
      amountCents: gatewayRefund.amountCents,
      reason: 'Refunded by the payment provider.',
      state: 'succeeded',
      gatewayId: gatewayRefund.id,
      createdAt: now,
      endedAt: now,
    });
    await recordReturns(tx, { table: 'refund', id }, moneyReturnsOf(parts, gatewayRefund.amountCents));
    const refund = await findRefund(tx, { id });
    return refund ? book(ctx, tx, order, refund) : [];
  });
  for (const refundId of owed) await payBack(ctx, refundId);
}

export { insertRefund } from './refund.queries.ts';

export const payBackJob = defineJob({
  name: 'checkout.pay-back',
  data: z.object({ refundId: z.int() }),
  retryLimit: 20,
  retryDelay: 5,
  concurrency: 4,
  run: (ctx, { refundId }) => payBack(ctx, refundId),
});
