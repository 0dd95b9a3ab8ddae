// Abandoned carts and reminder preferences, in SQL.
import { eq, isNull, lte, or, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { cartItems, cartReminders } from '#server/db/schema/cart.ts';

type Whose = { userId: number };

/** When a cart must have been changed last, and when its owner must have been reminded last. */
export type ReminderTimes = { touchedFrom: Date; touchedUntil: Date; remindedUntil: Date };

export type AbandonedCart = {
  userId: number;
  email: string;
  firstName: string;
  lastName: string;
  username: string;
};

/**
 * Carts of users who can be emailed, want reminders, and have bought nothing since. Each cart is reminded of once; again
 * only after another change, and much later.
 */
export async function listAbandonedCarts(
  db: DbOrTx,
  { touchedFrom, touchedUntil, remindedUntil }: ReminderTimes,
  { after = 0, limit, userId = null }: { after?: number; limit: number; userId?: number | null },
): Promise<AbandonedCart[]> {
  const { rows } = await db.execute<AbandonedCart>(sql`
    with candidates as (
      select distinct user_id from cart_items
      where touched_at between ${touchedFrom} and ${touchedUntil}
        and user_id > ${after} and (${userId}::int is null or user_id = ${userId}::int)
    ), carts as (
      select user_id, max(touched_at) as touched_at from cart_items
      where user_id in (select user_id from candidates)
      group by user_id
    )
    select users.id as "userId", users.email, users.username,
      users.first_name as "firstName", users.last_name as "lastName"
    from carts
    join users on users.id = carts.user_id
    left join notification_settings
      on notification_settings.user_id = users.id and notification_settings.kind = 'cart-reminder'
    left join cart_reminders on cart_reminders.user_id = users.id
    where carts.touched_at <= ${touchedUntil}
      and users.state = 'active' and users.email_verified_at is not null
      and coalesce(notification_settings.has_email, true)
      and (cart_reminders.reminded_at is null
        or (cart_reminders.reminded_at <= ${remindedUntil} and carts.touched_at > cart_reminders.reminded_at))
      and not exists (
        select 1 from orders where orders.user_id = users.id and orders.paid_at >= carts.touched_at)
    order by users.id
    limit ${limit}`);
  return rows;
}

/** False if another process was faster. */
export async function claimReminder(
  tx: Tx,
  { userId, now, remindedUntil }: Whose & { now: Date; remindedUntil: Date },
): Promise<boolean> {
  const claimed = await tx
    .insert(cartReminders)
    .values({ userId, remindedAt: now })
    .onConflictDoUpdate({
      target: cartReminders.userId,
      set: { remindedAt: now },
      setWhere: or(isNull(cartReminders.remindedAt), lte(cartReminders.remindedAt, remindedUntil)),
    })
    .returning({ userId: cartReminders.userId });
  return claimed.length > 0;
}

/** Null if the key is unknown. */
export async function findReminderOwner(db: DbOrTx, { offKey }: { offKey: string }): Promise<number | null> {
  const [row] = await db
    .select({ userId: cartReminders.userId })
    .from(cartReminders)
    .where(eq(cartReminders.offKey, offKey));
  return row?.userId ?? null;
}

export async function markAllReminded(db: DbOrTx, { at }: { at: Date }): Promise<void> {
  const owners = db
    .selectDistinct({ userId: cartItems.userId, remindedAt: sql<Date>`${at}::timestamptz`.as('reminded_at') })
    .from(cartItems);
  await db.execute(sql`
    insert into ${cartReminders} (user_id, reminded_at) ${owners}
    on conflict (user_id) do update set reminded_at = excluded.reminded_at`);
}
