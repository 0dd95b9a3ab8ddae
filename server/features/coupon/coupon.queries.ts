// Finding and claiming coupons at checkout, in SQL.
import { eq, sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { couponItems, coupons, couponSellers } from '#server/db/schema/coupon.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import { couponKey } from '#shared/features/coupon/coupon.rules.ts';
import type { CouponItem } from '#shared/features/coupon/coupon.states.ts';

/** Identifies the user a use belongs to. */
export function couponUserKey({ userId, email }: { userId: number | null; email: string }): string {
  return userId === null ? `e${identityKey(email)}` : `u${userId}`;
}

/** Includes uses with the user's address before they registered. A guest's unconfirmed address identifies nobody. */
function keysOf(userId: number | null): SQL {
  if (userId === null) return sql`'{}'::text[]`;
  return sql`array[${`u${userId}`}, (
    select 'e' || owner.email_key from users owner where owner.id = ${userId} and owner.email_verified_at is not null
  )]::text[]`;
}

/** The holder may release a hold that is older than this, or whose card was declined. */
const HOLD_IS_FRESH_MS = 60_000;

export type FoundCoupon = NonNullable<Awaited<ReturnType<typeof findCouponFor>>>;

/** The coupon with the user's uses of it; uses by `exceptOrderId` may be reused. */
export async function findCouponFor(
  db: DbOrTx,
  {
    code,
    userId,
    exceptOrderId,
    now,
  }: { code: string; userId: number | null; exceptOrderId: number | null; now: Date },
) {
  const keys = keysOf(userId);
  const staleBefore = new Date(now.getTime() - HOLD_IS_FRESH_MS);
  const theirs = sql`u.buyer = any(${keys}) and u.state <> 'freed' and u.order_id <> ${exceptOrderId ?? 0}`;
  const [row] = await db
    .select({
      coupon: coupons,
      items: sql<
        CouponItem[]
      >`coalesce((select jsonb_agg(jsonb_build_object('itemType', i.item_type, 'itemId', i.item_id))
        from ${couponItems} i where i.coupon_id = ${coupons}.id), '[]')`,
      sellers: sql<
        number[]
      >`array(select s.seller_id from ${couponSellers} s where s.coupon_id = ${coupons}.id)`,
      sellerName: sql<string | null>`(select name from sellers where user_id = ${coupons}.seller_id)`,
      useCount: sql<number>`${coupons}.use_count - (select count(*)::int from coupon_uses u
        where u.order_id = ${exceptOrderId ?? 0} and u.coupon_id = ${coupons}.id and u.state <> 'freed')`,
      ownUses: sql<number>`(select count(*)::int from coupon_uses u where ${theirs} and u.coupon_id = ${coupons}.id)`,
      isConfirmed: sql<boolean>`exists (select 1 from users viewer
        where viewer.id = ${userId} and viewer.email_verified_at is not null)`,
      hasFirstOrderUse: sql<boolean>`exists (select 1 from coupon_uses u where ${theirs} and u.is_first_order)`,
      hasOrdered: sql<boolean>`exists (select 1 from order_lines l where l.buyer = any(${keys}) and l.is_live)`,
      staleHold: sql<number | null>`(select u.order_id from coupon_uses u
        where ${theirs} and u.state = 'held' and (u.coupon_id = ${coupons}.id or u.is_first_order)
          and (u.created_at < ${staleBefore}::timestamptz or exists (select 1 from payments p
            where p.order_id = u.order_id and p.state = 'open' and p.last_error is not null))
        order by u.id limit 1)`,
    })
    .from(coupons)
    .where(eq(sql`lower(${coupons.code})`, couponKey(code)));
  return row ?? null;
}

/** Where a payment comes from; holds are limited per network and card, too. */
export type HoldOrigin = { network: string | null; card: string | null };

export type CouponClaim = {
  couponId: number;
  /** The coupon's version when the price was calculated; absent if the price was promised whatever happens to it. */
  updatedAt?: Date;
  orderId: number;
  buyer: string;
  discountCents: number;
  now: Date;
  origin: HoldOrigin;
};

/** Everyone else claiming this coupon waits from here on. False if it was changed or deactivated meanwhile. */
export async function countUse(
  tx: Tx,
  { couponId, updatedAt }: Pick<CouponClaim, 'couponId' | 'updatedAt'>,
): Promise<boolean> {
  const isSame = updatedAt
    ? sql`is_active and date_trunc('milliseconds', updated_at) = ${updatedAt}::timestamptz`
    : sql`true`;
  const { rowCount } = await tx.execute(
    sql`update coupons set use_count = use_count + 1 where id = ${couponId} and ${isSame}`,
  );
  return (rowCount ?? 0) > 0;
}

type Hold = Pick<CouponClaim, 'couponId' | 'orderId' | 'buyer' | 'origin'>;

/** Other pending payments with this coupon by the same user, network or card. */
export async function countWaiting(tx: Tx, { couponId, orderId, buyer, origin }: Hold) {
  const { network, card } = origin;
  const { rows } = await tx.execute<{ buyer: number; network: number; card: number }>(sql`
    select count(*) filter (where u.buyer = ${buyer})::int as buyer,
      count(*) filter (where u.network = ${network})::int as network,
      count(*) filter (where u.card = ${card})::int as card
    from coupon_uses u
    join payments p on p.order_id = u.order_id and p.state in ('requires_action', 'processing')
    where u.coupon_id = ${couponId} and u.state = 'held' and u.order_id <> ${orderId}`);
  return rows[0] ?? { buyer: 0, network: 0, card: 0 };
}

/** How many attempts with this card and coupon failed. */
export async function countFailures(
  tx: Tx,
  { couponId, card, since }: { couponId: number; card: string; since: Date },
): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from coupon_uses
    where coupon_id = ${couponId} and card = ${card} and state = 'freed' and ended_at > ${since}::timestamptz`);
  return rows[0]?.count ?? 0;
}

/** The hold of an order on a limited coupon. Nobody else claims or counts the coupon until the transaction ends. */
export async function lockSharedHold(tx: Tx, { orderId }: { orderId: number }): Promise<Hold | null> {
  const { rows } = await tx.execute<{
    coupon_id: number;
    buyer: string;
    network: string | null;
    card: string | null;
  }>(sql`
    select c.id as coupon_id, u.buyer, u.network, u.card
    from coupon_uses u join coupons c on c.id = u.coupon_id
    where u.order_id = ${orderId} and u.state = 'held' and c.max_uses is not null
    for update of c`);
  const [row] = rows;
  if (!row) return null;
  const { coupon_id: couponId, buyer, network, card } = row;
  return { couponId, orderId, buyer, origin: { network, card } };
}

/** The limits are constraints: coupon_uses_number per user, coupon_uses_first_order, coupon_uses_order. */
export async function insertUse(tx: Tx, claim: CouponClaim): Promise<void> {
  const { couponId, orderId, buyer, discountCents, now, origin } = claim;
  await tx.execute(sql`
    insert into coupon_uses (coupon_id, order_id, buyer, use_number, is_first_order, discount_cents, network, card, created_at)
    select c.id, ${orderId}, ${buyer}, case when c.max_per_person is null then 0 else coalesce((
        select min(n) from generate_series(1, c.max_per_person) n where not exists (
          select 1 from coupon_uses u
          where u.coupon_id = c.id and u.buyer = ${buyer} and u.use_number = n and u.state <> 'freed'
        )
      ), c.max_per_person) end, c.is_first_order_only, ${discountCents}, ${origin.network}, ${origin.card},
      ${now}::timestamptz
    from coupons c where c.id = ${couponId}`);
}

export async function hasUse(db: DbOrTx, { orderId }: { orderId: number }): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from coupon_uses where order_id = ${orderId} and state <> 'freed'`,
  );
  return rows.length > 0;
}

