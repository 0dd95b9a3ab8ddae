// Unpublished changes to courses. A published course is what learners see; edits wait here until they are published.
import { sql } from '#server/db/drizzle.ts';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text } from '#server/db/drizzle-pg.ts';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import { DRAFT_ITEMS, type DraftItemType } from '#shared/features/course-editor/course-editor.rules.ts';
import { nullableUserId } from './platform-user.ts';
import { courses } from './course.ts';

const courseId = () =>
  integer()
    .notNull()
    .references(() => courses.id, { onDelete: 'cascade' });

export const courseDrafts = pgTable(
  'course_drafts',
  {
    courseId: courseId().primaryKey(),
    /** Changed fields of the course itself. */
    settings: jsonb().notNull(),
    /** The order of modules and what is in them, by id; null: as published. */
    outline: jsonb(),
    /** Counts up with every change; an edit made from an older one is refused. */
    revision: integer().notNull().default(1),
    updatedBy: nullableUserId(),
    updatedAt: timestamptz().notNull(),
    /** When it is published by itself, with which summary, and for whom. */
    publishAt: timestamptz(),
    publishSummary: text().notNull().default(''),
    publishBy: nullableUserId(),
  },
  (t) => [
    index('course_drafts_updated_by').on(t.updatedBy),
    index('course_drafts_publish_by').on(t.publishBy),
    index('course_drafts_publish_at')
      .on(t.publishAt)
      .where(sql`publish_at is not null`),
  ],
);

/** One changed or new module, lesson or quiz, whole. New ones take their id when they are created, and keep it. */
export const courseDraftItems = pgTable(
  'course_draft_items',
  {
    itemType: text().$type<DraftItemType>().notNull(),
    itemId: integer().notNull(),
    courseId: courseId(),
    isNew: boolean().notNull(),
    content: jsonb().notNull(),
    revision: integer().notNull().default(1),
    updatedAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.itemType, t.itemId] }),
    index('course_draft_items_course_id').on(t.courseId),
    check('course_draft_items_type', sql`${t.itemType} in (${oneOf(DRAFT_ITEMS)})`),
  ],
);

/** What was published when, and by whom. */
export const courseVersions = pgTable(
  'course_versions',
  {
    id: id(),
    courseId: courseId(),
    /** What changed, in the instructor's words. */
    summary: text().notNull(),
    changes: jsonb().notNull(),
    publishedBy: nullableUserId(),
    publishedAt: timestamptz().notNull(),
  },
  (t) => [
    index('course_versions_course_id').on(t.courseId, t.publishedAt),
    index('course_versions_published_by').on(t.publishedBy),
  ],
);
