// Personal data of reservations: when somebody booked or taught, and what they wrote about it. The times stay for the
// other side's records; the words go with the account.
import { asc, eq } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { sessionTypes } from '#server/db/schema/instructor.ts';
import { appointments, bookings, instructorOpenings, reservations } from '#server/db/schema/reservation.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';
import { endBookings, listBookingsToEnd } from './reservation.queries.ts';

export const reservationPersonalData: PersonalData = {
  tables: [appointments, reservations, bookings, instructorOpenings],
  collect: { bookings: collectBookings, taughtSessions: collectTaught },
  /** Sessions that haven't started are given up; nobody waits for someone who is gone. */
  async erase(_ctx, tx, { userId, now }) {
    const ids = await listBookingsToEnd(tx, { userId, now });
    const from = ['held', 'requested', 'confirmed'] as const;
    await endBookings(tx, { ids, from, state: 'cancelled', cancelledBy: 'staff', now });
    await tx.update(bookings).set({ notes: '', timeZone: 'UTC' }).where(eq(bookings.userId, userId));
    await tx
      .update(appointments)
      .set({ isLive: false, whereText: '' })
      .where(eq(appointments.instructorId, userId));
    await tx.delete(instructorOpenings).where(eq(instructorOpenings.instructorId, userId));
  },
};

async function collectBookings(db: DbOrTx, { userId }: DataSubject) {
  const { state, notes, timeZone, createdAt, reason } = bookings;
  return db
    .select({
      title: reservations.title,
      startsAt: appointments.startsAt,
      endsAt: appointments.endsAt,
      priceCents: reservations.priceCents,
      state,
      notes,
      timeZone,
      createdAt,
      reason,
    })
    .from(bookings)
    .innerJoin(reservations, eq(reservations.id, bookings.reservationId))
    .innerJoin(appointments, eq(appointments.id, bookings.appointmentId))
    .where(eq(bookings.userId, userId))
    .orderBy(asc(bookings.id));
}

/** Without the clients: they are other people. */
async function collectTaught(db: DbOrTx, { userId }: DataSubject) {
  const { startsAt, endsAt, whereText, createdAt } = appointments;
  return db
    .select({ title: sessionTypes.title, startsAt, endsAt, whereText, createdAt })
    .from(appointments)
    .innerJoin(sessionTypes, eq(sessionTypes.id, appointments.sessionTypeId))
    .where(eq(appointments.instructorId, userId))
    .orderBy(asc(appointments.id));
}
