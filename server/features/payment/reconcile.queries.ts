// Open payments and orders, in SQL.
import { and, asc, eq, lte, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { orders } from '#server/db/schema/order.ts';
import { refunds } from '#server/db/schema/refund.ts';
import { payments } from '#server/db/schema/payment.ts';
import { takeUncountedOrdersSql } from '#server/features/order/order.service.ts';
import { addSalesSql } from '#server/features/ledger/revenue.service.ts';
import { countResourceSalesSql } from '#server/features/resource/resource.service.ts';
import { countCourseSalesSql } from '#server/features/course/course.service.ts';
import { countBundleSalesSql } from '#server/features/bundle/bundle.service.ts';

/**
 * Claims the next due payments, each for one process: the next check is scheduled before the payment is read. Every check
 * waits twice as long as the one before, an hour at most, while the payment is open.
 */
export async function claimPaymentsToReconcile(db: DbOrTx, { now, limit }: { now: Date; limit: number }) {
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

/**
 * Adds paid orders to the sales counts of what they sold, in batches instead of with each payment: buyers of the same item
 * would wait for each other. Orders are taken by id so that two runs never wait for each other. Each feature contributes the
 * part that writes its own tables. Returns how many orders were counted.
 */
export async function countSoldOrders(db: DbOrTx, { limit }: { limit: number }): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with ${takeUncountedOrdersSql(limit)}, ${addSalesSql}, ${countResourceSalesSql}, ${countCourseSalesSql},
    ${countBundleSalesSql}
    select id from marked`);
  return rowCount ?? 0;
}
