// Refund requests, refunds and disputes. Each records the amount per order part, so that seller, platform and tax are
// charged for their own share.
import { sql } from '#server/db/drizzle.ts';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
import { cents, id, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  DISPUTE_STATES,
  REFUND_KINDS,
  REFUND_REQUEST_STATES,
  type DisputeState,
  type RefundKind,
  type RefundRequestState,
  REFUND_STATES,
  type RefundState,
} from '#shared/features/refund/refund.states.ts';
import { GATEWAYS, type GatewayName } from '#shared/features/payment/payment.states.ts';
import { nullableUserId } from './platform-user.ts';
import { orderLines, orderParts, orders } from './order.ts';
import { payments } from './payment.ts';

const orderId = () =>
  integer()
    .notNull()
    .references(() => orders.id);
const partId = () =>
  integer()
    .notNull()
    .references(() => orderParts.id);

export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    orderId: orderId(),
    /** Null: only credit is returned. */
    paymentId: integer().references(() => payments.id),
    kind: text().$type<RefundKind>().notNull().default('undo'),
    /** For refunds of a single line. */
    lineId: integer().references(() => orderLines.id),
    /** Money, through the gateway. */
    amountCents: cents().notNull(),
    /** Returned as booking credit. */
    creditCents: cents().notNull().default(0),
    /** Shown to the buyer. */
    reason: text().notNull(),
    state: text().$type<RefundState>().notNull().default('requested'),
    gatewayId: text(),
    /** The staff member or seller who decided it; null if automatic. */
    decidedBy: nullableUserId(),
    /** Identifies the request, so that repeating it makes no second refund. */
    requestKey: text(),
    createdAt: timestamptz().notNull(),
    endedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('refunds_request_key').on(t.orderId, t.requestKey),
    index('refunds_order_id').on(t.orderId),
    index('refunds_payment_id').on(t.paymentId),
    index('refunds_line_id').on(t.lineId),
    index('refunds_decided_by').on(t.decidedBy),
    index('refunds_requested')
      .on(t.id)
      .where(sql`state = 'requested'`),
    uniqueIndex('refunds_gateway_id').on(t.gatewayId),
    check('refunds_state_known', sql`${t.state} in (${oneOf(REFUND_STATES)})`),
    check('refunds_kind_known', sql`${t.kind} in (${oneOf(REFUND_KINDS)})`),
    check(
      'refunds_amount',
      sql`${t.amountCents} >= 0 and ${t.creditCents} >= 0 and ${t.amountCents} + ${t.creditCents} > 0`,
    ),
    check('refunds_payment', sql`${t.amountCents} = 0 or ${t.paymentId} is not null`),
    check('refunds_line', sql`${t.kind} <> 'line' or ${t.lineId} is not null`),
  ],
);

/** The amount's tax and seller's share; the rest is the platform's. Of a refund, the amount includes credit. */
const givenBack = {
  amountCents: cents().notNull(),
  taxCents: cents().notNull(),
  shareCents: cents().notNull(),
};

export const refundParts = pgTable(
  'refund_parts',
  {
    refundId: integer()
      .notNull()
      .references(() => refunds.id),
    partId: partId(),
    ...givenBack,
    /** How much of the amount is returned as booking credit. */
    creditCents: cents().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.refundId, t.partId] }),
    index('refund_parts_part_id').on(t.partId),
    check('refund_parts_credit', sql`${t.creditCents} between 0 and ${t.amountCents}`),
    check(
      'refund_parts_amount',
      sql`${t.amountCents} > 0 and ${t.taxCents} >= 0 and ${t.shareCents} >= 0 and ${t.taxCents} + ${t.shareCents} <= ${t.amountCents}`,
    ),
  ],
);

/** Requested by the buyer, decided by the line's seller or staff. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: id(),
    orderId: orderId(),
    /** Null: the whole order. */
    lineId: integer().references(() => orderLines.id),
    reason: text().notNull(),
    state: text().$type<RefundRequestState>().notNull().default('asked'),
    /** The message to the buyer. */
    answer: text(),
    decidedBy: nullableUserId(),
    decidedAt: timestamptz(),
    refundId: integer().references(() => refunds.id),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('refund_requests_one_open')
      .on(t.orderId, sql`coalesce(line_id, 0)`)
      .where(sql`state = 'asked'`),
    index('refund_requests_order_id').on(t.orderId),
    index('refund_requests_line_id').on(t.lineId),
    index('refund_requests_open')
      .on(t.createdAt)
      .where(sql`state = 'asked'`),
    uniqueIndex('refund_requests_refund_id').on(t.refundId),
    index('refund_requests_decided_by').on(t.decidedBy),
    check('refund_requests_state', sql`${t.state} in (${oneOf(REFUND_REQUEST_STATES)})`),
    check('refund_requests_decided', sql`(${t.state} = 'asked') = (${t.decidedAt} is null)`),
  ],
);

/** The buyer's bank holds the money while it investigates. */
export const disputes = pgTable(
  'disputes',
  {
    id: id(),
    orderId: orderId(),
    paymentId: integer()
      .notNull()
      .references(() => payments.id),
    gateway: text().$type<GatewayName>().notNull(),
    gatewayId: text().notNull(),
    amountCents: cents().notNull(),
    currency: text().notNull(),
    /** The bank's reason. */
    reason: text().notNull(),
    state: text().$type<DisputeState>().notNull(),
    /** Number of state changes; part of the ledger cause. */
    step: integer().notNull().default(0),
    /** The deadline for a response to the bank. */
    answerBy: timestamptz(),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('disputes_gateway_id').on(t.gateway, t.gatewayId),
    index('disputes_order_id').on(t.orderId),
    index('disputes_payment_id').on(t.paymentId),
    index('disputes_open')
      .on(t.createdAt)
      .where(sql`state in ('open', 'under_review')`),
    check('disputes_state', sql`${t.state} in (${oneOf(DISPUTE_STATES)})`),
    check('disputes_gateway_known', sql`${t.gateway} in (${oneOf(GATEWAYS)})`),
    check('disputes_amount', sql`${t.amountCents} > 0`),
  ],
);

/** The amount each part lost; only for lost disputes. */
export const disputeParts = pgTable(
  'dispute_parts',
  {
    disputeId: integer()
      .notNull()
      .references(() => disputes.id),
    partId: partId(),
    ...givenBack,
  },
  (t) => [
    primaryKey({ columns: [t.disputeId, t.partId] }),
    index('dispute_parts_part_id').on(t.partId),
    check(
      'dispute_parts_amount',
      sql`${t.amountCents} > 0 and ${t.taxCents} >= 0 and ${t.shareCents} >= 0 and ${t.taxCents} + ${t.shareCents} <= ${t.amountCents}`,
    ),
  ],
);
