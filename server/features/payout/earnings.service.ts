// Sellers’ earnings, for the features that change them: payment records them, refund reduces and holds them.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { settleEarningHolds } from './earnings.queries.ts';

export const HOLD_REASONS = {
  dispute: 'The buyer’s bank is disputing this payment. It’s paid out if the bank decides in your favor.',
  request: 'The buyer has requested a refund. It’s paid out once that is decided.',
};

/** Runs in the transaction that changed the dispute or request. */
export async function holdEarnings(ctx: AppContext, tx: Tx, orderId: number): Promise<void> {
  await settleEarningHolds(tx, { orderId, now: ctx.clock.now(), ...HOLD_REASONS });
}

export { addReturnedShares, moveEarnings, recordEarningsSql } from './earnings.queries.ts';
