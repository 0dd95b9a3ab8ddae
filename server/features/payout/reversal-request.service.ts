// What was paid out and has gone back since is asked back from the sellers who had it.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { reverseJob } from './payout-reverse.service.ts';
import { insertReversals } from './reversal-request.queries.ts';

type Share = { payoutId: number; sellerId: number; amountCents: number };

/** Once for each cause and payout, in the transaction that gives the money back. */
export async function requestReversals(
  ctx: AppContext,
  tx: Tx,
  { cause, shares }: { cause: string; shares: readonly Share[] },
): Promise<void> {
  const byPayout = new Map<number, Share>();
  for (const share of shares) {
    const amountCents = (byPayout.get(share.payoutId)?.amountCents ?? 0) + share.amountCents;
    byPayout.set(share.payoutId, { ...share, amountCents });
  }
  if (byPayout.size === 0) return;
  const createdAt = ctx.clock.now();
  const rows = [...byPayout.values()].map((share) => ({ ...share, cause, createdAt }));
  for (const reversalId of await insertReversals(tx, rows)) {
    await ctx.jobs.send(tx, reverseJob, { reversalId });
  }
}
