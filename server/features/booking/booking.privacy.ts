// Personal data around bookings: notes about clients, files.
import { and, asc, eq, inArray, or } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { bookingFiles, clientNotes } from '#server/db/schema/booking.ts';
import { bookings } from '#server/db/schema/reservation.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';
import { deleteBookingFileJob } from './booking-file.service.ts';

export const bookingPersonalData: PersonalData = {
  tables: [clientNotes, bookingFiles],
  collect: { clientNotes: collectNotes, bookingFiles: collectFiles },
  async erase(ctx, tx, { userId }) {
    await tx.delete(clientNotes).where(eq(clientNotes.instructorId, userId));
    await tx.delete(clientNotes).where(eq(clientNotes.clientId, userId));
    const files = await tx
      .delete(bookingFiles)
      .where(or(eq(bookingFiles.addedBy, userId), inArray(bookingFiles.bookingId, ownSessions(tx, userId))))
      .returning({ storageKey: bookingFiles.storageKey });
    for (const { storageKey } of files) await ctx.jobs.send(tx, deleteBookingFileJob, { storageKey });
  },
};

/** A client's sessions with nobody else in them: what the instructor shared there shows the client. */
const ownSessions = (tx: Tx, userId: number) =>
  tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.userId, userId), eq(bookings.capacity, 1)));

async function collectFiles(db: DbOrTx, { userId }: DataSubject) {
  const { name, bytes, createdAt } = bookingFiles;
  return db
    .select({ name, bytes, createdAt })
    .from(bookingFiles)
    .where(eq(bookingFiles.addedBy, userId))
    .orderBy(asc(bookingFiles.id));
}

/** What an instructor wrote; what was written about a client is the instructor's own work. */
async function collectNotes(db: DbOrTx, { userId }: DataSubject) {
  return db
    .select({ text: clientNotes.text, updatedAt: clientNotes.updatedAt })
    .from(clientNotes)
    .where(and(eq(clientNotes.instructorId, userId)))
    .orderBy(asc(clientNotes.clientId));
}
