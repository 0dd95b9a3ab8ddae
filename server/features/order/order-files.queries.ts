// The items of an order and the access they give, in SQL. Access is read from entitlements only.
import { sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import type { PartItem, SoldItem } from '#shared/features/entitlement/entitlement.states.ts';

/** The entitlement an order part gave: held by the order while it is a guest's, then by its owner. */
const givenBy = (
  now: Date,
): SQL => sql`left join entitlements e on e.cause = 'order_line' and e.cause_ref <> ''
    and e.cause_ref = p.line_id::text and e.item_type = p.item_type and e.item_id = p.item_id
    and e.state = 'active' and (e.ends_at is null or e.ends_at > ${now})`;

export type OrderItemRow = {
  lineId: number;
  lineType: SoldItem;
  lineTitle: string;
  quantity: number;
  isLive: boolean;
  itemType: PartItem;
  itemId: number;
  title: string;
  sellerName: string;
  updatedAt: Date | null;
  hasAccess: boolean;
};

/** Part by part: each item of a bundle, those with files first. */
export async function listOrderItems(
  db: DbOrTx,
  { orderId, now }: { orderId: number; now: Date },
): Promise<OrderItemRow[]> {
  const { rows } = await db.execute<OrderItemRow & { updatedAt: string | null }>(sql`
    select l.id as "lineId", l.item_type as "lineType", l.title as "lineTitle", l.quantity, l.is_live as "isLive",
      p.item_type as "itemType", p.item_id as "itemId", coalesce(r.title, c.title, p.title) as title,
      coalesce(s.name, nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username, l.seller_name) as "sellerName",
      coalesce(r.updated_at, c.updated_at) as "updatedAt", e.id is not null or (p.item_type in ('booking', 'membership') and l.is_live) as "hasAccess"
    from order_parts p
    join order_lines l on l.id = p.line_id
    ${givenBy(now)}
    left join resources r on p.item_type = 'resource' and r.id = p.item_id
    left join sellers s on s.user_id = r.seller_id
    left join courses c on p.item_type = 'course' and c.id = p.item_id
    left join users u on u.id = c.instructor_id
    where p.order_id = ${orderId}
    order by l.position, p.item_type = 'course', p.id`);
  return rows.map((row) => ({ ...row, updatedAt: row.updatedAt === null ? null : new Date(row.updatedAt) }));
}

export type OrderAccess = {
  name: string;
  email: string;
  number: string;
  hasAccess: boolean;
  isLive: boolean;
};

/** The licensee of a resource in an order; null if it isn't in it. */
export async function findOrderAccess(
  db: DbOrTx,
  { orderId, resourceId, now }: { orderId: number; resourceId: number; now: Date },
): Promise<OrderAccess | null> {
  const { rows } = await db.execute<OrderAccess>(sql`
    select o.name, o.email, o.number, e.id is not null or (p.item_type in ('booking', 'membership') and l.is_live) as "hasAccess", l.is_live as "isLive"
    from order_parts p
    join order_lines l on l.id = p.line_id
    join orders o on o.id = p.order_id
    ${givenBy(now)}
    where p.order_id = ${orderId} and p.item_type = 'resource' and p.item_id = ${resourceId}
    order by e.id is not null desc, l.is_live desc
    limit 1`);
  return rows[0] ?? null;
}

/** The dispute that matters: an open one before a decided one. */
export async function findDisputeOf(
  db: DbOrTx,
  { orderId }: { orderId: number },
): Promise<'open' | 'lost' | null> {
  const { rows } = await db.execute<{ dispute: 'open' | 'lost' }>(sql`
    select case when state = 'lost' then 'lost' else 'open' end as dispute from disputes
    where order_id = ${orderId} and state in ('open', 'under_review', 'lost')
    order by state = 'lost' limit 1`);
  return rows[0]?.dispute ?? null;
}
