// Personal data of progress. It goes with the account: statistics of courses count whoever is still here.
import { asc, eq } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { courses } from '#server/db/schema/course.ts';
import { courseProgress, itemProgress } from '#server/db/schema/progress.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const progressPersonalData: PersonalData = {
  tables: [itemProgress, courseProgress],
  collect: { courseProgress: collectCourses, lessonProgress: collectItems },
  async erase(_ctx, tx, { userId }) {
    await tx.delete(itemProgress).where(eq(itemProgress.userId, userId));
    await tx.delete(courseProgress).where(eq(courseProgress.userId, userId));
  },
};

async function collectCourses(db: DbOrTx, { userId }: DataSubject) {
  const { courseId, startedAt, lastSeenAt, completedAt } = courseProgress;
  return db
    .select({ courseId, title: courses.title, startedAt, lastSeenAt, completedAt })
    .from(courseProgress)
    .innerJoin(courses, eq(courses.id, courseId))
    .where(eq(courseProgress.userId, userId))
    .orderBy(asc(courseId));
}

async function collectItems(db: DbOrTx, { userId }: DataSubject) {
  const { courseId, itemType, itemId, openedAt, position, played, secondsSpent, completedAt } = itemProgress;
  return db
    .select({ courseId, itemType, itemId, openedAt, position, played, secondsSpent, completedAt })
    .from(itemProgress)
    .where(eq(itemProgress.userId, userId))
    .orderBy(asc(courseId), asc(itemType), asc(itemId));
}
