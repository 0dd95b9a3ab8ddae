// Where appointments take place, in SQL.
import { and, eq, inArray, sql } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';
import { appointments, bookings } from '#server/db/schema/reservation.ts';

type PlaceChange = { instructorId: number; whereText: string; now: Date } & (
  | { appointmentId: number }
  | { sessionTypeId: number }
);

/** Of times that aren't over yet. Returns those that changed. */
export async function updatePlaces(
  tx: Tx,
  { instructorId, whereText, now, ...which }: PlaceChange,
): Promise<number[]> {
  const rows = await tx
    .update(appointments)
    .set({ whereText })
    .where(
      and(
        eq(appointments.instructorId, instructorId),
        'appointmentId' in which
          ? eq(appointments.id, which.appointmentId)
          : eq(appointments.sessionTypeId, which.sessionTypeId),
        appointments.isLive,
        sql`${appointments.endsAt} > ${now} and ${appointments.whereText} <> ${whereText}`,
      ),
    )
    .returning({ id: appointments.id });
  return rows.map(({ id }) => id);
}

/** Calendars take an update only if its number is higher. Returns the confirmed bookings, whose clients have the event. */
export async function raiseCalendarSequence(
  tx: Tx,
  { appointmentIds }: { appointmentIds: readonly number[] },
): Promise<number[]> {
  if (appointmentIds.length === 0) return [];
  const rows = await tx
    .update(bookings)
    .set({ calendarSequence: sql`${bookings.calendarSequence} + 1` })
    .where(and(inArray(bookings.appointmentId, [...appointmentIds]), eq(bookings.state, 'confirmed')))
    .returning({ id: bookings.id });
  return rows.map(({ id }) => id);
}
