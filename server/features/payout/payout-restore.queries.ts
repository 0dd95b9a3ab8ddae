// After a restore, in SQL: whose payouts may have been made by somebody else.
import { and, inArray, isNull, ne } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { payoutAccounts } from '#server/db/schema/payout.ts';
import { stores } from '#server/db/schema/seller.ts';

/** Of those whose money leaves the house; the sandbox's bank was restored along with us. Answers how many. */
export async function holdRealPayouts(
  db: DbOrTx,
  { reason, at }: { reason: string; at: Date },
): Promise<number> {
  const paidForReal = db
    .select({ userId: payoutAccounts.userId })
    .from(payoutAccounts)
    .where(ne(payoutAccounts.gateway, 'sandbox'));
  const { rowCount } = await db
    .update(stores)
    .set({ payoutHeldReason: reason, payoutHeldAt: at })
    .where(and(isNull(stores.payoutHeldReason), inArray(stores.userId, paidForReal)));
  return rowCount ?? 0;
}
