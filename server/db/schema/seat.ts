// Seats of a licence: so many teachers of one studio as were paid for, and never more.
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, id, oneOf, timestamptz } from '#server/db/columns.ts';
import { SEAT_STATES, type SeatState } from '#shared/features/seat/seat.rules.ts';
import { users } from './platform-user.ts';
import { orderLines } from './order.ts';

/** Made when the order is paid, from the second seat on: the first is the buyer's own, by the order itself. */
export const seats = pgTable(
  'seats',
  {
    id: id(),
    lineId: integer()
      .notNull()
      .references(() => orderLines.id),
    /** 2, 3, … up to the quantity of the line; a trigger refuses any other. */
    position: smallint().notNull(),
    state: text().$type<SeatState>().notNull().default('free'),
    /** Whom it was offered to. */
    email: text(),
    /** Of the link in the invitation; only its hash is kept. */
    keyHash: bytea(),
    invitedAt: timestamptz(),
    holderId: integer().references(() => users.id),
    heldAt: timestamptz(),
    /** How often it was taken; part of the cause of access, so that a seat given back and taken again counts anew. */
    tenure: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('seats_position').on(t.lineId, t.position),
    uniqueIndex('seats_key').on(t.keyHash),
    // Nobody has two seats of one licence, or two invitations to it.
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
