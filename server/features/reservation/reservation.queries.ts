// Appointments, reservations and bookings, in SQL. States move by compare-and-swap; the constraints have the last word.
import { and, count, eq, inArray, lte, or, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { sessionTypes } from '#server/db/schema/instructor.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { appointments, bookings, reservations } from '#server/db/schema/reservation.ts';
import type { Range } from '#shared/features/availability/availability.rules.ts';
import {
  type BookingState,
  type Canceler,
  LIVE_BOOKING_STATES,
  type ReservationState,
} from '#shared/features/reservation/reservation.states.ts';

const live = [...LIVE_BOOKING_STATES];
const open: BookingState[] = ['requested', 'held'];

/**
 * Ends holds and requests whose time is over: their bookings expire and the times are free. Returns the bookings that
 * were requests, whose clients get an email.
 */
export async function expireReservations(
  tx: Tx,
  { now, instructorId }: { now: Date; instructorId?: number },
): Promise<{ bookingId: number; instructorId: number; state: BookingState }[]> {
  const ended = await tx
    .update(reservations)
    .set({ state: 'ended', endedAt: now })
    .where(
      and(
        inArray(reservations.state, ['requested', 'held']),
        lte(reservations.expiresAt, now),
        instructorId === undefined ? undefined : eq(reservations.instructorId, instructorId),
      ),
    )
    .returning({ id: reservations.id });
  if (ended.length === 0) return [];
  const found = await tx
    .select({ bookingId: bookings.id, instructorId: reservations.instructorId, state: bookings.state })
    .from(bookings)
    .innerJoin(reservations, eq(reservations.id, bookings.reservationId))
    .where(
      and(
        inArray(
          bookings.reservationId,
          ended.map(({ id }) => id),
        ),
        inArray(bookings.state, open),
      ),
    );
  await endBookings(tx, { ids: found.map(({ bookingId }) => bookingId), from: open, state: 'expired', now });
  return found;
}

type Ending = {
  ids: readonly number[];
  from: readonly BookingState[];
  state: BookingState;
  now: Date;
  cancelledBy?: Canceler;
  reason?: string | null;
  refundCents?: number | null;
};

/** Their times are free again; a group's date stays. Returns the ids of those that ended now. */
export async function endBookings(
  tx: Tx,
  { ids, from, state, now, cancelledBy, reason, refundCents }: Ending,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const ended = await tx
    .update(bookings)
    .set({
      state,
      endedAt: now,
      calendarSequence: sql`${bookings.calendarSequence} + 1`,
      ...(cancelledBy !== undefined && { cancelledBy }),
      ...(reason !== undefined && { reason }),
      ...(refundCents !== undefined && { refundCents }),
    })
    .where(and(inArray(bookings.id, [...ids]), inArray(bookings.state, [...from])))
    .returning({ id: bookings.id, appointmentId: bookings.appointmentId });
  await tx
    .update(appointments)
    .set({ isLive: false, cancelledAt: now })
    .where(
      and(
        inArray(
          appointments.id,
          ended.map((booking) => booking.appointmentId),
        ),
        appointments.isLive,
        inArray(
          appointments.sessionTypeId,
          tx
            .select({ id: sessionTypes.id })
            .from(sessionTypes)
            .where(sql`${sessionTypes.kind} <> 'group'`),
        ),
      ),
    );
  return ended.map(({ id }) => id);
}

/** What client and instructor agree on; later changes of the session type don't touch it. */
export type Terms = Pick<
  typeof reservations.$inferSelect,
  'title' | 'priceCents' | 'durationMinutes' | 'place' | 'cancellation' | 'validDays'
>;

export type NewReservation = Terms & {
  userId: number;
  instructorId: number;
  sessionTypeId: number;
  state: ReservationState;
  sessionCount: number;
  isPackage: boolean;
  expiresAt: Date | null;
  validUntil: Date | null;
  paidAt: Date | null;
  createdAt: Date;
};

export async function insertReservation(tx: Tx, reservation: NewReservation): Promise<number> {
  const [row] = await tx.insert(reservations).values(reservation).returning({ id: reservations.id });
  if (!row) throw new Error('The reservation was not inserted.');
  return row.id;
}

export type NewAppointment = {
  instructorId: number;
  sessionTypeId: number;
  startsAt: Date;
  endsAt: Date;
  occupied: Range;
  capacity: number;
  whereText: string;
  createdAt: Date;
};

/** In the order given. */
export async function insertAppointments(tx: Tx, rows: readonly NewAppointment[]): Promise<number[]> {
  const ids: number[] = [];
  for (const { occupied, ...row } of rows) {
    const range = `[${new Date(occupied.start).toISOString()},${new Date(occupied.end).toISOString()})`;
    const [inserted] = await tx
      .insert(appointments)
      .values({ ...row, occupied: range })
      .returning({ id: appointments.id });
    if (inserted) ids.push(inserted.id);
  }
  return ids;
}

export type NewBooking = {
  reservationId: number;
  appointmentId: number;
  userId: number;
  state: BookingState;
  seat: number;
  capacity: number;
  notes: string;
  timeZone: string;
  createdAt: Date;
  confirmedAt: Date | null;
  calendarUid?: string;
  calendarSequence?: number;
  rescheduledFromId?: number;
};

export async function insertBookings(tx: Tx, rows: readonly NewBooking[]): Promise<number[]> {
  const inserted = await tx
    .insert(bookings)
    .values([...rows])
    .returning({ id: bookings.id });
  return inserted.map(({ id }) => id);
}

/** A group's date at this start, with the lowest seat that is free; null seat: it is full. */
export async function findGroupSeat(
  db: DbOrTx,
  { sessionTypeId, startsAt }: { sessionTypeId: number; startsAt: Date },
) {
  const [row] = await db
    .select({
      id: appointments.id,
      capacity: appointments.capacity,
      seat: sql<number | null>`(
        select min(seat) from generate_series(1, appointments.capacity) seat
        where seat not in (select b.seat from bookings b
          where b.appointment_id = appointments.id and ${inArray(sql`b.state`, live)}))::int`,
    })
    .from(appointments)
    .where(
      and(
        eq(appointments.sessionTypeId, sessionTypeId),
        eq(appointments.startsAt, startsAt),
        appointments.isLive,
      ),
    )
    // Waits for a cancellation of the date that is under way.
    .for('share', { of: appointments });
  return row ?? null;
}

/** A package the client has paid for, with the sessions taken from it: those canceled too late stay used. */
export async function findPackage(db: DbOrTx, { id, userId }: { id: number; userId: number }) {
  const used = db
    .select({ total: count() })
    .from(bookings)
    .where(and(eq(bookings.reservationId, reservations.id), isCreditUsed()));
  const [row] = await db
    .select({
      id: reservations.id,
      state: reservations.state,
      sessionTypeId: reservations.sessionTypeId,
      sessionCount: reservations.sessionCount,
      validUntil: reservations.validUntil,
      used: sql<number>`(${used})::int`,
    })
    .from(reservations)
    .where(and(eq(reservations.id, id), eq(reservations.userId, userId), reservations.isPackage));
  return row ?? null;
}

/** A canceled session of a package with a refund of zero is one whose credit did not come back. */
export function isCreditUsed() {
  return or(
    inArray(bookings.state, live),
    and(eq(bookings.state, 'cancelled'), sql`${bookings.refundCents} = 0`),
  );
}

export async function countOpenHolds(db: DbOrTx, { userId, now }: { userId: number; now: Date }) {
  const [row] = await db
    .select({ total: count() })
    .from(reservations)
    .where(
      and(
        eq(reservations.userId, userId),
        inArray(reservations.state, ['requested', 'held']),
        sql`${reservations.expiresAt} > ${now}`,
        eq(reservations.isPackage, false),
      ),
    );
  return row?.total ?? 0;
}

/** From the client's browser; null until it is known. */
export async function findTimeZone(db: DbOrTx, { userId }: { userId: number }): Promise<string | null> {
  const [row] = await db.select({ timeZone: users.timeZone }).from(users).where(eq(users.id, userId));
  return row?.timeZone ?? null;
}

type Move = {
  id: number;
  from: ReservationState;
  state: ReservationState;
  /** Only if it hasn't lapsed by then. */
  unexpiredAt?: Date;
};
type Change = { expiresAt?: Date | null; paidAt?: Date; endedAt?: Date };

/** False if it was in another state. */
export async function updateReservationState(
  tx: Tx,
  { id, from, state, unexpiredAt, ...change }: Move & Change,
): Promise<boolean> {
  const rows = await tx
    .update(reservations)
    .set({ state, ...change })
    .where(
      and(
        eq(reservations.id, id),
        eq(reservations.state, from),
        unexpiredAt && sql`${reservations.expiresAt} > ${unexpiredAt}`,
      ),
    )
    .returning({ id: reservations.id });
  return rows.length > 0;
}

type Moving = { from: BookingState | readonly BookingState[]; state: BookingState; now: Date };

/** One booking, or all of a reservation. Returns the ids of those that were in the expected state. */
export async function moveBookings(
  tx: Tx,
  { from, state, now, ...which }: Moving & ({ id: number } | { reservationId: number }),
): Promise<number[]> {
  const rows = await tx
    .update(bookings)
    .set({ state, ...(state === 'confirmed' && { confirmedAt: now }) })
    .where(
      and(
        'id' in which ? eq(bookings.id, which.id) : eq(bookings.reservationId, which.reservationId),
        inArray(bookings.state, [from].flat()),
      ),
    )
    .returning({ id: bookings.id });
  return rows.map(({ id }) => id);
}

type EndingReservation = {
  reservationId: number;
  from?: Extract<ReservationState, 'requested' | 'held'>;
  state: BookingState;
  now: Date;
  cancelledBy?: Canceler;
  reason?: string | null;
};

/** An unpaid one, with all its bookings. Returns those; none: it was paid or over. */
export async function endReservation(
  tx: Tx,
  { reservationId, from, state, now, ...why }: EndingReservation,
): Promise<number[]> {
  const ended = await tx
    .update(reservations)
    .set({ state: 'ended', endedAt: now })
    .where(
      and(
        eq(reservations.id, reservationId),
        inArray(reservations.state, from ? [from] : ['requested', 'held']),
      ),
    )
    .returning({ id: reservations.id });
  if (ended.length === 0) return [];
  const rows = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.reservationId, reservationId), inArray(bookings.state, open)));
  return endBookings(tx, { ids: rows.map(({ id }) => id), from: open, state, now, ...why });
}

