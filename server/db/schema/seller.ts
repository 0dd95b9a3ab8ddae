// Shops, and who follows them. A shop has the number of the person who keeps it.
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import { SELLER_STATES, type SellerState } from '#shared/features/seller/slug.rules.ts';
import { cascadingUserId, nullableUserId, users } from './platform-user.ts';

export const stores = pgTable(
  'stores',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id),
    name: text().notNull(),
    slug: text().notNull(),
    /** One sentence under the name. */
    tagline: text().notNull().default(''),
    about: text().notNull().default(''),
    policies: text().notNull().default(''),
    /** The seller's own picture across the top; without one a cover is drawn. */
    bannerKey: text(),
    /** Shown above their things while they are away; empty when they are not. */
    vacationNote: text().notNull().default(''),
    state: text().$type<SellerState>().notNull().default('approved'),
    /** Why officers suspended it, as the seller reads it; only then. */
    suspendedReason: text(),
    /** What the house keeps of this seller's sales, in hundredths of a percent; null: as the settings say. */
    feePoints: integer(),
    /** Over all their items, kept by a trigger on reviews. */
    ratingSum: integer().notNull().default(0),
    ratingCount: integer().notNull().default(0),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('stores_slug').on(t.slug),
    index('stores_name_prefix').on(sql`lower(name) collate "C"`),
    check('stores_state', sql`${t.state} in (${oneOf(SELLER_STATES)})`),
    check('stores_suspended_reason', sql`${t.state} = 'suspended' or ${t.suspendedReason} is null`),
    check('stores_fee', sql`${t.feePoints} between 0 and 10000`),
    check('stores_slug_form', sql`${t.slug} ~ '^[a-z0-9-]{1,80}$'`),
    check('stores_rating', sql`${t.ratingSum} between ${t.ratingCount} and ${t.ratingCount} * 5`),
  ],
);

export const storeFollows = pgTable(
  'store_follows',
  {
    userId: cascadingUserId(),
    sellerId: integer()
      .notNull()
      .references(() => stores.userId, { onDelete: 'cascade' }),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.sellerId] }),
    index('store_follows_seller_id').on(t.sellerId),
    check('store_follows_not_self', sql`${t.userId} <> ${t.sellerId}`),
  ],
);

/** What officers write down about a seller, for each other. */
export const storeNotes = pgTable(
  'store_notes',
  {
    id: id(),
    sellerId: integer()
      .notNull()
      .references(() => stores.userId, { onDelete: 'cascade' }),
    authorId: nullableUserId(),
    body: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [index('store_notes_seller_id').on(t.sellerId, t.id), index('store_notes_author_id').on(t.authorId)],
);
