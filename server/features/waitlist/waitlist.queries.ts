// Waitlists, in SQL. An entry moves by compare-and-swap on its state.
import { and, asc, count, eq, inArray, sql } from '#server/db/drizzle.ts';
import { alias } from '#server/db/drizzle-pg.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { sessionTypes } from '#server/db/schema/instructor.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { appointments, bookings } from '#server/db/schema/reservation.ts';
import { waitlistEntries } from '#server/db/schema/waitlist.ts';
import { LIVE_BOOKING_STATES } from '#shared/features/reservation/reservation.states.ts';
import { MIN_OFFER_MINUTES, type WaitlistState } from '#shared/features/waitlist/waitlist.rules.ts';

export type NewEntry = {
  userId: number;
  sessionTypeId: number;
  appointmentId: number | null;
  fromAt: Date | null;
  untilAt: Date | null;
  timeZone: string;
  createdAt: Date;
};

export async function insertEntry(db: DbOrTx, entry: NewEntry): Promise<number> {
  const [row] = await db.insert(waitlistEntries).values(entry).returning({ id: waitlistEntries.id });
  return row?.id ?? 0;
}

export async function countLiveEntries(db: DbOrTx, { userId }: { userId: number }): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.userId, userId), inArray(waitlistEntries.state, ['waiting', 'offered'])));
  return row?.total ?? 0;
}

const ahead = alias(waitlistEntries, 'ahead');

/** What the client waits for or is offered, in the order they joined. */
export async function listEntryRows(db: DbOrTx, { userId, id }: { userId: number; id?: number }) {
  const sameWish = sql`(${ahead.appointmentId} = ${waitlistEntries.appointmentId} or
    (${ahead.fromAt} < ${waitlistEntries.untilAt} and ${ahead.untilAt} > ${waitlistEntries.fromAt}))`;
  const before = db
    .select({ total: count() })
    .from(ahead)
    .where(
      and(
        eq(ahead.sessionTypeId, waitlistEntries.sessionTypeId),
        eq(ahead.state, 'waiting'),
        sql`${ahead.id} < ${waitlistEntries.id}`,
        sameWish,
      ),
    );
  const offeredStart = sql<
    string | null
  >`(select min(a.starts_at) from bookings b join appointments a on a.id = b.appointment_id
    where b.reservation_id = ${waitlistEntries.reservationId})`;
  return db
    .select({
      entry: waitlistEntries,
      type: sessionTypes,
      instructor: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      groupStart: appointments.startsAt,
      offeredStart: offeredStart.mapWith(appointments.startsAt),
      position: sql<number>`(${before})::int + 1`,
    })
    .from(waitlistEntries)
    .innerJoin(sessionTypes, eq(sessionTypes.id, waitlistEntries.sessionTypeId))
    .innerJoin(users, eq(users.id, sessionTypes.instructorId))
    .leftJoin(appointments, eq(appointments.id, waitlistEntries.appointmentId))
    .where(
      and(
        eq(waitlistEntries.userId, userId),
        id === undefined ? undefined : eq(waitlistEntries.id, id),
        inArray(waitlistEntries.state, ['waiting', 'offered']),
      ),
    )
    .orderBy(sql`${waitlistEntries.state} = 'waiting'`, asc(waitlistEntries.id));
}
export type EntryRow = Awaited<ReturnType<typeof listEntryRows>>[number];

type Move = {
  id: number;
  userId?: number;
  from: readonly WaitlistState[];
  state: WaitlistState;
  /** What is held for them, and until when. */
  offer?: { reservationId: number; offeredUntil: Date };
};

/** Null: it was in another state. */
export async function moveEntry(
  tx: Tx,
  { id, userId, from, state, offer }: Move,
): Promise<{ reservationId: number | null } | null> {
  const [row] = await tx
    .update(waitlistEntries)
    .set({ state, ...offer })
    .where(
      and(
        eq(waitlistEntries.id, id),
        userId === undefined ? undefined : eq(waitlistEntries.userId, userId),
        inArray(waitlistEntries.state, [...from]),
      ),
    )
    .returning({ reservationId: waitlistEntries.reservationId });
  return row ?? null;
}

