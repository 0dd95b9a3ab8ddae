// The catalogue's index: one narrow row per listed resource and one with its words, facet counts, and the words in use.
// Triggers maintain it; no code writes here. See decision 010.
import { sql } from '#server/db/drizzle.ts';
import { bigint, check, customType, index, integer, pgTable, smallint, text } from '#server/db/drizzle-pg.ts';
import { timestamptz } from '#server/db/columns.ts';
import { resources } from './resource.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

const filteredAndSortedBy = () => ({
  categoryId: integer(),
  /** One bit per facet value; see facet-codes.ts. */
  bits: bigint({ mode: 'bigint' }).notNull(),
  /** Ranks by usefulness to others; newer resources need fewer sales for the same score. */
  score: integer().notNull(),
  publishedAt: timestamptz().notNull(),
  salesCount: integer().notNull(),
  /** Sorts by average stars, then by number of reviews; 0 without reviews. */
  ratingKey: integer().notNull(),
  priceCents: integer().notNull(),
});

/** Listed resources only, so a mistake in a query can't reveal anything unpublished. */
export const resourceListings = pgTable(
  'resource_listings',
  {
    resourceId: integer()
      .primaryKey()
      .references(() => resources.id, { onDelete: 'cascade' }),
    sellerId: integer().notNull(),
    ...filteredAndSortedBy(),
  },
  // The migration adds the sort orders, with included columns; drizzle-kit can't express them.
  (t) => [index('resource_listings_seller').on(t.sellerId, t.score, t.resourceId)],
);

/** A table of its own: a sale changes what a listing is sorted by, and would rewrite the index of all its words. */
export const listingWords = pgTable(
  'listing_words',
  {
    resourceId: integer()
      .primaryKey()
      .references(() => resourceListings.resourceId, { onDelete: 'cascade' }),
    ...filteredAndSortedBy(),
    /** 0: the top few thousand by score, 1: the next ones, 2: the rest. */
    tier: smallint().notNull(),
    /** Title, tags, seller name and description; facet values ("~9") and the seller ("~s12") as words of their own. */
    words: tsvector().notNull(),
  },
  (t) => [
    index('listing_words_all').using('gin', t.words),
    index('listing_words_near')
      .using('gin', t.words)
      .where(sql`tier <= 1`),
    index('listing_words_top')
      .using('gin', t.words)
      .where(sql`tier = 0`),
    check('listing_words_tier', sql`${t.tier} between 0 and 2`),
  ],
);

/** Listings per combination of up to three facet values; the key is their codes in ascending order, 20 bits each. */
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
    /** The count in powers of two: it rarely changes, so neither do its indexes. */
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

/** A single row: the lowest scores of tier 0 and tier 1. */
export const catalogueTiers = pgTable(
  'catalogue_tiers',
  { id: integer().primaryKey(), topScore: integer().notNull(), nearScore: integer().notNull() },
  (t) => [check('catalogue_tiers_one_row', sql`${t.id} = 1`)],
);
