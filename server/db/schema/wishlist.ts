// Items users have saved.
import { sql } from '#server/db/drizzle.ts';
import { check, integer, pgTable, primaryKey, text } from '#server/db/drizzle-pg.ts';
import { oneOf, timestamptz } from '#server/db/columns.ts';
import { ENTITLEMENT_ITEMS, type EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';
import { cascadingUserId } from './platform-user.ts';

export const wishlistItems = pgTable(
  'wishlist_items',
  {
    userId: cascadingUserId(),
    itemType: text().$type<EntitlementItem>().notNull(),
    itemId: integer().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.itemType, t.itemId] }),
    check('wishlist_items_item_type', sql`${t.itemType} in (${oneOf(ENTITLEMENT_ITEMS)})`),
  ],
);