/** Whether the client already has a seat on a group's date. */
export async function hasSeat(
  db: DbOrTx,
  { userId, appointmentId }: { userId: number; appointmentId: number },
): Promise<boolean> {
  const rows = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        eq(bookings.userId, userId),
        eq(bookings.appointmentId, appointmentId),
        inArray(bookings.state, [...LIVE_BOOKING_STATES]),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Entries that are over: offers that lapsed, were given up or were paid for directly; and those nothing can be offered
 * to anymore. Returns the reservations of lapsed offers, whose clients get an email.
 */
export async function closeEntries(tx: Tx, { now }: { now: Date }): Promise<number[]> {
  const { rows } = await tx.execute<{ reservationId: number }>(sql`
    update waitlist_entries w set state = case when r.state in ('paid', 'requested') then 'booked' else 'expired' end
    from reservations r
    where w.state = 'offered' and r.id = w.reservation_id
      and (r.state <> 'held' or (w.offered_until <= ${now} and r.expires_at <= ${now}))
    returning case when w.state = 'expired' then w.reservation_id end as "reservationId"`);
  const latest = sql`${now}::timestamptz + make_interval(mins => t.min_notice_minutes + ${MIN_OFFER_MINUTES}::int)`;
  await tx.execute(sql`
    update waitlist_entries w
    set state = case when exists (select 1 from bookings b where b.appointment_id = w.appointment_id
      and b.user_id = w.user_id and b.state in ('held', 'requested', 'confirmed')) then 'booked' else 'expired' end
    from session_types t
    where w.state = 'waiting' and t.id = w.session_type_id and (
      t.archived_at is not null
      or w.until_at <= ${latest}
      or exists (select 1 from appointments a where a.id = w.appointment_id
        and (not a.is_live or a.starts_at < ${latest}))
      or exists (select 1 from bookings b where b.appointment_id = w.appointment_id and b.user_id = w.user_id
        and b.state in ('held', 'requested', 'confirmed')))`);
  return rows.flatMap(({ reservationId }) => reservationId ?? []);
}

/** Those whose clients can be offered something. */
const isInTurn = sql`w.state = 'waiting' and u.state = 'active' and i.state = 'listed' and t.archived_at is null`;

export async function listWaitedInstructors(
  db: DbOrTx,
  { instructorId }: { instructorId?: number | undefined },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select distinct t.instructor_id as id
    from waitlist_entries w join users u on u.id = w.user_id join session_types t on t.id = w.session_type_id
    join instructors i on i.user_id = t.instructor_id
    where ${isInTurn} and t.instructor_id = coalesce(${instructorId ?? null}::int, t.instructor_id)
    order by 1`);
  return rows.map(({ id }) => id);
}

export type Turn = {
  id: number;
  userId: number;
  sessionTypeId: number;
  timeZone: string;
  startsAt: Date;
};

/** The first in line for a group's date with a free seat. Two processes that find the same one take turns. */
export async function lockTurnForSeat(
  tx: Tx,
  { instructorId, now }: { instructorId: number; now: Date },
): Promise<Turn | null> {
  const { rows } = await tx.execute<Omit<Turn, 'startsAt'> & { startsAt: string }>(sql`
    select w.id, w.user_id as "userId", w.session_type_id as "sessionTypeId", w.time_zone as "timeZone",
      a.starts_at as "startsAt"
    from waitlist_entries w join users u on u.id = w.user_id join session_types t on t.id = w.session_type_id
    join instructors i on i.user_id = t.instructor_id join appointments a on a.id = w.appointment_id
    where ${isInTurn} and t.instructor_id = ${instructorId} and a.is_live
      and a.starts_at >= ${now}::timestamptz + make_interval(mins => t.min_notice_minutes + ${MIN_OFFER_MINUTES}::int)
      and (select count(*) from bookings b where b.appointment_id = a.id
        and b.state in ('held', 'requested', 'confirmed', 'completed', 'no_show')) < a.capacity
    order by w.id limit 1 for update of w`);
  const row = rows[0];
  return row ? { ...row, startsAt: new Date(row.startsAt) } : null;
}

/** Everyone who waits for a time of this instructor, in turn. */
export async function listTurnsForTime(tx: Tx, { instructorId }: { instructorId: number }) {
  const { rows } = await tx.execute<{
    id: number;
    userId: number;
    sessionTypeId: number;
    timeZone: string;
    fromAt: string;
    untilAt: string;
  }>(sql`
    select w.id, w.user_id as "userId", w.session_type_id as "sessionTypeId", w.time_zone as "timeZone",
      w.from_at as "fromAt", w.until_at as "untilAt"
    from waitlist_entries w join users u on u.id = w.user_id join session_types t on t.id = w.session_type_id
    join instructors i on i.user_id = t.instructor_id
    where ${isInTurn} and t.instructor_id = ${instructorId} and w.from_at is not null
    order by w.id`);
  return rows.map((row) => ({
    ...row,
    fromAt: new Date(row.fromAt).getTime(),
    untilAt: new Date(row.untilAt).getTime(),
  }));
}
