// Reservations of an order: confirmed when it is paid, ended when it is refunded.
import { sql } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';

/** The instructors whose time an order books, in the order in which they are locked. */
export async function listInstructorsOfOrder(tx: Tx, { orderId }: { orderId: number }): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select distinct r.instructor_id as id from order_lines l join reservations r on r.id = l.item_id
    where l.order_id = ${orderId} and l.item_type = 'booking' order by 1`);
  return rows.map(({ id }) => id);
}

export type ConfirmedReservation = { id: number; bookingIds: number[] };

/**
 * One that lapsed comes back to life if its time is still free; otherwise this fails on appointments_no_overlap,
 * bookings_seat_once or bookings_client_once. One that was declined or cancelled doesn't: it is missing in the result.
 */
export async function confirmReservations(
  tx: Tx,
  { orderId, now }: { orderId: number; now: Date },
): Promise<ConfirmedReservation[]> {
  const { rows } = await tx.execute(sql`
    with paid as (
      update reservations r set state = 'paid', paid_at = ${now}, expires_at = null, ended_at = null,
        valid_until = case when r.is_package then ${now}::timestamptz + make_interval(days => r.valid_days) end
      from order_lines l
      where l.order_id = ${orderId} and l.item_type = 'booking' and r.id = l.item_id
        and (r.state = 'held' or (r.state = 'ended' and not exists (
          select 1 from bookings b where b.reservation_id = r.id and b.state <> 'expired')))
      returning r.id
    ), confirmed as (
      update bookings b set state = 'confirmed', confirmed_at = ${now}, ended_at = null
      from paid where b.reservation_id = paid.id and b.state in ('held', 'expired')
      returning b.id, b.reservation_id, b.appointment_id
    ), revived as (
      update appointments a set is_live = true, cancelled_at = null
      from confirmed where a.id = confirmed.appointment_id and not a.is_live
    )
    select paid.id, coalesce(array_agg(confirmed.id) filter (where confirmed.id is not null), '{}') as "bookingIds"
    from paid left join confirmed on confirmed.reservation_id = paid.id group by paid.id order by paid.id`);
  return rows as ConfirmedReservation[];
}

/** Held times a client gave up; those an instructor accepted on request stay until they lapse. */
export async function releaseReservations(
  tx: Tx,
  { ids, userId, now }: { ids: readonly number[]; userId: number; now: Date },
): Promise<void> {
  await tx.execute(sql`
    with released as (
      update reservations r set state = 'ended', ended_at = ${now}
      from session_types t
      where r.id = any(${sql.param(ids)}::int[]) and r.user_id = ${userId} and r.state = 'held'
        and t.id = r.session_type_id and not t.is_on_request
      returning r.id
    ), lapsed as (
      update bookings b set state = 'expired', ended_at = ${now}
      from released where b.reservation_id = released.id and b.state = 'held'
      returning b.appointment_id
    )
    update appointments a set is_live = false, cancelled_at = ${now}
    from lapsed, session_types t
    where a.id = lapsed.appointment_id and t.id = a.session_type_id and t.kind <> 'group'`);
}

/** Of the order's lines that were refunded: what is still to come is cancelled. Returns the cancelled bookings. */
export async function endRefundedReservations(
  tx: Tx,
  { orderId, now, reason }: { orderId: number; now: Date; reason: string },
): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    with ended as (
      update reservations r set state = 'ended', ended_at = ${now}
      from order_lines l
      where l.order_id = ${orderId} and l.item_type = 'booking' and not l.is_live and r.id = l.item_id
        and r.state = 'paid'
      returning r.id
    ), cancelled as (
      update bookings b set state = 'cancelled', cancelled_by = 'staff', reason = ${reason}, ended_at = ${now},
        calendar_sequence = b.calendar_sequence + 1
      from ended, appointments a
      where b.reservation_id = ended.id and a.id = b.appointment_id and b.state = 'confirmed' and a.starts_at > ${now}
      returning b.id, b.appointment_id
    ), freed as (
      update appointments a set is_live = false, cancelled_at = ${now}
      from cancelled, session_types t
      where a.id = cancelled.appointment_id and t.id = a.session_type_id and t.kind <> 'group'
    )
    select id from cancelled order by id`);
  return rows.map(({ id }) => id);
}
