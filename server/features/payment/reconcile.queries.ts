// Which payments and orders are still open, in SQL.
import { and, asc, eq, lte, sql, type SQL } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { orders } from '#server/db/schema/order.ts';
import { refunds } from '#server/db/schema/refund.ts';
import { payments } from '#server/db/schema/payment.ts';

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

/** Into sums by day or by month, the same way round each time. */
function addSold(table: 'sales_days' | 'sales_months', span: SQL): SQL {
  const [into, at] = [sql.identifier(table), sql.identifier(table === 'sales_days' ? 'day' : 'month')];
  return sql`
      insert into ${into} as known (${at}, seller_id, item_type, item_id, sold_count, amount_cents, discount_cents,
        tax_cents, fee_cents)
      select ${span}, seller_id, item_type, item_id, sum(quantity), sum(amount_cents), sum(discount_cents),
        sum(tax_cents), sum(fee_cents)
      from parts group by 1, 2, 3, 4 order by 2, 1, 3, 4
      on conflict (seller_id, ${at}, item_type, item_id) do update
      set sold_count = known.sold_count + excluded.sold_count,
        amount_cents = known.amount_cents + excluded.amount_cents,
        discount_cents = known.discount_cents + excluded.discount_cents,
        tax_cents = known.tax_cents + excluded.tax_cents,
        fee_cents = known.fee_cents + excluded.fee_cents`;
}

/**
 * How often things were sold, from the orders that were not counted yet. Not as each is paid: all who buy the same thing
 * would wait for each other, and the catalogue's order would be put right for every single one. In the order of their
 * numbers, so that two who count never wait for each other. The same orders are added to the sums by day and month. Answers how
 * many orders.
 */
export async function countSoldOrders(db: DbOrTx, { limit }: { limit: number }): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with due as (
      select id from orders where is_counted = false order by id limit ${limit} for update skip locked
    ), marked as (
      update orders o set is_counted = true from due where o.id = due.id returning o.id
    ), sold as (
      select p.item_type, p.item_id, sum(l.quantity)::int as seats from due
      join order_parts p on p.order_id = due.id join order_lines l on l.id = p.line_id group by 1, 2
    ), parts as (
      select (o.paid_at at time zone 'UTC')::date as day, coalesce(p.seller_id, 0) as seller_id, p.item_type, p.item_id,
        l.quantity, p.amount_cents, p.discount_cents, p.tax_cents, p.fee_cents
      from due join orders o on o.id = due.id join order_parts p on p.order_id = due.id
      join order_lines l on l.id = p.line_id
    ), by_day as (${addSold('sales_days', sql`day`)}
    ), by_month as (${addSold('sales_months', sql`date_trunc('month', day::timestamp)::date`)}
    ), these as (
      select r.id, sold.seats from resources r join sold on sold.item_type = 'resource' and sold.item_id = r.id
      order by r.id for no key update of r
    ), counted as (
      update resources r set sales_count = r.sales_count + these.seats from these where r.id = these.id
    ), those as (
      select c.id, sold.seats from courses c join sold on sold.item_type = 'course' and sold.item_id = c.id
      order by c.id for no key update of c
    ), taught as (
      update courses c set sales_count = c.sales_count + those.seats from those where c.id = those.id
    ), together as (
      update bundles b set sales_count = b.sales_count + l.seats from (
        select item_id, sum(quantity)::int as seats from order_lines join due on due.id = order_id
        where item_type = 'bundle' group by 1
      ) l where l.item_id = b.id
    )
    select id from marked
  `);
  return rowCount ?? 0;
}
