// Payouts on their way, in SQL.
import { and, asc, desc, eq, lt, ne, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/account.ts';
import { earnings, payouts } from '#server/db/schema/payout.ts';

export async function findPayout(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      id: payouts.id,
      sellerId: payouts.sellerId,
      amountCents: payouts.amountCents,
      offsetCents: payouts.offsetCents,
      currency: payouts.currency,
      state: payouts.state,
      gateway: payouts.gateway,
      accountId: payouts.accountId,
      createdAt: payouts.createdAt,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      username: users.username,
    })
    .from(payouts)
    .innerJoin(users, eq(users.id, payouts.sellerId))
    .where(eq(payouts.id, id));
  return row ?? null;
}
export type PayoutRow = NonNullable<Awaited<ReturnType<typeof findPayout>>>;

/** False: it had ended before. */
export async function endPayout(
  tx: Tx,
  {
    id,
    ...set
  }: { id: number } & Pick<typeof payouts.$inferInsert, 'state' | 'gatewayId' | 'failure' | 'endedAt'>,
): Promise<boolean> {
  const ended = await tx
    .update(payouts)
    .set(set)
    .where(and(eq(payouts.id, id), eq(payouts.state, 'processing')))
    .returning({ id: payouts.id });
  return ended.length > 0;
}

export async function markEarningsPaid(tx: Tx, { payoutId }: { payoutId: number }): Promise<void> {
  await tx.update(earnings).set({ state: 'paid' }).where(eq(earnings.payoutId, payoutId));
}

/** They wait for the next payout. Answers the orders a bank or a buyer asks about meanwhile. */
export async function returnEarnings(tx: Tx, { payoutId }: { payoutId: number }): Promise<number[]> {
  const isAsked = sql<boolean>`exists (select 1 from disputes d
      where d.order_id = ${earnings.orderId} and d.state in ('open', 'under_review'))
    or exists (select 1 from refund_requests r where r.order_id = ${earnings.orderId} and r.state = 'asked')`;
  const returned = await tx
    .update(earnings)
    .set({ payoutId: null, state: 'waiting' })
    .where(eq(earnings.payoutId, payoutId))
    .returning({ orderId: earnings.orderId, isAsked });
  return [...new Set(returned.filter((row) => row.isAsked).map(({ orderId }) => orderId))];
}

/** How the one before it failed; null: it did not. */
export async function findFailureBefore(
  db: DbOrTx,
  { id, sellerId }: { id: number; sellerId: number },
): Promise<string | null> {
  const [row] = await db
    .select({ failure: payouts.failure })
    .from(payouts)
    .where(and(eq(payouts.sellerId, sellerId), lt(payouts.id, id), ne(payouts.state, 'processing')))
    .orderBy(desc(payouts.id))
    .limit(1);
  return row?.failure ?? null;
}

export async function listStuckPayouts(
  db: DbOrTx,
  { before, limit }: { before: Date; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: payouts.id })
    .from(payouts)
    .where(and(eq(payouts.state, 'processing'), lt(payouts.createdAt, before)))
    .orderBy(asc(payouts.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
