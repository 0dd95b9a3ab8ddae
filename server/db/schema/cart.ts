// Carts of people who are signed in, and which guest carts have been merged into them.
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import { SOLD_ITEMS, type SoldItem } from '#shared/features/entitlement/entitlement.states.ts';
import { cascadingUserId, users } from './platform-user.ts';

export const cartItems = pgTable(
  'cart_items',
  {
    id: id(),
    userId: cascadingUserId(),
    itemType: text().$type<SoldItem>().notNull(),
    itemId: integer().notNull(),
    /** Seats. */
    quantity: integer().notNull().default(1),
    /** What one seat cost when its owner last saw it: another price now is said before payment. */
    seenPriceCents: integer().notNull(),
    createdAt: timestamptz().notNull(),
    /** Put in, put in again, or its seats changed. */
    touchedAt: timestamptz().notNull().defaultNow(),
  },
  (t) => [
    index('cart_items_touched_at').on(t.touchedAt),
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
    userId: cascadingUserId(),
    key: text().notNull(),
    merged: integer().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.key] }),
    check('cart_merges_key', sql`length(${t.key}) between 8 and 100`),
  ],
);

/** Who was reminded of a cart they left, and who does not want to be. */
export const cartReminders = pgTable(
  'cart_reminders',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    isWanted: boolean().notNull().default(true),
    /** In the links of the mails; it can do nothing but end them, so it is kept as it is. */
    offKey: uuid().notNull().defaultRandom(),
    remindedAt: timestamptz(),
  },
  (t) => [uniqueIndex('cart_reminders_off_key').on(t.offKey)],
);
