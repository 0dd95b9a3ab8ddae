// Access that follows from orders and seats, in SQL: given when an order is paid or a seat accepted, revoked and restored
// with what is refunded or disputed. Enrollments follow access.
import { sql } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';
import { entitlements } from '#server/db/schema/entitlement.ts';
import { orderParts } from '#server/db/schema/order.ts';

const given = sql.placeholder;

/**
 * Part of the statement that completes an order, the `due` one (placeholders userId, now): access to each part, held by the order
 * itself while it is a guest's; for a user, an enrollment in each course.
 */
export const grantOrderAccessSql = sql`given as (
      insert into entitlements (user_id, item_type, item_id, cause, cause_ref, created_at)
      select ${given('userId')}::int, p.item_type, p.item_id, 'order_line', p.line_id::text, ${given('now')}::timestamptz
      from order_parts p where p.order_id = (select id from due) and p.item_type in ('resource', 'course')
      on conflict do nothing
    ), enrolled as (
      insert into enrollments (user_id, course_id, created_at)
      select ${given('userId')}::int, p.item_id, ${given('now')}::timestamptz from order_parts p
      where p.order_id = (select id from due) and p.item_type = 'course' and ${given('userId')}::int is not null
      on conflict do nothing
    )`;

/**
 * Moves a guest order's access to the user who claimed it, in its current state: a line that was refunded
 * or is disputed gives them nothing. A course that is only paused comes along as suspended.
 */
export async function attachAccess(
  tx: Tx,
  { orderId, userId, now }: { orderId: number; userId: number; now: Date },
): Promise<void> {
  await tx.execute(sql`
    with attached as (
      update entitlements e set user_id = ${userId}
      from order_parts p join order_lines l on l.id = p.line_id
      where p.order_id = ${orderId} and e.user_id is null and e.cause = 'order_line' and e.cause_ref <> ''
        and e.cause_ref = p.line_id::text and e.item_type = p.item_type and e.item_id = p.item_id
      returning e.item_type, e.item_id, e.state, l.is_live
    )
    insert into enrollments (user_id, course_id, state, created_at)
    select ${userId}, item_id, case when state = 'active' then 'active' else 'suspended' end, ${now}::timestamptz
    from attached where item_type = 'course' and is_live
    on conflict do nothing`);
}

/** Revokes only the entitlements this order gave. */
export async function revokeAccess(tx: Tx, { orderId }: { orderId: number }): Promise<void> {
  await tx.execute(sql`
    update ${entitlements} e set state = 'revoked' from ${orderParts} p
    where p.order_id = ${orderId} and e.item_type = p.item_type and e.item_id = p.item_id
      and e.cause = 'order_line' and e.cause_ref <> '' and e.cause_ref = p.line_id::text and e.state = 'active'
  `);
}

/**
 * Only entitlements caused by this order: access by another order, a membership or a grant stays. An order opened with
 * its key gives no access while its payment is disputed.
 */
export async function settleAccess(tx: Tx, { orderId, now }: { orderId: number; now: Date }): Promise<void> {
  await tx.execute(sql`
    with lines as (
      select l.id::text as cause_ref, p.item_type, p.item_id, l.is_live and not (
        exists (select 1 from order_keys k where k.order_id = ${orderId})
        and exists (select 1 from disputes d where d.order_id = ${orderId} and d.state in ('open', 'under_review'))
      -- What a deduction paid for in a bundle goes with the payment the deduction came from.
      ) and not exists (
        select 1 from order_deductions d where d.part_id = p.id and d.state = 'void'
      ) as gives
      from order_lines l join order_parts p on p.line_id = l.id where l.order_id = ${orderId}
    )
    update entitlements e set state = case when lines.gives then 'active' else 'revoked' end
    from lines
    where e.cause = 'order_line' and e.cause_ref <> '' and e.cause_ref = lines.cause_ref
      and e.item_type = lines.item_type and e.item_id = lines.item_id
      and e.state = case when lines.gives then 'revoked' else 'active' end`);
  await tx.execute(sql`
    with held as (
      select s.id || '.' || s.tenure as cause_ref, s.holder_id, l.is_live
      from order_lines l join seats s on s.line_id = l.id where l.order_id = ${orderId} and s.state = 'held'
    )
    update entitlements e set state = case when held.is_live then 'active' else 'revoked' end
    from held
    where e.user_id = held.holder_id and e.cause = 'seat' and e.cause_ref = held.cause_ref
      and e.state = case when held.is_live then 'revoked' else 'active' end`);
  // The enrollment follows; progress is not deleted.
  await tx.execute(sql`
    with concerned as (
      select distinct e.user_id, e.item_id from entitlements e
      join order_parts p on p.item_type = 'course' and p.item_id = e.item_id
      where p.order_id = ${orderId} and e.item_type = 'course' and e.user_id is not null and (
        (e.cause = 'order_line' and e.cause_ref = p.line_id::text)
        or (e.cause = 'seat' and split_part(e.cause_ref, '.', 1) in (
          select s.id::text from seats s where s.line_id = p.line_id)))
    ), access as (
      select c.user_id, c.item_id, exists (
        select 1 from entitlements e where e.user_id = c.user_id and e.item_type = 'course' and e.item_id = c.item_id
          and e.state = 'active' and (e.ends_at is null or e.ends_at > ${now})) as has_access
      from concerned c
    )
    update enrollments n set state = case when s.has_access then 'active' else 'suspended' end
    from access s
    where n.user_id = s.user_id and n.course_id = s.item_id
      and n.state = case when s.has_access then 'suspended' else 'active' end`);
}

type Held = { seatId: number; tenure: number; lineId: number; userId: number };

/** Access to each part of what was bought, and an enrollment in each course. */
export async function insertSeatEntitlement(
  tx: Tx,
  { seatId, tenure, lineId, userId, now }: Held & { now: Date },
): Promise<void> {
  await tx.execute(sql`
    with given as (
      insert into entitlements (user_id, item_type, item_id, cause, cause_ref, created_at)
      select ${userId}::int, p.item_type, p.item_id, 'seat', ${`${seatId}.${tenure}`}, ${now}::timestamptz
      from order_parts p where p.line_id = ${lineId}
      on conflict do nothing
    )
    insert into enrollments (user_id, course_id, created_at)
    select ${userId}::int, p.item_id, ${now}::timestamptz from order_parts p
    where p.line_id = ${lineId} and p.item_type = 'course'
    on conflict (user_id, course_id) do update set state = 'active' where enrollments.state = 'suspended'`);
}

/** Revokes the access this seat gave and no other. An enrollment stays while any other entitlement covers it. */
export async function endSeatEntitlement(
  tx: Tx,
  { seatId, tenure, userId, now }: Omit<Held, 'lineId'> & { now: Date },
): Promise<void> {
  const causeRef = `${seatId}.${tenure}`;
  await tx.execute(sql`
    update entitlements set state = 'revoked'
    where user_id = ${userId} and cause = 'seat' and cause_ref = ${causeRef} and state = 'active'`);
  await tx.execute(sql`
    update enrollments n set state = 'suspended' from entitlements gone
    where gone.user_id = ${userId} and gone.cause = 'seat' and gone.cause_ref = ${causeRef}
      and gone.item_type = 'course' and n.user_id = gone.user_id and n.course_id = gone.item_id and n.state = 'active'
      and not exists (
        select 1 from entitlements e where e.user_id = n.user_id and e.item_type = 'course' and e.item_id = n.course_id
          and e.state = 'active' and (e.ends_at is null or e.ends_at > ${now}))`);
}
