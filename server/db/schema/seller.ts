// Sellers' profiles and settings, their followers, and staff notes. A seller has the id of their user.
import { sql } from '#server/db/drizzle.ts';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import { SELLER_STATES, type SellerState } from '#shared/features/seller/slug.rules.ts';
import { cascadingUserId, nullableUserId, users } from './platform-user.ts';

export const sellers = pgTable(
  'sellers',
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
    /** The seller's own banner; without one, a cover is drawn. */
    bannerKey: text(),
    /** Shown next to their items while they are away; otherwise empty. */
    vacationNote: text().notNull().default(''),
    state: text().$type<SellerState>().notNull().default('approved'),
    /** Why officers suspended the seller, as shown to them. */
    suspendedReason: text(),
    /** The platform fee in basis points; null: the standard fee. */
    feePoints: integer(),
    /** Across all their items; maintained by a trigger on reviews. */
    ratingSum: integer().notNull().default(0),
    ratingCount: integer().notNull().default(0),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('sellers_slug').on(t.slug),
    index('sellers_name_prefix').on(sql`lower(name) collate "C"`),
    check('sellers_state', sql`${t.state} in (${oneOf(SELLER_STATES)})`),
    check('sellers_suspended_reason', sql`${t.state} = 'suspended' or ${t.suspendedReason} is null`),
    check('sellers_fee', sql`${t.feePoints} between 0 and 10000`),
    check('sellers_slug_form', sql`${t.slug} ~ '^[a-z0-9-]{1,80}$'`),
    check('sellers_rating', sql`${t.ratingSum} between ${t.ratingCount} and ${t.ratingCount} * 5`),
  ],
);

export const sellerFollows = pgTable(
  'seller_follows',
  {
    userId: cascadingUserId(),
    sellerId: integer()
      .notNull()
      .references(() => sellers.userId, { onDelete: 'cascade' }),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.sellerId] }),
    index('seller_follows_seller_id').on(t.sellerId),
    check('seller_follows_not_self', sql`${t.userId} <> ${t.sellerId}`),
  ],
);

/** Internal staff notes about a seller. */
export const sellerNotes = pgTable(
  'seller_notes',
  {
    id: id(),
    sellerId: integer()
      .notNull()
      .references(() => sellers.userId, { onDelete: 'cascade' }),
    authorId: nullableUserId(),
    body: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    index('seller_notes_seller_id').on(t.sellerId, t.id),
    index('seller_notes_author_id').on(t.authorId),
  ],
);
