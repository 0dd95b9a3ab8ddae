// While a bank or a buyer asks about an order, what its sellers earned with it waits, and they read why.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { settleHolds } from './return.queries.ts';

export const HOLD_REASONS = {
  dispute:
    'The buyer’s bank asks about this payment (a dispute). It is paid out once the bank has decided for you.',
  request: 'The buyer asks for the money back. It is paid out once that is decided.',
};

/** In the transaction that changed what is asked. */
export async function holdEarnings(ctx: AppContext, tx: Tx, orderId: number): Promise<void> {
  await settleHolds(tx, { orderId, now: ctx.clock.now(), ...HOLD_REASONS });
}
