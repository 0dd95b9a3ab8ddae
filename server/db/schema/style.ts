// Dance styles, edited by staff. Spec §3's twelve exist from the start.
import { sql } from '#server/db/drizzle.ts';
import { check, integer, pgTable, smallint, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
import { id, timestamptz } from '#server/db/columns.ts';

/** The codes a style can get, in the order they are assigned: those no other facet uses. */
export const STYLE_CODES: readonly number[] = [
  9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 8, 30, 36, 41, 57, 58, 59, 60, 61, 62, 63,
];

export const danceStyles = pgTable(
  'dance_styles',
  {
    id: id(),
    /** Referenced by resources and courses; renaming it renames it there. */
    name: text().notNull(),
    /** Its facet code (facet-codes.ts): one of twenty-five. */
    code: smallint().notNull(),
    position: integer().notNull(),
    /** No longer offered for new items; existing ones keep it. */
    retiredAt: timestamptz(),
  },
  (t) => [
    // Unique because other tables reference the name.
    uniqueIndex('dance_styles_name').on(t.name),
    uniqueIndex('dance_styles_name_key').on(sql`lower(name)`),
    uniqueIndex('dance_styles_code').on(t.code),
    check('dance_styles_name_form', sql`${t.name} = btrim(${t.name}) and length(${t.name}) between 2 and 40`),
    check(
      'dance_styles_code_known',
      sql`${t.code} = 8 or ${t.code} between 9 and 22 or ${t.code} in (30, 36, 41) or ${t.code} between 57 and 63`,
    ),
  ],
);
