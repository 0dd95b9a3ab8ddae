// Orders as they are read, in SQL.
import { and, count, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/account.ts';
import { bundles } from '#server/db/schema/bundle.ts';
import { orderLines, orderParts, orders } from '#server/db/schema/order.ts';
import { courses } from '#server/db/schema/course.ts';
import { resources } from '#server/db/schema/resource.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import type { OrderState } from '#shared/features/order/order.states.ts';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';
import { NAMELESS } from '#shared/names.ts';
import { enrolments } from '#server/db/schema/entitlement.ts';
import { payments } from '#server/db/schema/payment.ts';

type Page = { limit: number; offset: number };

/** Those that came to something; a cart that was left is no order to its owner. */
const SHOWN = ['paid', 'partially_refunded', 'refunded'] as const;

export async function listOrderRows(db: DbOrTx, { userId, limit, offset }: { userId: number } & Page) {
  const mine = and(eq(orders.userId, userId), inArray(orders.state, [...SHOWN]));
  const rows = await db
    .select({
      id: orders.id,
      number: orders.number,
      state: orders.state,
      totalCents: orders.totalCents,
      currency: orders.currency,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
      // Written out: of a single table Drizzle leaves its name away, and `id` would be the line's.
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

/** With the pictures the things have now; what was removed since has none. */
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

/** What one seller sold, part by part. */
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
      // As the ledger has it: a refund counts once the gateway has paid it.
      returnedCents: sql<number>`(
        coalesce((select sum(rp.share_cents) from refund_parts rp join refunds r on r.id = rp.refund_id
          where rp.part_id = ${orderParts.id} and r.state = 'succeeded'), 0)
        + coalesce((select sum(d.share_cents) from dispute_parts d where d.part_id = ${orderParts.id}), 0))::float8`,
      isLive: orderLines.isLive,
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

const enrolmentColumns = {
  id: enrolments.id,
  courseId: enrolments.courseId,
  state: enrolments.state,
  createdAt: enrolments.createdAt,
  title: courses.title,
  shortName: courses.shortName,
  kind: courses.kind,
  updatedAt: courses.updatedAt,
  firstName: users.firstName,
  lastName: users.lastName,
};

export async function listEnrolmentRows(
  db: DbOrTx,
  { userId, courseId }: { userId: number; courseId?: number },
) {
  return db
    .select(enrolmentColumns)
    .from(enrolments)
    .innerJoin(courses, eq(courses.id, enrolments.courseId))
    .innerJoin(users, eq(users.id, courses.instructorId))
    .where(
      and(
        eq(enrolments.userId, userId),
        courseId === undefined ? undefined : eq(enrolments.courseId, courseId),
      ),
    )
    .orderBy(desc(enrolments.createdAt), desc(enrolments.id));
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

/** Each thing once, by the cause that came first; only what is live now. */
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
    ), things as (
      select mine.*, r.title, r.type as kind, s.name as seller_name, r.updated_at,
        (select count(*)::int from resource_files f where f.resource_id = r.id and f.version = r.version) as file_count
      from mine join resources r on mine.item_type = 'resource' and r.id = mine.item_id
      join stores s on s.user_id = r.seller_id
      union all
      select mine.*, c.title, c.kind, coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), ${NAMELESS}),
        c.updated_at, 0
      from mine join courses c on mine.item_type = 'course' and c.id = mine.item_id
      join users u on u.id = c.instructor_id
    ), page as (
      select things.item_type, things.item_id, things.title, things.kind, things.seller_name, things.updated_at,
        things.cause, things.created_at as owned_since, things.file_count, o.id as order_id, o.number,
        count(*) over ()::int as total
      from things
      left join order_lines l on things.cause = 'order_line' and l.id::text = things.cause_ref
      left join orders o on o.id = l.order_id and o.user_id = ${userId}
      where ${like}::text is null or things.title ilike ${like} or things.seller_name ilike ${like}
      order by things.created_at desc, things.item_id desc
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

export type OrderRow = typeof orders.$inferSelect;

export async function findOrderRow(db: DbOrTx, { id }: { id: number }): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id));
  return row ?? null;
}

export async function lockOrder(tx: Tx, { id }: { id: number }): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(eq(orders.id, id))
    .for('update')
    .prepare('lock_order')
    .execute();
  return row ?? null;
}

export type ContentRow = {
  lineId: number;
  title: string;
  quantity: number;
  lineCents: number;
  itemType: EntitlementItem;
} & OrderedPart;

