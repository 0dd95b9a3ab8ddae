// What can still be refunded of an order, line by line, as buyers and staff see it before confirming.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { settleAccess } from '#server/features/entitlement/entitlement.service.ts';
import { findCreditEnd, settleReturnedCredit } from '#server/features/membership/booking-credit.service.ts';
import { settleRefundedInvoice } from '#server/features/membership/membership.service.ts';
import { settleReservations } from '#server/features/reservation/reservation-order.service.ts';
import {
  moneyRemainder,
  refundableRemainder,
  returnsOf,
  withHolds,
  type Hold,
  type RefundablePart,
} from '#shared/features/refund/refund.rules.ts';
import { centsToDecimal, sumCents } from '#shared/money.ts';
import {
  listDeductionsDue,
  listHolds,
  listRefundableParts,
  settleDeductions,
  settleLines,
  settleRefunded,
  type Owed,
} from './refundable.queries.ts';

export async function getRefundable(db: DbOrTx, { orderId }: { orderId: number }) {
  const [parts, holds, owed] = [
    await listRefundableParts(db, { orderId }),
    await listHolds(db, { orderId }),
    await listDeductionsDue(db, { orderId }),
  ];
  const lineIds = [...new Set(parts.map(({ lineId }) => lineId))];
  const hasCredit = parts.some(({ creditCents = 0 }) => creditCents > 0);
  const creditEndsAt = (hasCredit && (await findCreditEnd(db, { orderId }))?.toISOString()) || null;
  const extraOf = (isMeant: (lineId: number) => boolean) => {
    const back = owed.filter(({ lineId }) => isMeant(lineId));
    return {
      also: centsToDecimal(sumCents(back.map(({ heldCents }) => heldCents))),
      alsoOf: [...new Set(back.map(({ title }) => title))],
    };
  };
  return {
    ...describe(parts, holds, new Set(lineIds)),
    ...extraOf(() => true),
    creditEndsAt,
    lines: lineIds.map((lineId) => ({
      lineId,
      ...describe(
        parts.filter((part) => part.lineId === lineId),
        holds,
        new Set([lineId]),
      ),
      ...extraOf((id) => id === lineId),
      creditEndsAt,
    })),
  };
}

function describe(parts: readonly RefundablePart[], holds: readonly Hold[], gone: ReadonlySet<number>) {
  const heldParts = withHolds(parts, holds, gone);
  const isHeld = (hold: Hold) =>
    !gone.has(hold.lineId) &&
    heldParts.some((part) => part.partId === hold.partId && (part.heldCents ?? 0) > 0);
  return {
    left: centsToDecimal(sumCents(heldParts.map(refundableRemainder))),
    creditLeft: centsToDecimal(
      sumCents(heldParts.map((part) => refundableRemainder(part) - moneyRemainder(part))),
    ),
    held: centsToDecimal(sumCents(heldParts.map((part) => part.heldCents ?? 0))),
    heldBy: [...new Set(holds.filter(isHeld).map(({ title }) => title))],
  };
}

export const NOTHING_REFUNDABLE: Awaited<ReturnType<typeof getRefundable>> = {
  left: '0.00',
  creditLeft: '0.00',
  creditEndsAt: null,
  held: '0.00',
  heldBy: [],
  also: '0.00',
  alsoOf: [],
  lines: [],
};

/** How much of a refund of one line comes back as booking credit, and when that credit ends. */
export async function previewReturn(
  db: DbOrTx,
  { orderId, lineId, amountCents }: { orderId: number; lineId: number; amountCents: number },
): Promise<{ creditCents: number; creditEndsAt: Date | null }> {
  const parts = (await listRefundableParts(db, { orderId })).filter((part) => part.lineId === lineId);
  const leftCents = sumCents(parts.map(refundableRemainder));
  const returns = returnsOf(parts, Math.min(amountCents, leftCents));
  const creditCents = sumCents(returns.map((part) => part.creditCents));
  return { creditCents, creditEndsAt: creditCents > 0 ? await findCreditEnd(db, { orderId }) : null };
}

/**
 * Updates an order to match its completed refunds: amount, state, which lines are still owned, and who has
 * access. Computed from scratch each time, so the order of events doesn't matter.
 */
export async function settleRefunds(
  ctx: AppContext,
  tx: Tx,
  { orderId, now }: { orderId: number; now: Date },
): Promise<Owed[]> {
  await settleRefunded(tx, { orderId });
  await settleLines(tx, { orderId });
  const { owed, orderIds } = await settleDeductions(tx, { orderId });
  for (const id of new Set([orderId, ...orderIds])) await settleAccess(tx, { orderId: id, now });
  await settleReservations(ctx, tx, { orderId, now });
  await settleReturnedCredit(tx, { orderId });
  await settleRefundedInvoice(ctx, tx, { orderId, now });
  return owed;
}

export {
  addReturned,
  claimDeductions,
  listHolds,
  listRefundableParts,
  lockParts,
  settleDeductions,
  type Owed,
} from './refundable.queries.ts';

export { findCreditEnd } from '#server/features/membership/booking-credit.service.ts';
