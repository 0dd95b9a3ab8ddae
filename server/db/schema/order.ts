// Orders. Every "at most one" rule of buying is a constraint here first, and code second.
import { sql } from '#server/db/drizzle.ts';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { bytea, cents, id, oneOf, timestamptz } from '#server/db/columns.ts';
import { ORDER_STATES, type OrderState } from '#shared/features/order/order.states.ts';
import {
  PART_ITEMS,
  type PartItem,
  SOLD_ITEMS,
  type SoldItem,
} from '#shared/features/entitlement/entitlement.states.ts';
import { users } from './platform-user.ts';

export const orders = pgTable(
  'orders',
  {
    id: id(),
    /** The number people use: RV-000017. */
    number: text()
      .notNull()
      .generatedAlwaysAs(sql`'RV-' || lpad(id::text, greatest(6, length(id::text)), '0')`),
    /** Null for guests, until they register with this address and confirm it. */
    userId: integer().references(() => users.id),
    email: text().notNull(),
    name: text().notNull(),
    zip: text(),
    city: text(),
    region: text(),
    /** ISO 3166-1. Null without an address, and after the buyer's account is deleted. */
    country: text(),
    state: text().$type<OrderState>().notNull().default('pending'),
    currency: text().notNull().default('USD'),
    subtotalCents: cents().notNull(),
    discountCents: cents().notNull().default(0),
    taxCents: cents().notNull().default(0),
    /** Paid with a member's booking credit. */
    creditCents: cents().notNull().default(0),
    /** What is left to pay with a card. */
    totalCents: cents().notNull(),
    refundedCents: cents().notNull().default(0),
    /** As it was when it was used. */
    couponCode: text(),
    /** A membership charges itself with it, whatever is in the cart. */
    isInvoice: boolean().notNull().default(false),
    /** Bought from the cart, which is cleared of these items after payment. */
    isFromCart: boolean().notNull(),
    /** Identifies its content, so that checking out the same cart again finds the same order. */
    fingerprint: text().notNull(),
    createdAt: timestamptz().notNull(),
    /** When a pending order expires. */
    expiresAt: timestamptz().notNull(),
    paidAt: timestamptz(),
    endedAt: timestamptz(),
    /** False after payment, until a job has added it to the sales counts. */
    isCounted: boolean(),
  },
  (t) => [
    // Two tabs checking out one cart share one order.
    uniqueIndex('orders_one_pending')
      .on(t.userId)
      .where(sql`state = 'pending' and not is_invoice`),
    index('orders_user_id').on(t.userId, t.id),
    index('orders_guest_email')
      .on(sql`lower(email)`)
      .where(sql`user_id is null`),
    index('orders_to_expire')
      .on(t.expiresAt)
      .where(sql`state = 'pending'`),
    index('orders_state').on(t.state, t.id),
    index('orders_search').using('gin', sql`lower(email || ' ' || name) gin_trgm_ops`),
    index('orders_to_count')
      .on(t.id)
      .where(sql`is_counted = false`),
    check('orders_country', sql`${t.country} ~ '^[A-Z]{2}$'`),
    check('orders_state_known', sql`${t.state} in (${oneOf(ORDER_STATES)})`),
    check(
      'orders_total',
      sql`${t.totalCents} = ${t.subtotalCents} - ${t.discountCents} + ${t.taxCents} - ${t.creditCents} and ${t.totalCents} >= 0`,
    ),
    check('orders_discount', sql`${t.discountCents} between 0 and ${t.subtotalCents}`),
    // It pays prices, never tax.
    check('orders_credit', sql`${t.creditCents} between 0 and ${t.subtotalCents} - ${t.discountCents}`),
    check('orders_refunded', sql`${t.refundedCents} between 0 and ${t.totalCents}`),
    check('orders_paid', sql`${t.state} not in ('paid', 'partially_refunded') or ${t.paidAt} is not null`),
  ],
);

const orderId = () =>
  integer()
    .notNull()
    .references(() => orders.id);

