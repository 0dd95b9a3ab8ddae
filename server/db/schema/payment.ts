// Payments of orders and the events gateways send about them, each event once.
import { sql } from '#server/db/drizzle.ts';
import {
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  index,
  check,
  primaryKey,
} from '#server/db/drizzle-pg.ts';
import { id, cents, timestamptz, oneOf } from '#server/db/columns.ts';
import {
  type GatewayName,
  type PaymentState,
  LIVE_PAYMENT_STATES,
  PAYMENT_STATES,
  GATEWAYS,
} from '#shared/features/payment/payment.states.ts';
import { orders } from './order.ts';
import { users } from './platform-user.ts';

const orderId = () =>
  integer()
    .notNull()
    .references(() => orders.id);

export const payments = pgTable(
  'payments',
  {
    id: id(),
    orderId: orderId(),
    gateway: text().$type<GatewayName>().notNull(),
    /** Null until the gateway's first response. */
    gatewayId: text(),
    amountCents: cents().notNull(),
    currency: text().notNull(),
    state: text().$type<PaymentState>().notNull().default('open'),
    /** Number of card attempts; part of each attempt's idempotency key. */
    attempts: integer().notNull().default(0),
    /** The gateway's reason, as shown to the buyer. */
    lastError: text(),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
    /** When reconciliation checks it next; null: never. */
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

/** A user at a gateway, which keeps their cards. */
export const gatewayCustomers = pgTable(
  'gateway_customers',
  {
    userId: integer()
      .notNull()
      .references(() => users.id),
    gateway: text().$type<GatewayName>().notNull(),
    customerId: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.gateway] }),
    check('gateway_customers_gateway', sql`${t.gateway} in (${oneOf(GATEWAYS)})`),
  ],
);

/** Cards kept at the gateway for payments without their owner; only what identifies them to people is stored here. */
export const savedCards = pgTable(
  'saved_cards',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    gateway: text().$type<GatewayName>().notNull(),
    methodId: text().notNull(),
    brand: text().notNull(),
    lastFour: text().notNull(),
    expMonth: smallint().notNull(),
    expYear: smallint().notNull(),
    createdAt: timestamptz().notNull(),
    removedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('saved_cards_method').on(t.gateway, t.methodId),
    index('saved_cards_user_id').on(t.userId),
    check('saved_cards_gateway', sql`${t.gateway} in (${oneOf(GATEWAYS)})`),
    check('saved_cards_last_four', sql`${t.lastFour} ~ '^[0-9]{4}$'`),
    check('saved_cards_expiry', sql`${t.expMonth} between 1 and 12 and ${t.expYear} between 2000 and 2200`),
  ],
);

export const WEBHOOK_STATES = ['waiting', 'done', 'unmatched'] as const;

export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** Events from gateways, each stored once and processed by a job. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    gateway: text().$type<GatewayName>().notNull(),
    eventId: text().notNull(),
    type: text().notNull(),
    /** The gateway object it is about, with the amount and currency the event reported. */
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
