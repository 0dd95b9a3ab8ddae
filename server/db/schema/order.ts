// Orders and what pays for them. Each "at most one" of buying is a constraint here; code comes second.
import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, cents, id, oneOf, timestamptz } from '#server/db/columns.ts';
import { ORDER_STATES, type OrderState } from '#shared/features/order/order.states.ts';
import {
  ENTITLEMENT_ITEMS,
  type EntitlementItem,
  SOLD_ITEMS,
  type SoldItem,
} from '#shared/features/entitlement/entitlement.states.ts';
import { users } from './platform-user.ts';

export const orders = pgTable(
  'orders',
  {
    id: id(),
    /** What people read and say: RV-000017. */
    number: text()
      .notNull()
      .generatedAlwaysAs(sql`'RV-' || lpad(id::text, greatest(6, length(id::text)), '0')`),
    /** Null: a guest's, until they register with this address and prove that it is theirs. */
    userId: integer().references(() => users.id),
    email: text().notNull(),
    name: text().notNull(),
    zip: text(),
    city: text(),
    region: text(),
    /** ISO 3166-1. Null where no address was given, and once the buyer is gone. */
    country: text(),
    state: text().$type<OrderState>().notNull().default('pending'),
    currency: text().notNull().default('USD'),
    subtotalCents: cents().notNull(),
    discountCents: cents().notNull().default(0),
    taxCents: cents().notNull().default(0),
    totalCents: cents().notNull(),
    refundedCents: cents().notNull().default(0),
    /** As it was written when it was used. */
    couponCode: text(),
    /** Bought from the cart, which is emptied of it when paid; otherwise by itself. */
    isFromCart: boolean().notNull(),
    /** What is in it, in a form that can be compared: the same cart again is the same order. */
    fingerprint: text().notNull(),
    createdAt: timestamptz().notNull(),
    /** A pending order ends then. */
    expiresAt: timestamptz().notNull(),
    paidAt: timestamptz(),
    endedAt: timestamptz(),
    /** False once it is paid, until a job has added it to how often its things were sold. */
    isCounted: boolean(),
  },
  (t) => [
    // Two tabs pay for one cart: there is one order to pay.
    uniqueIndex('orders_one_pending')
      .on(t.userId)
      .where(sql`state = 'pending'`),
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
      sql`${t.totalCents} = ${t.subtotalCents} - ${t.discountCents} + ${t.taxCents} and ${t.totalCents} >= 0`,
    ),
    check('orders_discount', sql`${t.discountCents} between 0 and ${t.subtotalCents}`),
    check('orders_refunded', sql`${t.refundedCents} between 0 and ${t.totalCents}`),
    check('orders_paid', sql`${t.state} not in ('paid', 'partially_refunded') or ${t.paidAt} is not null`),
  ],
);

const orderId = () =>
  integer()
    .notNull()
    .references(() => orders.id);

/** The price at the moment of ordering, line by line; never changed by what the catalogue does later. */
export const orderLines = pgTable(
  'order_lines',
  {
    id: id(),
    orderId: orderId(),
    position: smallint().notNull(),
    itemType: text().$type<SoldItem>().notNull(),
    itemId: integer().notNull(),
    title: text().notNull(),
    /** `certification` where it is one: what the receipt calls it. */
    kind: text().notNull(),
    sellerName: text().notNull(),
    unitPriceCents: cents().notNull(),
    quantity: integer().notNull(),
    /** Of a bundle: the share of what the buyer has already. */
    ownedCents: cents().notNull().default(0),
    amountCents: cents().notNull(),
    /** What a coupon takes off it. */
    discountCents: cents().notNull().default(0),
    taxCents: cents().notNull().default(0),
    /** `u7` or `e<address>`: whose it is, so that the same thing is not sold twice to one person. */
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
    check(
      'order_lines_amount',
      sql`${t.amountCents} = ${t.unitPriceCents} * ${t.quantity} - ${t.ownedCents} and ${t.amountCents} >= 0 and ${t.ownedCents} >= 0`,
    ),
    check(
      'order_lines_discount',
      sql`${t.discountCents} between 0 and ${t.amountCents} and ${t.taxCents} >= 0`,
    ),
  ],
);

/** What a line is made of: one part for a single thing, several for a bundle. Access and sellers' shares go by parts. */
export const orderParts = pgTable(
  'order_parts',
  {
    id: id(),
    orderId: orderId(),
    lineId: integer()
      .notNull()
      .references(() => orderLines.id),
    itemType: text().$type<EntitlementItem>().notNull(),
    itemId: integer().notNull(),
    title: text().notNull(),
    /** Whose share it is; null: the house's own (courses). */
    sellerId: integer().references(() => users.id),
    /** Zero for what the buyer of a bundle had already. */
    amountCents: cents().notNull(),
    discountCents: cents().notNull().default(0),
    taxCents: cents().notNull().default(0),
    /** What the house keeps of what is paid for it, tax aside; the rest is the seller's share. */
    feeCents: cents().notNull(),
    /** What goes back to the buyer of what was paid for it: by refunds, from the moment they are asked of the gateway, and by lost disputes. */
    returnedCents: cents().notNull().default(0),
  },
  (t) => [
    uniqueIndex('order_parts_item').on(t.lineId, t.itemType, t.itemId),
    index('order_parts_order_id').on(t.orderId),
    index('order_parts_seller_id').on(t.sellerId, t.id),
    index('order_parts_sold').on(t.itemType, t.itemId),
    check('order_parts_item_type', sql`${t.itemType} in (${oneOf(ENTITLEMENT_ITEMS)})`),
    check('order_parts_fee', sql`${t.feeCents} between 0 and ${t.amountCents} - ${t.discountCents}`),
    check('order_parts_discount', sql`${t.discountCents} >= 0 and ${t.taxCents} >= 0`),
    check(
      'order_parts_returned',
      sql`${t.returnedCents} between 0 and ${t.amountCents} - ${t.discountCents} + ${t.taxCents}`,
    ),
  ],
);

/** Links that open a guest's order; only their hashes are kept. */
export const orderKeys = pgTable(
  'order_keys',
  {
    keyHash: bytea().primaryKey(),
    orderId: orderId(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [index('order_keys_order_id').on(t.orderId)],
);
