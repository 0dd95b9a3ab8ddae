// What belongs to a booking besides its time: reminders, notes and files.
import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { id, timestamptz } from '#server/db/columns.ts';
import { instructors } from './instructor.ts';
import { cascadingUserId, nullableUserId } from './platform-user.ts';
import { bookings } from './reservation.ts';

const instructorId = () =>
  integer()
    .notNull()
    .references(() => instructors.userId);

const bookingId = () =>
  integer()
    .notNull()
    .references(() => bookings.id);

/** Reminders that were sent, each once. */
export const bookingReminders = pgTable(
  'booking_reminders',
  { bookingId: bookingId(), hours: smallint().notNull(), sentAt: timestamptz().notNull() },
  (t) => [primaryKey({ columns: [t.bookingId, t.hours] })],
);

/** An instructor's private notes about a client. Never shown to the client. */
export const clientNotes = pgTable(
  'client_notes',
  {
    instructorId: instructorId(),
    clientId: cascadingUserId(),
    text: text().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.instructorId, t.clientId] }),
    index('client_notes_client_id').on(t.clientId),
  ],
);

/** A client's video to watch before the session, a recording, homework: only for client and instructor. */
export const bookingFiles = pgTable(
  'booking_files',
  {
    id: id(),
    bookingId: bookingId(),
    addedBy: nullableUserId(),
    name: text().notNull(),
    contentType: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    storageKey: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('booking_files_storage_key').on(t.storageKey),
    index('booking_files_booking_id').on(t.bookingId),
    index('booking_files_added_by').on(t.addedBy),
  ],
);
