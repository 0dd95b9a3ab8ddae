// Bundles: resources and courses sold together for less than their total price.
import { sql } from '#server/db/drizzle.ts';
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
import { id, isPaidPrice, oneOf, timestamptz } from '#server/db/columns.ts';
import { BUNDLE_STATES, type BundleState } from '#shared/features/bundle/bundle.rules.ts';
import { courses } from './course.ts';
import { resources } from './resource.ts';
import { sellers } from './seller.ts';

export const bundles = pgTable(
  'bundles',
  {
    id: id(),
    /** Null: a platform bundle, with items of any seller. */
    sellerId: integer().references(() => sellers.userId),
    title: text().notNull(),
    description: text().notNull().default(''),
    priceCents: integer().notNull(),
    currency: text().notNull().default('USD'),
    state: text().$type<BundleState>().notNull().default('draft'),
    /** Counts every change, to detect conflicting edits. */
    revision: integer().notNull().default(0),
    salesCount: integer().notNull().default(0),
    createdAt: timestamptz().notNull(),
    publishedAt: timestamptz(),
    updatedAt: timestamptz().notNull(),
  },
  (t) => [
    index('bundles_seller_id').on(t.sellerId, t.state),
    index('bundles_state').on(t.state, t.publishedAt),
    check('bundles_state_known', sql`${t.state} in (${oneOf(BUNDLE_STATES)})`),
    check('bundles_price', isPaidPrice(t.priceCents)),
  ],
);

export const bundleItems = pgTable(
  'bundle_items',
  {
    id: id(),
    bundleId: integer()
      .notNull()
      .references(() => bundles.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    /** Exactly one of the two is set. */
    resourceId: integer().references(() => resources.id, { onDelete: 'cascade' }),
    courseId: integer().references(() => courses.id, { onDelete: 'cascade' }),
  },
  (t) => [
    uniqueIndex('bundle_items_position').on(t.bundleId, t.position),
    uniqueIndex('bundle_items_resource').on(t.bundleId, t.resourceId),
    uniqueIndex('bundle_items_course').on(t.bundleId, t.courseId),
    index('bundle_items_resource_id').on(t.resourceId),
    index('bundle_items_course_id').on(t.courseId),
    check('bundle_items_one_item', sql`num_nonnulls(${t.resourceId}, ${t.courseId}) = 1`),
  ],
);
