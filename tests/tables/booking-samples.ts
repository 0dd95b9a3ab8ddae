// Bookings, dates of groups and other calendars, for the access table.
import { randomUUID } from 'node:crypto';
import { externalCalendars } from '#server/db/schema/availability.ts';
import { getAvailability } from '#server/features/availability/availability.service.ts';
import { arrivedUpload } from '../server/author-tools.ts';
import { bookableTeacher } from '../server/booking-tools.ts';
import { holdTime, someTeacher } from '../server/reservation-tools.ts';
import { someone } from '../server/resource-tools.ts';
import { newcomer } from './access-samples.ts';
import { asInstructor, idOf, instructorFor, viewerOf } from './sample-tools.ts';
import type { Caller, MakeObject, Objects } from './sample-types.ts';
import type { TestContext } from '../server/test-database.ts';

const asPerson = ({ id, username, cookie }: Caller) => ({ id, username, headers: { cookie } });

/** The owner is its client. */
const bookingOf = async (ctx: TestContext, owner: Caller): Promise<number> =>
  (await holdTime(ctx, await someTeacher(ctx), asPerson(owner))).bookingId;

const aBooking: MakeObject = bookingOf;

const bookingIn =
  (state: 'confirmed' | 'completed', startsAt?: Date): MakeObject =>
  async (ctx, owner) => {
    const held = { ...(startsAt && { startsAt }) };
    const booked = await holdTime(ctx, await someTeacher(ctx), asPerson(owner), held);
    const { bookingId, reservationId } = booked;
    await ctx.pool.query(`update reservations set state = 'paid', paid_at = now() where id = $1`, [
      reservationId,
    ]);
    await ctx.pool.query('update bookings set state = $2, confirmed_at = now() where id = $1', [
      bookingId,
      state,
    ]);
    return bookingId;
  };

/** Before the clock of these tests. */
const LAST_WEEK = new Date('2026-11-09T17:00:00Z');

const aBookingAndUpload: MakeObject = async (ctx, owner, caller) => {
  const { id: uploadId } = await arrivedUpload(ctx, caller.id, { purpose: 'booking-file' });
  return { params: { id: await bookingOf(ctx, owner) }, body: { uploadIds: [uploadId] } };
};

/** Free at ten in New York. */
const A_START = '2026-11-20T15:00:00Z';

const aTeacherToBook: MakeObject = async (ctx) => {
  const { sessionTypeId } = await bookableTeacher(ctx, { priceCents: 0 });
  return { body: { sessionTypeId, start: A_START } };
};

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

const A_GROUP = `insert into session_types (instructor_id, kind, title, duration_minutes, price_cents, capacity, created_at)
  values ($1, 'group', 'Open class', 60, 2000, 8, now()) returning id`;

const aGroup: MakeObject = async (ctx, owner) => {
  const sessionTypeId = await idOf(ctx, A_GROUP, [await instructorFor(ctx, owner)]);
  return { body: { sessionTypeId, start: A_START } };
};

const anAppointment: MakeObject = async (ctx, owner) => {
  const sessionTypeId = await idOf(ctx, A_GROUP, [await asInstructor(ctx, owner)]);
  return idOf(
    ctx,
    `insert into appointments (instructor_id, session_type_id, starts_at, ends_at, occupied, capacity, where_text, created_at)
     values ($1, $2, $3, $4, tstzrange($3, $4), 8, '', now()) returning id`,
    [owner.id, sessionTypeId, new Date('2040-01-16T17:00:00Z'), new Date('2040-01-16T18:00:00Z')],
  );
};

/** The only seat is taken. */
const aFullGroup: MakeObject = async (ctx) => {
  const teacher = await someTeacher(ctx, { kind: 'group' });
  await holdTime(ctx, teacher, await someone(ctx), { startsAt: new Date(A_START) });
  return { body: { sessionTypeId: teacher.sessionTypeId, start: A_START } };
};

/** The owner waits for a seat. */
const aWaitlistEntry: MakeObject = async (ctx, owner) => {
  const teacher = await someTeacher(ctx);
  return idOf(
    ctx,
    `insert into waitlist_entries (user_id, session_type_id, from_at, until_at, time_zone, created_at)
     values ($1, $2, '2040-01-16', '2040-01-17', 'UTC', now()) returning id`,
    [owner.id, teacher.sessionTypeId],
  );
};

