// Sellers' money: what each sold part earned, where it stands, and how it was paid out.
import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { cents, id, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  EARNING_STATES,
  PAYOUT_ACCOUNT_STATES,
  PAYOUT_STATES,
  REVERSAL_STATES,
  type EarningState,
  type PayoutAccountState,
  type PayoutState,
  type ReversalState,
} from '#shared/features/payout/payout.states.ts';
import { GATEWAYS, type GatewayName } from '#shared/features/payment/payment.states.ts';
import { nullableUserId, users } from './platform-user.ts';
import { orderParts, orders } from './order.ts';

const sellerId = () =>
  integer()
    .notNull()
    .references(() => users.id);

/** Where the gateway sends a seller's money. */
export const payoutAccounts = pgTable(
  'payout_accounts',
  {
    userId: sellerId(),
    gateway: text().$type<GatewayName>().notNull(),
    gatewayId: text().notNull(),
    state: text().$type<PayoutAccountState>().notNull().default('started'),
    /** What the gateway still wants to know, in its words. */
    needs: text().array().notNull().default([]),
    createdAt: timestamptz().notNull(),
    updatedAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.gateway] }),
    uniqueIndex('payout_accounts_gateway_id').on(t.gateway, t.gatewayId),
    check('payout_accounts_state', sql`${t.state} in (${oneOf(PAYOUT_ACCOUNT_STATES)})`),
    check('payout_accounts_gateway_known', sql`${t.gateway} in (${oneOf(GATEWAYS)})`),
  ],
);

/** Payouts of a seller or instructor that staff hold back: why, as they read it, and since when. */
export const payoutHolds = pgTable('payout_holds', {
  userId: sellerId().primaryKey(),
  reason: text().notNull(),
  heldAt: timestamptz().notNull(),
});

/** Each time payouts were made: by the clock, or by staff. */
export const payoutRuns = pgTable('payout_runs', {
  id: id(),
  /** Null: by the clock. */
  startedBy: nullableUserId(),
  startedAt: timestamptz().notNull(),
  endedAt: timestamptz(),
  payoutCount: integer().notNull().default(0),
  amountCents: cents().notNull().default(0),
});

export const payouts = pgTable(
  'payouts',
  {
    id: id(),
    runId: integer()
      .notNull()
      .references(() => payoutRuns.id),
    sellerId: sellerId(),
    amountCents: cents().notNull(),
    /** Kept of it for what the seller owed from refunds after earlier payouts; below zero: owed to them beyond these sales. */
    offsetCents: cents().notNull().default(0),
    currency: text().notNull(),
    state: text().$type<PayoutState>().notNull().default('processing'),
    gateway: text().$type<GatewayName>().notNull(),
    /** The seller's account there, as it was then. */
    accountId: text().notNull(),
    /** Null until the gateway has said yes. */
    gatewayId: text(),
    /** Why it failed, as the seller reads it. */
    failure: text(),
    createdAt: timestamptz().notNull(),
    endedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('payouts_one_processing')
      .on(t.sellerId)
      .where(sql`state = 'processing'`),
    uniqueIndex('payouts_gateway_id').on(t.gateway, t.gatewayId),
    index('payouts_seller_id').on(t.sellerId, t.id),
    index('payouts_run_id').on(t.runId),
    check('payouts_state', sql`${t.state} in (${oneOf(PAYOUT_STATES)})`),
    check('payouts_gateway_known', sql`${t.gateway} in (${oneOf(GATEWAYS)})`),
    check('payouts_amount', sql`${t.amountCents} > 0`),
    check('payouts_paid', sql`${t.state} <> 'paid' or ${t.gatewayId} is not null`),
    check('payouts_ended', sql`(${t.state} = 'processing') = (${t.endedAt} is null)`),
  ],
);

/** One for each part of a paid order that is a seller's. */
export const earnings = pgTable(
  'earnings',
  {
    partId: integer()
      .primaryKey()
      .references(() => orderParts.id),
    orderId: integer()
      .notNull()
      .references(() => orders.id),
    sellerId: sellerId(),
    shareCents: cents().notNull(),
    /** Of the share: what goes or went back to the buyer. */
    returnedCents: cents().notNull().default(0),
    state: text().$type<EarningState>().notNull().default('waiting'),
    /** The window for refunds closes then. */
    availableAt: timestamptz().notNull(),
    payoutId: integer().references(() => payouts.id),
    heldReason: text(),
    heldAt: timestamptz(),
  },
  (t) => [
    index('earnings_order_id').on(t.orderId),
    index('earnings_seller_id').on(t.sellerId, t.partId),
    index('earnings_open')
      .on(t.sellerId, t.availableAt)
      .where(sql`state in ('waiting', 'held')`),
    index('earnings_payout_id').on(t.payoutId),
    check('earnings_state', sql`${t.state} in (${oneOf(EARNING_STATES)})`),
    check('earnings_share', sql`${t.shareCents} > 0 and ${t.returnedCents} between 0 and ${t.shareCents}`),
    check('earnings_held', sql`(${t.state} = 'held') = (${t.heldReason} is not null)`),
    check('earnings_held_at', sql`(${t.heldReason} is null) = (${t.heldAt} is null)`),
    check('earnings_paid', sql`(${t.state} in ('processing', 'paid')) = (${t.payoutId} is not null)`),
  ],
);

/** Taken back out of a seller's account, after what was paid out had been refunded. */
export const payoutReversals = pgTable(
  'payout_reversals',
  {
    id: id(),
    payoutId: integer()
      .notNull()
      .references(() => payouts.id),
    sellerId: sellerId(),
    /** `refund 4`, `dispute 3 1`: taken back once for each. */
    cause: text().notNull(),
    amountCents: cents().notNull(),
    state: text().$type<ReversalState>().notNull().default('requested'),
    gatewayId: text(),
    createdAt: timestamptz().notNull(),
    endedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('payout_reversals_cause').on(t.payoutId, t.cause),
    index('payout_reversals_seller_id').on(t.sellerId),
    index('payout_reversals_requested')
      .on(t.id)
      .where(sql`state = 'requested'`),
    check('payout_reversals_state', sql`${t.state} in (${oneOf(REVERSAL_STATES)})`),
    check('payout_reversals_amount', sql`${t.amountCents} > 0`),
  ],
);
