// Personal data of the course editor: who edited and published a course. The course stays, the name goes.
import { asc, eq, or } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { courseDrafts, courseVersions } from '#server/db/schema/course-editor.ts';
import { courses } from '#server/db/schema/course.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const courseEditorPersonalData: PersonalData = {
  tables: [courseDrafts, courseVersions],
  collect: { courseDrafts: collectCourseDrafts, courseVersions: collectCourseVersions },
  async erase(_ctx, tx, { userId }) {
    await tx.update(courseDrafts).set({ updatedBy: null }).where(eq(courseDrafts.updatedBy, userId));
    await tx
      .update(courseDrafts)
      .set({ publishBy: null, publishAt: null })
      .where(eq(courseDrafts.publishBy, userId));
    await tx.update(courseVersions).set({ publishedBy: null }).where(eq(courseVersions.publishedBy, userId));
  },
};

/** Unpublished changes they were the last to edit, or planned to publish. */
async function collectCourseDrafts(db: DbOrTx, { userId }: DataSubject) {
  const { courseId, settings, updatedAt, publishAt } = courseDrafts;
  return db
    .select({ courseId, title: courses.title, settings, updatedAt, publishAt })
    .from(courseDrafts)
    .innerJoin(courses, eq(courses.id, courseId))
    .where(or(eq(courseDrafts.updatedBy, userId), eq(courseDrafts.publishBy, userId)))
    .orderBy(asc(courseId));
}

async function collectCourseVersions(db: DbOrTx, { userId }: DataSubject) {
  const { courseId, summary, publishedAt } = courseVersions;
  return db
    .select({ courseId, title: courses.title, summary, publishedAt })
    .from(courseVersions)
    .innerJoin(courses, eq(courses.id, courseId))
    .where(eq(courseVersions.publishedBy, userId))
    .orderBy(asc(courseVersions.id));
}
