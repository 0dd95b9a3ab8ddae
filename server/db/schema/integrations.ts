// Tables of server/integrations.
import {
  bigint,
  index,
  integer,
  pgTable,
  varchar,
  check,
  jsonb,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { sql } from '#server/db/drizzle.ts';
import { cents, oneOf, timestamptz } from '#server/db/columns.ts';

/** The layout rate-limiter-flexible expects. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: varchar({ length: 255 }).primaryKey(),
    points: integer().notNull().default(0),
    /** Milliseconds since 1970; null means it never expires. */
    expire: bigint({ mode: 'number' }),
  },
  (t) => [index('rate_limits_expire').on(t.expire)],
);

export const SANDBOX_PAYMENT_STATES = [
  'requires_payment_method',
  'requires_action',
  'processing',
  'succeeded',
  'canceled',
] as const;
export type SandboxPaymentState = (typeof SANDBOX_PAYMENT_STATES)[number];

export const sandboxPayments = pgTable(
  'sandbox_payments',
  {
    /** `pi_…`, like Stripe's. */
    id: text().primaryKey(),
    idempotencyKey: text().notNull(),
    clientSecret: text().notNull(),
    amountCents: cents().notNull(),
    currency: text().notNull(),
    state: text().$type<SandboxPaymentState>().notNull(),
    refundedCents: cents().notNull().default(0),
    lastFour: text(),
    declineCode: text(),
    metadata: jsonb().$type<Record<string, string>>().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('sandbox_payments_key').on(t.idempotencyKey),
    check('sandbox_payments_state', sql`${t.state} in (${oneOf(SANDBOX_PAYMENT_STATES)})`),
    check('sandbox_payments_refunded', sql`${t.refundedCents} between 0 and ${t.amountCents}`),
  ],
);

/** Cards the sandbox keeps for later: how each behaves when it is charged, never its number. */
export const sandboxCards = pgTable(
  'sandbox_cards',
  {
    /** `pm_…`, like Stripe's. */
    id: text().primaryKey(),
    idempotencyKey: text().notNull(),
    customerId: text().notNull(),
    behavior: text().notNull(),
    lastFour: text().notNull(),
    expMonth: integer().notNull(),
    expYear: integer().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [uniqueIndex('sandbox_cards_key').on(t.idempotencyKey)],
);

/** Attempts with a card; the same key is one attempt. */
export const sandboxCharges = pgTable(
  'sandbox_charges',
  {
    idempotencyKey: text().primaryKey(),
    paymentId: text()
      .notNull()
      .references(() => sandboxPayments.id),
    outcome: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    index('sandbox_charges_payment_id').on(t.paymentId),
    // A payment is charged once, whatever its keys.
    uniqueIndex('sandbox_charges_once')
      .on(t.paymentId)
      .where(sql`outcome = 'succeeded'`),
  ],
);

export const sandboxRefunds = pgTable(
  'sandbox_refunds',
  {
    id: text().primaryKey(),
    idempotencyKey: text().notNull(),
    paymentId: text()
      .notNull()
      .references(() => sandboxPayments.id),
    amountCents: cents().notNull(),
    metadata: jsonb().$type<Record<string, string>>().notNull().default({}),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('sandbox_refunds_key').on(t.idempotencyKey),
    index('sandbox_refunds_payment_id').on(t.paymentId),
  ],
);

/** Sent to our own webhook route, signed, until it acknowledges them. */
export const sandboxEvents = pgTable(
  'sandbox_events',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    body: text().notNull(),
    createdAt: timestamptz().notNull(),
    deliveredAt: timestamptz(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: timestamptz().notNull().defaultNow(),
  },
  (t) => [
    index('sandbox_events_waiting')
      .on(t.createdAt)
      .where(sql`delivered_at is null`),
  ],
);

/** A single row: the key that signs the sandbox's webhooks, created on first start. */
export const sandboxSecrets = pgTable(
  'sandbox_secrets',
  { id: integer().primaryKey(), webhookSecret: text().notNull() },
  (t) => [check('sandbox_secrets_one', sql`${t.id} = 1`)],
);

export const SANDBOX_DISPUTE_STATES = ['needs_response', 'under_review', 'won', 'lost'] as const;
export type SandboxDisputeState = (typeof SANDBOX_DISPUTE_STATES)[number];

/** Opened and decided by staff, to simulate a bank. */
export const sandboxDisputes = pgTable(
  'sandbox_disputes',
  {
    id: text().primaryKey(),
    paymentId: text()
      .notNull()
      .references(() => sandboxPayments.id),
    amountCents: cents().notNull(),
    reason: text().notNull(),
    state: text().$type<SandboxDisputeState>().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    // A charge is disputed once.
    uniqueIndex('sandbox_disputes_payment_id').on(t.paymentId),
    check('sandbox_disputes_state', sql`${t.state} in (${oneOf(SANDBOX_DISPUTE_STATES)})`),
  ],
);

export const SANDBOX_ACCOUNT_STATES = ['started', 'restricted', 'ready'] as const;

/** Sellers' payout accounts. */
export const sandboxAccounts = pgTable(
  'sandbox_accounts',
  {
    id: text().primaryKey(),
    idempotencyKey: text().notNull(),
    email: text().notNull(),
    state: text().$type<(typeof SANDBOX_ACCOUNT_STATES)[number]>().notNull(),
    balanceCents: cents().notNull().default(0),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('sandbox_accounts_key').on(t.idempotencyKey),
    check('sandbox_accounts_state', sql`${t.state} in (${oneOf(SANDBOX_ACCOUNT_STATES)})`),
    check('sandbox_accounts_balance', sql`${t.balanceCents} >= 0`),
  ],
);

export const sandboxTransfers = pgTable(
  'sandbox_transfers',
  {
    id: text().primaryKey(),
    idempotencyKey: text().notNull(),
    accountId: text()
      .notNull()
      .references(() => sandboxAccounts.id),
    amountCents: cents().notNull(),
    reversedCents: cents().notNull().default(0),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('sandbox_transfers_key').on(t.idempotencyKey),
    index('sandbox_transfers_account_id').on(t.accountId),
    check('sandbox_transfers_reversed', sql`${t.reversedCents} between 0 and ${t.amountCents}`),
  ],
);

export const sandboxReversals = pgTable(
  'sandbox_reversals',
  {
    id: text().primaryKey(),
    idempotencyKey: text().notNull(),
    transferId: text()
      .notNull()
      .references(() => sandboxTransfers.id),
    amountCents: cents().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('sandbox_reversals_key').on(t.idempotencyKey),
    index('sandbox_reversals_transfer_id').on(t.transferId),
  ],
);
