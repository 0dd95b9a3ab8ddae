// Personal data of payouts: the payout account goes, the payouts stay for the ledger.
import { eq, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { sandboxAccounts } from '#server/db/schema/integrations.ts';
import {
  earnings,
  payoutAccounts,
  payoutHolds,
  payoutReversals,
  payoutRuns,
  payouts,
} from '#server/db/schema/payout.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';
import { deletePayoutAccounts } from './payout-account.queries.ts';

export const payoutPersonalData: PersonalData = {
  tables: [payoutAccounts, payoutHolds, sandboxAccounts, payouts, payoutRuns, earnings, payoutReversals],
  collect: { payouts: collectPayouts, payoutHold: collectHold },
  erase: (_ctx, tx, { userId }) => deletePayoutAccounts(tx, { userId }),
};

async function collectPayouts(db: DbOrTx, { userId }: DataSubject) {
  const { gateway, gatewayId, needs } = payoutAccounts;
  const accounts = await db
    .select({ gateway, gatewayId, state: payoutAccounts.state, needs, createdAt: payoutAccounts.createdAt })
    .from(payoutAccounts)
    .where(eq(payoutAccounts.userId, userId));
  const { id, amountCents, offsetCents, currency, state, failure, createdAt, endedAt } = payouts;
  const sent = await db
    .select({ id, amountCents, offsetCents, currency, state, failure, createdAt, endedAt })
    .from(payouts)
    .where(eq(payouts.sellerId, userId))
    .orderBy(id);
  return { accounts, payouts: sent };
}

async function collectHold(db: DbOrTx, { userId }: DataSubject) {
  const { reason, heldAt } = payoutHolds;
  return db.select({ reason, heldAt }).from(payoutHolds).where(eq(payoutHolds.userId, userId));
}

/** What the platform owes the seller, and what is on its way to their bank. */
export async function sumUnpaidEarnings(
  db: DbOrTx,
  { userId }: { userId: number },
): Promise<{ owedCents: number; sentCents: number }> {
  const { rows } = await db.execute<{ owed: string; sent: string }>(sql`
    select seller_owed(${userId}::int) as owed,
      (select coalesce(sum(amount_cents), 0) from payouts where seller_id = ${userId} and state = 'processing') as sent`);
  return { owedCents: Number(rows[0]?.owed ?? 0), sentCents: Number(rows[0]?.sent ?? 0) };
}
