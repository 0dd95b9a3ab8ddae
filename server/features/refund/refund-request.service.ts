// Refund requests: buyers make them, the seller or staff decide. Staff can also refund directly.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { findOrderRow, lockOrder, requireOwnOrder } from '#server/features/order/order.service.ts';
import { NOTHING_REFUNDABLE, getRefundable } from '#server/features/order/refundable.service.ts';
import { holdEarnings } from '#server/features/payout/earnings.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { REFUND_WINDOW_DAYS, refundWindowEnd } from '#shared/features/refund/refund.rules.ts';
import type * as contract from '#shared/features/refund/refund.contract.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { centsToDecimal, decimalToCents, formatCents, formatMoney } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { quoteAtEnd } from '#shared/quote.ts';
import { hasOpenDispute } from './dispute.queries.ts';
import { queueRefundRequestedMail, queueRefundDecided } from './refund-mail.ts';
import { payBackJob, reserveRefund, type Scope } from './refund.service.ts';
import {
  endRequest,
  findRefundByKey,
  findRequest,
  findCapturedPayment,
  insertRequest,
  listRefundsOf,
  listRequestQueue,
  listRequestsOf,
  type RequestRecord,
} from './refund.queries.ts';

/** Refunds of one order run one at a time. */
const PATIENT = { isPatient: true } as const;

type Asked = { orderId: number; key?: string | undefined };

export async function getOrderRefunds(
  ctx: AppContext,
  viewer: Viewer | null,
  asked: Asked,
): Promise<ContractResult<typeof contract.getOrderRefunds>> {
  const order = await requireOwnOrder(ctx, viewer, asked);
  const { id: orderId } = order;
  const [returnable, refunds, requests, isDisputed] = [
    order.paidAt === null ? NOTHING_REFUNDABLE : await getRefundable(ctx.db, { orderId }),
    await listRefundsOf(ctx.db, { orderId }),
    await listRequestsOf(ctx.db, { orderId }),
    await hasOpenDispute(ctx.db, { orderId }),
  ];
  const canAsk = !isDisputed && returnable.left !== '0.00';
  return {
    refunds: refunds.map(describeRefund),
    requests: requests.map(({ request, title }) => describeRequest(request, title)),
    returnable,
    askUntil: (canAsk && refundWindowEnd(order, ctx.clock.now())?.toISOString()) || null,
    hasOpenDispute: isDisputed,
  };
}

function describeRefund({
  refund,
  title,
}: Awaited<ReturnType<typeof listRefundsOf>>[number]): contract.RefundRow {
  const { id, kind, lineId, amountCents, creditCents, reason, state, createdAt, endedAt } = refund;
  return {
    id,
    kind,
    lineId,
    title,
    reason,
    state,
    amount: centsToDecimal(amountCents),
    credit: centsToDecimal(creditCents),
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

function describeRequest(request: RequestRecord, title: string | null): contract.RefundRequest {
  const { id, lineId, reason, state, answer, createdAt, decidedAt } = request;
  return {
    id,
    lineId,
    title,
    reason,
    state,
    answer,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  };
}

type AskBody = ContractParsed<typeof contract.requestRefund>['body'];

export async function requestRefund(
  ctx: AppContext,
  viewer: Viewer | null,
  {
    orderId,
    lineId = null,
    reason,
    key,
  }: Omit<AskBody, 'lineId'> & { orderId: number; lineId?: number | null },
): Promise<contract.RefundRequest> {
  await requireOwnOrder(ctx, viewer, { orderId, key });
  const made = await inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, { id: orderId });
    const now = ctx.clock.now();
    if (!order || refundWindowEnd(order, now) === null) {
      throw new AppError(
        'conflict',
        `You can request a refund within ${REFUND_WINDOW_DAYS} days of paying. If something is wrong with your order, email us.`,
      );
    }
    await refuseNothingLeft(tx, orderId, lineId);
    const request = await insertRequest(tx, { orderId, lineId, reason, createdAt: now });
    if (!request)
      throw new AppError('conflict', 'You’ve already requested this refund. We’ll email you the decision.');
    await holdEarnings(ctx, tx, orderId);
    await queueRefundRequestedMail(ctx, tx, order, request);
    return request;
  });
  return describeRequest(made, await titleOf(ctx, made));
}

