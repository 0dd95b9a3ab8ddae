// After money went back, or came back: the order, its access and the bundles that count on it follow; and a purchase that
// was refunded without what a bundle counted on gets the rest once that bundle is refunded (docs/decisions/020).
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { lockOrder } from '#server/features/order/order.service.ts';
import {
  listHolds,
  type Owed,
  listRefundableParts,
  lockParts,
  settleRefunds,
  addReturned,
} from '#server/features/order/refundable.service.ts';
import { addReturnedShares } from '#server/features/payout/earnings.service.ts';
import {
  refundableRemainder,
  returnsOf,
  withHolds,
  type Return,
} from '#shared/features/refund/refund.rules.ts';
import { sumCents } from '#shared/money.ts';
import {
  insertRefund,
  findStanding,
  insertReturns,
  type RefundActor,
  deleteDisputeReturns,
  listReturns,
  type RecordedRefund,
} from './refund.queries.ts';
import { disputeLossEntries, type LedgerLine } from '#shared/features/ledger/ledger.rules.ts';

/**
 * In the transaction that changed what has gone back, under the order's lock. Answers the refunds it asks for: whoever has
 * time pays them after the transaction, otherwise the reconciler does within a minute or two.
 */
export async function settleOrder(ctx: AppContext, tx: Tx, orderId: number): Promise<number[]> {
  const now = ctx.clock.now();
  const made: number[] = [];
  // Bundles are bought after what they count on, so orders are always locked from the newest to the oldest.
  for (const owed of await settleRefunds(tx, { orderId, now })) {
    const refundId = await returnRest(ctx, tx, owed);
    if (refundId !== null) made.push(refundId);
  }
  return made;
}

async function returnRest(ctx: AppContext, tx: Tx, { orderId, lineId }: Owed): Promise<number | null> {
  await lockOrder(tx, { id: orderId });
  const { paymentId } = await findStanding(tx, { orderId });
  await lockParts(tx, { orderId });
  const parts = await listRefundableParts(tx, { orderId });
  const mine = parts.filter((part) => part.lineId === lineId);
  const chosen = withHolds(mine, await listHolds(tx, { orderId }), new Set());
  const amountCents = sumCents(chosen.map(refundableRemainder));
  if (paymentId === null || amountCents === 0) return null;
  const refundId = await insertRefund(tx, {
    orderId,
    paymentId,
    kind: 'line',
    lineId,
    amountCents,
    reason: 'You gave this back before, and now the bundle part of what you paid counted toward.',
    createdAt: ctx.clock.now(),
  });
  await recordReturns(tx, { table: 'refund', id: refundId }, returnsOf(chosen, amountCents));
  return refundId;
}

/** Records what goes back, and takes it from what is left of each part and of the seller's share of it. */
export async function recordReturns(
  tx: Tx,
  returner: RefundActor,
  returns: readonly Return[],
): Promise<void> {
  await insertReturns(tx, returner, returns);
  await addReturned(tx, returns);
  await addReturnedShares(tx, returns);
}

/** It did not go back after all. A failed refund keeps its rows to be read. */
export async function releaseReturns(tx: Tx, returner: RefundActor): Promise<void> {
  const returns = await listReturns(tx, returner);
  await addReturned(
    tx,
    returns.map(({ partId, amountCents }) => ({ partId, amountCents: -amountCents })),
  );
  await addReturnedShares(
    tx,
    returns.map(({ partId, shareCents }) => ({ partId, shareCents: -shareCents })),
  );
  if (returner.table === 'dispute') await deleteDisputeReturns(tx, returner);
}

/** What was taken of a sale of just these cents; what no part accounts for is the house's. */
export function returnedLines(returns: readonly RecordedRefund[], total: number): LedgerLine[] {
  const owed = new Map<number, number>();
  for (const { sellerId, shareCents } of returns) {
    if (sellerId !== null) owed.set(sellerId, (owed.get(sellerId) ?? 0) + shareCents);
  }
  return disputeLossEntries({ total, tax: sumCents(returns.map(({ taxCents }) => taxCents)), owed });
}

/** The shares that had been paid out before they went back. */
export function paidOut(returns: readonly RecordedRefund[]) {
  return returns.flatMap(({ payoutId, sellerId, shareCents }) =>
    payoutId === null || sellerId === null || shareCents === 0
      ? []
      : [{ payoutId, sellerId, amountCents: shareCents }],
  );
}
