// What learners make of lessons for themselves: notes, and where they practice.
import { check, index, integer, jsonb, pgTable, primaryKey, text } from '#server/db/drizzle-pg.ts';
import { sql } from '#server/db/drizzle.ts';
import { id, timestamptz } from '#server/db/columns.ts';
import { cascadingUserId } from './platform-user.ts';
import { lessons } from './course.ts';

const lessonId = () =>
  integer()
    .notNull()
    .references(() => lessons.id, { onDelete: 'cascade' });

export const lessonNotes = pgTable(
  'lesson_notes',
  {
    id: id(),
    userId: cascadingUserId(),
    lessonId: lessonId(),
    /** In the video or audio, in seconds; null: about the whole lesson. */
    atSecond: integer(),
    text: text().notNull(),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (t) => [
    index('lesson_notes_user_id').on(t.userId, t.lessonId),
    index('lesson_notes_lesson_id').on(t.lessonId),
    check('lesson_notes_at', sql`${t.atSecond} >= 0`),
    check('lesson_notes_text', sql`length(${t.text}) between 1 and 5000`),
  ],
);

/** What the practice player remembers for a learner in a lesson: loop, section, speed, mirror. */
export const practiceSettings = pgTable(
  'practice_settings',
  {
    userId: cascadingUserId(),
    lessonId: lessonId(),
    settings: jsonb().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.lessonId] }),
    index('practice_settings_lesson_id').on(t.lessonId),
  ],
);