async function refuseNothingLeft(tx: Tx, orderId: number, lineId: number | null): Promise<void> {
  const whole = await getRefundable(tx, { orderId });
  const chosen = lineId === null ? whole : whole.lines.find((line) => line.lineId === lineId);
  if (!chosen) throw new AppError('not_found', 'This order has no such line.');
  if (chosen.left === '0.00' && chosen.held !== '0.00') {
    throw new AppError(
      'conflict',
      `All you paid for it, ${formatMoney(chosen.held)}, went toward ${quoteAtEnd(chosen.heldBy[0] ?? '')} Request a refund of that bundle first.`,
    );
  }
  if (chosen.left === '0.00')
    throw new AppError(
      'conflict',
      'There’s nothing left to refund. If this cost nothing on its own, request a refund of the whole order.',
    );
  if (await hasOpenDispute(tx, { orderId })) {
    throw new AppError('conflict', 'Your bank is already investigating this payment. Wait for its decision.');
  }
}

async function titleOf(ctx: AppContext, { orderId, id }: RequestRecord): Promise<string | null> {
  const all = await listRequestsOf(ctx.db, { orderId });
  return all.find(({ request }) => request.id === id)?.title ?? null;
}

export async function withdrawRefundRequest(
  ctx: AppContext,
  viewer: Viewer | null,
  { id, key }: { id: number; key?: string | undefined },
): Promise<contract.RefundRequest> {
  const found = await findRequest(ctx.db, { id, sellerId: null });
  if (!found) throw noRequest();
  await requireOwnOrder(ctx, viewer, { orderId: found.orderId, key });
  const ended = await inTransaction(ctx.db, async (tx) => {
    await lockOrder(tx, { id: found.orderId });
    const now = ctx.clock.now();
    const request = await endRequest(tx, { id, state: 'withdrawn', decidedAt: now });
    if (!request) throw alreadyDecided();
    await holdEarnings(ctx, tx, found.orderId);
    return request;
  });
  return describeRequest(ended, await titleOf(ctx, ended));
}

const noRequest = () => new AppError('not_found', 'This request doesn’t exist.');
const alreadyDecided = () => new AppError('conflict', 'This request has already been decided.');

type Queue = ContractParsed<typeof contract.listRefundRequests>['query'];

/** `sellerId` null: staff, who see all of them. */
export const listRefundRequests = (ctx: AppContext, query: Queue) => listRequests(ctx, null, query);

export const listSellerRefundRequests = (ctx: AppContext, viewer: Viewer, query: Queue) =>
  listRequests(ctx, viewer.id, query);

async function listRequests(
  ctx: AppContext,
  sellerId: number | null,
  { state, page }: Queue,
): Promise<ContractResult<typeof contract.listRefundRequests>> {
  const paging = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const { rows, total, waiting } = await listRequestQueue(ctx.db, { sellerId, state, ...paging });
  const items = rows.map(({ request, title, quantity, order, leftCents, decider }) => ({
    ...describeRequest(request, title),
    quantity,
    order: {
      id: order.id,
      number: order.number,
      name: order.name,
      total: centsToDecimal(order.totalCents),
      paidAt: order.paidAt?.toISOString() ?? '',
    },
    amount: centsToDecimal(leftCents),
    decidedBy: decider && fullNameOf(decider),
  }));
  return { items, total, waiting, page, pageSize: PAGE_SIZE };
}

type Decision = ContractParsed<typeof contract.decideRefundRequest>['body'] & { id: number };

export const decideRefundRequest = (ctx: AppContext, viewer: Viewer, decision: Decision) =>
  decideRequest(ctx, viewer, { ...decision, as: 'staff' });

export const decideSellerRefundRequest = (ctx: AppContext, viewer: Viewer, decision: Decision) =>
  decideRequest(ctx, viewer, { ...decision, as: 'seller' });

