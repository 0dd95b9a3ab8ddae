// Reserved times. That nobody is booked twice and no seat is sold twice are constraints here first, and code second.
import { sql } from '#server/db/drizzle.ts';
import {
  boolean,
  check,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from '#server/db/drizzle-pg.ts';
import { cents, id, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  CANCELLATION_POLICIES,
  type CancellationPolicy,
  MEETING_PLACES,
  type MeetingPlace,
} from '#shared/features/instructor/instructor.rules.ts';
import {
  BOOKING_STATES,
  type BookingState,
  CANCELERS,
  type Canceler,
  LIVE_BOOKING_STATES,
  RESERVATION_STATES,
  type ReservationState,
} from '#shared/features/reservation/reservation.states.ts';
import { instructors, sessionTypes } from './instructor.ts';
import { users } from './platform-user.ts';

const timeRange = customType<{ data: string }>({ dataType: () => 'tstzrange' });

const instructorId = () =>
  integer()
    .notNull()
    .references(() => instructors.userId);

const sessionTypeId = () =>
  integer()
    .notNull()
    .references(() => sessionTypes.id);

/**
 * A time at which an instructor is occupied. One-to-one: made with its booking, and over with it. Group: scheduled by
 * the instructor, with as many bookings as seats. The migration adds appointments_no_overlap: no two live ones of an
 * instructor may overlap, buffers and travel included.
 */
export const appointments = pgTable(
  'appointments',
  {
    id: id(),
    instructorId: instructorId(),
    sessionTypeId: sessionTypeId(),
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
    /** With buffers and travel, as they were when it was booked. */
    occupied: timeRange().notNull(),
    capacity: smallint().notNull(),
    isLive: boolean().notNull().default(true),
    /** The address or meeting link, as it was when the time was booked or scheduled, unless the instructor changed it. */
    whereText: text().notNull(),
    createdAt: timestamptz().notNull(),
    cancelledAt: timestamptz(),
  },
  (t) => [
    // For the foreign key that keeps seats within the capacity.
    unique('appointments_capacity').on(t.id, t.capacity),
    index('appointments_instructor_id').on(t.instructorId, t.startsAt),
    index('appointments_session_type_id').on(t.sessionTypeId, t.startsAt),
    check(
      'appointments_range',
      sql`${t.startsAt} < ${t.endsAt} and ${t.occupied} @> tstzrange(${t.startsAt}, ${t.endsAt})`,
    ),
    check('appointments_capacity_range', sql`${t.capacity} between 1 and 500`),
  ],
);

/** What a client pays for at once, and an order line refers to: one session, a series, or a package to book from. */
export const reservations = pgTable(
  'reservations',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    instructorId: instructorId(),
    sessionTypeId: sessionTypeId(),
    state: text().$type<ReservationState>().notNull(),
    // The terms as they were when it was made. Changes of the session type apply to later ones.
    title: text().notNull(),
    priceCents: cents().notNull(),
    durationMinutes: smallint().notNull(),
    place: text().$type<MeetingPlace>().notNull(),
    cancellation: text().$type<CancellationPolicy>().notNull(),
    /** Sessions it gives; for a package, to be booked later. */
    sessionCount: smallint().notNull().default(1),
    isPackage: boolean().notNull().default(false),
    /** For packages: the days from the payment to `validUntil`. */
    validDays: smallint(),
    /** While held or requested: when it lapses. */
    expiresAt: timestamptz(),
    /** For packages, once paid: the last moment to book from it. */
    validUntil: timestamptz(),
    createdAt: timestamptz().notNull(),
    paidAt: timestamptz(),
    endedAt: timestamptz(),
  },
  (t) => [
    index('reservations_user_id').on(t.userId, t.id),
    index('reservations_instructor_id').on(t.instructorId),
    index('reservations_session_type_id').on(t.sessionTypeId),
    index('reservations_to_expire')
      .on(t.expiresAt)
      .where(sql`state in ('requested', 'held')`),
    check('reservations_state', sql`${t.state} in (${oneOf(RESERVATION_STATES)})`),
    check('reservations_price', sql`${t.priceCents} >= 0`),
    check('reservations_duration', sql`${t.durationMinutes} between 10 and 480`),
    check('reservations_place', sql`${t.place} in (${oneOf(MEETING_PLACES)})`),
    check('reservations_cancellation', sql`${t.cancellation} in (${oneOf(CANCELLATION_POLICIES)})`),
    check('reservations_valid_days', sql`(${t.validDays} is not null) = ${t.isPackage}`),
    check('reservations_count', sql`${t.sessionCount} between 1 and 52`),
    check('reservations_expires', sql`${t.state} not in ('requested', 'held') or ${t.expiresAt} is not null`),
    check('reservations_paid', sql`${t.state} <> 'paid' or ${t.paidAt} is not null`),
    // Nobody books themselves.
    check('reservations_not_self', sql`${t.userId} <> ${t.instructorId}`),
  ],
);

