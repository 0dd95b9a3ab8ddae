// Shops, and who follows them. A shop has the number of the person who keeps it.
import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { oneOf } from '#server/db/checks.ts';
import { STORE_STATES, type StoreState } from '#shared/features/seller/seller.states.ts';
import { users } from './account.ts';

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
    state: text().$type<StoreState>().notNull().default('approved'),
    /** Over all their items, kept by a trigger on reviews. */
    ratingSum: integer().notNull().default(0),
    ratingCount: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    updatedAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    uniqueIndex('stores_slug').on(t.slug),
    check('stores_state', sql`${t.state} in (${oneOf(STORE_STATES)})`),
    check('stores_slug_form', sql`${t.slug} ~ '^[a-z0-9-]{1,80}$'`),
    check('stores_rating', sql`${t.ratingSum} between ${t.ratingCount} and ${t.ratingCount} * 5`),
  ],
);

export const storeFollows = pgTable(
  'store_follows',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sellerId: integer()
      .notNull()
      .references(() => stores.userId, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.sellerId] }),
    index('store_follows_seller_id').on(t.sellerId),
    check('store_follows_not_self', sql`${t.userId} <> ${t.sellerId}`),
  ],
);
