// The directory's next free times, in SQL.
import { and, asc, eq, isNull, lt, or, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { instructors, sessionTypes } from '#server/db/schema/instructor.ts';
import { instructorOpenings } from '#server/db/schema/reservation.ts';

/** Those that changed, whose first time has passed, and those computed before `olderThan`. */
export async function listStaleOpenings(
  db: DbOrTx,
  { now, olderThan, limit }: { now: Date; olderThan: Date; limit: number },
) {
  return db
    .select({ instructorId: instructorOpenings.instructorId })
    .from(instructorOpenings)
    .innerJoin(instructors, eq(instructors.userId, instructorOpenings.instructorId))
    .where(
      and(
        eq(instructors.state, 'listed'),
        or(
          instructorOpenings.isStale,
          isNull(instructorOpenings.computedAt),
          lt(instructorOpenings.computedAt, olderThan),
          sql`${instructorOpenings.nextStarts}[1] <= ${now.toISOString()}::timestamptz`,
        ),
      ),
    )
    .orderBy(sql`${instructorOpenings.computedAt} nulls first`, asc(instructorOpenings.instructorId))
    .limit(limit);
}

/** Before the times are read: a change meanwhile makes it stale again. */
export async function markOpeningsFresh(
  db: DbOrTx,
  { instructorId }: { instructorId: number },
): Promise<void> {
  await db
    .update(instructorOpenings)
    .set({ isStale: false })
    .where(eq(instructorOpenings.instructorId, instructorId));
}

export async function updateOpenings(
  db: DbOrTx,
  {
    instructorId,
    ...openings
  }: { instructorId: number; nextStarts: Date[]; sessionTypeId: number | null; computedAt: Date },
): Promise<void> {
  await db.update(instructorOpenings).set(openings).where(eq(instructorOpenings.instructorId, instructorId));
}

/** Single sessions that cost something first, in the instructor's order: the directory shows the price of the same one. */
export async function listOfferedTypes(db: DbOrTx, { instructorId }: { instructorId: number }) {
  return db
    .select()
    .from(sessionTypes)
    .where(
      and(
        eq(sessionTypes.instructorId, instructorId),
        isNull(sessionTypes.archivedAt),
        eq(sessionTypes.isForAssessments, false),
      ),
    )
    .orderBy(
      sql`${sessionTypes.priceCents} = 0`,
      sql`${sessionTypes.sessionCount} > 1`,
      asc(sessionTypes.position),
      asc(sessionTypes.id),
    );
}