async function decideRequest(
  ctx: AppContext,
  viewer: Viewer,
  { as, id, decision, answer }: Decision & { as: 'seller' | 'staff' },
): Promise<contract.RefundRequest> {
  const sellerId = as === 'seller' ? viewer.id : null;
  const found = await findRequest(ctx.db, { id, sellerId });
  if (!found) throw noRequest();
  const decided = await inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, { id: found.orderId });
    if (!order) throw noRequest();
    const isApproved = decision === 'approve';
    const scope: Scope = found.lineId === null ? { kind: 'whole' } : { kind: 'line', lineId: found.lineId };
    const reason = answer || found.reason;
    const input = { scope, reason, decidedBy: viewer.id, requestKey: `request ${id}` };
    const refundId = isApproved ? await reserveRefund(ctx, tx, order, input) : null;
    const request = await endRequest(tx, {
      id,
      state: isApproved ? 'approved' : 'declined',
      answer: answer || null,
      decidedBy: viewer.id,
      decidedAt: ctx.clock.now(),
      refundId,
    });
    if (!request) throw alreadyDecided();
    await holdEarnings(ctx, tx, order.id);
    if (refundId !== null) await ctx.jobs.send(tx, payBackJob, { refundId });
    await queueRefundDecided(ctx, tx, order, request);
    if (as === 'staff') {
      await recordAudit(ctx, tx, {
        actor: viewer,
        action: isApproved ? 'refund.approve' : 'refund.decline',
        subject: ['order', order.id],
        ...(order.userId && { userId: order.userId }),
        details: { order: order.number, lineId: found.lineId, answer },
      });
    }
    return request;
  }).catch((error: unknown) => {
    // Two decisions at once: the other one created the refund.
    if (violatedConstraint(error) === 'refunds_request_key') throw alreadyDecided();
    throw error;
  });
  return describeRequest(decided, await titleOf(ctx, decided));
}

type RefundBody = ContractParsed<typeof contract.refundOrder>['body'];

function scopeOf({ kind, lineId, amount }: RefundBody): Scope {
  if (kind === 'line' && lineId !== undefined) return { kind, lineId };
  if (kind === 'amount' && amount !== undefined) {
    const amountCents = decimalToCents(amount);
    if (amountCents <= 0) throw new AppError('unprocessable', 'Enter an amount above zero.');
    return { kind, amountCents, lineId: lineId ?? null };
  }
  return { kind: 'whole' };
}

export async function refundOrder(
  ctx: AppContext,
  viewer: Viewer,
  orderId: number,
  body: RefundBody,
  headerKey: string | undefined,
): Promise<ContractResult<typeof contract.refundOrder>> {
  const key = headerKey ?? body.idempotencyKey;
  const requestKey = key === undefined ? null : `staff ${key}`;
  const scope = scopeOf(body);
  const refundId = await inTransaction(
    ctx.db,
    async (tx) => {
      const order = await lockOrder(tx, { id: orderId });
      if (!order) throw new AppError('not_found', 'This order doesn’t exist.');
      const before = requestKey === null ? null : await findRefundByKey(tx, { orderId, requestKey });
      if (before) return before.id;
      const id = await reserveRefund(ctx, tx, order, {
        scope,
        reason: body.reason,
        decidedBy: viewer.id,
        requestKey,
      });
      await ctx.jobs.send(tx, payBackJob, { refundId: id });
      const amountCents = scope.kind === 'amount' ? scope.amountCents : null;
      await recordAudit(ctx, tx, {
        actor: viewer,
        action: 'refund.make',
        subject: ['order', orderId],
        ...(order.userId && { userId: order.userId }),
        details: {
          order: order.number,
          kind: body.kind,
          lineId: body.lineId ?? null,
          amount: amountCents === null ? null : formatCents(amountCents, order.currency),
          reason: body.reason,
        },
      });
      return id;
    },
    PATIENT,
  );
  const all = await listRefundsOf(ctx.db, { orderId });
  const made = all.find(({ refund }) => refund.id === refundId);
  if (!made) throw new Error(`Refund ${refundId} is gone`);
  return { refund: describeRefund(made), returnable: await getRefundable(ctx.db, { orderId }) };
}

export async function setSandboxDispute(
  ctx: AppContext,
  viewer: Viewer,
  orderId: number,
  { state }: ContractParsed<typeof contract.setSandboxDispute>['body'],
): Promise<ContractResult<typeof contract.setSandboxDispute>> {
  const order = await findOrderRow(ctx.db, { id: orderId });
  if (!order || !ctx.sandbox) throw new AppError('not_found', 'This order doesn’t exist in the sandbox.');
  const payment = await findCapturedPayment(ctx.db, { orderId });
  const isSet =
    payment?.gateway === 'sandbox' &&
    payment.gatewayId !== null &&
    (await ctx.sandbox.setDispute(payment.gatewayId, state));
  if (!isSet) throw new AppError('conflict', 'Nothing was paid for this order in the sandbox.');
  await inTransaction(ctx.db, (tx) =>
    recordAudit(ctx, tx, {
      actor: viewer,
      action: 'dispute.play',
      subject: ['order', orderId],
      ...(order.userId && { userId: order.userId }),
      details: { order: order.number, state },
    }),
  );
  return { state };
}
