// Lists of orders, sold lines and purchases, in SQL.
import { and, eq, inArray, sql, desc, count, isNotNull } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { orders, orderLines, orderParts } from '#server/db/schema/order.ts';
import { resources } from '#server/db/schema/resource.ts';
import { courses } from '#server/db/schema/course.ts';
import { bundles } from '#server/db/schema/bundle.ts';
import { NAMELESS } from '#shared/names.ts';
import { disputeOf, hasOpenRequest, refundingCents } from './order-money.queries.ts';

type Page = { limit: number; offset: number };

/** Paid or refunded orders; an abandoned checkout isn't listed. */
const SHOWN = ['paid', 'partially_refunded', 'refunded'] as const;

export async function listOrderRows(db: DbOrTx, { userId, limit, offset }: { userId: number } & Page) {
  const mine = and(eq(orders.userId, userId), inArray(orders.state, [...SHOWN]));
  const rows = await db
    .select({
      id: orders.id,
      number: orders.number,
      state: orders.state,
      totalCents: orders.totalCents,
      refundedCents: orders.refundedCents,
      refundingCents,
      hasRequest: hasOpenRequest,
      dispute: disputeOf,
      currency: orders.currency,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
      // Written out, because Drizzle omits the table name in single-table queries, and `id` would be the line's.
      titles: sql<
        string[]
      >`array(select l.title from order_lines l where l.order_id = orders.id order by l.position)`,
    })
    .from(orders)
    .where(mine)
    .orderBy(desc(orders.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await db.select({ total: count() }).from(orders).where(mine);
  return { rows, total: counted?.total ?? 0 };
}

/** With the items' current covers; deleted items have none. */
export async function listOrderLines(db: DbOrTx, { orderId }: { orderId: number }) {
  return db
    .select({
      line: orderLines,
      resourceUpdatedAt: resources.updatedAt,
      courseUpdatedAt: courses.updatedAt,
      bundleFirst: sql<number | null>`(
        select i.resource_id from bundle_items i where i.bundle_id = ${bundles.id} and i.resource_id is not null
        order by i.position limit 1)`,
    })
    .from(orderLines)
    .leftJoin(resources, and(eq(orderLines.itemType, 'resource'), eq(resources.id, orderLines.itemId)))
    .leftJoin(courses, and(eq(orderLines.itemType, 'course'), eq(courses.id, orderLines.itemId)))
    .leftJoin(bundles, and(eq(orderLines.itemType, 'bundle'), eq(bundles.id, orderLines.itemId)))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(orderLines.position);
}

/** One seller's sales, part by part. */
export async function listSoldParts(db: DbOrTx, { sellerId, limit, offset }: { sellerId: number } & Page) {
  const sold = and(eq(orderParts.sellerId, sellerId), isNotNull(orders.paidAt));
  const rows = await db
    .select({
      id: orderParts.id,
      orderNumber: orders.number,
      itemType: orderParts.itemType,
      itemId: orderParts.itemId,
      title: orderParts.title,
      lineType: orderLines.itemType,
      lineTitle: orderLines.title,
      quantity: orderLines.quantity,
      part: {
        sellerId: orderParts.sellerId,
        amountCents: orderParts.amountCents,
        discountCents: orderParts.discountCents,
        taxCents: orderParts.taxCents,
        feeCents: orderParts.feeCents,
      },
      // Matches the ledger: a refund counts once the gateway has paid it.
      returnedCents: sql<number>`(
        coalesce((select sum(rp.share_cents) from refund_parts rp join refunds r on r.id = rp.refund_id
          where rp.part_id = ${orderParts.id} and r.state = 'succeeded'), 0)
        + coalesce((select sum(d.share_cents) from dispute_parts d where d.part_id = ${orderParts.id}), 0))::float8`,
      isLive: orderLines.isLive,
      // What the buyer asked back, of this line or of the whole order.
      hasRequest: sql<boolean>`exists (select 1 from refund_requests q where q.order_id = ${orders.id}
        and q.state = 'asked' and coalesce(q.line_id, ${orderLines.id}) = ${orderLines.id})`,
      isRefunding: sql<boolean>`exists (select 1 from refund_parts rp join refunds r on r.id = rp.refund_id
        where rp.part_id = ${orderParts.id} and r.state = 'requested')`,
      dispute: disputeOf,
      paidAt: orders.paidAt,
    })
    .from(orderParts)
    .innerJoin(orders, eq(orders.id, orderParts.orderId))
    .innerJoin(orderLines, eq(orderLines.id, orderParts.lineId))
    .where(sold)
    .orderBy(desc(orderParts.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await db
    .select({ total: count() })
    .from(orderParts)
    .innerJoin(orders, eq(orders.id, orderParts.orderId))
    .where(sold);
  return { rows, total: counted?.total ?? 0 };
}

type PurchaseRow = {
  item_type: 'resource' | 'course';
  item_id: number;
  title: string;
  kind: string;
  seller_name: string;
  updated_at: Date;
  cause: string;
  order_id: number | null;
  number: string | null;
  owned_since: Date;
  file_count: number;
  total: number;
  licence: { id: number; quantity: number; held: number; invited: number } | null;
  seat: { id: number; from: string } | null;
};

/** Each item once, by its oldest cause; live entitlements only. */
export async function listPurchaseRows(
  db: DbOrTx,
  { userId, now, q, limit, offset }: { userId: number; now: Date; q: string | undefined } & Page,
): Promise<PurchaseRow[]> {
  const like = q ? `%${q.replaceAll(/[%_\\]/g, String.raw`\$&`)}%` : null;
  const { rows } = await db.execute(sql`
    with mine as (
      select distinct on (e.item_type, e.item_id) e.item_type, e.item_id, e.cause, e.cause_ref, e.created_at
      from entitlements e
      where e.user_id = ${userId} and e.state = 'active' and (e.ends_at is null or e.ends_at > ${now})
      order by e.item_type, e.item_id, e.created_at, e.id
    ), owned as (
      select mine.*, r.title, r.type as kind, s.name as seller_name, r.updated_at,
        (select count(*)::int from resource_files f where f.resource_id = r.id and f.version = r.version) as file_count
      from mine join resources r on mine.item_type = 'resource' and r.id = mine.item_id
      join sellers s on s.user_id = r.seller_id
      union all
      select mine.*, c.title, c.kind, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), ${NAMELESS}),
        c.updated_at, 0
      from mine join courses c on mine.item_type = 'course' and c.id = mine.item_id
      join users u on u.id = c.instructor_id
    ), page as (
      select owned.item_type, owned.item_id, owned.title, owned.kind, owned.seller_name, owned.updated_at,
        owned.cause, owned.created_at as owned_since, owned.file_count, o.id as order_id, o.number,
        count(*) over ()::int as total
      from owned
      left join order_lines l on owned.cause = 'order_line' and l.id::text = owned.cause_ref
      left join orders o on o.id = l.order_id and o.user_id = ${userId}
      where ${like}::text is null or owned.title ilike ${like} or owned.seller_name ilike ${like}
      order by owned.created_at desc, owned.item_id desc
      limit ${limit} offset ${offset}
    )
    select page.*, (
      select jsonb_build_object('id', l.id, 'quantity', l.quantity,
        'held', (select count(*) from seats s where s.line_id = l.id and s.state = 'held'),
        'invited', (select count(*) from seats s where s.line_id = l.id and s.state = 'invited'))
      from orders o join order_lines l on l.order_id = o.id join order_parts p on p.line_id = l.id
      where o.user_id = ${userId} and l.is_live and l.quantity > 1
        and p.item_type = page.item_type and p.item_id = page.item_id
      order by l.id limit 1
    ) as licence, (
      select jsonb_build_object('id', s.id,
        'from', coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), o.name))
      from seats s join order_lines l on l.id = s.line_id join order_parts p on p.line_id = l.id
      join orders o on o.id = l.order_id left join users u on u.id = o.user_id
      where s.holder_id = ${userId} and l.is_live and p.item_type = page.item_type and p.item_id = page.item_id
      order by s.id limit 1
    ) as seat
    from page order by page.owned_since desc, page.item_id desc
  `);
  return rows as PurchaseRow[];
}

/**
 * The start of the statement that counts sales: the oldest paid orders not counted yet (`due`), what they sold (`sold`, by
 * item) and for how much (`parts`).
 */
export const takeUncountedOrdersSql = (limit: number) => sql`due as (
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
    )`;
