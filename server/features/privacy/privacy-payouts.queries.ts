// What is kept about a seller's money: where it went and when. The books stay; the way to their bank goes.
import { eq, inArray, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { payoutAccounts, payouts } from '#server/db/schema/payout.ts';
import { sandboxAccounts } from '#server/db/schema/sandbox.ts';

export async function readPayouts(db: DbOrTx, { userId }: { userId: number }) {
  const { gateway, gatewayId, state, needs, createdAt } = payoutAccounts;
  const accounts = await db
    .select({ gateway, gatewayId, state, needs, createdAt })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.userId, userId));
  const paid = await db
    .select({
      id: payouts.id,
      amountCents: payouts.amountCents,
      offsetCents: payouts.offsetCents,
      currency: payouts.currency,
      state: payouts.state,
      failure: payouts.failure,
      createdAt: payouts.createdAt,
      endedAt: payouts.endedAt,
    })
    .from(payouts)
    .where(eq(payouts.sellerId, userId))
    .orderBy(payouts.id);
  return { accounts, payouts: paid };
}

/** What the house owes them, and what is on its way to their bank. */
export async function sumOwed(
  db: DbOrTx,
  { userId }: { userId: number },
): Promise<{ owedCents: number; sentCents: number }> {
  const { rows } = await db.execute<{ owed: string; sent: string }>(sql`
    select seller_owed(${userId}::int) as owed,
      (select coalesce(sum(amount_cents), 0) from payouts where seller_id = ${userId} and state = 'processing') as sent`);
  return { owedCents: Number(rows[0]?.owed ?? 0), sentCents: Number(rows[0]?.sent ?? 0) };
}

export async function forgetPayoutAccounts(tx: Tx, { userId }: { userId: number }): Promise<void> {
  const gone = await tx
    .delete(payoutAccounts)
    .where(eq(payoutAccounts.userId, userId))
    .returning({ id: payoutAccounts.gatewayId });
  if (gone.length === 0) return;
  const ids = gone.map(({ id }) => id);
  await tx.update(sandboxAccounts).set({ email: '' }).where(inArray(sandboxAccounts.id, ids));
}
