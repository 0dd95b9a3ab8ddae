// Asking payouts back, in SQL.
import type { Tx } from '#server/db/client.ts';
import { payoutReversals } from '#server/db/schema/payout.ts';

/** The numbers of those that are new. */
export async function insertReversals(
  tx: Tx,
  rows: (typeof payoutReversals.$inferInsert)[],
): Promise<number[]> {
  const made = await tx
    .insert(payoutReversals)
    .values(rows)
    .onConflictDoNothing()
    .returning({ id: payoutReversals.id });
  return made.map(({ id }) => id);
}
