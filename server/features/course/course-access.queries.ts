// Queries of the course access check: when a learner's access started, and who teaches the course.
import { eq, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { courses } from '#server/db/schema/course.ts';
import { missingPrerequisitesSql } from './prerequisite.queries.ts';

/** `enrolledAt` falls back to the first live entitlement; null: neither an enrollment nor an entitlement. */
export async function findCourseTerms(
  db: DbOrTx,
  { courseId, userId, now }: { courseId: number; userId: number; now: Date },
) {
  const enrolledAt = sql<Date | null>`coalesce(
    (select n.created_at from enrollments n where n.user_id = ${userId} and n.course_id = ${courseId}),
    (select min(e.created_at) from entitlements e
     where e.user_id = ${userId} and e.item_type = 'course' and e.item_id = ${courseId} and e.state = 'active'
       and (e.ends_at is null or e.ends_at > ${now})))`.mapWith((value: string) => new Date(value));
  const [row] = await db
    .select({
      isSequential: courses.isSequential,
      enrolledAt,
      prerequisites: missingPrerequisitesSql({ courseId: sql`${courses.id}`, userId, now }),
    })
    .from(courses)
    .where(eq(courses.id, courseId));
  return row ?? null;
}

export async function findAuditedCourse(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({ title: courses.title, instructorId: courses.instructorId })
    .from(courses)
    .where(eq(courses.id, id));
  return row ?? null;
}
