// Carts of people who are signed in, and which guest carts have been merged into them.
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
import { SOLD_ITEMS, type SoldItem } from '#shared/features/checkout/checkout.states.ts';
import { users } from './account.ts';

export const cartItems = pgTable(
  'cart_items',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    itemType: text().$type<SoldItem>().notNull(),
    itemId: integer().notNull(),
    /** Seats. */
    quantity: integer().notNull().default(1),
    /** What one seat cost when its owner last saw it: another price now is said before payment. */
    seenPriceCents: integer().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    uniqueIndex('cart_items_one_line').on(t.userId, t.itemType, t.itemId),
    index('cart_items_item').on(t.itemType, t.itemId),
    check('cart_items_item_type', sql`${t.itemType} in (${oneOf(SOLD_ITEMS)})`),
    check('cart_items_quantity', sql`${t.quantity} between 1 and 9999`),
  ],
);

/** A guest cart is merged once, however often its browser asks: the key is made with the first thing put into it. */
export const cartMerges = pgTable(
  'cart_merges',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    merged: integer().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    check('cart_merges_key', sql`length(${t.key}) between 8 and 100`),
  ],
);
