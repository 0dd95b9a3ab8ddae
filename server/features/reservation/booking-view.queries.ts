// Bookings with everything people see of them, in SQL.
import { and, asc, count, desc, eq, inArray, type SQL, sql } from '#server/db/drizzle.ts';
import { alias } from '#server/db/drizzle-pg.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { instructors, sessionTypes } from '#server/db/schema/instructor.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { appointments, bookings, reservations } from '#server/db/schema/reservation.ts';
import { waitlistEntries } from '#server/db/schema/waitlist.ts';
import { containsWords } from '#server/db/search.ts';
import type { BookingState } from '#shared/features/reservation/reservation.states.ts';

const client = alias(users, 'client');
const teacher = alias(users, 'teacher');
const later = alias(bookings, 'later');

const personColumns = (person: typeof client | typeof teacher) => ({
  id: person.id,
  firstName: person.firstName,
  lastName: person.lastName,
  imageUrl: person.profileImageUrl,
  email: person.email,
  state: person.state,
});

const selectBookings = (db: DbOrTx) =>
  db
    .select({
      booking: bookings,
      appointment: {
        id: appointments.id,
        startsAt: appointments.startsAt,
        endsAt: appointments.endsAt,
        whereText: appointments.whereText,
      },
      type: sessionTypes,
      reservation: reservations,
      instructorTimeZone: instructors.timeZone,
      instructor: personColumns(teacher),
      client: personColumns(client),
      rescheduledToId: later.id,
    })
    .from(bookings)
    .innerJoin(appointments, eq(appointments.id, bookings.appointmentId))
    .innerJoin(sessionTypes, eq(sessionTypes.id, appointments.sessionTypeId))
    .innerJoin(reservations, eq(reservations.id, bookings.reservationId))
    .innerJoin(instructors, eq(instructors.userId, appointments.instructorId))
    .innerJoin(teacher, eq(teacher.id, appointments.instructorId))
    .innerJoin(client, eq(client.id, bookings.userId))
    .leftJoin(later, eq(later.rescheduledFromId, bookings.id));

export type BookingFilter = {
  ids?: readonly number[] | undefined;
  userId?: number | undefined;
  instructorId?: number | undefined;
  appointmentId?: number | undefined;
  reservationId?: number | undefined;
  state?: BookingState | undefined;
  /** upcoming: may still happen · past: everything else. */
  when?: 'upcoming' | 'past' | 'all' | undefined;
  q?: string | undefined;
  now: Date;
};

/** What a waitlist holds for a client isn't their booking until they take it. */
const isNoOffer = sql`not (${bookings.state} in ('held', 'expired') and exists (select 1 from ${waitlistEntries}
  where ${waitlistEntries.reservationId} = ${bookings.reservationId} and ${waitlistEntries.state} <> 'booked'))`;

/** One that was rescheduled is shown by the booking that replaced it. */
function isFound({
  ids,
  userId,
  instructorId,
  appointmentId,
  reservationId,
  state,
  when,
  q,
  now,
}: BookingFilter) {
  const upcoming = sql`(${appointments.endsAt} > ${now} and ${bookings.state} in ('held', 'requested', 'confirmed')
    and not (${bookings.state} in ('held', 'requested') and ${reservations.state} in ('held', 'requested')
      and ${reservations.expiresAt} <= ${now}))`;
  const byTime: Record<string, SQL> = {
    upcoming,
    past: sql`not ${upcoming} and ${later.id} is null and not (${bookings.state} = 'expired' and ${bookings.confirmedAt} is null
      and ${reservations.state} = 'ended' and not ${sessionTypes.isOnRequest})`,
  };
  const words = sql`lower(${client.firstName} || ' ' || ${client.lastName} || ' ' || ${client.email} || ' ' ||
    ${teacher.firstName} || ' ' || ${teacher.lastName} || ' ' || ${reservations.title})`;
  return and(
    ids && inArray(bookings.id, [...ids]),
    userId === undefined ? undefined : and(eq(bookings.userId, userId), isNoOffer),
    instructorId === undefined ? undefined : eq(appointments.instructorId, instructorId),
    appointmentId === undefined ? undefined : eq(bookings.appointmentId, appointmentId),
    reservationId === undefined ? undefined : eq(bookings.reservationId, reservationId),
    state && eq(bookings.state, state),
    when && byTime[when],
    containsWords(words, q),
  );
}

export async function listBookingRows(
  db: DbOrTx,
  filter: BookingFilter,
  { limit, offset }: { limit: number; offset: number } = { limit: 1000, offset: 0 },
) {
  const order = filter.when === 'upcoming' || filter.when === undefined ? asc : desc;
  const rows = await selectBookings(db)
    .where(isFound(filter))
    .orderBy(order(appointments.startsAt), order(bookings.id))
    .limit(limit)
    .offset(offset);
  return rows.map(withAgreedTerms);
}

/** The session type with the terms this booking was made under, whatever the instructor changed since. */
function withAgreedTerms<Row extends BareRow>(row: Row): Row {
  const { title, priceCents, durationMinutes, place, cancellation } = row.reservation;
  return { ...row, type: { ...row.type, title, priceCents, durationMinutes, place, cancellation } };
}

type BareRow = {
  type: typeof sessionTypes.$inferSelect;
  reservation: typeof reservations.$inferSelect;
};

export type BookingRow = Awaited<ReturnType<typeof listBookingRows>>[number];

export async function countBookings(db: DbOrTx, filter: BookingFilter): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(bookings)
    .innerJoin(appointments, eq(appointments.id, bookings.appointmentId))
    .innerJoin(sessionTypes, eq(sessionTypes.id, appointments.sessionTypeId))
    .innerJoin(reservations, eq(reservations.id, bookings.reservationId))
    .innerJoin(teacher, eq(teacher.id, appointments.instructorId))
    .innerJoin(client, eq(client.id, bookings.userId))
    .leftJoin(later, eq(later.rescheduledFromId, bookings.id))
    .where(isFound(filter));
  return row?.total ?? 0;
}
