// A seller's balance in SQL. Every query is scoped to the seller.
import { and, count, desc, eq, gt, lte, ne, sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { orderParts, orders } from '#server/db/schema/order.ts';
import { earnings, payouts } from '#server/db/schema/payout.ts';
import { PAYOUT_HOUR, type EarningViewState } from '#shared/features/payout/payout.states.ts';
import type { SalesGrain } from '#shared/features/payout/sales.contract.ts';

const cents = (value: SQL) => sql<number>`coalesce(${value}, 0)`.mapWith(Number);
const net = sql`${earnings.shareCents} - ${earnings.returnedCents}`;

/** `held`, `available`, or the day whose run is the first to pay it; at most nine rows. */
export async function sumOpenEarnings(db: DbOrTx, { sellerId, now }: { sellerId: number; now: Date }) {
  const runDay = sql`date_trunc('day', (${earnings.availableAt} at time zone 'UTC')
    - make_interval(hours => ${PAYOUT_HOUR}, secs => 0.001)) + interval '1 day'`;
  const when = sql<string>`case when ${earnings.state} = 'held' then 'held'
    when ${earnings.availableAt} <= ${now.toISOString()}::timestamptz then 'available'
    else to_char(${runDay}, 'YYYY-MM-DD') end`;
  return db
    .select({ when: when.as('when_due'), cents: cents(sql`sum(${net})`) })
    .from(earnings)
    .where(and(eq(earnings.sellerId, sellerId), sql`${earnings.state} in ('waiting', 'held')`))
    .groupBy(sql`1`);
}

export async function sumPayouts(db: DbOrTx, { sellerId }: { sellerId: number }) {
  const [row] = await db
    .select({
      processingCents: cents(sql`sum(${payouts.amountCents}) filter (where ${payouts.state} = 'processing')`),
      paidCents: cents(sql`sum(${payouts.amountCents}) filter (where ${payouts.state} = 'paid')`),
      reversedCents: sql<number>`(select coalesce(sum(amount_cents), 0) from payout_reversals
        where seller_id = ${sellerId} and state = 'succeeded')`.mapWith(Number),
    })
    .from(payouts)
    .where(eq(payouts.sellerId, sellerId));
  return row ?? { processingCents: 0, paidCents: 0, reversedCents: 0 };
}

/** When the first entry was made in the seller's account. */
export async function findFirstMoment(
  db: DbOrTx,
  { sellerId }: { sellerId: number },
): Promise<string | null> {
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select to_char(t.created_at at time zone 'UTC', 'YYYY-MM') as at
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where e.seller_id = ${sellerId} order by e.transaction_id limit 1`);
  return rows[0]?.at ?? null;
}

const reversed = sql<number>`(select coalesce(sum(r.amount_cents), 0) from payout_reversals r
  where r.payout_id = ${payouts.id} and r.state = 'succeeded')`.mapWith(Number);

export async function listPayoutsOf(
  db: DbOrTx,
  { sellerId, limit, offset = 0 }: { sellerId: number; limit: number; offset?: number },
) {
  return db
    .select({
      id: payouts.id,
      amountCents: payouts.amountCents,
      offsetCents: payouts.offsetCents,
      reversedCents: reversed,
      state: payouts.state,
      failure: payouts.failure,
      createdAt: payouts.createdAt,
      endedAt: payouts.endedAt,
    })
    .from(payouts)
    .where(eq(payouts.sellerId, sellerId))
    .orderBy(desc(payouts.id))
    .limit(limit)
    .offset(offset);
}

export async function countPayoutsOf(db: DbOrTx, { sellerId }: { sellerId: number }): Promise<number> {
  const [row] = await db.select({ count: count() }).from(payouts).where(eq(payouts.sellerId, sellerId));
  return row?.count ?? 0;
}

type Asked = { sellerId: number; standing: EarningViewState | undefined; now: Date };

/** The same as toEarningViewState, in SQL. */
function stands({ sellerId, standing, now }: Asked): SQL | undefined {
  const mine = eq(earnings.sellerId, sellerId);
  if (standing === undefined) return mine;
  if (standing === 'paid') return and(mine, eq(earnings.state, 'paid'));
  const isBack = sql`${earnings.returnedCents} = ${earnings.shareCents}`;
  if (standing === 'returned') return and(mine, ne(earnings.state, 'paid'), isBack);
  const rest = and(mine, sql`not (${isBack})`);
  if (standing === 'pending') return and(rest, eq(earnings.state, 'waiting'), gt(earnings.availableAt, now));
  if (standing === 'available')
    return and(rest, eq(earnings.state, 'waiting'), lte(earnings.availableAt, now));
  return and(rest, eq(earnings.state, standing));
}

export async function listEarningRows(
  db: DbOrTx,
  { limit, offset, ...asked }: Asked & { limit: number; offset: number },
) {
  return db
    .select({
      id: earnings.partId,
      orderNumber: orders.number,
      title: orderParts.title,
      soldAt: orders.paidAt,
      shareCents: earnings.shareCents,
      returnedCents: earnings.returnedCents,
      state: earnings.state,
      availableAt: earnings.availableAt,
      heldReason: earnings.heldReason,
      heldAt: earnings.heldAt,
      payoutId: earnings.payoutId,
    })
    .from(earnings)
    .innerJoin(orderParts, eq(orderParts.id, earnings.partId))
    .innerJoin(orders, eq(orders.id, earnings.orderId))
    .where(stands(asked))
    .orderBy(desc(earnings.partId))
    .limit(limit)
    .offset(offset);
}

export async function countEarningRows(db: DbOrTx, asked: Asked): Promise<number> {
  const [row] = await db.select({ count: count() }).from(earnings).where(stands(asked));
  return row?.count ?? 0;
}

export type SalesPeriod = { sellerId: number; from: string; to: string };

function soldBy({ sellerId, from, to }: SalesPeriod): SQL {
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

export async function listSalesBuckets(db: DbOrTx, { by, ...asked }: SalesPeriod & { by: SalesGrain }) {
  const { rows } = await db.execute<Sums & { at: string }>(sql`
    select to_char(spans.at, 'YYYY-MM-DD') as at, ${SUMS}
    from generate_series(date_trunc(${by}, ${asked.from}::timestamp), ${asked.to}::timestamp,
      ('1 ' || ${by})::interval) as spans(at)
    left join ${soldBy(asked)} on date_trunc(${by}, sold.day::timestamp) = spans.at
    group by spans.at order by spans.at`);
  return rows.map((row) => ({ at: row.at, ...asCents(row) }));
}

/** Best-selling first. */
export async function listSoldItems(db: DbOrTx, { limit, ...asked }: SalesPeriod & { limit: number }) {
  const { rows } = await db.execute<Sums & { id: number; title: string; views: number }>(sql`
    select r.id, r.title, s.sold, s.paid, s.net,
      (select coalesce(sum(v.views), 0)::int from resource_views v
        where v.resource_id = r.id and v.day between ${asked.from}::date and ${asked.to}::date) as views
    from (select item_id, ${SUMS} from ${soldBy(asked)} group by item_id) s
    join resources r on r.id = s.item_id
    order by s.net desc, s.sold desc, r.id limit ${limit}`);
  return rows.map(({ id, title, views, ...sums }) => ({ id, title, views, ...asCents(sums) }));
}

/** Refunds of sales in these days, without tax; by item. */
export async function listRefundedItems(db: DbOrTx, { sellerId, from, to }: SalesPeriod) {
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
