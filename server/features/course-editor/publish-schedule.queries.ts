// When drafts of courses go live by themselves, in SQL.
import { and, eq, lte } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { courseDrafts } from '#server/db/schema/course-editor.ts';
import { courses } from '#server/db/schema/course.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { draftTitle } from './course-editor.queries.ts';

type Schedule = { courseId: number; publishAt: Date; publishSummary: string; publishBy: number };

/** Only where there is a draft. */
export async function setSchedule(tx: Tx, { courseId, ...schedule }: Schedule): Promise<void> {
  await tx.update(courseDrafts).set(schedule).where(eq(courseDrafts.courseId, courseId));
}

export async function clearSchedule(tx: Tx, { courseId }: { courseId: number }): Promise<void> {
  const cleared = { publishAt: null, publishSummary: '', publishBy: null };
  await tx.update(courseDrafts).set(cleared).where(eq(courseDrafts.courseId, courseId));
}

export async function listDueSchedules(db: DbOrTx, { now }: { now: Date }): Promise<{ courseId: number }[]> {
  return db
    .select({ courseId: courseDrafts.courseId })
    .from(courseDrafts)
    .where(lte(courseDrafts.publishAt, now));
}

/** The schedule, if it is due, and who planned it. */
export async function findDueSchedule(db: DbOrTx, { courseId, now }: { courseId: number; now: Date }) {
  const { id, roles, state, email, firstName } = users;
  const [row] = await db
    .select({
      title: draftTitle,
      summary: courseDrafts.publishSummary,
      editor: { id, roles, state, email, firstName },
    })
    .from(courseDrafts)
    .innerJoin(courses, eq(courses.id, courseDrafts.courseId))
    .innerJoin(users, eq(users.id, courseDrafts.publishBy))
    .where(and(eq(courseDrafts.courseId, courseId), lte(courseDrafts.publishAt, now)));
  return row ?? null;
}
