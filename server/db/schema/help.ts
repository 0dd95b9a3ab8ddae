// Help articles, in Markdown, with the words they are found by.
import { sql } from '#server/db/drizzle.ts';
import {
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  HELP_TOPICS,
  type HelpTopic,
  MAX_HELP_TEXT,
  MAX_HELP_TITLE,
} from '#shared/features/help/help.schema.ts';
import { nullableUserId } from './platform-user.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

export const helpArticles = pgTable(
  'help_articles',
  {
    id: id(),
    /** The address: made from the first title, and kept when the title changes. */
    slug: text().notNull(),
    title: text().notNull(),
    topic: text().$type<HelpTopic>().notNull(),
    text: text().notNull(),
    position: integer().notNull(),
    isPublished: boolean().notNull().default(false),
    updatedBy: nullableUserId(),
    updatedAt: timestamptz().notNull(),
    /** The title counts more than the text. */
    words: tsvector()
      .notNull()
      .generatedAlwaysAs(
        sql`setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', text), 'C')`,
      ),
  },
  (t) => [
    uniqueIndex('help_articles_slug').on(t.slug),
    index('help_articles_words').using('gin', t.words),
    index('help_articles_updated_by').on(t.updatedBy),
    check('help_articles_topic', sql`${t.topic} in (${oneOf(HELP_TOPICS)})`),
    check('help_articles_title', sql`length(${t.title}) between 1 and ${sql.raw(String(MAX_HELP_TITLE))}`),
    check('help_articles_text', sql`length(${t.text}) between 1 and ${sql.raw(String(MAX_HELP_TEXT))}`),
  ],
);

/** The starter articles this site was given, so that none comes back after staff deleted it. */
export const starterArticles = pgTable('starter_articles', { slug: text().primaryKey() });