type OrderedPart = Pick<
  typeof orderParts.$inferSelect,
  'sellerId' | 'amountCents' | 'discountCents' | 'taxCents' | 'feeCents'
>;

/** Each part with its line; prices never change once the order is made, so they need no lock. */
export const contentsOfOrder = sql<ContentRow[]>`(
  select json_agg(json_build_object('lineId', l.id, 'title', l.title, 'quantity', l.quantity,
    'lineCents', l.amount_cents, 'itemType', p.item_type, 'sellerId', p.seller_id, 'amountCents', p.amount_cents,
    'discountCents', p.discount_cents, 'taxCents', p.tax_cents, 'feeCents', p.fee_cents) order by l.position, p.id)
  from order_parts p join order_lines l on l.id = p.line_id where p.order_id = orders.id)`;

export async function moveOrder(
  tx: Tx,
  {
    id,
    from,
    ...set
  }: { id: number; from: readonly OrderState[] } & Partial<
    Pick<OrderRow, 'state' | 'paidAt' | 'endedAt' | 'expiresAt' | 'userId' | 'refundedCents'>
  >,
): Promise<boolean> {
  const moved = await tx
    .update(orders)
    .set(set)
    .where(and(eq(orders.id, id), inArray(orders.state, [...from])))
    .returning({ id: orders.id });
  return moved.length > 0;
}

export type Contents = {
  lines: { title: string; quantity: number; amountCents: number }[];
  parts: OrderedPart[];
  /** What it gives: files to download, courses to learn, or both. */
  gives: ReadonlySet<EntitlementItem>;
};

/** What is in it: lines as they are read, parts as they are shared out. */
export async function listContents(db: DbOrTx, { orderId }: { orderId: number }): Promise<Contents> {
  const [row] = await db.select({ contents: contentsOfOrder }).from(orders).where(eq(orders.id, orderId));
  return toContents(row?.contents ?? []);
}

export function toContents(rows: readonly ContentRow[]): Contents {
  const lines = rows.filter(({ lineId }, at) => lineId !== rows[at - 1]?.lineId);
  return {
    gives: new Set(rows.map(({ itemType }) => itemType)),
    lines: lines.map(({ title, quantity, lineCents }) => ({ title, quantity, amountCents: lineCents })),
    parts: rows.map(({ sellerId, amountCents, discountCents, taxCents, feeCents }) => ({
      sellerId,
      amountCents,
      discountCents,
      taxCents,
      feeCents,
    })),
  };
}

export async function endLines(tx: Tx, { orderId }: { orderId: number }): Promise<void> {
  await tx.update(orderLines).set({ isLive: false }).where(eq(orderLines.orderId, orderId));
}

/** Titles of this order's lines that its address has by another order, or its account in any way. */
export async function listBoughtBefore(
  tx: Tx,
  { orderId, userId, email }: { orderId: number; userId: number | null; email: string },
): Promise<string[]> {
  const { rows } = await tx.execute<{ title: string }>(sql`
    select l.title from order_lines l
    where l.order_id = ${orderId} and (
      exists (
        select 1 from orders o join order_lines other on other.order_id = o.id
        where o.user_id is null and lower(o.email) = ${identityKey(email)} and o.id <> ${orderId}
          and other.is_live and other.item_type = l.item_type and other.item_id = l.item_id
      ) or not exists (
        select 1 from order_parts p where p.line_id = l.id and not exists (
          select 1 from entitlements e
          where e.user_id = ${userId}::int and e.item_type = p.item_type and e.item_id = p.item_id
            and e.state = 'active' and (e.ends_at is null or e.ends_at > now()))
      ))
    order by l.position`);
  return rows.map(({ title }) => title);
}

/**
 * The account that has proved the address to be its own, while an order is paid. Its row is locked first, so that an address which is being confirmed at this
 * moment counts as confirmed, and one that is confirmed next finds the order paid: either way the order is attached.
 */
