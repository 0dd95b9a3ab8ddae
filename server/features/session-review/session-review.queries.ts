// Reviews after sessions, in SQL. A trigger keeps the instructor's rating in the directory.
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { instructorListings } from '#server/db/schema/connect.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { appointments, bookings, reservations } from '#server/db/schema/reservation.ts';
import {
  bookingReviewInvitations,
  bookingReviewReports,
  bookingReviews,
} from '#server/db/schema/session-review.ts';
import {
  INVITE_AFTER_HOURS,
  REVIEW_DAYS,
  type ReportState,
} from '#shared/features/session-review/session-review.rules.ts';

const selectReviews = (db: DbOrTx) =>
  db
    .select({
      review: bookingReviews,
      author: { firstName: users.firstName, lastName: users.lastName },
      sessionTitle: reservations.title,
      clientId: bookings.userId,
      instructorId: appointments.instructorId,
    })
    .from(bookingReviews)
    .innerJoin(bookings, eq(bookings.id, bookingReviews.bookingId))
    .innerJoin(appointments, eq(appointments.id, bookings.appointmentId))
    .innerJoin(reservations, eq(reservations.id, bookings.reservationId))
    .leftJoin(users, eq(users.id, bookingReviews.authorId));
export type ReviewRow = Awaited<ReturnType<typeof selectReviews>>[number];

const isPublic = and(isNotNull(bookingReviews.publishedAt), isNull(bookingReviews.hiddenAt));

/** Hidden ones too: their author still sees them. */
export async function listReviewsOfBookings(
  db: DbOrTx,
  { bookingIds }: { bookingIds: readonly number[] },
): Promise<ReviewRow[]> {
  if (bookingIds.length === 0) return [];
  return selectReviews(db).where(inArray(bookingReviews.bookingId, [...bookingIds]));
}

export async function findPublicReview(db: DbOrTx, { id }: { id: number }): Promise<ReviewRow | null> {
  const [row] = await selectReviews(db).where(and(eq(bookingReviews.id, id), isPublic));
  return row ?? null;
}

/** Only the reviews of instructors in the directory are public. */
export async function isListed(db: DbOrTx, { instructorId }: { instructorId: number }): Promise<boolean> {
  const rows = await db
    .select({ id: instructorListings.instructorId })
    .from(instructorListings)
    .where(and(eq(instructorListings.instructorId, instructorId), instructorListings.isListed));
  return rows.length > 0;
}

type Wanted = { instructorId?: number; clientId?: number; stars?: number | undefined };

const isWanted = ({ instructorId, clientId, stars }: Wanted): SQL | undefined =>
  and(
    isPublic,
    instructorId === undefined
      ? undefined
      : and(bookingReviews.isByClient, eq(appointments.instructorId, instructorId)),
    clientId === undefined
      ? undefined
      : and(eq(bookingReviews.isByClient, false), eq(bookings.userId, clientId)),
    stars === undefined ? undefined : eq(bookingReviews.stars, stars),
  );

export async function listPublicReviews(
  db: DbOrTx,
  wanted: Wanted,
  { limit, offset }: { limit: number; offset: number },
): Promise<ReviewRow[]> {
  return selectReviews(db)
    .where(isWanted(wanted))
    .orderBy(desc(bookingReviews.createdAt), desc(bookingReviews.id))
    .limit(limit)
    .offset(offset);
}

export async function countStars(db: DbOrTx, wanted: Wanted): Promise<{ stars: number; total: number }[]> {
  return db
    .select({ stars: bookingReviews.stars, total: count() })
    .from(bookingReviews)
    .innerJoin(bookings, eq(bookings.id, bookingReviews.bookingId))
    .innerJoin(appointments, eq(appointments.id, bookings.appointmentId))
    .where(isWanted(wanted))
    .groupBy(bookingReviews.stars);
}

/** Both sides of a booking write one at a time, so that the second one publishes both. */
export async function lockBooking(tx: Tx, { id }: { id: number }): Promise<void> {
  await tx.select({ id: bookings.id }).from(bookings).where(eq(bookings.id, id)).for('update');
}

type NewReview = {
  bookingId: number;
  authorId: number;
  isByClient: boolean;
  stars: number;
  text: string;
  createdAt: Date;
};

