// Carts of signed-in users, and the guest carts merged into them.
import { sql } from '#server/db/drizzle.ts';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from '#server/db/drizzle-pg.ts';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import { CARTED_ITEMS, type CartedItem } from '#shared/features/entitlement/entitlement.states.ts';
import { cascadingUserId, users } from './platform-user.ts';

export const cartItems = pgTable(
  'cart_items',
  {
    id: id(),
    userId: cascadingUserId(),
    itemType: text().$type<CartedItem>().notNull(),
    itemId: integer().notNull(),
    /** Seats. */
    quantity: integer().notNull().default(1),
    /** The price per seat the user last saw; a change is shown before payment. */
    seenPriceCents: integer().notNull(),
    createdAt: timestamptz().notNull(),
    /** When it was added, added again, or its quantity changed. */
    touchedAt: timestamptz().notNull().defaultNow(),
  },
  (t) => [
    index('cart_items_touched_at').on(t.touchedAt),
    uniqueIndex('cart_items_one_line').on(t.userId, t.itemType, t.itemId),
    index('cart_items_item').on(t.itemType, t.itemId),
    check('cart_items_item_type', sql`${t.itemType} in (${oneOf(CARTED_ITEMS)})`),
    check('cart_items_quantity', sql`${t.quantity} between 1 and 9999`),
  ],
);

/** Merges each guest cart once, however often the browser asks. The key is created with the cart's first item. */
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

/** When users were reminded of an abandoned cart, and who opted out. */
export const cartReminders = pgTable(
  'cart_reminders',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In links of earlier emails. Not hashed: all it can do is stop the reminders. */
    offKey: uuid().notNull().defaultRandom(),
    remindedAt: timestamptz(),
  },
  (t) => [uniqueIndex('cart_reminders_off_key').on(t.offKey)],
);
