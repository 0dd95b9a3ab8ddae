// Packages, group dates and the orders of bookings, in SQL.
import { and, asc, count, desc, eq, inArray, isNotNull, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { instructors, sessionTypes } from '#server/db/schema/instructor.ts';
import { orderLines } from '#server/db/schema/order.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { appointments, bookings, reservations } from '#server/db/schema/reservation.ts';
import { LIVE_BOOKING_STATES } from '#shared/features/reservation/reservation.states.ts';

/** The paid line for a reservation; null if it was free or isn't paid. */
export async function findPaidLine(db: DbOrTx, { reservationId }: { reservationId: number }) {
  const [row] = await db
    .select({
      orderId: orderLines.orderId,
      lineId: orderLines.id,
      paidCents: sql<number>`(${orderLines.amountCents} - ${orderLines.discountCents} + ${orderLines.taxCents})::int`,
    })
    .from(orderLines)
    .where(and(eq(orderLines.itemType, 'booking'), eq(orderLines.itemId, reservationId), orderLines.isLive));
  return row ?? null;
}

/**
 * When the last session of a reservation is over. A package with sessions left to book: when it expires. Null: no
 * session is left.
 */
export async function findSessionsEnd(
  db: DbOrTx,
  { reservationId }: { reservationId: number },
): Promise<Date | null> {
  const { rows } = await db.execute<{ seconds: number | null }>(sql`
    select extract(epoch from
      case when r.is_package and count(b.id) < r.session_count then r.valid_until else max(a.ends_at) end)::float8 as seconds
    from reservations r
    left join bookings b on b.reservation_id = r.id
      and (${inArray(sql`b.state`, [...LIVE_BOOKING_STATES])} or (r.is_package and b.state = 'cancelled' and b.refund_cents = 0))
    left join appointments a on a.id = b.appointment_id
    where r.id = ${reservationId} group by r.id`);
  const seconds = rows[0]?.seconds ?? null;
  return seconds === null ? null : new Date(seconds * 1000);
}

export async function listOrderIds(db: DbOrTx, { reservationIds }: { reservationIds: readonly number[] }) {
  if (reservationIds.length === 0) return [];
  return db
    .select({ reservationId: orderLines.itemId, orderId: orderLines.orderId })
    .from(orderLines)
    .where(
      and(
        eq(orderLines.itemType, 'booking'),
        inArray(orderLines.itemId, [...reservationIds]),
        orderLines.isLive,
      ),
    );
}

/** Sessions of the reservation that were refunded before. */
export async function countRefunded(
  db: DbOrTx,
  { reservationId }: { reservationId: number },
): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(bookings)
    .where(and(eq(bookings.reservationId, reservationId), isNotNull(bookings.refundCents)));
  return row?.total ?? 0;
}

/** Paid packages, the latest first. A canceled session with a refund of zero is one whose credit did not come back. */
export async function listPackageRows(db: DbOrTx, { userId }: { userId: number }) {
  const used = db
    .select({ total: count() })
    .from(bookings)
    .where(
      and(
        eq(bookings.reservationId, reservations.id),
        sql`(${bookings.state} in ('held', 'requested', 'confirmed', 'completed', 'no_show')
          or (${bookings.state} = 'cancelled' and ${bookings.refundCents} = 0))`,
      ),
    );
  return db
    .select({
      reservation: reservations,
      firstName: users.firstName,
      lastName: users.lastName,
      timeZone: instructors.timeZone,
      type: sessionTypes,
      used: sql<number>`(${used})::int`,
    })
    .from(reservations)
    .innerJoin(users, eq(users.id, reservations.instructorId))
    .innerJoin(instructors, eq(instructors.userId, reservations.instructorId))
    .innerJoin(sessionTypes, eq(sessionTypes.id, reservations.sessionTypeId))
    .where(and(eq(reservations.userId, userId), reservations.isPackage, eq(reservations.state, 'paid')))
    .orderBy(desc(reservations.id));
}

type AppointmentFilter = { instructorId: number; id?: number; now: Date; when?: 'upcoming' | 'past' };

/** Dates of groups, with the seats that are taken. */
export async function listAppointmentRows(db: DbOrTx, { instructorId, id, now, when }: AppointmentFilter) {
  const taken = db
    .select({ total: count() })
    .from(bookings)
    .where(
      and(eq(bookings.appointmentId, appointments.id), inArray(bookings.state, [...LIVE_BOOKING_STATES])),
    );
  const order = when === 'past' ? desc : asc;
  return db
    .select({
      id: appointments.id,
      sessionTypeId: sessionTypes.id,
      title: sessionTypes.title,
      startsAt: appointments.startsAt,
      endsAt: appointments.endsAt,
      capacity: appointments.capacity,
      seatsTaken: sql<number>`(${taken})::int`,
      where: appointments.whereText,
      isLive: appointments.isLive,
    })
    .from(appointments)
    .innerJoin(sessionTypes, eq(sessionTypes.id, appointments.sessionTypeId))
    .where(
      and(
        eq(appointments.instructorId, instructorId),
        eq(sessionTypes.kind, 'group'),
        id === undefined ? undefined : eq(appointments.id, id),
        when === 'upcoming' ? sql`${appointments.endsAt} > ${now} and ${appointments.isLive}` : undefined,
        when === 'past' ? sql`(${appointments.endsAt} <= ${now} or not ${appointments.isLive})` : undefined,
      ),
    )
    .orderBy(order(appointments.startsAt))
    .limit(500);
}

/** Of any kind. */
export async function findAppointment(
  db: DbOrTx,
  { id, instructorId }: { id: number; instructorId: number },
) {
  const [row] = await db
    .select({ isLive: appointments.isLive, endsAt: appointments.endsAt })
    .from(appointments)
    .where(and(eq(appointments.id, id), eq(appointments.instructorId, instructorId)));
  return row ?? null;
}

export type AppointmentRow = Awaited<ReturnType<typeof listAppointmentRows>>[number];
