// Unpublished changes of published resources; only the seller sees them.
import { sql } from '#server/db/drizzle.ts';
import { boolean, check, index, integer, jsonb, pgTable, text } from '#server/db/drizzle-pg.ts';
import { timestamptz } from '#server/db/columns.ts';
import { resources } from './resource.ts';

/** The columns a seller edits; missing ones keep their published value. */
export type DraftFields = Partial<
  Pick<
    typeof resources.$inferSelect,
    | 'title'
    | 'description'
    | 'type'
    | 'danceStyle'
    | 'ageGroups'
    | 'level'
    | 'categoryId'
    | 'tags'
    | 'priceCents'
    | 'licence'
    | 'bpm'
    | 'metre'
  >
>;

/**
 * One per resource. Its files are in resource_files under the next version number, or under version 0 while a discarded
 * draft can still be restored.
 */
export const resourceDrafts = pgTable(
  'resource_drafts',
  {
    resourceId: integer()
      .primaryKey()
      .references(() => resources.id, { onDelete: 'cascade' }),
    /** Counts every change, including publishing and discarding. The row is never deleted, so no number repeats. */
    revision: integer().notNull().default(1),
    fields: jsonb()
      .$type<DraftFields>()
      .notNull()
      .default(sql`'{}'`),
    /** If set, `coverKey` becomes the cover; null means the drawn one. */
    isCoverChanged: boolean().notNull().default(false),
    coverKey: text(),
    discardedAt: timestamptz(),
    updatedAt: timestamptz().notNull(),
  },
  (t) => [
    index('resource_drafts_cover_key').on(t.coverKey),
    check('resource_drafts_fields', sql`jsonb_typeof(${t.fields}) = 'object'`),
    check('resource_drafts_cover', sql`${t.coverKey} is null or ${t.isCoverChanged}`),
  ],
);
