// What someone bought twice, in SQL (docs/decisions/043).
import { sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';

type Asked = { userId: number; since: Date; lineId?: number };

export type DoubleRow = {
  lineId: number;
  orderId: number;
  number: string;
  currency: string;
  title: string;
  paidAt: Date;
  /** Paid for it and not refunded, or being refunded, yet. */
  leftCents: number;
  firstOrderId: number;
  firstNumber: string;
  firstPaidAt: Date;
  /** Used since it was paid, and not before: the second purchase is the one in use. */
  isStarted: boolean;
};

/**
 * Lines of one place whose every part the user also has by an earlier paid order that is still whole: not refunded, not
 * being refunded, and nobody has asked for it. So one purchase of each item always stays. `since`: paid after it.
 */
export async function listDoubleRows(db: DbOrTx, { userId, since, lineId }: Asked): Promise<DoubleRow[]> {
  const { rows } = await db.execute(sql`
    with bought as (
      select p.id as part_id, p.line_id, p.order_id, p.item_type, p.item_id, o.number, o.paid_at,
        p.amount_cents - p.discount_cents + p.tax_cents as whole, p.returned_cents as returned,
        exists (select 1 from disputes d where d.order_id = o.id and d.state in ('open', 'under_review')) as is_disputed,
        exists (select 1 from refund_requests q where q.order_id = o.id and q.state = 'asked'
          and coalesce(q.line_id, p.line_id) = p.line_id) as is_asked,
        exists (select 1 from entitlements e where e.user_id = ${userId} and e.cause = 'order_line'
          and e.cause_ref = p.line_id::text and e.item_type = p.item_type and e.item_id = p.item_id
          and e.state = 'active') as gives,
        exists (select 1 from order_deductions d where d.state = 'standing'
          and p.id in (d.part_id, d.source_part_id)) as is_deducted
      from orders o join order_lines l on l.order_id = o.id and l.is_live join order_parts p on p.line_id = l.id
      where o.user_id = ${userId} and o.paid_at is not null and o.state in ('paid', 'partially_refunded')
        and p.item_type in ('resource', 'course')
    ), covered as (
      select b.*, f.order_id as first_order_id, f.number as first_number, f.paid_at as first_paid_at
      from bought b left join lateral (
        select w.* from bought w
        where w.item_type = b.item_type and w.item_id = b.item_id and w.order_id <> b.order_id
          and (w.paid_at, w.line_id) < (b.paid_at, b.line_id)
          and w.gives and not w.is_disputed and not w.is_asked and (w.returned < w.whole or w.whole = 0)
        order by w.paid_at, w.line_id limit 1
      ) f on true
    )
    select l.id as "lineId", l.order_id as "orderId", o.number, o.currency, l.title, o.paid_at as "paidAt",
      sum(c.whole - c.returned)::float8 as "leftCents", min(c.first_order_id) as "firstOrderId",
      (array_agg(c.first_number order by c.first_paid_at, c.first_order_id))[1] as "firstNumber",
      min(c.first_paid_at) as "firstPaidAt",
      bool_or(case when c.item_type = 'course' then
        exists (select 1 from item_progress i where i.user_id = ${userId} and i.course_id = c.item_id
          and i.completed_at >= o.paid_at)
        and not exists (select 1 from item_progress i where i.user_id = ${userId} and i.course_id = c.item_id
          and i.opened_at < o.paid_at)
      else
        exists (select 1 from resource_downloads d where d.resource_id = c.item_id
          and (d.order_id = c.order_id or (d.user_id = ${userId} and d.day > (o.paid_at at time zone 'UTC')::date)))
        and not exists (select 1 from resource_downloads d where d.resource_id = c.item_id
          and d.day <= (o.paid_at at time zone 'UTC')::date and (d.user_id = ${userId}
            or (d.order_id <> c.order_id and d.order_id in (select id from orders where user_id = ${userId}))))
      end) as "isStarted"
    from covered c join order_lines l on l.id = c.line_id join orders o on o.id = l.order_id
    where l.quantity = 1 and o.paid_at > ${since} and (${lineId ?? null}::int is null or l.id = ${lineId ?? null}::int)
    group by l.id, o.id
    having bool_and(c.first_order_id is not null) and sum(c.whole) > 0 and not bool_or(c.is_disputed)
      and not bool_or(c.is_deducted)
    order by l.id`);
  return rows as DoubleRow[];
}

/** All the orders with one of the line's items: they are locked together, so that one purchase stays. */
export async function listOrdersAround(
  tx: Tx,
  { userId, lineId }: { userId: number; lineId: number },
): Promise<{ id: number; hasLine: boolean }[]> {
  const { rows } = await tx.execute(sql`
    select o.id, bool_or(q.line_id = ${lineId}) as "hasLine" from order_parts p
    join order_parts q on q.item_type = p.item_type and q.item_id = p.item_id
    join orders o on o.id = q.order_id and o.user_id = ${userId}
    where p.line_id = ${lineId} group by o.id order by o.id`);
  return rows as { id: number; hasLine: boolean }[];
}

/** Requests about this line are answered by its refund. */
export async function approveRequestsOfLine(
  tx: Tx,
  { lineId, refundId, now }: { lineId: number; refundId: number; now: Date },
): Promise<void> {
  await tx.execute(sql`
    update refund_requests set state = 'approved', refund_id = ${refundId}, decided_at = ${now}::timestamptz
    where line_id = ${lineId} and state = 'asked'`);
}