/** One client's place in one appointment. */
export const bookings = pgTable(
  'bookings',
  {
    id: id(),
    reservationId: integer()
      .notNull()
      .references(() => reservations.id),
    appointmentId: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    state: text().$type<BookingState>().notNull(),
    /** 1 to the appointment's capacity. */
    seat: smallint().notNull().default(1),
    capacity: smallint().notNull(),
    /** What the client wants the instructor to know. */
    notes: text().notNull().default(''),
    /** The client's zone when they booked; emails use it. */
    timeZone: text().notNull(),
    /** Calendar programs recognize the event by it, through reschedules too. */
    calendarUid: uuid().notNull().defaultRandom(),
    calendarSequence: integer().notNull().default(0),
    /** The booking this one replaced. */
    rescheduledFromId: integer(),
    cancelledBy: text().$type<Canceler>(),
    /** Shown to the other side. */
    reason: text(),
    /** What the client gets back for it. */
    refundCents: cents(),
    createdAt: timestamptz().notNull(),
    confirmedAt: timestamptz(),
    endedAt: timestamptz(),
  },
  (t) => [
    foreignKey({
      name: 'bookings_appointment',
      columns: [t.appointmentId, t.capacity],
      foreignColumns: [appointments.id, appointments.capacity],
    }),
    foreignKey({ name: 'bookings_rescheduled_from', columns: [t.rescheduledFromId], foreignColumns: [t.id] }),
    // A seat is sold once.
    uniqueIndex('bookings_seat_once')
      .on(t.appointmentId, t.seat)
      .where(sql`state in (${oneOf(LIVE_BOOKING_STATES)})`),
    // One client takes one seat of a group.
    uniqueIndex('bookings_client_once')
      .on(t.appointmentId, t.userId)
      .where(sql`state in (${oneOf(LIVE_BOOKING_STATES)})`),
    uniqueIndex('bookings_rescheduled_once').on(t.rescheduledFromId),
    index('bookings_reservation_id').on(t.reservationId),
    index('bookings_user_id').on(t.userId, t.id),
    index('bookings_confirmed')
      .on(t.appointmentId)
      .where(sql`state = 'confirmed'`),
    check('bookings_state', sql`${t.state} in (${oneOf(BOOKING_STATES)})`),
    check('bookings_seat', sql`${t.seat} between 1 and ${t.capacity}`),
    check(
      'bookings_cancelled_by',
      sql`(${t.cancelledBy} is not null) = (${t.state} = 'cancelled') and ${t.cancelledBy} in (${oneOf(CANCELERS)})`,
    ),
    check('bookings_refund', sql`${t.refundCents} >= 0`),
  ],
);

/** The next free times of an instructor, for the directory. Triggers mark it stale; a job computes it again. */
export const instructorOpenings = pgTable(
  'instructor_openings',
  {
    instructorId: integer()
      .primaryKey()
      .references(() => instructors.userId, { onDelete: 'cascade' }),
    /** Of the cheapest bookable session type, soonest first. */
    nextStarts: timestamptz()
      .array()
      .notNull()
      .default(sql`'{}'`),
    sessionTypeId: integer().references(() => sessionTypes.id, { onDelete: 'set null' }),
    isStale: boolean().notNull().default(true),
    computedAt: timestamptz(),
  },
  (t) => [
    index('instructor_openings_next_start').on(sql`(next_starts[1])`),
    index('instructor_openings_session_type_id').on(t.sessionTypeId),
    index('instructor_openings_stale')
      .on(t.computedAt)
      .where(sql`is_stale`),
  ],
);
