// Personal data of the classroom: notes, and how someone practices.
import { asc, eq } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { lessons } from '#server/db/schema/course.ts';
import { lessonNotes, practiceSettings } from '#server/db/schema/learning.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const learningPersonalData: PersonalData = {
  tables: [lessonNotes, practiceSettings],
  collect: { lessonNotes: collectNotes, practiceSettings: collectPractice },
  async erase(_ctx, tx, { userId }) {
    await tx.delete(lessonNotes).where(eq(lessonNotes.userId, userId));
    await tx.delete(practiceSettings).where(eq(practiceSettings.userId, userId));
  },
};

async function collectNotes(db: DbOrTx, { userId }: DataSubject) {
  const { lessonId, atSecond, text, createdAt, updatedAt } = lessonNotes;
  return db
    .select({ lessonId, lesson: lessons.title, atSecond, text, createdAt, updatedAt })
    .from(lessonNotes)
    .innerJoin(lessons, eq(lessons.id, lessonId))
    .where(eq(lessonNotes.userId, userId))
    .orderBy(asc(lessonNotes.id));
}

async function collectPractice(db: DbOrTx, { userId }: DataSubject) {
  const { lessonId, settings, updatedAt } = practiceSettings;
  return db
    .select({ lessonId, settings, updatedAt })
    .from(practiceSettings)
    .where(eq(practiceSettings.userId, userId))
    .orderBy(asc(lessonId));
}
