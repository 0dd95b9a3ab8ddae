// Files of bookings and notes about clients, in SQL.
import { and, asc, count, eq, or, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { bookingFiles, clientNotes } from '#server/db/schema/booking.ts';
import { appointments, bookings } from '#server/db/schema/reservation.ts';

type NewFile = Omit<typeof bookingFiles.$inferInsert, 'id'>;

export async function insertFiles(tx: Tx, files: readonly NewFile[]): Promise<void> {
  if (files.length > 0) await tx.insert(bookingFiles).values([...files]);
}

export async function countFiles(db: DbOrTx, { bookingId }: { bookingId: number }): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(bookingFiles)
    .where(eq(bookingFiles.bookingId, bookingId));
  return row?.total ?? 0;
}

const fileColumns = {
  id: bookingFiles.id,
  bookingId: bookingFiles.bookingId,
  addedBy: bookingFiles.addedBy,
  name: bookingFiles.name,
  contentType: bookingFiles.contentType,
  bytes: bookingFiles.bytes,
  storageKey: bookingFiles.storageKey,
  createdAt: bookingFiles.createdAt,
};

/** With what the instructor shared with others in the same group. */
export async function listFileRows(
  db: DbOrTx,
  { bookingId, appointmentId }: { bookingId: number; appointmentId: number },
) {
  return db
    .select(fileColumns)
    .from(bookingFiles)
    .innerJoin(bookings, eq(bookings.id, bookingFiles.bookingId))
    .innerJoin(appointments, eq(appointments.id, bookings.appointmentId))
    .where(
      or(
        eq(bookings.id, bookingId),
        and(eq(appointments.id, appointmentId), eq(bookingFiles.addedBy, appointments.instructorId)),
      ),
    )
    .orderBy(asc(bookingFiles.id));
}

/** The file, if the viewer is its client or instructor, or in the group its instructor shared it with. */
export async function findOwnFile(db: DbOrTx, { id, userId }: { id: number; userId: number }) {
  const [row] = await db
    .select(fileColumns)
    .from(bookingFiles)
    .innerJoin(bookings, eq(bookings.id, bookingFiles.bookingId))
    .innerJoin(appointments, eq(appointments.id, bookings.appointmentId))
    .where(
      and(
        eq(bookingFiles.id, id),
        or(
          eq(bookings.userId, userId),
          eq(appointments.instructorId, userId),
          and(
            eq(bookingFiles.addedBy, appointments.instructorId),
            sql`exists (select 1 from bookings other where other.appointment_id = ${appointments.id}
              and other.user_id = ${userId} and other.state in ('confirmed', 'completed'))`,
          ),
        ),
      ),
    );
  return row ?? null;
}

export async function findFile(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db.select(fileColumns).from(bookingFiles).where(eq(bookingFiles.id, id));
  return row ?? null;
}

/** Null unless it is the user's own. */
export async function deleteFile(tx: Tx, { id, userId }: { id: number; userId: number }) {
  const [row] = await tx
    .delete(bookingFiles)
    .where(and(eq(bookingFiles.id, id), eq(bookingFiles.addedBy, userId)))
    .returning({ bookingId: bookingFiles.bookingId, storageKey: bookingFiles.storageKey });
  return row ?? null;
}

/** A booking that moved takes its files along; what was shared with a group stays with its date. */
export async function moveFiles(
  tx: Tx,
  { from, to, onlyBy }: { from: number; to: number; onlyBy: number | undefined },
): Promise<void> {
  await tx
    .update(bookingFiles)
    .set({ bookingId: to })
    .where(
      and(
        eq(bookingFiles.bookingId, from),
        onlyBy === undefined ? undefined : eq(bookingFiles.addedBy, onlyBy),
      ),
    );
}

type NoteKey = { instructorId: number; clientId: number };

const isNote = ({ instructorId, clientId }: NoteKey) =>
  and(eq(clientNotes.instructorId, instructorId), eq(clientNotes.clientId, clientId));

export async function findNote(db: DbOrTx, key: NoteKey) {
  const [row] = await db
    .select({ text: clientNotes.text, updatedAt: clientNotes.updatedAt })
    .from(clientNotes)
    .where(isNote(key));
  return row ?? null;
}

export async function upsertNote(
  db: DbOrTx,
  { text, updatedAt, ...key }: NoteKey & { text: string; updatedAt: Date },
): Promise<void> {
  await db
    .insert(clientNotes)
    .values({ ...key, text, updatedAt })
    .onConflictDoUpdate({
      target: [clientNotes.instructorId, clientNotes.clientId],
      set: { text, updatedAt },
    });
}

export async function deleteNote(db: DbOrTx, key: NoteKey): Promise<void> {
  await db.delete(clientNotes).where(isNote(key));
}

/** Whether they ever booked the instructor. */
export async function isClientOf(db: DbOrTx, { instructorId, clientId }: NoteKey): Promise<boolean> {
  const [row] = await db
    .select({ id: bookings.id })
    .from(bookings)
    .innerJoin(appointments, eq(appointments.id, bookings.appointmentId))
    .where(and(eq(bookings.userId, clientId), eq(appointments.instructorId, instructorId)))
    .limit(1);
  return row !== undefined;
}
