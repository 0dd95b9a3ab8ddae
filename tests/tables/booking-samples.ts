// Bookings, dates of groups and other calendars, for the access table.
import { randomUUID } from 'node:crypto';
import { externalCalendars } from '#server/db/schema/availability.ts';
import { instructors } from '#server/db/schema/instructor.ts';
import { holdTime, someTeacher } from '../server/reservation-tools.ts';
import { someone } from '../server/resource-tools.ts';
import type { Caller, MakeObject } from './sample-types.ts';
import type { TestContext } from '../server/test-database.ts';

const asPerson = ({ id, username, cookie }: Caller) => ({ id, username, headers: { cookie } });

/** The owner is its client. */
const aBooking: MakeObject = async (ctx, owner) =>
  (await holdTime(ctx, await someTeacher(ctx), asPerson(owner))).bookingId;

async function asInstructor(ctx: TestContext, { id }: Caller): Promise<void> {
  const row = { userId: id, timeZone: 'America/Chicago', createdAt: ctx.clock.now() };
  await ctx.db.insert(instructors).values(row).onConflictDoNothing();
}

const aCalendar: MakeObject = async (ctx, owner) => {
  await asInstructor(ctx, owner);
  const now = ctx.clock.now();
  const [row] = await ctx.db
    .insert(externalCalendars)
    .values({
      instructorId: owner.id,
      label: 'Family',
      url: `https://example.com/${randomUUID()}.ics`,
      createdAt: now,
      nextReadAt: now,
    })
    .returning({ id: externalCalendars.id });
  return row?.id ?? 0;
};

const anAppointment: MakeObject = async (ctx, owner) => {
  await asInstructor(ctx, owner);
  const { rows } = await ctx.pool.query<{ id: number }>(
    `with t as (
       insert into session_types (instructor_id, kind, title, duration_minutes, price_cents, capacity, created_at)
       values ($1, 'group', 'Open class', 60, 2000, 8, now()) returning id
     )
     insert into appointments (instructor_id, session_type_id, starts_at, ends_at, occupied, capacity, where_text, created_at)
     select $1, t.id, $2, $3, tstzrange($2, $3), 8, '', now() from t returning id`,
    [owner.id, new Date('2040-01-16T17:00:00Z'), new Date('2040-01-16T18:00:00Z')],
  );
  return rows[0]?.id ?? 0;
};

/** The owner waits for a seat. */
const aWaitlistEntry: MakeObject = async (ctx, owner) => {
  const teacher = await someTeacher(ctx);
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into waitlist_entries (user_id, session_type_id, from_at, until_at, time_zone, created_at)
     select $1, t.id, '2040-01-16', '2040-01-17', 'UTC', now() from session_types t where t.instructor_id = $2
     order by t.id limit 1 returning id`,
    [owner.id, teacher.id],
  );
  return rows[0]?.id ?? 0;
};

/** Shared by its client. */
const aFile: MakeObject = async (ctx, owner) => {
  const { bookingId } = await holdTime(ctx, await someTeacher(ctx), asPerson(owner));
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into booking_files (booking_id, added_by, name, content_type, bytes, sha256, storage_key, created_at)
     values ($1, $2, 'adagio.mp4', 'video/mp4', 1, '', $3, now()) returning id`,
    [bookingId, owner.id, `uploads/${randomUUID()}`],
  );
  return rows[0]?.id ?? 0;
};

/** The owner taught a session, and the client wrote about it. */
const aBookingReview: MakeObject = async (ctx, owner) => {
  await asInstructor(ctx, owner);
  const client = await someone(ctx);
  const type = await ctx.pool.query<{ id: number }>(
    `insert into session_types (instructor_id, kind, title, duration_minutes, price_cents, created_at)
     values ($1, 'one_to_one', 'Class review', 60, 0, now()) returning id`,
    [owner.id],
  );
  const teacher = { ...asPerson(owner), sessionTypeId: type.rows[0]?.id ?? 0 };
  const startsAt = new Date('2026-01-16T17:00:00Z');
  const { bookingId, appointmentId } = await holdTime(ctx, teacher, client, { startsAt });
  await ctx.pool.query(`update bookings set state = 'completed' where id = $1`, [bookingId]);
  // The owner may have taught another one at the same time.
  await ctx.pool.query('update appointments set is_live = false where id = $1', [appointmentId]);
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into booking_reviews (booking_id, author_id, is_by_client, stars, published_at, created_at)
     values ($1, $2, true, 4, now(), now()) returning id`,
    [bookingId, client.id],
  );
  return rows[0]?.id ?? 0;
};

const aReviewReport: MakeObject = async (ctx, owner) => {
  const reviewId = await aBookingReview(ctx, owner);
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into booking_review_reports (review_id, user_id, reason, created_at)
     values ($1, $2, 'Untrue', now()) returning id`,
    [reviewId, owner.id],
  );
  return rows[0]?.id ?? 0;
};

/** The owner is their instructor. */
const aClient: MakeObject = async (ctx, owner) => {
  await asInstructor(ctx, owner);
  const { rows } = await ctx.pool.query<{ id: number }>(
    `insert into session_types (instructor_id, kind, title, duration_minutes, price_cents, created_at)
     values ($1, 'one_to_one', 'Class review', 60, 2000, now()) returning id`,
    [owner.id],
  );
  const client = await someone(ctx);
  const startsAt = new Date(Date.UTC(2041, 0, 1) + client.id * 86_400_000);
  await holdTime(ctx, { ...asPerson(owner), sessionTypeId: rows[0]?.id ?? 0 }, client, { startsAt });
  return client.id;
};

export const BOOKING_OBJECTS: [prefix: string, make: MakeObject][] = [
  ['/api/bookings/', aBooking],
  ['/api/waitlist/', aWaitlistEntry],
  ['/api/booking-files/', aFile],
  ['/api/booking-reviews/', aBookingReview],
  ['/api/admin/review-reports/', aReviewReport],
  ['/api/instructor/appointments/', anAppointment],
  ['/api/instructor/clients/', aClient],
  ['/api/availability/calendars/', aCalendar],
];
