// Taking back out of a seller's account what was paid out before it was refunded. Whoever refunds writes the row
// (payout_reversals) and sends this job in the same transaction. Where the gateway refuses, the seller owes it, and the
// next payout is smaller.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { writeIntoBooks } from '#server/features/ledger/ledger-write.service.ts';
import { GatewayRefusedError } from '#server/integrations/gateway/gateway.ts';
import { defineJob } from '#server/jobs/job.ts';
import { reversalLines } from '#shared/features/payout/payout.rules.ts';
import { mayBeForgotten } from './gateway-memory.ts';
import { endReversal, findReversal, type ReversalRow } from './payout-reverse.queries.ts';

export const reverseJob = defineJob({
  name: 'payout.reverse',
  data: z.object({ reversalId: z.int() }),
  retryLimit: 20,
  retryDelay: 5,
  run: (ctx, { reversalId }) => reverse(ctx, reversalId),
});

async function reverse(ctx: AppContext, reversalId: number): Promise<void> {
  const reversal = await findReversal(ctx.db, { id: reversalId });
  // While the payout is on its way there is nothing to take back; its end sends this job again.
  if (reversal?.state !== 'requested' || reversal.payoutState === 'processing') return;
  const gatewayId = await takeBack(ctx, reversal);
  await inTransaction(ctx.db, async (tx) => {
    const endedAt = ctx.clock.now();
    const state = gatewayId === null ? 'failed' : 'succeeded';
    if (!(await endReversal(tx, { id: reversalId, state, gatewayId, endedAt })) || gatewayId === null) return;
    const { currency } = reversal;
    const cause = `reversal ${reversalId}`;
    await writeIntoBooks(tx, {
      kind: 'reversal',
      cause,
      orderId: reversal.orderId,
      at: endedAt,
      lines: reversalLines(reversal),
      currency,
    });
  });
}

/** Null: nothing was taken, and nothing will be. */
async function takeBack(ctx: AppContext, reversal: ReversalRow): Promise<string | null> {
  const { id, createdAt, payoutState, transferId, amountCents } = reversal;
  // Never arrived: what was refunded is missing from the seller's next payout by itself.
  if (payoutState === 'failed' || transferId === null) return null;
  if (reversal.gateway !== ctx.payouts.name) return null;
  const key = `releve-reversal-${id}-${createdAt.getTime()}`;
  try {
    const made = mayBeForgotten(ctx, createdAt) && (await ctx.payouts.findReversal(transferId, { key }));
    return (made || (await ctx.payouts.reverse(transferId, { key, amountCents }))).id;
  } catch (error) {
    if (error instanceof GatewayRefusedError) return null;
    throw error;
  }
}