export async function lockVerifiedOwner(tx: Tx, { email }: { email: string }): Promise<number | null> {
  const [row] = await tx
    .select({ id: users.id, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(and(eq(users.emailKey, identityKey(email)), eq(users.state, 'active')))
    .for('share');
  return row?.verifiedAt ? row.id : null;
}

const given = sql.placeholder;

/**
 * Part of the statement that completes an order (placeholders orderId, userId, buyer, isGuest, now): the order and its lines
 * are paid, and the deductions planned for its bundles count.
 */
export const markOrderPaidSql = sql`paid as (
      update orders set state = 'paid', paid_at = ${given('now')}, ended_at = ${given('now')},
        user_id = ${given('userId')}::int, is_counted = false
      where id = ${given('orderId')} and state = ${given('from')}
    ), lines as (
      update order_lines l set is_live = true, buyer = case
        when ${given('buyer')}::text is null or (${given('isGuest')}::boolean and exists (
          select 1 from order_lines o where o.buyer = ${given('buyer')} and o.is_live
            and o.item_type = l.item_type and o.item_id = l.item_id and o.id <> l.id)) then l.buyer
        else ${given('buyer')} end
      where order_id = ${given('orderId')}
    ), deducted as (
      update order_deductions d set state = 'standing' from order_parts p
      where p.order_id = ${given('orderId')} and d.part_id = p.id and d.state = 'planned'
    )`;

/**
 * The start of the statement that creates an order: the order (`made`), its lines, parts and deductions, however many. The
 * placeholders are the columns of the order, and lines, parts and deductions as JSON (see insertOrder in checkout).
 */
export const createOrderSql = sql`made as (
      insert into orders (user_id, email, name, zip, city, region, country, state, currency, subtotal_cents, discount_cents,
        tax_cents, total_cents, refunded_cents, coupon_code, is_from_cart, fingerprint, created_at, expires_at, paid_at,
        ended_at, is_counted)
      values (${given('userId')}, ${given('email')}, ${given('name')}, ${given('zip')}, ${given('city')},
        ${given('region')}, ${given('country')}, ${given('state')}, ${given('currency')}, ${given('subtotalCents')}, ${given('discountCents')},
        ${given('taxCents')}, ${given('totalCents')}, ${given('refundedCents')}, ${given('couponCode')},
        ${given('isFromCart')}, ${given('fingerprint')}, ${given('createdAt')}, ${given('expiresAt')}, ${given('paidAt')},
        ${given('endedAt')}, ${given('isCounted')})
      returning id, number
    ), lines as (
      insert into order_lines (order_id, position, item_type, item_id, title, kind, seller_name, unit_price_cents,
        quantity, owned_cents, amount_cents, discount_cents, tax_cents, buyer)
      select made.id, l.position, l."itemType", l."itemId", l.title, l.kind, l."sellerName", l."unitPriceCents",
        l.quantity, l."ownedCents", l."amountCents", coalesce(l."discountCents", 0), coalesce(l."taxCents", 0), l.buyer
      from made, jsonb_to_recordset(${given('lines')}::jsonb) as l(position smallint, "itemType" text,
        "itemId" int, title text, kind text, "sellerName" text, "unitPriceCents" bigint, quantity int,
        "ownedCents" bigint, "amountCents" bigint, "discountCents" bigint, "taxCents" bigint, buyer text)
      returning id, order_id, position
    ), parts as (
      insert into order_parts (order_id, line_id, item_type, item_id, title, seller_id, amount_cents, discount_cents,
        tax_cents, fee_cents)
      select lines.order_id, lines.id, p."itemType", p."itemId", p.title, p."sellerId", p."amountCents",
        coalesce(p."discountCents", 0), coalesce(p."taxCents", 0), p."feeCents"
      from jsonb_to_recordset(${given('parts')}::jsonb) as p(position smallint, "itemType" text,
        "itemId" int, title text, "sellerId" int, "amountCents" bigint, "discountCents" bigint,
        "taxCents" bigint, "feeCents" bigint)
      join lines on lines.position = p.position
      returning id, line_id, item_type, item_id
    ), deducted as (
      insert into order_deductions (part_id, source_part_id, amount_cents, held_cents)
      select part.id, coalesce(d."sourcePartId", source.id), d."amountCents", d."heldCents"
      from jsonb_to_recordset(${given('deductions')}::jsonb) as d(position smallint, "itemType" text, "itemId" int,
        "sourcePartId" int, "sourcePosition" smallint, "amountCents" bigint, "heldCents" bigint)
      join lines on lines.position = d.position
      join parts part on part.line_id = lines.id and part.item_type = d."itemType" and part.item_id = d."itemId"
      left join lines source_line on source_line.position = d."sourcePosition"
      left join parts source on source.line_id = source_line.id and source.item_type = d."itemType"
        and source.item_id = d."itemId"
    )`;

/** Why the order's card was declined last, as its buyer read it. */
export async function findLastError(db: DbOrTx, { orderId }: { orderId: number }): Promise<string | null> {
  const isLive = sql`${payments.state} in ('open', 'requires_action', 'processing')`;
  const [row] = await db
    .select({ lastError: payments.lastError })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(isLive), desc(payments.id))
    .limit(1);
  return row?.lastError ?? null;
}
