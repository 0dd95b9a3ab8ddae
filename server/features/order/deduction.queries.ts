// What bundles cost less for what was paid before, in SQL. Whoever writes here holds the order's lock (lockOrder).
import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import type { Hold } from '#shared/features/refund/refund.rules.ts';

/** What bundles count on of the parts of an order. */
export async function listHolds(db: DbOrTx, { orderId }: { orderId: number }): Promise<Hold[]> {
  const { rows } = await db.execute(sql`
    select d.id as "deductionId", d.source_part_id as "partId", l.id as "lineId", l.title,
      d.held_cents::float8 as "heldCents"
    from order_parts s join order_deductions d on d.source_part_id = s.id and d.state = 'standing'
    join order_parts p on p.id = d.part_id join order_lines l on l.id = p.line_id
    where s.order_id = ${orderId} order by d.id`);
  return rows as Hold[];
}

/** The refund was smaller because of these: what they hold goes back once the bundle does. */
export async function claimDeductions(
  tx: Tx,
  { refundId, ids }: { refundId: number; ids: readonly number[] },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    update order_deductions set claimed_by = ${refundId} where id = any(${sql.param(ids)}::int[])`);
}

/** What of each line of a bundle comes back from other purchases, when it is refunded; they were refunded without it. */
export async function listOwedWithLines(
  db: DbOrTx,
  { orderId }: { orderId: number },
): Promise<{ lineId: number; title: string; heldCents: number }[]> {
  const { rows } = await db.execute(sql`
    select p.line_id as "lineId", sl.title, d.held_cents::float8 as "heldCents"
    from order_parts p join order_deductions d on d.part_id = p.id and d.state = 'standing'
    join refunds r on r.id = d.claimed_by and r.state <> 'failed'
    join order_parts s on s.id = d.source_part_id join order_lines sl on sl.id = s.line_id
    where p.order_id = ${orderId} order by d.id`);
  return rows as { lineId: number; title: string; heldCents: number }[];
}

/** Lines that were given back without what a bundle counted on, and now nothing counts on it. */
export type Owed = { orderId: number; lineId: number };

/**
 * Brings the deductions of an order, and those that count on it, in line with what has gone back: released once the
 * bundle is refunded; void where the payment they came from is gone; standing otherwise. Answers the lines that are owed
 * the rest of their refund, and the other orders whose bundles have more or less to give now.
 */
export async function settleDeductions(
  tx: Tx,
  { orderId }: { orderId: number },
): Promise<{ owed: Owed[]; orderIds: number[] }> {
  const { rows } = await tx.execute<{
    orderId: number;
    state: string;
    sourceOrderId: number;
    sourceLineId: number;
  }>(sql`
    with due as (
      select d.id, p.order_id, s.order_id as source_order_id, s.line_id as source_line_id, case
        when not l.is_live then 'released'
        when s.returned_cents + d.held_cents > s.amount_cents - s.discount_cents + s.tax_cents then 'void'
        else 'standing' end as state
      from order_deductions d join order_parts p on p.id = d.part_id join order_lines l on l.id = p.line_id
      join order_parts s on s.id = d.source_part_id
      where d.id in (
        select d1.id from order_parts mine join order_deductions d1 on d1.part_id = mine.id where mine.order_id = ${orderId}
        union
        select d2.id from order_parts mine join order_deductions d2 on d2.source_part_id = mine.id
        where mine.order_id = ${orderId}
      ) and d.state <> 'planned'
    )
    update order_deductions d set state = due.state from due where d.id = due.id and d.state <> due.state
    returning due.order_id as "orderId", due.state, due.source_order_id as "sourceOrderId",
      due.source_line_id as "sourceLineId"`);
  const released = rows.filter(({ state }) => state === 'released');
  const lineIds = [...new Set(released.map(({ sourceLineId }) => sourceLineId))];
  return { owed: await listOwed(tx, lineIds), orderIds: [...new Set(rows.map((row) => row.orderId))] };
}

/** Of these lines, those whose refund was asked for and was smaller because of a bundle. */
async function listOwed(tx: Tx, lineIds: readonly number[]): Promise<Owed[]> {
  if (lineIds.length === 0) return [];
  const { rows } = await tx.execute(sql`
    select distinct s.order_id as "orderId", s.line_id as "lineId"
    from order_parts s join order_deductions d on d.source_part_id = s.id
    join refunds r on r.id = d.claimed_by and r.state <> 'failed'
    where s.line_id = any(${sql.param(lineIds)}::int[]) order by 1 desc, 2`);
  return rows as Owed[];
}
