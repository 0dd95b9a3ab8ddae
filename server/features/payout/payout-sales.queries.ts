// What a seller's sales brought, in SQL: from the sums by day, and the orders that were not counted yet.
import { sql, type SQL } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { SalesGrain } from '#shared/features/payout/sales.contract.ts';

export type Asked = { sellerId: number; from: string; to: string };

function soldBy({ sellerId, from, to }: Asked): SQL {
  return sql`(
    select day, item_id, sold_count, amount_cents - discount_cents as paid, amount_cents - discount_cents - fee_cents as net
    from sales_days where seller_id = ${sellerId} and item_type = 'resource'
      and day between ${from}::date and ${to}::date
    union all
    select (o.paid_at at time zone 'UTC')::date, p.item_id, l.quantity, p.amount_cents - p.discount_cents,
      p.amount_cents - p.discount_cents - p.fee_cents
    from orders o join order_parts p on p.order_id = o.id join order_lines l on l.id = p.line_id
    where o.is_counted = false and p.seller_id = ${sellerId} and p.item_type = 'resource'
      and (o.paid_at at time zone 'UTC')::date between ${from}::date and ${to}::date
  ) sold`;
}

type Sums = { sold: number; paid: string; net: string };
const SUMS = sql`coalesce(sum(sold_count), 0)::int as sold, coalesce(sum(paid), 0) as paid, coalesce(sum(net), 0) as net`;
const asCents = ({ sold, paid, net }: Sums) => ({ sold, paidCents: Number(paid), netCents: Number(net) });

export async function listSalesBuckets(db: DbOrTx, { by, ...asked }: Asked & { by: SalesGrain }) {
  const { rows } = await db.execute<Sums & { at: string }>(sql`
    select to_char(spans.at, 'YYYY-MM-DD') as at, ${SUMS}
    from generate_series(date_trunc(${by}, ${asked.from}::timestamp), ${asked.to}::timestamp,
      ('1 ' || ${by})::interval) as spans(at)
    left join ${soldBy(asked)} on date_trunc(${by}, sold.day::timestamp) = spans.at
    group by spans.at order by spans.at`);
  return rows.map((row) => ({ at: row.at, ...asCents(row) }));
}

/** The best first. */
export async function listSoldThings(db: DbOrTx, { limit, ...asked }: Asked & { limit: number }) {
  const { rows } = await db.execute<Sums & { id: number; title: string; views: number }>(sql`
    select r.id, r.title, s.sold, s.paid, s.net,
      (select coalesce(sum(v.views), 0)::int from resource_views v
        where v.resource_id = r.id and v.day between ${asked.from}::date and ${asked.to}::date) as views
    from (select item_id, ${SUMS} from ${soldBy(asked)} group by item_id) s
    join resources r on r.id = s.item_id
    order by s.net desc, s.sold desc, r.id limit ${limit}`);
  return rows.map(({ id, title, views, ...sums }) => ({ id, title, views, ...asCents(sums) }));
}

/** What went back of what was sold between those days, tax aside; by thing. */
export async function listRefundedThings(db: DbOrTx, { sellerId, from, to }: Asked) {
  const { rows } = await db.execute<{ id: number; cents: string }>(sql`
    select p.item_id as id, sum(back.cents) as cents from (
      select rp.part_id, rp.amount_cents - rp.tax_cents as cents
      from refund_parts rp join refunds r on r.id = rp.refund_id where r.state = 'succeeded'
      union all
      select part_id, amount_cents - tax_cents from dispute_parts
    ) back
    join order_parts p on p.id = back.part_id join orders o on o.id = p.order_id
    where p.seller_id = ${sellerId} and p.item_type = 'resource'
      and (o.paid_at at time zone 'UTC')::date between ${from}::date and ${to}::date
    group by 1`);
  return new Map(rows.map(({ id, cents }) => [id, Number(cents)]));
}
