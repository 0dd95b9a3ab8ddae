// Writes the demo school's instructors and bookings.
import { inArray, sql } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';
import { weeklyHours } from '#server/db/schema/availability.ts';
import { instructors, instructorStyles, sessionTypes } from '#server/db/schema/instructor.ts';
import { appointments, bookings, reservations } from '#server/db/schema/reservation.ts';
import { bookingReviews } from '#server/db/schema/session-review.ts';
import { danceStyles } from '#server/db/schema/style.ts';
import { waitlistEntries } from '#server/db/schema/waitlist.ts';

type Profile = {
  profile: typeof instructors.$inferInsert;
  styles: readonly string[];
  hours: (typeof weeklyHours.$inferInsert)[];
};

export async function insertInstructorProfile(tx: Tx, { profile, styles, hours }: Profile): Promise<void> {
  await tx.insert(instructors).values(profile);
  const rows = await tx
    .select({ styleId: danceStyles.id })
    .from(danceStyles)
    .where(inArray(danceStyles.name, [...styles]));
  await tx
    .insert(instructorStyles)
    .values(rows.map(({ styleId }) => ({ instructorId: profile.userId, styleId })));
  await tx.insert(weeklyHours).values(hours);
}

export async function insertSessionTypes(tx: Tx, rows: (typeof sessionTypes.$inferInsert)[]) {
  return tx.insert(sessionTypes).values(rows).returning();
}
type TypeRow = typeof sessionTypes.$inferSelect;

async function insertAppointment(
  tx: Tx,
  { type, startsAt, createdAt }: { type: TypeRow; startsAt: Date; createdAt: Date },
): Promise<number> {
  const minutes = (count: number) => count * 60_000;
  const endsAt = new Date(startsAt.getTime() + minutes(type.durationMinutes));
  const from = new Date(startsAt.getTime() - minutes(type.bufferBeforeMinutes + type.travelMinutes));
  const to = new Date(endsAt.getTime() + minutes(type.bufferAfterMinutes + type.travelMinutes));
  const [row] = await tx
    .insert(appointments)
    .values({
      instructorId: type.instructorId,
      sessionTypeId: type.id,
      startsAt,
      endsAt,
      occupied: sql`tstzrange(${from.toISOString()}::timestamptz, ${to.toISOString()}::timestamptz)`,
      capacity: type.capacity,
      whereText: type.whereText,
      createdAt,
    })
    .returning({ id: appointments.id });
  return row?.id ?? 0;
}

type Booked = {
  type: TypeRow;
  userId: number;
  startsAt: Date;
  state: 'confirmed' | 'completed';
  notes?: string;
  now?: Date;
  /** Of a group's date that exists; otherwise the booking has a time of its own. */
  seat?: { appointmentId: number; seat: number };
};

/** Paid or free long ago; the demo school keeps no orders of these. */
export async function insertBooked(
  tx: Tx,
  { type, userId, startsAt, state, notes = '', now, seat }: Booked,
): Promise<number> {
  const createdAt = now ?? new Date(startsAt.getTime() - 3 * 86_400_000);
  const appointmentId = seat?.appointmentId ?? (await insertAppointment(tx, { type, startsAt, createdAt }));
  const [reservation] = await tx
    .insert(reservations)
    .values({
      userId,
      instructorId: type.instructorId,
      sessionTypeId: type.id,
      state: 'paid',
      title: type.title,
      priceCents: type.priceCents,
      durationMinutes: type.durationMinutes,
      place: type.place,
      cancellation: type.cancellation,
      createdAt,
      paidAt: createdAt,
    })
    .returning({ id: reservations.id });
  const [booking] = await tx
    .insert(bookings)
    .values({
      reservationId: reservation?.id ?? 0,
      appointmentId,
      userId,
      state,
      seat: seat?.seat ?? 1,
      capacity: type.capacity,
      notes,
      timeZone: 'America/Chicago',
      createdAt,
      confirmedAt: createdAt,
      endedAt: state === 'completed' ? startsAt : null,
    })
    .returning({ id: bookings.id });
  return booking?.id ?? 0;
}

export async function insertGroupDate(
  tx: Tx,
  { type, startsAt, now }: { type: TypeRow; startsAt: Date; now: Date },
): Promise<number> {
  return insertAppointment(tx, { type, startsAt, createdAt: now });
}

export async function insertWaitlistEntry(
  tx: Tx,
  { type, ...entry }: { type: TypeRow; appointmentId: number; userId: number; createdAt: Date },
): Promise<void> {
  await tx.insert(waitlistEntries).values({ ...entry, sessionTypeId: type.id, timeZone: 'America/Chicago' });
}

type Review = {
  bookingId: number;
  authorId: number;
  isByClient: boolean;
  stars: number;
  text: string;
  reply?: string | null | undefined;
  createdAt: Date;
};

export async function insertReview(
  tx: Tx,
  { bookingId, authorId, isByClient, stars, text, reply = null, createdAt }: Review,
): Promise<void> {
  const repliedAt = reply === null ? null : createdAt;
  const review = { bookingId, authorId, isByClient, stars, text, reply, repliedAt, createdAt };
  await tx.insert(bookingReviews).values({ ...review, publishedAt: createdAt });
}
