// Categories of resources and courses.
import { sql } from '#server/db/drizzle.ts';
import {
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  type AnyPgColumn,
} from '#server/db/drizzle-pg.ts';
import { id } from '#server/db/columns.ts';

export const CATEGORY_KINDS = ['resource', 'course'] as const;
export type CategoryKind = (typeof CATEGORY_KINDS)[number];

export const categories = pgTable(
  'categories',
  {
    id: id(),
    kind: text().$type<CategoryKind>().notNull(),
    parentId: integer().references((): AnyPgColumn => categories.id),
    name: text().notNull(),
    slug: text().notNull(),
    position: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('categories_slug').on(t.kind, t.slug),
    index('categories_parent_id').on(t.parentId),
    check('categories_kind', sql`${t.kind} in ('resource', 'course')`),
    check('categories_slug_form', sql`${t.slug} ~ '^[a-z0-9-]{1,80}$'`),
  ],
);

/** The kinds whose starter categories this site was given, or that it had categories of before, so that none comes back. */
export const starterCategories = pgTable('starter_categories', {
  kind: text().$type<CategoryKind>().primaryKey(),
});

/** Categories merged into others, so links with the old id still work. */
export const mergedCategories = pgTable(
  'merged_categories',
  {
    id: integer().primaryKey(),
    intoId: integer()
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
  },
  (t) => [index('merged_categories_into_id').on(t.intoId)],
);
