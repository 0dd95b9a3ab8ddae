// Coupons and their uses. The limits are constraints: a use is counted in the statement that records it.
import { sql } from '#server/db/drizzle.ts';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { cents, id, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  COUPON_KINDS,
  COUPON_USE_STATES,
  type CouponItemKind,
  type CouponKind,
  type CouponUseState,
} from '#shared/features/coupon/coupon.states.ts';
import { LISTED_ITEMS, type ListedItem } from '#shared/features/entitlement/entitlement.states.ts';
import { nullableUserId } from './platform-user.ts';
import { orders } from './order.ts';
import { sellers } from './seller.ts';

export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    /** As entered; compared without case. */
    code: text().notNull(),
    /** Null: the platform's. A seller's coupon only covers their own items. */
    sellerId: integer().references(() => sellers.userId),
    kind: text().$type<CouponKind>().notNull(),
    /** For `percent`: 1 to 100. */
    percent: integer(),
    /** For `fixed`: taken off the order once, up to its price. */
    amountCents: cents(),
    /** With no kinds, items or sellers it covers everything; otherwise whatever any of them includes. */
    kinds: text().array().$type<CouponItemKind[]>().notNull().default([]),
    startsAt: timestamptz(),
    endsAt: timestamptz(),
    maxUses: integer(),
    maxPerPerson: integer(),
    /** The minimum total of the items it covers. */
    minimumCents: cents().notNull().default(0),
    isFirstOrderOnly: boolean().notNull().default(false),
    /** Held and used. */
    useCount: integer().notNull().default(0),
    /** False if deactivated. */
    isActive: boolean().notNull().default(true),
    /** For the coupon's owner or staff. */
    note: text().notNull().default(''),
    createdBy: nullableUserId(),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('coupons_code').on(sql`lower(code)`),
    index('coupons_seller_id').on(t.sellerId),
    index('coupons_created_by').on(t.createdBy),
    check('coupons_code_form', sql`${t.code} ~ '^[A-Za-z0-9][A-Za-z0-9_-]{2,39}$'`),
    check('coupons_kind', sql`${t.kind} in (${oneOf(COUPON_KINDS)})`),
    check(
      'coupons_value',
      sql`case when ${t.kind} = 'percent' then ${t.percent} between 1 and 100 and ${t.amountCents} is null else ${t.amountCents} > 0 and ${t.percent} is null end`,
    ),
    check('coupons_dates', sql`${t.startsAt} is null or ${t.endsAt} is null or ${t.startsAt} < ${t.endsAt}`),
    check('coupons_limits', sql`${t.maxUses} >= 1 and ${t.maxPerPerson} between 1 and 1000`),
    check('coupons_minimum', sql`${t.minimumCents} >= 0`),
    check('coupons_uses', sql`${t.useCount} >= 0 and ${t.useCount} <= coalesce(${t.maxUses}, ${t.useCount})`),
  ],
);

const couponId = () =>
  integer()
    .notNull()
    .references(() => coupons.id, { onDelete: 'cascade' });

export const couponItems = pgTable(
  'coupon_items',
  { couponId: couponId(), itemType: text().$type<ListedItem>().notNull(), itemId: integer().notNull() },
  (t) => [
    primaryKey({ columns: [t.couponId, t.itemType, t.itemId] }),
    check('coupon_items_type', sql`${t.itemType} in (${oneOf(LISTED_ITEMS)})`),
  ],
);

export const couponSellers = pgTable(
  'coupon_sellers',
  {
    couponId: couponId(),
    sellerId: integer()
      .notNull()
      .references(() => sellers.userId, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.couponId, t.sellerId] }),
    index('coupon_sellers_seller_id').on(t.sellerId),
  ],
);

export const couponUses = pgTable(
  'coupon_uses',
  {
    id: id(),
    couponId: integer()
      .notNull()
      .references(() => coupons.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    /** `u7`, or `e<address>` for guests: whose limit it counts against. */
    buyer: text().notNull(),
    /** The buyer's first, second, … use, up to the limit per person; 0 without a limit. */
    useNumber: integer().notNull(),
    /** For first orders only: one per buyer, whatever the coupon. */
    isFirstOrder: boolean().notNull(),
    discountCents: cents().notNull(),
    state: text().$type<CouponUseState>().notNull().default('held'),
    /** Where the payment comes from, while the use is held. */
    network: text(),
    /** The card's fingerprint, never its number; cleared minutes after the payment. */
    card: text(),
    createdAt: timestamptz().notNull(),
    endedAt: timestamptz(),
  },
  (t) => [
    // A declined card releases the use; the order's next attempt claims it again.
    uniqueIndex('coupon_uses_order')
      .on(t.orderId)
      .where(sql`state <> 'freed'`),
    index('coupon_uses_of_order').on(t.orderId),
    index('coupon_uses_held')
      .on(t.couponId)
      .where(sql`state = 'held'`),
    index('coupon_uses_card')
      .on(t.couponId, t.card)
      .where(sql`card is not null`),
    uniqueIndex('coupon_uses_number')
      .on(t.couponId, t.buyer, t.useNumber)
      .where(sql`use_number > 0 and state <> 'freed'`),
    uniqueIndex('coupon_uses_first_order')
      .on(t.buyer)
      .where(sql`is_first_order and state <> 'freed'`),
    index('coupon_uses_coupon_id').on(t.couponId, t.id),
    index('coupon_uses_buyer')
      .on(t.buyer, t.couponId)
      .where(sql`state <> 'freed'`),
    check('coupon_uses_state', sql`${t.state} in (${oneOf(COUPON_USE_STATES)})`),
    check('coupon_uses_discount', sql`${t.discountCents} > 0`),
  ],
);
