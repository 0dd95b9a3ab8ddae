// Managing coupons in SQL. Every query is scoped to the owner.
import { and, count, desc, eq, inArray, isNotNull, isNull, sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { containsWords } from '#server/db/search.ts';
import { couponItems, coupons, couponSellers } from '#server/db/schema/coupon.ts';
import { sellers } from '#server/db/schema/seller.ts';
import type { CouponItem, CouponState } from '#shared/features/coupon/coupon.states.ts';

/** A seller's own, or all of them. */
export type CouponOwner = { sellerId: number } | 'staff';

const isOwnedBy = (owner: CouponOwner) =>
  owner === 'staff' ? undefined : eq(coupons.sellerId, owner.sellerId);

function standingAt(now: Date): SQL<CouponState> {
  return sql<CouponState>`case
    when not ${coupons.isActive} then 'off'
    when ${coupons.endsAt} <= ${now}::timestamptz then 'over'
    when ${coupons.useCount} >= ${coupons.maxUses} then 'used_up'
    when ${coupons.startsAt} > ${now}::timestamptz then 'planned'
    else 'active' end`;
}

/** Orders that were paid and not fully refunded; for a seller's coupon, only their share of them. */
const usage = {
  usedCount: sql<number>`(select count(*)::int from coupon_uses u where u.coupon_id = ${coupons}.id and u.state = 'used')`,
  heldCount: sql<number>`(select count(*)::int from coupon_uses u where u.coupon_id = ${coupons}.id and u.state = 'held')`,
  discountCents: sql<number>`(select coalesce(sum(u.discount_cents), 0) from coupon_uses u
    where u.coupon_id = ${coupons}.id and u.state = 'used')`.mapWith(Number),
  revenueCents: sql<number>`(select coalesce(sum(p.amount_cents - p.discount_cents - p.returned_cents
      + least(p.returned_cents, p.tax_cents)), 0)
    from coupon_uses u join order_parts p on p.order_id = u.order_id
    where u.coupon_id = ${coupons}.id and u.state = 'used'
      and (${coupons}.seller_id is null or p.seller_id = ${coupons}.seller_id))`.mapWith(Number),
  isWorthFixed: sql<boolean>`exists (select 1 from coupon_uses u where u.coupon_id = ${coupons}.id)`,
};

export type CouponFilter = {
  owner: CouponOwner;
  of?: 'house' | 'sellers' | undefined;
  q?: string | undefined;
  standing?: CouponState | undefined;
  now: Date;
};

function isFound({ owner, of, q }: CouponFilter) {
  return and(
    isOwnedBy(owner),
    of === 'house' ? isNull(coupons.sellerId) : of === 'sellers' ? isNotNull(coupons.sellerId) : undefined,
    containsWords(
      sql`lower(${coupons.code} || ' ' || ${coupons.note} || ' ' || coalesce(${sellers.name}, ''))`,
      q,
    ),
  );
}

export type CouponRow = Awaited<ReturnType<typeof listCouponRows>>[number];

export async function listCouponRows(
  db: DbOrTx,
  { limit, offset, id, ...filter }: CouponFilter & { limit: number; offset: number; id?: number },
) {
  const standing = standingAt(filter.now);
  return db
    .select({ coupon: coupons, sellerName: sellers.name, standing, ...usage })
    .from(coupons)
    .leftJoin(sellers, eq(sellers.userId, coupons.sellerId))
    .where(
      and(
        isFound(filter),
        id === undefined ? undefined : eq(coupons.id, id),
        filter.standing && sql`${standing} = ${filter.standing}`,
      ),
    )
    .orderBy(desc(coupons.id))
    .limit(limit)
    .offset(offset);
}

export async function countCouponStates(db: DbOrTx, filter: CouponFilter) {
  // Grouped by a name: to PostgreSQL the same parameter used twice makes two different expressions.
  const found = db
    .select({ standing: standingAt(filter.now).as('standing') })
    .from(coupons)
    .leftJoin(sellers, eq(sellers.userId, coupons.sellerId))
    .where(isFound(filter))
    .as('found');
  return db.select({ standing: found.standing, count: count() }).from(found).groupBy(found.standing);
}

/** The items coupons are limited to, with titles. */
export async function listChosenItems(db: DbOrTx, { couponIds }: { couponIds: readonly number[] }) {
  if (couponIds.length === 0) return [];
  return db
    .select({
      couponId: couponItems.couponId,
      itemType: couponItems.itemType,
      itemId: couponItems.itemId,
      title: sql<string>`coalesce(case ${couponItems.itemType}
        when 'resource' then (select title from resources where id = ${couponItems.itemId})
        when 'course' then (select title from courses where id = ${couponItems.itemId})
        else (select title from bundles where id = ${couponItems.itemId}) end, 'Deleted item')`,
    })
    .from(couponItems)
    .where(inArray(couponItems.couponId, [...couponIds]))
    .orderBy(couponItems.itemType, couponItems.itemId);
}

export async function listChosenSellers(db: DbOrTx, { couponIds }: { couponIds: readonly number[] }) {
  if (couponIds.length === 0) return [];
  return db
    .select({ couponId: couponSellers.couponId, id: sellers.userId, name: sellers.name })
    .from(couponSellers)
    .innerJoin(sellers, eq(sellers.userId, couponSellers.sellerId))
    .where(inArray(couponSellers.couponId, [...couponIds]))
    .orderBy(sellers.name);
}

export type ItemFilter = {
  /** Null: all sellers. For a seller, what they sell, not what they teach. */
  sellerId: number | null;
  q?: string | undefined;
  only?: readonly CouponItem[];
  limit: number;
};

/** What can be chosen: items on sale, or chosen before. */
export async function listItemChoices(db: DbOrTx, { sellerId, q, only, limit }: ItemFilter) {
  const requested = JSON.stringify(only ?? []);
  const { rows } = await db.execute<{
    item_type: CouponItem['itemType'];
    item_id: number;
    title: string;
    seller_name: string;
  }>(sql`
    select t.item_type, t.item_id, t.title, t.seller_name from (
      select 'resource' as item_type, r.id as item_id, r.title, s.name as seller_name, r.seller_id, r.is_listed
      from resources r join sellers s on s.user_id = r.seller_id
      union all
      select 'bundle', b.id, b.title, coalesce(s.name, ''), b.seller_id, b.state = 'published'
      from bundles b left join sellers s on s.user_id = b.seller_id
      union all
      select 'course', c.id, c.title, '', null, c.is_listed from courses c
    ) t
    where (${sellerId}::int is null or t.seller_id = ${sellerId}::int)
      and case when ${only === undefined} then t.is_listed else exists (
        select 1 from jsonb_to_recordset(${requested}::jsonb) as w("itemType" text, "itemId" int)
        where w."itemType" = t.item_type and w."itemId" = t.item_id
      ) end
      and ${containsWords(sql`lower(t.title || ' ' || t.seller_name)`, q) ?? sql`true`}
    order by t.title, t.item_id limit ${limit}`);
  return rows.map(({ item_type: itemType, item_id: itemId, title, seller_name: sellerName }) => ({
    itemType,
    itemId,
    title,
    sellerName,
  }));
}

export async function listSellerChoices(
  db: DbOrTx,
  { q, only, limit }: { q?: string | undefined; only?: readonly number[]; limit: number },
) {
  return db
    .select({ id: sellers.userId, name: sellers.name })
    .from(sellers)
    .where(
      and(
        only ? sql`${sellers.userId} = any(${sql.param([...only])}::int[])` : eq(sellers.state, 'approved'),
        containsWords(sql`lower(${sellers.name})`, q),
      ),
    )
    .orderBy(sellers.name)
    .limit(limit);
}

/** Locked until the transaction ends. */
export async function lockSeller(tx: Tx, { userId }: { userId: number }) {
  const [row] = await tx
    .select({ state: sellers.state, suspendedReason: sellers.suspendedReason })
    .from(sellers)
    .where(eq(sellers.userId, userId))
    .for('share');
  return row ?? null;
}

export async function isSeller(db: DbOrTx, { userId }: { userId: number }): Promise<boolean> {
  return (await db.$count(sellers, eq(sellers.userId, userId))) > 0;
}

export type CouponValues = Omit<typeof coupons.$inferInsert, 'id' | 'useCount'>;

export async function insertCoupon(tx: Tx, values: CouponValues): Promise<number> {
  const [row] = await tx.insert(coupons).values(values).returning({ id: coupons.id });
  if (!row) throw new Error('The coupon was not inserted');
  return row.id;
}

/** Locked against changes and claims until the transaction ends. */
export async function lockCoupon(tx: Tx, { id, owner }: { id: number; owner: CouponOwner }) {
  const [row] = await tx
    .select()
    .from(coupons)
    .where(and(eq(coupons.id, id), isOwnedBy(owner)))
    .for('update');
  return row ?? null;
}

export async function wasUsed(tx: Tx, { id }: { id: number }): Promise<boolean> {
  const { rows } = await tx.execute(sql`select 1 from coupon_uses where coupon_id = ${id} limit 1`);
  return rows.length > 0;
}

export async function updateCouponRow(
  tx: Tx,
  { id, ...change }: { id: number } & Partial<CouponValues>,
): Promise<void> {
  await tx.update(coupons).set(change).where(eq(coupons.id, id));
}

export async function replaceChosenItems(
  tx: Tx,
  { id, items, sellers }: { id: number; items: readonly CouponItem[]; sellers: readonly number[] },
): Promise<void> {
  await tx.delete(couponItems).where(eq(couponItems.couponId, id));
  await tx.delete(couponSellers).where(eq(couponSellers.couponId, id));
  if (items.length > 0) {
    await tx
      .insert(couponItems)
      .values(items.map(({ itemType, itemId }) => ({ couponId: id, itemType, itemId })));
  }
  if (sellers.length > 0) {
    await tx.insert(couponSellers).values(sellers.map((sellerId) => ({ couponId: id, sellerId })));
  }
}
