// What someone bought twice by mistake: they refund the second purchase themselves, with one click, while the first one
// stays (docs/decisions/043).
import type { AppContext } from '#server/context.ts';
import { daysAfter } from '#server/clock.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { lockOrder } from '#server/features/order/order.service.ts';
import { holdEarnings } from '#server/features/payout/earnings.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/refund/refund.contract.ts';
import { DOUBLE_REFUND_DAYS } from '#shared/features/refund/refund.rules.ts';
import { centsToDecimal } from '#shared/money.ts';
import { approveRequestsOfLine, listDoubleRows, listOrdersAround, type DoubleRow } from './double.queries.ts';
import { findRefundByKey } from './refund.queries.ts';
import { payBackJob, reserveRefund } from './refund.service.ts';

/** Refunds of one order run one at a time. */
const PATIENT = { isPatient: true } as const;

const oldest = ({ clock }: AppContext) => daysAfter(clock.now(), -DOUBLE_REFUND_DAYS);

export async function listDoublePurchases(
  ctx: AppContext,
  viewer: Viewer,
): Promise<ContractResult<typeof contract.listDoublePurchases>> {
  const rows = await listDoubleRows(ctx.db, { userId: viewer.id, since: oldest(ctx) });
  return rows.map(describe);
}

function describe(row: DoubleRow): contract.DoublePurchase {
  const { lineId, title, currency, orderId, number, firstOrderId, firstNumber, leftCents, isStarted } = row;
  return {
    lineId,
    title,
    currency,
    amount: centsToDecimal(leftCents),
    order: { id: orderId, number, paidAt: new Date(row.paidAt).toISOString() },
    first: { id: firstOrderId, number: firstNumber, paidAt: new Date(row.firstPaidAt).toISOString() },
    state: leftCents === 0 ? 'refunding' : isStarted ? 'started' : 'refundable',
  };
}

/** Once, however often it is pressed: all of it is decided while the orders with this item are locked. */
export async function refundDoublePurchase(ctx: AppContext, viewer: Viewer, lineId: number): Promise<void> {
  const userId = viewer.id;
  await inTransaction(
    ctx.db,
    async (tx) => {
      const around = await listOrdersAround(tx, { userId, lineId });
      const orderId = around.find(({ hasLine }) => hasLine)?.id;
      for (const { id } of around) await lockOrder(tx, { id });
      const order = orderId === undefined ? null : await lockOrder(tx, { id: orderId });
      if (!order) throw new AppError('not_found', 'This isn’t among your purchases.');
      const requestKey = `double ${lineId}`;
      if (await findRefundByKey(tx, { orderId: order.id, requestKey })) return;
      await requireDouble(ctx, tx, { userId, lineId });
      const refundId = await reserveRefund(ctx, tx, order, {
        scope: { kind: 'line', lineId },
        reason: 'Bought twice.',
        decidedBy: null,
        requestKey,
      });
      await approveRequestsOfLine(tx, { lineId, refundId, now: ctx.clock.now() });
      await holdEarnings(ctx, tx, order.id);
      await ctx.jobs.send(tx, payBackJob, { refundId });
    },
    PATIENT,
  );
}

async function requireDouble(
  ctx: AppContext,
  tx: Tx,
  { userId, lineId }: { userId: number; lineId: number },
): Promise<void> {
  const [double] = await listDoubleRows(tx, { userId, lineId, since: oldest(ctx) });
  if (!double || double.leftCents === 0) {
    throw new AppError(
      'conflict',
      'You have this only once now, or not all of it twice. To return it, open the order and ask for a refund.',
    );
  }
  if (double.isStarted) {
    throw new AppError(
      'conflict',
      'You’ve used this since you bought it the second time, so it can’t be refunded with one click. Open the order and ask for a refund.',
    );
  }
}