export async function findCouponId(db: DbOrTx, { code }: { code: string }): Promise<number | null> {
  const [row] = await db
    .select({ id: coupons.id })
    .from(coupons)
    .where(eq(sql`lower(${coupons.code})`, couponKey(code)));
  return row?.id ?? null;
}

/** Does nothing if it isn't held. */
export async function releaseUse(tx: Tx, { orderId, now }: { orderId: number; now: Date }): Promise<void> {
  await tx.execute(sql`
    with freed as (
      update coupon_uses set state = 'freed', ended_at = ${now}::timestamptz, network = null
      where order_id = ${orderId} and state = 'held' returning coupon_id
    )
    update coupons c set use_count = c.use_count - 1 from freed where c.id = freed.coupon_id`);
}

export async function clearCouponCards(db: DbOrTx, { before }: { before: Date }): Promise<void> {
  await db.execute(sql`
    update coupon_uses set card = null
    where card is not null and state <> 'held' and ended_at < ${before}::timestamptz`);
}

/** Part of the statement that completes an order, the `due` one (placeholder now): turns the held use into a used one. */
export const redeemCouponSql = sql`redeemed as (
      update coupon_uses set state = 'used', ended_at = ${sql.placeholder('now')}, network = null, card = null
      where order_id = (select id from due) and state = 'held'
    )`;