/** What the owner waited for is held for them. */
const anOffer: MakeObject = async (ctx, owner) => {
  const teacher = await someTeacher(ctx);
  const { reservationId } = await holdTime(ctx, teacher, asPerson(owner));
  return idOf(
    ctx,
    `insert into waitlist_entries (user_id, session_type_id, from_at, until_at, time_zone, state, reservation_id,
       offered_until, created_at)
     values ($1, $2, '2026-11-16', '2026-11-20', 'UTC', 'offered', $3, $4::timestamptz + interval '1 hour', now())
     returning id`,
    [owner.id, teacher.sessionTypeId, reservationId, ctx.clock.now()],
  );
};

/** Shared by its client. */
const aFile: MakeObject = async (ctx, owner) => {
  return idOf(
    ctx,
    `insert into booking_files (booking_id, added_by, name, content_type, bytes, sha256, storage_key, created_at)
     values ($1, $2, 'adagio.mp4', 'video/mp4', 1, '', $3, now()) returning id`,
    [await bookingOf(ctx, owner), owner.id, `uploads/${randomUUID()}`],
  );
};

const A_SESSION = `insert into session_types (instructor_id, kind, title, duration_minutes, price_cents, created_at)
  values ($1, 'one_to_one', 'Class review', 60, 0, now()) returning id`;

/** The owner taught a session, and the client wrote about it. */
async function reviewOf(ctx: TestContext, owner: Caller): Promise<number> {
  const client = await someone(ctx);
  const sessionTypeId = await idOf(ctx, A_SESSION, [await asInstructor(ctx, owner)]);
  const startsAt = new Date('2026-01-16T17:00:00Z');
  const held = await holdTime(ctx, { ...asPerson(owner), sessionTypeId }, client, { startsAt });
  const { bookingId, appointmentId } = held;
  await ctx.pool.query(`update bookings set state = 'completed' where id = $1`, [bookingId]);
  // The owner may have taught another one at the same time.
  await ctx.pool.query('update appointments set is_live = false where id = $1', [appointmentId]);
  return idOf(
    ctx,
    `insert into booking_reviews (booking_id, author_id, is_by_client, stars, published_at, created_at)
     values ($1, $2, true, 4, now(), now()) returning id`,
    [bookingId, client.id],
  );
}

const aBookingReview: MakeObject = reviewOf;

const aReviewReport: MakeObject = async (ctx, owner) =>
  idOf(
    ctx,
    `insert into booking_review_reports (review_id, user_id, reason, created_at)
     values ($1, $2, 'Untrue', now()) returning id`,
    [await reviewOf(ctx, owner), owner.id],
  );

/** The owner is their instructor. */
const aClient: MakeObject = async (ctx, owner) => {
  const sessionTypeId = await idOf(ctx, A_SESSION, [await asInstructor(ctx, owner)]);
  const client = await someone(ctx);
  const startsAt = new Date(Date.UTC(2041, 0, 1) + client.id * 86_400_000);
  await holdTime(ctx, { ...asPerson(owner), sessionTypeId }, client, { startsAt });
  return client.id;
};

/** Those of the caller are as little changed as those of any new instructor. */
const someHours: MakeObject = async (ctx) => {
  const instructor = await newcomer(ctx, ['instructor']);
  await asInstructor(ctx, instructor);
  const { revision } = await getAvailability(ctx, await viewerOf(ctx, instructor));
  return { body: { revision } };
};

export const BOOKING_OBJECTS: Objects = [
  ['POST /api/bookings', aTeacherToBook],
  ['GET /api/bookings/:id/calendar', bookingIn('confirmed')],
  ['POST /api/bookings/:id/reviews', bookingIn('completed', LAST_WEEK)],
  ['POST /api/bookings/:id/files', aBookingAndUpload],
  ['/api/bookings/', aBooking],
  ['POST /api/waitlist', aFullGroup],
  ['POST /api/waitlist/:id/accept', anOffer],
  ['/api/waitlist/', aWaitlistEntry],
  ['/api/booking-files/', aFile],
  ['/api/booking-reviews/', aBookingReview],
  ['/api/admin/review-reports/', aReviewReport],
  ['POST /api/instructor/appointments', aGroup],
  ['/api/instructor/appointments/', anAppointment],
  ['/api/instructor/clients/', aClient],
  ['/api/availability/calendars/', aCalendar],
  ['PUT /api/availability', someHours],
];
