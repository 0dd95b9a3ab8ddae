// Seats of studio licences: as many teachers as were paid for, never more.
import { sql } from '#server/db/drizzle.ts';
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
import { bytea, id, oneOf, timestamptz } from '#server/db/columns.ts';
import { SEAT_STATES, type SeatState } from '#shared/features/seat/seat.rules.ts';
import { users } from './platform-user.ts';
import { orderLines } from './order.ts';

/** Created when the order is paid, from the second seat on: the order itself covers the buyer's own. */
export const seats = pgTable(
  'seats',
  {
    id: id(),
    lineId: integer()
      .notNull()
      .references(() => orderLines.id),
    /** From 2 up to the line's quantity; a trigger refuses anything else. */
    position: smallint().notNull(),
    state: text().$type<SeatState>().notNull().default('free'),
    /** The invited address. */
    email: text(),
    /** The invitation's key; only its hash is stored. */
    keyHash: bytea(),
    invitedAt: timestamptz(),
    holderId: integer().references(() => users.id),
    heldAt: timestamptz(),
    /** How often it was accepted; part of the entitlement's cause, so that each new holder gets a new entitlement. */
    tenure: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('seats_position').on(t.lineId, t.position),
    uniqueIndex('seats_key').on(t.keyHash),
    // At most one seat and one invitation per person and licence.
    uniqueIndex('seats_holder').on(t.lineId, t.holderId),
    uniqueIndex('seats_email').on(t.lineId, sql`lower(email)`),
    index('seats_holder_id').on(t.holderId),
    check('seats_state', sql`${t.state} in (${oneOf(SEAT_STATES)})`),
    check('seats_second_on', sql`${t.position} >= 2`),
    check('seats_invited', sql`(${t.state} = 'free') = (${t.email} is null)`),
    check('seats_key_when_invited', sql`(${t.state} = 'invited') = (${t.keyHash} is not null)`),
    check('seats_held', sql`(${t.state} = 'held') = (${t.holderId} is not null)`),
  ],
);
