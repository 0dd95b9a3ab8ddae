// What free times are computed from, in SQL. A hold or request that lapsed counts as free at once, also before the job
// has ended it.
import { and, eq, inArray, or, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { preparedSql } from '#server/db/prepared.ts';
import { instructors, sessionTypes } from '#server/db/schema/instructor.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { appointments, bookings, reservations } from '#server/db/schema/reservation.ts';
import { waitlistEntries } from '#server/db/schema/waitlist.ts';
import type { Range } from '#shared/features/availability/availability.rules.ts';
import { LIVE_BOOKING_STATES } from '#shared/features/reservation/reservation.states.ts';

/** With what must be known of its instructor. */
export async function findSessionType(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      type: sessionTypes,
      instructorState: instructors.state,
      accountState: users.state,
      timeZone: instructors.timeZone,
    })
    .from(sessionTypes)
    .innerJoin(instructors, eq(instructors.userId, sessionTypes.instructorId))
    .innerJoin(users, eq(users.id, sessionTypes.instructorId))
    .where(eq(sessionTypes.id, id));
  return row ?? null;
}

export type SessionType = NonNullable<Awaited<ReturnType<typeof findSessionType>>>;

/** What a client and an instructor have agreed on; null: it isn't theirs, or was never paid. */
export async function findOwnTerms(
  db: DbOrTx,
  { reservationId, sessionTypeId, userId }: { reservationId: number; sessionTypeId: number; userId: number },
): Promise<{ durationMinutes: number } | null> {
  const [row] = await db
    .select({ durationMinutes: reservations.durationMinutes })
    .from(reservations)
    .where(
      and(
        eq(reservations.id, reservationId),
        eq(reservations.sessionTypeId, sessionTypeId),
        eq(reservations.state, 'paid'),
        or(eq(reservations.userId, userId), eq(reservations.instructorId, userId)),
      ),
    );
  return row ?? null;
}

type Wanted = { instructorId: number; from: Date; to: Date; now: Date };

export type TakenRow = Range & {
  /** Null: a busy time of another calendar. */
  id: number | null;
  startsAt: number;
  sessionTypeId: number | null;
};

const given = sql.placeholder;
const millis = (time: string) => sql.raw(`extract(epoch from ${time})::float8 * 1000`);

const selectTaken = preparedSql<TakenRow>(
  'slots_taken',
  sql`
    select a.id, ${millis('lower(a.occupied)')} as start, ${millis('upper(a.occupied)')} as end,
      ${millis('a.starts_at')} as "startsAt", a.session_type_id as "sessionTypeId"
    from appointments a
    where a.instructor_id = ${given('instructorId')} and a.is_live
      and a.occupied && tstzrange(${given('from')}, ${given('to')})
      and a.id not in (
        select b.appointment_id from reservations r
        join bookings b on b.reservation_id = r.id and b.state in ('requested', 'held')
        join session_types t on t.id = r.session_type_id and t.kind <> 'group'
        where r.state in ('requested', 'held') and r.expires_at <= ${given('now')}
          and r.instructor_id = ${given('instructorId')})
    union all
    select null, ${millis('e.starts_at')}, ${millis('e.ends_at')}, ${millis('e.starts_at')}, null
    from external_busy_times e
    where e.instructor_id = ${given('instructorId')} and e.ends_at > ${given('from')} and e.starts_at < ${given('to')}`,
);

/** Live appointments with their buffers, and busy times of other calendars. A group's date stays, with or without bookings. */
export async function listTaken(db: DbOrTx, wanted: Wanted): Promise<TakenRow[]> {
  return selectTaken(db, wanted);
}

/** The periods in which clients wait for a time of this type: they are offered freed times before others can book. */
export async function listWaitedRanges(
  db: DbOrTx,
  { sessionTypeId, now }: { sessionTypeId: number; now: Date },
): Promise<Range[]> {
  const rows = await db
    .select({ from: waitlistEntries.fromAt, until: waitlistEntries.untilAt })
    .from(waitlistEntries)
    .innerJoin(users, eq(users.id, waitlistEntries.userId))
    .where(
      and(
        eq(waitlistEntries.sessionTypeId, sessionTypeId),
        eq(waitlistEntries.state, 'waiting'),
        eq(users.state, 'active'),
        sql`${waitlistEntries.untilAt} > ${now}`,
      ),
    );
  return rows.map(({ from, until }) => ({ start: from?.getTime() ?? 0, end: until?.getTime() ?? 0 }));
}

type WantedDates = { sessionTypeId: number; from: Date; to: Date; now: Date };

/** A group's dates that start in [from, to), with the seats that are taken and whether anyone waits for one. */
export async function listGroupDates(db: DbOrTx, { sessionTypeId, from, to, now }: WantedDates) {
  const taken = db
    .select({ seats: sql<number>`count(*)` })
    .from(bookings)
    .innerJoin(reservations, eq(reservations.id, bookings.reservationId))
    .where(
      and(
        eq(bookings.appointmentId, appointments.id),
        inArray(bookings.state, [...LIVE_BOOKING_STATES]),
        sql`not (${bookings.state} in ('held', 'requested') and ${reservations.state} in ('held', 'requested')
          and ${reservations.expiresAt} <= ${now})`,
      ),
    );
  return db
    .select({
      id: appointments.id,
      startsAt: appointments.startsAt,
      endsAt: appointments.endsAt,
      capacity: appointments.capacity,
      seatsTaken: sql<number>`(${taken})::int`,
      isWaitedFor: sql<boolean>`exists (select 1 from waitlist_entries w join users u on u.id = w.user_id
        where w.appointment_id = appointments.id and w.state = 'waiting' and u.state = 'active')`,
    })
    .from(appointments)
    .where(
      and(
        eq(appointments.sessionTypeId, sessionTypeId),
        appointments.isLive,
        sql`${appointments.startsAt} >= ${from} and ${appointments.startsAt} < ${to}`,
      ),
    )
    .orderBy(appointments.startsAt);
}

/** The viewer's own hold that starts at this time, if it still holds; of a series, all its sessions. Not what a waitlist offers. */
export async function findOwnHold(
  db: DbOrTx,
  { userId, sessionTypeId, start, now }: { userId: number; sessionTypeId: number; start: Date; now: Date },
): Promise<{ reservationId: number; bookingIds: number[] } | null> {
  const { rows } = await db.execute(sql`
    select r.id as "reservationId", array_agg(b.id order by a.starts_at) as "bookingIds"
    from reservations r join bookings b on b.reservation_id = r.id join appointments a on a.id = b.appointment_id
    where r.user_id = ${userId} and r.session_type_id = ${sessionTypeId} and r.state = 'held' and r.expires_at > ${now}
      and b.state = 'held'
      and not exists (select 1 from waitlist_entries w where w.reservation_id = r.id and w.state = 'offered')
    group by r.id having min(a.starts_at) = ${start}`);
  return (rows[0] as { reservationId: number; bookingIds: number[] } | undefined) ?? null;
}
