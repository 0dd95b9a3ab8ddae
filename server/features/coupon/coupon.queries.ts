// Coupons as a checkout finds and claims them, in SQL.
import { eq, sql, type SQL } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { couponItems, coupons, couponSellers } from '#server/db/schema/coupon.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import { couponKey } from '#shared/features/coupon/coupon.rules.ts';
import type { CouponItem } from '#shared/features/coupon/coupon.states.ts';

/** Whose limits count. Nobody is known yet of a guest who has not said an address. */
export type CouponPerson = { userId: number | null; email: string | null };

export function personKey({ userId, email }: CouponPerson): string | null {
  if (userId !== null) return `u${userId}`;
  return email === null ? null : `e${identityKey(email)}`;
}

/** Also what they used with their address before they had an account. */
function keysOf({ userId, email }: CouponPerson): SQL {
  if (userId === null) return sql`array[${personKey({ userId, email })}]::text[]`;
  return sql`array[${`u${userId}`}, (
    select 'e' || owner.email_key from users owner where owner.id = ${userId} and owner.email_verified_at is not null
  )]::text[]`;
}

/** A hold older than this, or whose card was refused, may be given up by the one who holds it. */
const HOLD_IS_FRESH_MS = 60_000;

export type FoundCoupon = NonNullable<Awaited<ReturnType<typeof findCouponFor>>>;

/** The coupon, and what this person has to do with it; uses by `exceptOrderId` are theirs to use again. */
export async function findCouponFor(
  db: DbOrTx,
  {
    code,
    person,
    exceptOrderId,
    now,
  }: { code: string; person: CouponPerson; exceptOrderId: number | null; now: Date },
) {
  const keys = keysOf(person);
  const staleBefore = new Date(now.getTime() - HOLD_IS_FRESH_MS);
  const theirs = sql`u.person = any(${keys}) and u.state <> 'freed' and u.order_id <> ${exceptOrderId ?? 0}`;
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
      sellerName: sql<string | null>`(select name from stores where user_id = ${coupons}.seller_id)`,
      useCount: sql<number>`${coupons}.use_count - (select count(*)::int from coupon_uses u
        where u.order_id = ${exceptOrderId ?? 0} and u.coupon_id = ${coupons}.id and u.state <> 'freed')`,
      ownUses: sql<number>`(select count(*)::int from coupon_uses u where ${theirs} and u.coupon_id = ${coupons}.id)`,
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

export type CouponClaim = {
  couponId: number;
  /** As it was when the price was made. */
  updatedAt: Date;
  orderId: number;
  person: string;
  discountCents: number;
  now: Date;
};

/**
 * One statement, whose limits are constraints: coupons_uses for all together, coupon_uses_turn for each person and
 * coupon_uses_first_order. False: it was changed or switched off meanwhile.
 */
export async function insertUse(tx: Tx, claim: CouponClaim): Promise<boolean> {
  const { couponId, updatedAt, orderId, person, discountCents, now } = claim;
  const { rowCount } = await tx.execute(sql`
    with claimed as (
      update coupons set use_count = use_count + 1
      where id = ${couponId} and is_active and date_trunc('milliseconds', updated_at) = ${updatedAt}::timestamptz
      returning id, max_per_person, is_first_order_only
    )
    insert into coupon_uses (coupon_id, order_id, person, turn, is_first_order, discount_cents, created_at)
    select c.id, ${orderId}, ${person}, case when c.max_per_person is null then 0 else coalesce((
        select min(n) from generate_series(1, c.max_per_person) n where not exists (
          select 1 from coupon_uses u
          where u.coupon_id = c.id and u.person = ${person} and u.turn = n and u.state <> 'freed'
        )
      ), c.max_per_person) end, c.is_first_order_only, ${discountCents}, ${now}::timestamptz
    from claimed c`);
  return (rowCount ?? 0) > 0;
}
