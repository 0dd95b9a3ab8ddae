// Sellers’ earnings, for the features that change them: payment records them, refund reduces and holds them.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { settleEarningHolds } from './earnings.queries.ts';

export const HOLD_REASONS = {
  dispute:
    'The buyer’s bank asks about this payment (a dispute). It is paid out once the bank has decided for you.',
  request: 'The buyer asks for the money back. It is paid out once that is decided.',
};

/** In the transaction that changed what is asked. */
export async function holdEarnings(ctx: AppContext, tx: Tx, orderId: number): Promise<void> {
  await settleEarningHolds(tx, { orderId, now: ctx.clock.now(), ...HOLD_REASONS });
}

export { addReturnedShares, recordEarningsSql } from './earnings.queries.ts';
