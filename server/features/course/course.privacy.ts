// Personal data of courses: enrollments. They stay with the course, ended, and refer to the user by id only.
import { asc, eq } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { courses } from '#server/db/schema/course.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';
import { enrolments } from '#server/db/schema/entitlement.ts';

export const coursePersonalData: PersonalData = {
  tables: [courses, enrolments],
  collect: { enrolments: collectEnrollments },
  async erase(_ctx, tx, { userId }) {
    await tx.update(enrolments).set({ state: 'ended' }).where(eq(enrolments.userId, userId));
  },
};

async function collectEnrollments(db: DbOrTx, { userId }: DataSubject) {
  const { courseId, state, createdAt } = enrolments;
  return db
    .select({ courseId, title: courses.title, state, createdAt })
    .from(enrolments)
    .innerJoin(courses, eq(courses.id, courseId))
    .where(eq(enrolments.userId, userId))
    .orderBy(asc(enrolments.id));
}