/** Never shorter than it was. */
export async function extendPackage(tx: Tx, { id, until }: { id: number; until: Date }): Promise<void> {
  await tx
    .update(reservations)
    .set({ validUntil: sql`greatest(${reservations.validUntil}, ${until})` })
    .where(eq(reservations.id, id));
}

export async function endAppointment(
  tx: Tx,
  { id, instructorId, now }: { id: number; instructorId: number; now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(appointments)
    .set({ isLive: false, cancelledAt: now })
    .where(and(eq(appointments.id, id), eq(appointments.instructorId, instructorId), appointments.isLive))
    .returning({ id: appointments.id });
  return rows.length > 0;
}

export async function findReservation(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db.select().from(reservations).where(eq(reservations.id, id));
  return row ?? null;
}

export type ReservationRow = NonNullable<Awaited<ReturnType<typeof findReservation>>>;

/** Sessions that are over. */
export async function completeBookings(db: DbOrTx, { now }: { now: Date }): Promise<void> {
  await db
    .update(bookings)
    .set({ state: 'completed', endedAt: now })
    .where(
      and(
        eq(bookings.state, 'confirmed'),
        inArray(
          bookings.appointmentId,
          db.select({ id: appointments.id }).from(appointments).where(lte(appointments.endsAt, now)),
        ),
      ),
    );
}

/** Of a client or an instructor: what hasn't started and isn't over. */
export async function listBookingsToEnd(
  tx: Tx,
  { userId, now }: { userId: number; now: Date },
): Promise<number[]> {
  const rows = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(appointments, eq(appointments.id, bookings.appointmentId))
    .where(
      and(
        or(eq(bookings.userId, userId), eq(appointments.instructorId, userId)),
        inArray(bookings.state, ['held', 'requested', 'confirmed']),
        sql`${appointments.startsAt} > ${now}`,
      ),
    );
  return rows.map(({ id }) => id);
}
