// Earnings of sellers and instructors, and how they are paid out.
import { sql } from '#server/db/drizzle.ts';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
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

/** The account at the gateway that receives a seller's money. */
export const payoutAccounts = pgTable(
  'payout_accounts',
  {
    userId: sellerId(),
    gateway: text().$type<GatewayName>().notNull(),
    gatewayId: text().notNull(),
    state: text().$type<PayoutAccountState>().notNull().default('started'),
    /** Information the gateway still needs. */
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

/** Holds by staff on a seller's or instructor's payouts; they can see the reason. */
export const payoutHolds = pgTable('payout_holds', {
  userId: sellerId().primaryKey(),
  reason: text().notNull(),
  heldAt: timestamptz().notNull(),
});

/** Payout runs, scheduled or started by staff. */
export const payoutRuns = pgTable('payout_runs', {
  id: id(),
  /** Null: scheduled. */
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
    /** Deducted for refunds after earlier payouts; negative: added, because they were owed more than these sales. */
    offsetCents: cents().notNull().default(0),
    currency: text().notNull(),
    state: text().$type<PayoutState>().notNull().default('processing'),
    gateway: text().$type<GatewayName>().notNull(),
    /** The seller's payout account at that time. */
    accountId: text().notNull(),
    /** Null until the gateway confirms the transfer. */
    gatewayId: text(),
    /** Why it failed, as shown to the seller. */
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

/** One row per part of a paid order that earns someone a share. */
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
    /** The part of the share returned to the buyer. */
    returnedCents: cents().notNull().default(0),
    state: text().$type<EarningState>().notNull().default('waiting'),
    /** When the refund window ends. */
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

/** Money taken back from a payout account after a refund. */
export const payoutReversals = pgTable(
  'payout_reversals',
  {
    id: id(),
    payoutId: integer()
      .notNull()
      .references(() => payouts.id),
    sellerId: sellerId(),
    /** `refund 4`, `dispute 3 1`; reversed once per cause. */
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
