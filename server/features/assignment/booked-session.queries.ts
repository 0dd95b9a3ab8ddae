// Live assessments that are booked through Connect, in SQL. Their dates and states are read from the booking each time,
// so moves and cancellations need no copy that follows them.
import { and, asc, eq, isNull, or, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { submissions } from '#server/db/schema/assignment.ts';
import { instructors, sessionTypes } from '#server/db/schema/instructor.ts';
import { users } from '#server/db/schema/platform-user.ts';

/** Bookings whose session takes place, or took place: a learner who didn't come gets a result, too. */
export const CONFIRMED = sql.raw(`('confirmed', 'completed', 'no_show')`);

/** Whether a booking of the reservation is confirmed, or may still be: a hold that lapsed isn't. */
const isReserved = (now: Date) => sql`exists (
  select 1 from bookings b join reservations r on r.id = b.reservation_id
  where r.id = ${submissions.reservationId} and (b.state in ${CONFIRMED}
    or (b.state in ('held', 'requested') and r.expires_at > ${now.toISOString()}::timestamptz)))`;

type Scope = { lessonId: number; userId: number };

const isOpen = ({ lessonId, userId }: Scope) =>
  and(
    eq(submissions.lessonId, lessonId),
    eq(submissions.userId, userId),
    eq(submissions.state, 'submitted'),
    isNull(submissions.pastAt),
  );

/** Its booking was canceled, declined or never paid, so the learner can hand in something else. */
export async function deleteUnbookedSubmission(
  tx: Tx,
  { now, ...scope }: Scope & { now: Date },
): Promise<void> {
  await tx
    .delete(submissions)
    .where(and(isOpen(scope), sql`${submissions.reservationId} is not null`, sql`not ${isReserved(now)}`));
}

/** A session was asked for and no date is set: the booking sets it. False: nothing was asked for. */
export async function attachToRequest(tx: Tx, { bookingId, ...scope }: Scope & { bookingId: number }) {
  const rows = await tx
    .update(submissions)
    .set({ reservationId: reservationOf(bookingId) })
    .where(
      and(
        isOpen(scope),
        eq(submissions.isLive, true),
        isNull(submissions.reservationId),
        sql`not exists (select 1 from assessment_sessions s where s.submission_id = ${submissions.id})`,
      ),
    )
    .returning({ id: submissions.id });
  return rows.length > 0;
}

export const reservationOf = (bookingId: number) =>
  sql<number>`(select reservation_id from bookings where id = ${bookingId})`;

/** What the learner has booked and not paid for, or an assessor hasn't accepted. */
export async function findPendingBooking(db: DbOrTx, { lessonId, userId, now }: Scope & { now: Date }) {
  const { rows } = await db.execute<{
    id: number;
    state: 'held' | 'requested';
    startsAt: string;
    assessor: string;
  }>(sql`
    select b.id, b.state, a.starts_at as "startsAt", trim(u.first_name || ' ' || u.last_name) as assessor
    from submissions s join reservations r on r.id = s.reservation_id join bookings b on b.reservation_id = r.id
      join appointments a on a.id = b.appointment_id join users u on u.id = a.instructor_id
    where s.lesson_id = ${lessonId} and s.user_id = ${userId} and s.state = 'submitted' and s.past_at is null
      and b.state in ('held', 'requested') and r.expires_at > ${now.toISOString()}::timestamptz
    order by b.id desc limit 1`);
  return rows[0] ?? null;
}

/** Where it takes place is for people with a booking. */
const publicColumns = {
  id: sessionTypes.id,
  kind: sessionTypes.kind,
  title: sessionTypes.title,
  description: sessionTypes.description,
  durationMinutes: sessionTypes.durationMinutes,
  capacity: sessionTypes.capacity,
  sessionCount: sessionTypes.sessionCount,
  validDays: sessionTypes.validDays,
  place: sessionTypes.place,
  isOnRequest: sessionTypes.isOnRequest,
  cancellation: sessionTypes.cancellation,
  minNoticeMinutes: sessionTypes.minNoticeMinutes,
  windowDays: sessionTypes.windowDays,
};

/** Of the course's instructor and the assessors they named, as far as their profile is public. */
export function listAssessmentSessionRows(
  db: DbOrTx,
  { courseId, userId }: { courseId: number; userId: number },
) {
  return db
    .select({
      instructorId: sessionTypes.instructorId,
      priceCents: sessionTypes.priceCents,
      session: publicColumns,
      firstName: users.firstName,
      lastName: users.lastName,
      profileImageUrl: users.profileImageUrl,
    })
    .from(sessionTypes)
    .innerJoin(instructors, eq(instructors.userId, sessionTypes.instructorId))
    .innerJoin(users, eq(users.id, sessionTypes.instructorId))
    .where(
      and(
        eq(sessionTypes.isForAssessments, true),
        isNull(sessionTypes.archivedAt),
        eq(instructors.state, 'listed'),
        eq(users.state, 'active'),
        sql`${users.id} <> ${userId}`,
        or(
          sql`${users.id} = (select c.instructor_id from courses c where c.id = ${courseId})`,
          sql`${users.id} in (select a.user_id from course_assessors a where a.course_id = ${courseId})`,
        ),
      ),
    )
    .orderBy(asc(users.lastName), asc(users.id), asc(sessionTypes.position), asc(sessionTypes.id));
}
