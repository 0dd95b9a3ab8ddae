// After money was returned, or a refund failed: updates the order, its access and the bundles that deducted it. A
// purchase refunded only in part because of a bundle gets the rest once that bundle is refunded (docs/decisions/020).
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
  findRefundability,
  insertReturns,
  type RefundActor,
  deleteDisputeReturns,
  listReturns,
  type RecordedRefund,
} from './refund.queries.ts';
import { disputeLossEntries, type LedgerLine } from '#shared/features/ledger/ledger.rules.ts';

/**
 * Runs in the transaction that changed the refunded amount, under the order's lock. Returns the refunds it reserved: the
 * caller pays them after the transaction, otherwise the reconciler does within a minute or two.
 */
export async function settleOrder(ctx: AppContext, tx: Tx, orderId: number): Promise<number[]> {
  const now = ctx.clock.now();
  const made: number[] = [];
  // Bundles are bought after the items they deduct, so orders are always locked from newest to oldest.
  for (const owed of await settleRefunds(ctx, tx, { orderId, now })) {
    const refundId = await returnRest(ctx, tx, owed);
    if (refundId !== null) made.push(refundId);
  }
  return made;
}

async function returnRest(ctx: AppContext, tx: Tx, { orderId, lineId }: Owed): Promise<number | null> {
  await lockOrder(tx, { id: orderId });
  await lockParts(tx, { orderId });
  const parts = await listRefundableParts(tx, { orderId });
  const mine = parts.filter((part) => part.lineId === lineId);
  const chosen = withHolds(mine, await listHolds(tx, { orderId }), new Set());
  const amountCents = sumCents(chosen.map(refundableRemainder));
  if (amountCents === 0) return null;
  return insertRefundOf(tx, returnsOf(chosen, amountCents), {
    orderId,
    kind: 'line',
    lineId,
    reason:
      'We had refunded this item except for the part that went toward a bundle. The bundle is refunded now, so you get the rest back.',
    createdAt: ctx.clock.now(),
  });
}

type NewRefund = Omit<Parameters<typeof insertRefund>[1], 'paymentId' | 'amountCents' | 'creditCents'>;

/** With what each part returns, as money and as credit. */
export async function insertRefundOf(tx: Tx, returns: readonly Return[], refund: NewRefund): Promise<number> {
  const { paymentId } = await findRefundability(tx, refund);
  const creditCents = sumCents(returns.map((part) => part.creditCents));
  const amountCents = sumCents(returns.map((part) => part.amountCents)) - creditCents;
  const id = await insertRefund(tx, { ...refund, paymentId, amountCents, creditCents });
  await recordReturns(tx, { table: 'refund', id }, returns);
  return id;
}

/** Records the refunded amounts, and subtracts them from each part and the seller's share. */
export async function recordReturns(
  tx: Tx,
  returner: RefundActor,
  returns: readonly Return[],
): Promise<void> {
  await insertReturns(tx, returner, returns);
  await addReturned(tx, returns);
  await addReturnedShares(tx, returns);
}

/** The refund failed; its rows stay as a record. */
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

/** The ledger lines a refund of so much money and its credit reverses; what no part covers is the platform's. */
export function returnedLines(returns: readonly RecordedRefund[], money: number): LedgerLine[] {
  const owed = new Map<number, number>();
  for (const { sellerId, shareCents } of returns) {
    if (sellerId !== null) owed.set(sellerId, (owed.get(sellerId) ?? 0) + shareCents);
  }
  const credit = sumCents(returns.map(({ creditCents }) => creditCents));
  const tax = sumCents(returns.map(({ taxCents }) => taxCents));
  return disputeLossEntries({ total: money + credit, credit, tax, owed });
}

/** The shares that had already been paid out. */
export function paidOut(returns: readonly RecordedRefund[]) {
  return returns.flatMap(({ payoutId, sellerId, shareCents }) =>
    payoutId === null || sellerId === null || shareCents === 0
      ? []
      : [{ payoutId, sellerId, amountCents: shareCents }],
  );
}
