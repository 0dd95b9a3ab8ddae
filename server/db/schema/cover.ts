// Which covers can be drawn, and from what. The images themselves are in storage.
import { sql } from '#server/db/drizzle.ts';
import { boolean, check, pgTable, smallint, text } from '#server/db/drizzle-pg.ts';
import type { DanceStyle } from '#shared/vocabulary.ts';

export const covers = pgTable(
  'covers',
  {
    /** What it is the cover of: `site-hero`, `resource-12`. Also in the URL. */
    subject: text().primaryKey(),
    seed: text().notNull(),
    style: text().$type<DanceStyle>().notNull(),
    /** Null: the seed decides. */
    colourway: smallint(),
    isBare: boolean().notNull().default(false),
  },
  (t) => [
    check('covers_subject_form', sql`${t.subject} ~ '^[a-z0-9-]{1,80}$'`),
    check('covers_colourway', sql`${t.colourway} between 0 and 2`),
  ],
);
