// Instructors for staff, in SQL. Bookings and reviews belong to other features; they are only counted here.
import { and, count, desc, eq, ne, or, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { instructors } from '#server/db/schema/instructor.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { containsWords } from '#server/db/search.ts';
import { INSTRUCTOR_STATES, type InstructorState } from '#shared/features/instructor/instructor.rules.ts';
import { MAX_ID } from '#shared/ids.ts';

export type InstructorFilter = { q?: string | undefined; state?: InstructorState | undefined };

/** “#12” and “12” match the instructor's id; anything else is searched for in name and headline. */
function isFound({ q = '' }: InstructorFilter) {
  const number = /^#?\s*([1-9]\d{0,9})$/.exec(q.trim())?.[1];
  const id = Number(number ?? 0);
  const words = containsWords(sql`lower(${instructors.headline} || ' ' || ${users.searchText})`, q);
  return and(
    ne(users.state, 'deleted'),
    number && id <= MAX_ID ? or(eq(instructors.userId, id), words) : words,
  );
}

const reviews = (figure: string) => sql`(select ${sql.raw(figure)} from booking_reviews v
  join bookings b on b.id = v.booking_id join reservations r on r.id = b.reservation_id
  where r.instructor_id = ${instructors.userId} and v.is_by_client and v.hidden_at is null)`;

const bookingCount = (states: string) =>
  sql<number>`(select count(*) from bookings b join appointments a on a.id = b.appointment_id
    where a.instructor_id = ${instructors.userId} and b.state in (${sql.raw(states)}))`.mapWith(Number);

const columns = {
  id: instructors.userId,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  profileImageUrl: users.profileImageUrl,
  accountState: users.state,
  state: instructors.state,
  headline: instructors.headline,
  timeZone: instructors.timeZone,
  city: instructors.city,
  languages: instructors.languages,
  suspendedReason: instructors.suspendedReason,
  feePoints: instructors.feePoints,
  createdAt: instructors.createdAt,
  sessionTypeCount: sql<number>`(select count(*) from session_types t
    where t.instructor_id = ${instructors.userId} and t.archived_at is null)`.mapWith(Number),
  bookingCount: bookingCount(`'confirmed', 'completed', 'no_show'`),
  rating: sql<number | null>`${reviews('round(avg(v.stars), 2)::float8')}`,
  reviewCount: sql<number>`${reviews('count(*)')}`.mapWith(Number),
};

export async function listStaffInstructorRows(
  db: DbOrTx,
  filter: InstructorFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .select(columns)
    .from(instructors)
    .innerJoin(users, eq(users.id, instructors.userId))
    .where(and(isFound(filter), filter.state && eq(instructors.state, filter.state)))
    .orderBy(desc(instructors.createdAt), desc(instructors.userId))
    .limit(limit)
    .offset(offset);
}
export type StaffInstructorListRow = Awaited<ReturnType<typeof listStaffInstructorRows>>[number];

/** One count per tab, under the same search. */
export async function countStaffInstructors(
  db: DbOrTx,
  filter: InstructorFilter,
): Promise<Record<InstructorState | 'all', number>> {
  const rows = await db
    .select({ state: instructors.state, count: count() })
    .from(instructors)
    .innerJoin(users, eq(users.id, instructors.userId))
    .where(isFound(filter))
    .groupBy(instructors.state);
  const counts = { all: 0, draft: 0, listed: 0, suspended: 0 };
  for (const state of INSTRUCTOR_STATES) {
    counts[state] = rows.find((row) => row.state === state)?.count ?? 0;
    counts.all += counts[state];
  }
  return counts;
}

export async function findStaffInstructor(db: DbOrTx, { id, now }: { id: number; now: Date }) {
  const [row] = await db
    .select({
      ...columns,
      upcomingBookingCount: sql<number>`(select count(*) from bookings b
        join appointments a on a.id = b.appointment_id
        where a.instructor_id = ${instructors.userId} and b.state = 'confirmed'
          and a.starts_at > ${now.toISOString()}::timestamptz)`.mapWith(Number),
    })
    .from(instructors)
    .innerJoin(users, eq(users.id, instructors.userId))
    .where(and(eq(instructors.userId, id), ne(users.state, 'deleted')));
  return row ?? null;
}
