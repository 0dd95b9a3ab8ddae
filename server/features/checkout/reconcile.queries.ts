// Which payments and orders are still open, in SQL.
import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { orders, payments, refunds } from '#server/db/schema/checkout.ts';

/**
 * The next that are due, each for one process: their next time is set before they are looked at. Every check waits
 * twice as long as the one before, an hour at most, for as long as the payment is open.
 */
export async function claimDuePayments(db: DbOrTx, { now, limit }: { now: Date; limit: number }) {
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(lte(payments.checkAt, now))
    .orderBy(asc(payments.checkAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const claimed = await db
    .update(payments)
    .set({
      checks: sql`${payments.checks} + 1`,
      checkAt: sql`${now}::timestamptz + least(interval '15 seconds' * power(2, least(${payments.checks}, 10)), interval '1 hour')`,
    })
    .where(sql`${payments.id} in ${due}`)
    .returning({ id: payments.id });
  return claimed.map(({ id }) => id);
}

export async function listExpiredOrders(db: DbOrTx, { now, limit }: { now: Date; limit: number }) {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.state, 'pending'), lte(orders.expiresAt, now)))
    .orderBy(asc(orders.expiresAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function listWaitingRefunds(db: DbOrTx, { before, limit }: { before: Date; limit: number }) {
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.state, 'requested'), lte(refunds.createdAt, before)))
    .orderBy(asc(refunds.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
