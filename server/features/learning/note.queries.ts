// Notes, in SQL. Every query is scoped to the owner.
import { and, asc, eq, isNull, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { courseModules, lessons } from '#server/db/schema/course.ts';
import { lessonNotes } from '#server/db/schema/learning.ts';

function selectNotes(db: DbOrTx) {
  const { id, lessonId, atSecond, text, createdAt, updatedAt } = lessonNotes;
  return db
    .select({
      id,
      lessonId,
      atSecond,
      text,
      createdAt,
      updatedAt,
      lessonTitle: lessons.title,
      moduleId: courseModules.id,
    })
    .from(lessonNotes)
    .innerJoin(lessons, eq(lessons.id, lessonId))
    .innerJoin(courseModules, eq(courseModules.id, lessons.moduleId));
}

export type NoteRow = Awaited<ReturnType<typeof selectNotes>>[number];

/** Notes of lessons that were taken out of the course come last; they are still the learner's. */
export async function listNoteRows(
  db: DbOrTx,
  { userId, courseId }: { userId: number; courseId: number },
): Promise<NoteRow[]> {
  return selectNotes(db)
    .where(and(eq(lessonNotes.userId, userId), eq(courseModules.courseId, courseId)))
    .orderBy(
      sql`${isNull(lessons.removedAt)} desc`,
      asc(courseModules.position),
      asc(lessons.position),
      asc(lessons.id),
      sql`${lessonNotes.atSecond} nulls first`,
      asc(lessonNotes.id),
    );
}

export async function findNote(
  db: DbOrTx,
  { id, userId }: { id: number; userId: number },
): Promise<NoteRow | null> {
  const [row] = await selectNotes(db).where(and(eq(lessonNotes.id, id), eq(lessonNotes.userId, userId)));
  return row ?? null;
}

export async function countNotes(
  db: DbOrTx,
  { userId, lessonId }: { userId: number; lessonId: number },
): Promise<number> {
  return db.$count(lessonNotes, and(eq(lessonNotes.userId, userId), eq(lessonNotes.lessonId, lessonId)));
}

export async function insertNote(
  db: DbOrTx,
  values: { userId: number; lessonId: number; atSecond: number | null; text: string; now: Date },
): Promise<number> {
  const { now, ...note } = values;
  const [row] = await db
    .insert(lessonNotes)
    .values({ ...note, createdAt: now, updatedAt: now })
    .returning({ id: lessonNotes.id });
  if (!row) throw new Error('No note was inserted.');
  return row.id;
}

export async function updateNoteText(
  db: DbOrTx,
  { id, userId, text, now }: { id: number; userId: number; text: string; now: Date },
): Promise<boolean> {
  const updated = await db
    .update(lessonNotes)
    .set({ text, updatedAt: now })
    .where(and(eq(lessonNotes.id, id), eq(lessonNotes.userId, userId)))
    .returning({ id: lessonNotes.id });
  return updated.length > 0;
}

export async function deleteNoteRow(
  db: DbOrTx,
  { id, userId }: { id: number; userId: number },
): Promise<boolean> {
  const deleted = await db
    .delete(lessonNotes)
    .where(and(eq(lessonNotes.id, id), eq(lessonNotes.userId, userId)))
    .returning({ id: lessonNotes.id });
  return deleted.length > 0;
}
