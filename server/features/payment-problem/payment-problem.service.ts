// Payments that don't match their orders: staff fix each one at the gateway and record what they did.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { AppError } from '#shared/errors.ts';
import type { PaymentProblemRow } from '#shared/features/payment-problem/payment-problem.contract.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { fullNameOf } from '#shared/names.ts';
import type { Tx } from '#server/db/client.ts';
import type { PaymentProblem } from '#shared/features/payment-problem/payment-problem.states.ts';
import type { GatewayName } from '#shared/features/payment/payment.states.ts';
import {
  countProblems,
  findProblem,
  listProblems,
  resolveProblem,
  type ProblemRow,
  type ProblemState,
  insertPaymentProblem,
} from './payment-problem.queries.ts';

export async function listPaymentProblems(
  ctx: AppContext,
  { state, page }: { state: ProblemState; page: number },
) {
  const [counts, rows] = await Promise.all([
    countProblems(ctx.db),
    listProblems(ctx.db, { state, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  return { items: rows.map(toProblem), total: counts[state], page, pageSize: PAGE_SIZE, counts };
}

export async function resolvePaymentProblem(
  ctx: AppContext,
  viewer: Viewer,
  { id, resolution }: { id: number; resolution: string },
): Promise<PaymentProblemRow> {
  const row = await inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const isDone = await resolveProblem(tx, { id, resolvedAt: now, resolvedBy: viewer.id, resolution });
    const found = await findProblem(tx, { id });
    if (!found) throw new AppError('not_found', 'This payment problem doesn’t exist.');
    if (!isDone) {
      throw new AppError('conflict', 'Someone else already resolved this. Reload to see the result.');
    }
    const { kind, gateway, gatewayId, order } = found;
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'payment.resolve',
      subject: ['payment problem', id],
      ...(order?.userId && { userId: order.userId }),
      details: { kind, gateway, gatewayId, order: order?.number ?? null, resolution },
    });
    return found;
  });
  return toProblem(row);
}

function toProblem({ order, resolver, createdAt, resolvedAt, ...row }: ProblemRow): PaymentProblemRow {
  return {
    ...row,
    order: order && { id: order.id, number: order.number, email: order.email },
    createdAt: createdAt.toISOString(),
    resolvedAt: resolvedAt?.toISOString() ?? null,
    resolvedBy: resolver && fullNameOf(resolver),
  };
}

export type NewPaymentProblem = {
  kind: PaymentProblem;
  gateway: GatewayName;
  gatewayId: string;
  paymentId: number | null;
  /** What was expected and what arrived, for staff. */
  detail: string;
};

export async function recordPaymentProblem(
  ctx: AppContext,
  tx: Tx,
  problem: NewPaymentProblem,
): Promise<void> {
  await insertPaymentProblem(tx, { ...problem, createdAt: ctx.clock.now() });
}
