// Payments of orders and the events gateways send about them, each event once.
import { sql } from 'drizzle-orm';
import { integer, pgTable, text, uniqueIndex, index, check, primaryKey } from 'drizzle-orm/pg-core';
import { id, cents, timestamptz, oneOf } from '#server/db/columns.ts';
import {
  type GatewayName,
  type PaymentState,
  LIVE_PAYMENT_STATES,
  PAYMENT_STATES,
  GATEWAYS,
} from '#shared/features/payment/payment.states.ts';
import { orders } from './order.ts';

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

export const WEBHOOK_STATES = ['waiting', 'done', 'set_aside'] as const;

export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** Events from gateways, each stored once and processed by a job. */
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
