// Membership plans, their prices, and the member library.
import { sql } from '#server/db/drizzle.ts';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { cents, id, oneOf, timestamptz } from '#server/db/columns.ts';
import { ENTITLEMENT_ITEMS, type EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';
import {
  PLAN_PERIODS,
  PLAN_STATES,
  type PlanPeriod,
  type PlanState,
} from '#shared/features/plan/plan.rules.ts';

export const plans = pgTable(
  'plans',
  {
    id: id(),
    name: text().notNull(),
    /** Who it is for, in a few words. */
    audience: text().notNull().default(''),
    state: text().$type<PlanState>().notNull().default('draft'),
    position: smallint().notNull(),
    trialDays: smallint().notNull().default(0),
    seats: smallint().notNull().default(1),
    /** Percent. */
    resourceDiscount: smallint().notNull().default(0),
    courseDiscount: smallint().notNull().default(0),
    bookingDiscount: smallint().notNull().default(0),
    /** Null: no limit. */
    monthlyDownloads: smallint(),
    bookingCreditCents: cents().notNull().default(0),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (t) => [
    // Sold under one name at a time.
    uniqueIndex('plans_name')
      .on(sql`lower(name)`)
      .where(sql`state <> 'retired'`),
    check('plans_state_known', sql`${t.state} in (${oneOf(PLAN_STATES)})`),
    check('plans_trial', sql`${t.trialDays} between 0 and 90`),
    check('plans_seats', sql`${t.seats} between 1 and 500`),
    check(
      'plans_discounts',
      sql`${t.resourceDiscount} between 0 and 100 and ${t.courseDiscount} between 0 and 100 and ${t.bookingDiscount} between 0 and 100`,
    ),
    check('plans_downloads', sql`${t.monthlyDownloads} >= 0`),
    check('plans_credit', sql`${t.bookingCreditCents} between 0 and 10000000`),
  ],
);

/** A changed price is a new row: members keep the one they signed up for. */
export const planPrices = pgTable(
  'plan_prices',
  {
    id: id(),
    planId: integer()
      .notNull()
      .references(() => plans.id),
    period: text().$type<PlanPeriod>().notNull(),
    amountCents: cents().notNull(),
    createdAt: timestamptz().notNull(),
    /** No longer for new members. */
    retiredAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('plan_prices_current')
      .on(t.planId, t.period)
      .where(sql`retired_at is null`),
    index('plan_prices_plan_id').on(t.planId),
    check('plan_prices_period', sql`${t.period} in (${oneOf(PLAN_PERIODS)})`),
    check('plan_prices_amount', sql`${t.amountCents} between 100 and 10000000`),
  ],
);

/** What members can use without buying it. */
export const libraryItems = pgTable(
  'library_items',
  {
    itemType: text().$type<EntitlementItem>().notNull(),
    itemId: integer().notNull(),
    addedAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.itemType, t.itemId] }),
    check('library_items_item_type', sql`${t.itemType} in (${oneOf(ENTITLEMENT_ITEMS)})`),
  ],
);
