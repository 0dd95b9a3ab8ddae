// The directory in SQL: pages of cards, and an instructor's public page.
import { and, asc, count, desc, eq, sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { instructorListings } from '#server/db/schema/connect.ts';
import { courses } from '#server/db/schema/course.ts';
import { instructors, sessionTypes } from '#server/db/schema/instructor.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { appointments, bookings, instructorOpenings, reservations } from '#server/db/schema/reservation.ts';
import { resources } from '#server/db/schema/resource.ts';
import { sellers } from '#server/db/schema/seller.ts';
import { bookingReviews } from '#server/db/schema/session-review.ts';
import { averageOf } from '#server/db/ratings.ts';
import type { InstructorSort } from '#shared/features/connect/connect.rules.ts';
import {
  asQuery,
  type DirectoryFilters,
  listed,
  milesFrom,
  type Position,
  whereOf,
} from './connect-filters.queries.ts';

const cardColumns = {
  id: instructorListings.instructorId,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  headline: instructors.headline,
  styles: instructorListings.styles,
  languages: instructorListings.languages,
  city: instructorListings.city,
  places: instructorListings.places,
  rating: averageOf(instructorListings.ratingSum, instructorListings.ratingCount),
  reviewCount: instructorListings.ratingCount,
  priceCents: instructorListings.priceCents,
  durationMinutes: instructorListings.durationMinutes,
  kind: instructorListings.kind,
  nextStarts: instructorOpenings.nextStarts,
  nextSessionTypeId: instructorOpenings.sessionTypeId,
};

/** Each ends with the id, so the order is stable across pages. */
function orderOf(sort: InstructorSort, { q, center }: DirectoryFilters): SQL[] {
  const best = q ? [sql`ts_rank(${instructorListings.search}, ${asQuery(q)}) desc`] : [];
  const soonest = [...best, asc(instructorListings.nextStart)];
  const orders: Record<InstructorSort, SQL[]> = {
    soonest,
    nearest: center ? [sql`${milesFrom(center)}`] : soonest,
    price: [asc(instructorListings.halfHourCents)],
    rating: [
      sql`${instructorListings.ratingSum}::numeric / nullif(${instructorListings.ratingCount}, 0) desc nulls last`,
      desc(instructorListings.ratingCount),
    ],
  };
  return [...orders[sort], asc(instructorListings.instructorId)];
}

const selectCards = (db: DbOrTx, center: Position | null | undefined) =>
  db
    .select({ ...cardColumns, miles: center ? milesFrom(center) : sql<null>`null` })
    .from(instructorListings)
    .innerJoin(instructors, eq(instructors.userId, instructorListings.instructorId))
    .innerJoin(users, eq(users.id, instructorListings.instructorId))
    .leftJoin(instructorOpenings, eq(instructorOpenings.instructorId, instructorListings.instructorId));

export async function listInstructorRows(
  db: DbOrTx,
  filter: DirectoryFilters,
  { sort, limit, offset }: { sort: InstructorSort; limit: number; offset: number },
) {
  return selectCards(db, filter.center)
    .where(whereOf(filter))
    .orderBy(...orderOf(sort, filter))
    .limit(limit)
    .offset(offset);
}
export type InstructorCardRow = Awaited<ReturnType<typeof listInstructorRows>>[number];

export async function countInstructors(db: DbOrTx, filter: DirectoryFilters): Promise<number> {
  const [row] = await db.select({ total: count() }).from(instructorListings).where(whereOf(filter));
  return row?.total ?? 0;
}

/**
 * Those with the filters and all words in what weighs most: name, headline, what they help with and styles. First whose
 * name starts with the input: `start`, in lower case without accents.
 */
export async function listInstructorSuggestions(
  db: DbOrTx,
  filter: DirectoryFilters,
  { start, words, limit }: { start: string; words: string; limit: number },
) {
  const name = sql`catalogue_text(concat_ws(' ', ${users.firstName}, ${users.lastName}))`;
  return db
    .select({
      id: instructorListings.instructorId,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(instructorListings)
    .innerJoin(users, eq(users.id, instructorListings.instructorId))
    .where(
      and(
        whereOf(filter),
        words ? sql`${instructorListings.search} @@ to_tsquery('english', ${words})` : undefined,
      ),
    )
    .orderBy(
      sql`strpos(' ' || ${name}, ' ' || ${start}) > 0 desc`,
      asc(instructorListings.nextStart),
      asc(instructorListings.instructorId),
    )
    .limit(limit);
}

export async function findInstructorCard(db: DbOrTx, { id }: { id: number }) {
  const { about, helpsWith, videoUrl, levels, ageGroups, timeZone } = instructors;
  const [row] = await db
    .select({ ...cardColumns, about, helpsWith, videoUrl, levels, ageGroups, timeZone })
    .from(instructorListings)
    .innerJoin(instructors, eq(instructors.userId, instructorListings.instructorId))
    .innerJoin(users, eq(users.id, instructorListings.instructorId))
    .leftJoin(instructorOpenings, eq(instructorOpenings.instructorId, instructorListings.instructorId))
    .where(and(eq(instructorListings.instructorId, id), listed));
  return row ?? null;
}

/** Those that anyone can book, in the instructor's order. */
export async function listOfferedSessions(db: DbOrTx, { instructorId }: { instructorId: number }) {
  const { id, kind, title, description, durationMinutes, priceCents, capacity, sessionCount } = sessionTypes;
  const { validDays, place, isOnRequest, cancellation, minNoticeMinutes, windowDays } = sessionTypes;
  return db
    .select({
      id,
      kind,
      title,
      description,
      durationMinutes,
      priceCents,
      capacity,
      sessionCount,
      validDays,
      place,
      isOnRequest,
      cancellation,
      minNoticeMinutes,
      windowDays,
    })
    .from(sessionTypes)
    .where(
      and(
        eq(sessionTypes.instructorId, instructorId),
        eq(sessionTypes.isForAssessments, false),
        sql`${sessionTypes.archivedAt} is null`,
      ),
    )
    .orderBy(asc(sessionTypes.position), asc(sessionTypes.id));
}

const ofInstructor = (id: number) => eq(reservations.instructorId, id);

export async function listLatestReviews(
  db: DbOrTx,
  { instructorId, limit }: { instructorId: number; limit: number },
) {
  const { id, stars, text, reply, createdAt } = bookingReviews;
  return db
    .select({
      id,
      stars,
      text,
      reply,
      createdAt,
      author: { firstName: users.firstName, lastName: users.lastName },
      sessionTitle: sessionTypes.title,
    })
    .from(bookingReviews)
    .innerJoin(bookings, eq(bookings.id, bookingReviews.bookingId))
    .innerJoin(reservations, eq(reservations.id, bookings.reservationId))
    .innerJoin(sessionTypes, eq(sessionTypes.id, reservations.sessionTypeId))
    .leftJoin(users, eq(users.id, bookingReviews.authorId))
    .where(
      and(
        ofInstructor(instructorId),
        eq(bookingReviews.isByClient, true),
        sql`${bookingReviews.publishedAt} is not null and ${bookingReviews.hiddenAt} is null`,
      ),
    )
    .orderBy(desc(bookingReviews.createdAt), desc(bookingReviews.id))
    .limit(limit);
}

export async function countCompletedSessions(
  db: DbOrTx,
  { instructorId }: { instructorId: number },
): Promise<number> {
  const [row] = await db
    .select({ total: count() })
    .from(bookings)
    .innerJoin(appointments, eq(appointments.id, bookings.appointmentId))
    .where(and(eq(appointments.instructorId, instructorId), eq(bookings.state, 'completed')));
  return row?.total ?? 0;
}

/** Their store, if it is open, with its best-selling items. */
export async function findStore(db: DbOrTx, { userId, limit }: { userId: number; limit: number }) {
  const [seller] = await db
    .select({ id: sellers.userId, name: sellers.name })
    .from(sellers)
    .where(and(eq(sellers.userId, userId), eq(sellers.state, 'approved')));
  if (!seller) return null;
  const items = await db
    .select({ id: resources.id, total: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(resources)
    .where(and(eq(resources.sellerId, userId), eq(resources.isListed, true)))
    .orderBy(desc(resources.salesCount), desc(resources.id))
    .limit(limit);
  return { ...seller, itemCount: items[0]?.total ?? 0, resourceIds: items.map(({ id }) => id) };
}

export async function listTaughtCourses(db: DbOrTx, { instructorId }: { instructorId: number }) {
  return db
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(and(eq(courses.instructorId, instructorId), eq(courses.isListed, true)))
    .orderBy(desc(courses.salesCount), asc(courses.id));
}

/** For the sitemap. */
export async function listListedInstructorIds(db: DbOrTx, { limit }: { limit: number }): Promise<number[]> {
  const rows = await db
    .select({ id: instructorListings.instructorId })
    .from(instructorListings)
    .where(listed)
    .orderBy(asc(instructorListings.instructorId))
    .limit(limit);
  return rows.map(({ id }) => id);
}
