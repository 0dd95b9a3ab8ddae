// Why someone may use something (DESIGN §4). Access is read from here and nowhere else.
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { oneOf } from '#server/db/checks.ts';
import {
  ENTITLEMENT_CAUSES,
  ENTITLEMENT_ITEMS,
  ENTITLEMENT_STATES,
  type EntitlementCause,
  type EntitlementItem,
  type EntitlementState,
} from '#shared/features/entitlement/entitlement.states.ts';
import { users } from './account.ts';

export const entitlements = pgTable(
  'entitlements',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    itemType: text().$type<EntitlementItem>().notNull(),
    itemId: integer().notNull(),
    cause: text().$type<EntitlementCause>().notNull(),
    /** Which order line, seat or membership; '' where there can be only one (free). */
    causeRef: text().notNull().default(''),
    state: text().$type<EntitlementState>().notNull().default('active'),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    /** Null: for good. Past it the row gives nothing, whether or not a job has marked it. */
    endsAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    uniqueIndex('entitlements_cause').on(t.userId, t.itemType, t.itemId, t.cause, t.causeRef),
    index('entitlements_item').on(t.itemType, t.itemId),
    check('entitlements_item_type', sql`${t.itemType} in (${oneOf(ENTITLEMENT_ITEMS)})`),
    check('entitlements_cause_known', sql`${t.cause} in (${oneOf(ENTITLEMENT_CAUSES)})`),
    check('entitlements_state', sql`${t.state} in (${oneOf(ENTITLEMENT_STATES)})`),
  ],
);