/** Prices at the moment of ordering; later changes in the catalogue don't affect them. */
export const orderLines = pgTable(
  'order_lines',
  {
    id: id(),
    orderId: orderId(),
    position: smallint().notNull(),
    itemType: text().$type<SoldItem>().notNull(),
    itemId: integer().notNull(),
    title: text().notNull(),
    /** What the receipt calls it, such as `certification`. */
    kind: text().notNull(),
    sellerName: text().notNull(),
    /** What this buyer pays for one seat: a member's price, where there is one. */
    unitPriceCents: cents().notNull(),
    quantity: integer().notNull(),
    /** For bundles: deducted for items the buyer already owned. */
    ownedCents: cents().notNull().default(0),
    /** How much a membership lowered the price, for all seats together; `amountCents` is without it. */
    memberCents: cents().notNull().default(0),
    amountCents: cents().notNull(),
    /** The coupon discount. */
    discountCents: cents().notNull().default(0),
    taxCents: cents().notNull().default(0),
    /** `u7` or `e<address>`, so that the same item isn't sold twice to one buyer. */
    buyer: text().notNull(),
    /** Paid and not refunded. */
    isLive: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex('order_lines_item').on(t.orderId, t.itemType, t.itemId),
    uniqueIndex('order_lines_bought_once')
      .on(t.buyer, t.itemType, t.itemId)
      .where(sql`is_live`),
    index('order_lines_title').using('gin', sql`lower(title) gin_trgm_ops`),
    check('order_lines_item_type', sql`${t.itemType} in (${oneOf(SOLD_ITEMS)})`),
    check('order_lines_quantity', sql`${t.quantity} between 1 and 9999`),
    check('order_lines_one_booking', sql`${t.itemType} <> 'booking' or ${t.quantity} = 1`),
    check(
      'order_lines_amount',
      sql`${t.amountCents} = ${t.unitPriceCents} * ${t.quantity} - ${t.ownedCents} and ${t.amountCents} >= 0 and ${t.ownedCents} >= 0`,
    ),
    check(
      'order_lines_discount',
      sql`${t.discountCents} between 0 and ${t.amountCents} and ${t.taxCents} >= 0`,
    ),
    check('order_lines_member', sql`${t.memberCents} >= 0 and ${t.memberCents} % ${t.quantity} = 0`),
  ],
);

/** What a line consists of: one part for a single item, several for a bundle. Access and shares are per part. */
export const orderParts = pgTable(
  'order_parts',
  {
    id: id(),
    orderId: orderId(),
    lineId: integer()
      .notNull()
      .references(() => orderLines.id),
    itemType: text().$type<PartItem>().notNull(),
    itemId: integer().notNull(),
    title: text().notNull(),
    /** Who earns the share; null: the platform. */
    sellerId: integer().references(() => users.id),
    /** Zero for bundle items the buyer already owned. */
    amountCents: cents().notNull(),
    discountCents: cents().notNull().default(0),
    taxCents: cents().notNull().default(0),
    /** How much of it was paid with booking credit. */
    creditCents: cents().notNull().default(0),
    /** The platform's fee on what was paid, before tax; the rest is the seller's share. */
    feeCents: cents().notNull(),
    /** For a booking: the seller's share is not paid out before the session is over. */
    payableFrom: timestamptz(),
    /** Returned to the buyer by refunds, as money and as credit, from the moment they are requested, and by lost disputes. */
    returnedCents: cents().notNull().default(0),
  },
  (t) => [
    uniqueIndex('order_parts_item').on(t.lineId, t.itemType, t.itemId),
    index('order_parts_order_id').on(t.orderId),
    index('order_parts_seller_id').on(t.sellerId, t.id),
    index('order_parts_sold').on(t.itemType, t.itemId),
    check('order_parts_item_type', sql`${t.itemType} in (${oneOf(PART_ITEMS)})`),
    check('order_parts_fee', sql`${t.feeCents} between 0 and ${t.amountCents} - ${t.discountCents}`),
    check('order_parts_discount', sql`${t.discountCents} >= 0 and ${t.taxCents} >= 0`),
    check(
      'order_parts_credit',
      sql`${t.creditCents} between 0 and ${t.amountCents} - ${t.discountCents} and (${t.creditCents} = 0 or ${t.itemType} = 'booking')`,
    ),
    check(
      'order_parts_returned',
      sql`${t.returnedCents} between 0 and ${t.amountCents} - ${t.discountCents} + ${t.taxCents}`,
    ),
  ],
);

/** Keys that open a guest's order; only their hashes are stored. */
export const orderKeys = pgTable(
  'order_keys',
  {
    keyHash: bytea().primaryKey(),
    orderId: orderId(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [index('order_keys_order_id').on(t.orderId)],
);

/**
 * Links mailed for guests' orders with a course: each proves access to the mailbox once, and opens the account with its
 * address or creates it. Only hashes are stored.
 */
export const startLinks = pgTable(
  'start_links',
  {
    tokenHash: bytea().primaryKey(),
    orderId: orderId(),
    /** Where it was sent. */
    email: text().notNull(),
    createdAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
  },
  (t) => [
    index('start_links_order_id').on(t.orderId),
    index('start_links_email').on(sql`lower(${t.email})`),
    index('start_links_expires_at').on(t.expiresAt),
  ],
);
