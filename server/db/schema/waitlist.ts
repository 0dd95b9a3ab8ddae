// Waitlists of group dates and of fully booked days.
import { sql } from '#server/db/drizzle.ts';
import { check, index, integer, pgTable, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import { WAITLIST_STATES, type WaitlistState } from '#shared/features/waitlist/waitlist.rules.ts';
import { sessionTypes } from './instructor.ts';
import { cascadingUserId } from './platform-user.ts';
import { appointments, reservations } from './reservation.ts';

/** Clients who want a time or seat that is taken. Freed ones are offered to them in turn. */
export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    id: id(),
    userId: cascadingUserId(),
    sessionTypeId: integer()
      .notNull()
      .references(() => sessionTypes.id),
    /** For a group: this date. */
    appointmentId: integer().references(() => appointments.id),
    /** For other sessions: any time between these. */
    fromAt: timestamptz(),
    untilAt: timestamptz(),
    /** The client's when they joined; emails use it. */
    timeZone: text().notNull(),
    state: text().$type<WaitlistState>().notNull().default('waiting'),
    /** While offered: the held reservation, and until when. */
    reservationId: integer().references(() => reservations.id),
    offeredUntil: timestamptz(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('waitlist_entries_once')
      .on(t.userId, t.sessionTypeId, sql`coalesce(appointment_id, 0)`)
      .where(sql`state in ('waiting', 'offered')`),
    index('waitlist_entries_turn')
      .on(t.sessionTypeId, t.id)
      .where(sql`state = 'waiting'`),
    index('waitlist_entries_appointment_id').on(t.appointmentId),
    index('waitlist_entries_session_type_id').on(t.sessionTypeId),
    // What is reserved for one isn't offered to another.
    uniqueIndex('waitlist_entries_reservation_once').on(t.reservationId),
    index('waitlist_entries_offered')
      .on(t.offeredUntil)
      .where(sql`state = 'offered'`),
    check('waitlist_entries_state', sql`${t.state} in (${oneOf(WAITLIST_STATES)})`),
    check(
      'waitlist_entries_wanted',
      sql`(${t.appointmentId} is null) = (${t.fromAt} is not null) and (${t.fromAt} is null) = (${t.untilAt} is null) and ${t.fromAt} < ${t.untilAt}`,
    ),
    check(
      'waitlist_entries_offer',
      sql`(${t.state} <> 'offered') or (${t.reservationId} is not null and ${t.offeredUntil} is not null)`,
    ),
  ],
);
