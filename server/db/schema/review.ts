// Reviews of resources and courses.
import { sql } from '#server/db/drizzle.ts';
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import { ENTITLEMENT_ITEMS, type EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';
import { users } from './platform-user.ts';

export const reviews = pgTable(
  'reviews',
  {
    id: id(),
    itemType: text().$type<EntitlementItem>().notNull(),
    itemId: integer().notNull(),
    /** Null: the author deleted their account; the stars still count. */
    userId: integer().references(() => users.id),
    stars: smallint().notNull(),
    /** Plain text. */
    body: text().notNull().default(''),
    /** The seller's reply. */
    answer: text(),
    answeredAt: timestamptz(),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('reviews_one_each').on(t.itemType, t.itemId, t.userId),
    index('reviews_item').on(t.itemType, t.itemId, t.createdAt),
    index('reviews_user_id').on(t.userId),
    check('reviews_item_type', sql`${t.itemType} in (${oneOf(ENTITLEMENT_ITEMS)})`),
    check('reviews_stars', sql`${t.stars} between 1 and 5`),
    check('reviews_body', sql`char_length(${t.body}) <= 4000`),
    check('reviews_answer', sql`(${t.answer} is null) = (${t.answeredAt} is null)`),
  ],
);
