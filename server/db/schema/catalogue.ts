// What the catalogue is read by: one narrow row for each listed resource, counts of choices, and the words in use.
// Triggers in 0000_baseline.sql maintain all of it; no code writes here. Decision 010 says why.
import { sql } from 'drizzle-orm';
import { bigint, check, customType, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/db/columns.ts';
import { resources } from './resource.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** Listed resources only: what is not for everyone cannot be found here by any mistake in a query. */
export const resourceListings = pgTable(
  'resource_listings',
  {
    resourceId: integer()
      .primaryKey()
      .references(() => resources.id, { onDelete: 'cascade' }),
    sellerId: integer().notNull(),
    categoryId: integer(),
    /** One bit for each value a shopper can choose by: resource-choices.ts names them. */
    bits: bigint({ mode: 'bigint' }).notNull(),
    /** How useful it has been to others; newer ones need fewer sales for the same. */
    score: integer().notNull(),
    publishedAt: timestamptz().notNull(),
    salesCount: integer().notNull(),
    /** Stars, then how many gave them; 0 before the first. */
    ratingKey: integer().notNull(),
    priceCents: integer().notNull(),
    /** 0: among the first thousands by score, 1: among the next, 2: the rest. */
    tier: smallint().notNull(),
    /** Title, tags, shop and description; every choice as a word of its own ("~9"), the seller too ("~s12"). */
    words: tsvector().notNull(),
  },
  (t) => [
    // Included columns are added to the orders' indexes in the migration, where drizzle-kit cannot write them.
    index('resource_listings_seller').on(t.sellerId, t.score, t.resourceId),
    index('resource_listings_words').using('gin', t.words),
    index('resource_listings_words_near')
      .using('gin', t.words)
      .where(sql`tier <= 1`),
    index('resource_listings_words_top')
      .using('gin', t.words)
      .where(sql`tier = 0`),
    check('resource_listings_tier', sql`${t.tier} between 0 and 2`),
  ],
);

/** How many listings have up to three choices at once; the key is their codes in rising order, 20 bits each. */
export const resourceCounts = pgTable('resource_counts', {
  key: bigint({ mode: 'bigint' }).primaryKey(),
  count: integer().notNull(),
});

/** Every word in use, as written, with its stem. */
export const catalogueWords = pgTable(
  'catalogue_words',
  {
    word: text().primaryKey(),
    stem: text().notNull(),
    count: integer().notNull(),
    /** How often, in powers of two: it changes seldom, so its indexes do as well. */
    weight: smallint().generatedAlwaysAs(
      sql`case when count < 1 then 0 else 1 + floor(log(2, count))::int end`,
    ),
  },
  (t) => [
    index('catalogue_words_stem').on(t.stem),
    index('catalogue_words_one_letter').on(sql`left(word, 1) collate "C"`, t.weight.desc()),
    index('catalogue_words_two_letters').on(sql`left(word, 2) collate "C"`, t.weight.desc()),
    index('catalogue_words_prefix').on(sql`word collate "C"`),
    index('catalogue_words_alike').using('gin', sql`word gin_trgm_ops`),
  ],
);

/** One row: from which score on a listing is in tier 0 and in tier 1. */
export const catalogueTiers = pgTable(
  'catalogue_tiers',
  { id: integer().primaryKey(), topScore: integer().notNull(), nearScore: integer().notNull() },
  (t) => [check('catalogue_tiers_one_row', sql`${t.id} = 1`)],
);
