// Orders and what pays for them. Each "at most one" of buying is a constraint here; code comes second.
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytea, cents, id, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  ENROLMENT_STATES,
  GATEWAYS,
  LIVE_PAYMENT_STATES,
  ORDER_STATES,
  PAYMENT_PROBLEMS,
  PAYMENT_STATES,
  SOLD_ITEMS,
  type EnrolmentState,
  type GatewayName,
  type OrderState,
  type PaymentProblem,
  type PaymentState,
  type SoldItem,
} from '#shared/features/checkout/checkout.states.ts';
import { ENTITLEMENT_ITEMS, type EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';
import { nullableUserId, users } from './account.ts';
import { courses } from './course.ts';

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

export const payments = pgTable(
  'payments',
  {
    id: id(),
    orderId: orderId(),
    gateway: text().$type<GatewayName>().notNull(),
    /** Null until the gateway has answered for the first time. */
    gatewayId: text(),
    amountCents: cents().notNull(),
    currency: text().notNull(),
    state: text().$type<PaymentState>().notNull().default('open'),
    /** How often a card was tried; part of the key each try goes to the gateway with. */
    tries: integer().notNull().default(0),
    /** The gateway's reason, as the buyer read it. */
    lastError: text(),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
    /** When the reconciler asks next; null: no more. */
    checkAt: timestamptz(),
    checks: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('payments_gateway_id').on(t.gateway, t.gatewayId),
    uniqueIndex('payments_one_live')
      .on(t.orderId)
      .where(sql`state in (${oneOf(LIVE_PAYMENT_STATES)})`),
    uniqueIndex('payments_one_succeeded')
      .on(t.orderId)
      .where(sql`state = 'succeeded'`),
    index('payments_to_check')
      .on(t.checkAt)
      .where(sql`check_at is not null`),
    check('payments_state_known', sql`${t.state} in (${oneOf(PAYMENT_STATES)})`),
    check('payments_gateway_known', sql`${t.gateway} in (${oneOf(GATEWAYS)})`),
    check('payments_amount', sql`${t.amountCents} > 0`),
    check('payments_succeeded_at_gateway', sql`${t.state} <> 'succeeded' or ${t.gatewayId} is not null`),
  ],
);

/** An answer given once is given again: the same key and body never do a thing twice. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Which endpoint, and whose key it is. */
    scope: text().notNull(),
    key: text().notNull(),
    bodyHash: text().notNull(),
    /** Null while the first of them is at work. */
    status: smallint(),
    answer: jsonb().$type<Record<string, unknown>>(),
    /** The order it made, known before the gateway is asked. */
    orderId: integer().references(() => orders.id),
    /** After that the first of them has died, and another goes on with its order. */
    claimedUntil: timestamptz().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.scope, t.key] }),
    index('idempotency_keys_created_at').on(t.createdAt),
    index('idempotency_keys_order_id').on(t.orderId),
  ],
);

export const WEBHOOK_STATES = ['waiting', 'done', 'set_aside'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** What gateways told us, each event once; worked off by a job. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    gateway: text().$type<GatewayName>().notNull(),
    eventId: text().notNull(),
    type: text().notNull(),
    /** The thing it is about, and what it said of it. */
    gatewayId: text().notNull(),
    amountCents: cents(),
    currency: text(),
    state: text().$type<WebhookState>().notNull().default('waiting'),
    receivedAt: timestamptz().notNull(),
    endedAt: timestamptz(),
  },
  (t) => [
    primaryKey({ columns: [t.gateway, t.eventId] }),
    index('webhook_events_gateway_id').on(t.gateway, t.gatewayId),
    index('webhook_events_waiting')
      .on(t.receivedAt)
      .where(sql`state = 'waiting'`),
    check('webhook_events_state', sql`${t.state} in (${oneOf(WEBHOOK_STATES)})`),
  ],
);

/** Payments that do not fit their orders, for staff. */
export const paymentProblems = pgTable(
  'payment_problems',
  {
    id: id(),
    kind: text().$type<PaymentProblem>().notNull(),
    gateway: text().$type<GatewayName>().notNull(),
    gatewayId: text().notNull(),
    paymentId: integer().references(() => payments.id),
    /** What was expected, what came, in words. */
    detail: text().notNull(),
    createdAt: timestamptz().notNull(),
    resolvedAt: timestamptz(),
    resolvedBy: nullableUserId(),
    resolution: text(),
  },
  (t) => [
    uniqueIndex('payment_problems_once').on(t.gateway, t.gatewayId, t.kind),
    index('payment_problems_open')
      .on(t.createdAt)
      .where(sql`resolved_at is null`),
    index('payment_problems_payment_id').on(t.paymentId),
    check('payment_problems_kind', sql`${t.kind} in (${oneOf(PAYMENT_PROBLEMS)})`),
    check('payment_problems_resolved', sql`(${t.resolvedAt} is null) = (${t.resolution} is null)`),
  ],
);

export const enrolments = pgTable(
  'enrolments',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    courseId: integer()
      .notNull()
      .references(() => courses.id),
    state: text().$type<EnrolmentState>().notNull().default('active'),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('enrolments_once').on(t.userId, t.courseId),
    index('enrolments_course_id').on(t.courseId),
    check('enrolments_state_known', sql`${t.state} in (${oneOf(ENROLMENT_STATES)})`),
  ],
);