export async function insertReview(tx: Tx, review: NewReview): Promise<void> {
  await tx.insert(bookingReviews).values(review);
}

/** What both sides have written, and what nobody can answer with one of their own anymore. */
export async function publishReviews(
  tx: Tx,
  { now, bookingId }: { now: Date; bookingId?: number },
): Promise<{ bookingId: number; isByClient: boolean }[]> {
  const { rows } = await tx.execute<{ bookingId: number; isByClient: boolean }>(sql`
    update booking_reviews v set published_at = ${now}
    from bookings b join appointments a on a.id = b.appointment_id
    where v.published_at is null and b.id = v.booking_id and b.id = coalesce(${bookingId ?? null}::int, b.id)
      and (a.ends_at + make_interval(days => ${REVIEW_DAYS}::int) <= ${now}
        or exists (select 1 from booking_reviews o where o.booking_id = v.booking_id and o.is_by_client <> v.is_by_client))
    returning v.booking_id as "bookingId", v.is_by_client as "isByClient"`);
  return rows;
}

/** False if it has one. Of two simultaneous calls, one fails. */
export async function updateReply(
  db: DbOrTx,
  { id, reply, now }: { id: number; reply: string; now: Date },
): Promise<boolean> {
  const rows = await db
    .update(bookingReviews)
    .set({ reply, repliedAt: now })
    .where(and(eq(bookingReviews.id, id), isPublic, isNull(bookingReviews.reply)))
    .returning({ id: bookingReviews.id });
  return rows.length > 0;
}

export async function insertReport(
  db: DbOrTx,
  report: { reviewId: number; userId: number; reason: string; createdAt: Date },
): Promise<void> {
  await db.insert(bookingReviewReports).values(report);
}

export async function listOpenReports(db: DbOrTx, { limit, offset }: { limit: number; offset: number }) {
  return db
    .select({
      report: bookingReviewReports,
      reporter: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(bookingReviewReports)
    .innerJoin(users, eq(users.id, bookingReviewReports.userId))
    .where(eq(bookingReviewReports.state, 'open'))
    .orderBy(asc(bookingReviewReports.id))
    .limit(limit)
    .offset(offset);
}

export async function countOpenReports(db: DbOrTx): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(bookingReviewReports)
    .where(eq(bookingReviewReports.state, 'open'));
  return row?.total ?? 0;
}

export async function listReviewsById(db: DbOrTx, { ids }: { ids: readonly number[] }): Promise<ReviewRow[]> {
  if (ids.length === 0) return [];
  return selectReviews(db).where(inArray(bookingReviews.id, [...ids]));
}

export async function findReport(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db.select().from(bookingReviewReports).where(eq(bookingReviewReports.id, id));
  return row ?? null;
}

type Decision = { reviewId: number; state: Exclude<ReportState, 'open'>; decidedBy: number; decidedAt: Date };

/** All open ones of the review. Returns how many there were. */
export async function decideReports(tx: Tx, { reviewId, ...decision }: Decision): Promise<number> {
  const rows = await tx
    .update(bookingReviewReports)
    .set(decision)
    .where(and(eq(bookingReviewReports.reviewId, reviewId), eq(bookingReviewReports.state, 'open')))
    .returning({ id: bookingReviewReports.id });
  return rows.length;
}

export async function hideReview(tx: Tx, { id, now }: { id: number; now: Date }): Promise<void> {
  await tx.update(bookingReviews).set({ hiddenAt: now }).where(eq(bookingReviews.id, id));
}

/** Sessions that ended a day ago. Those that ended long before, such as during an outage, are left alone. */
export async function insertDueInvitations(
  tx: Tx,
  { now, limit }: { now: Date; limit: number },
): Promise<number[]> {
  const due = sql`
    select b.id, ${now}::timestamptz from bookings b join appointments a on a.id = b.appointment_id
    where b.state = 'completed'
      and a.ends_at <= ${now}::timestamptz - make_interval(hours => ${INVITE_AFTER_HOURS}::int)
      and a.ends_at > ${now}::timestamptz - make_interval(days => 7)
      and not exists (select 1 from booking_review_invitations i where i.booking_id = b.id)
    order by b.id limit ${limit}`;
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into ${bookingReviewInvitations} (booking_id, sent_at) ${due}
    on conflict do nothing returning booking_id as id`);
  return rows.map(({ id }) => id);
}
