// Recordings of demo lessons, in SQL.
import { and, eq, isNull, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { courseFiles, courseModules, courses, lessons } from '#server/db/schema/course.ts';

/** Null: there is no such lesson, or it has a file already. */
export async function findLessonWithoutFile(
  db: DbOrTx,
  { shortName, title }: { shortName: string; title: string },
) {
  const [row] = await db
    .select({ id: lessons.id, courseId: courses.id })
    .from(lessons)
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId))
    .innerJoin(courses, eq(courses.id, courseModules.courseId))
    .where(and(eq(courses.shortName, shortName), eq(lessons.title, title), isNull(lessons.fileId)));
  return row ?? null;
}

type NewCourseFile = typeof courseFiles.$inferInsert;
export type LessonMedia = {
  lessonId: number;
  recording: NewCourseFile;
  /** Poster and captions. */
  parts: NewCourseFile[];
  practice: Pick<typeof lessons.$inferInsert, 'sections' | 'bpm' | 'firstBeat' | 'phraseCounts'>;
};

/** Nothing if another process was faster, or an instructor has put in a file of their own. */
export async function insertLessonMedia(tx: Tx, { lessonId, recording, parts, practice }: LessonMedia) {
  const { rows } = await tx.execute(
    sql`select 1 from lessons where id = ${lessonId} and file_id is null for update`,
  );
  if (rows.length === 0) return;
  const [file] = await tx.insert(courseFiles).values(recording).returning({ id: courseFiles.id });
  if (!file) return;
  if (parts.length > 0)
    await tx.insert(courseFiles).values(parts.map((part) => ({ ...part, parentId: file.id })));
  await tx
    .update(lessons)
    .set({ ...practice, fileId: file.id, completionRule: 'watched' })
    .where(eq(lessons.id, lessonId));
}
