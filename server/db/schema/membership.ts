// Memberships: who is a member, until when, and what they paid for it. Every "at most one" is a constraint.
import { sql } from '#server/db/drizzle.ts';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { bytea, cents, id, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  GIFT_STATES,
  type GiftState,
  INVOICE_KINDS,
  INVOICE_STATES,
  type InvoiceKind,
  type InvoiceState,
  LIVE_MEMBERSHIP_STATES,
  MEMBERSHIP_SOURCES,
  MEMBERSHIP_STATES,
  type MembershipSource,
  type MembershipState,
} from '#shared/features/membership/membership.states.ts';
import { PLAN_PERIODS, type PlanPeriod } from '#shared/features/plan/plan.rules.ts';
import { orders } from './order.ts';
import { savedCards } from './payment.ts';
import { planPrices, plans } from './plan.ts';
import { users } from './platform-user.ts';

export const memberships = pgTable(
  'memberships',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    planId: integer()
      .notNull()
      .references(() => plans.id),
    /** What the next period costs; null: it ends with this one (a gift, or given by staff). */
    priceId: integer().references(() => planPrices.id),
    period: text().$type<PlanPeriod>().notNull(),
    source: text().$type<MembershipSource>().notNull().default('paid'),
    state: text().$type<MembershipState>().notNull(),
    /** The period that is paid for, or the trial. */
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
    /** Periods are counted from here, so that the 31st comes back after February. */
    anchorAt: timestamptz().notNull(),
    /** Kept after the trial: everyone gets one. */
    trialEndsAt: timestamptz(),
    /** The card that is charged next; null: none yet. */
    cardId: integer().references(() => savedCards.id),
    /** For invoices and tax. */
    name: text().notNull(),
    zip: text(),
    city: text(),
    region: text(),
    /** ISO 3166-1. */
    country: text(),
    /** Ends with the period. */
    isCanceling: boolean().notNull().default(false),
    cancelReason: text(),
    /** Another plan or period from the next one on. */
    nextPriceId: integer().references(() => planPrices.id),
    pausedUntil: timestamptz(),
    /** What is left of the period that a pause interrupted, in seconds. */
    pausedSeconds: integer(),
    /** Declined attempts for the open invoice. */
    retries: smallint().notNull().default(0),
    /** When a job looks at it next: renewal, retry, end of trial or pause. */
    nextActionAt: timestamptz(),
    /** The end of the trial or period its member was reminded of. */
    remindedOf: timestamptz(),
    createdAt: timestamptz().notNull(),
    endedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('memberships_one_live')
      .on(t.userId)
      .where(sql`state in (${oneOf(LIVE_MEMBERSHIP_STATES)})`),
    uniqueIndex('memberships_one_trial')
      .on(t.userId)
      .where(sql`trial_ends_at is not null`),
    index('memberships_due')
      .on(t.nextActionAt)
      .where(sql`next_action_at is not null`),
    index('memberships_user_id').on(t.userId, t.id),
    index('memberships_plan_id').on(t.planId, t.state),
    index('memberships_state').on(t.state, t.id),
    index('memberships_ends_at').on(t.endsAt, t.id),
    check('memberships_state_known', sql`${t.state} in (${oneOf(MEMBERSHIP_STATES)})`),
    check('memberships_source', sql`${t.source} in (${oneOf(MEMBERSHIP_SOURCES)})`),
    check(
      'memberships_period',
      sql`${t.period} in (${oneOf(PLAN_PERIODS)}) and ${t.endsAt} >= ${t.startsAt}`,
    ),
    check('memberships_ended', sql`(${t.state} = 'cancelled') = (${t.endedAt} is not null)`),
    check('memberships_over', sql`${t.state} <> 'cancelled' or ${t.nextActionAt} is null`),
    check(
      'memberships_paused',
      sql`(${t.state} = 'paused') = (${t.pausedUntil} is not null) and (${t.state} = 'paused') = (${t.pausedSeconds} is not null)`,
    ),
    check('memberships_price', sql`${t.source} <> 'paid' or ${t.priceId} is not null`),
  ],
);

const membershipId = () =>
  integer()
    .notNull()
    .references(() => memberships.id);

/** What a membership charges, each through an order of its own: one per period, however often a job runs. */
export const membershipInvoices = pgTable(
  'membership_invoices',
  {
    id: id(),
    membershipId: membershipId(),
    kind: text().$type<InvoiceKind>().notNull(),
    state: text().$type<InvoiceState>().notNull().default('open'),
    priceId: integer()
      .notNull()
      .references(() => planPrices.id),
    /** The period it pays for. */
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
    amountCents: cents().notNull(),
    orderId: integer().references(() => orders.id),
    createdAt: timestamptz().notNull(),
    paidAt: timestamptz(),
    /** Time of the membership that a lost dispute ended; it comes back if the dispute is won after all. */
    lostSeconds: integer(),
  },
  (t) => [
    uniqueIndex('membership_invoices_period')
      .on(t.membershipId, t.startsAt)
      .where(sql`kind <> 'change' and state in ('open', 'paid')`),
    uniqueIndex('membership_invoices_one_open')
      .on(t.membershipId)
      .where(sql`state = 'open'`),
    uniqueIndex('membership_invoices_order').on(t.orderId),
    index('membership_invoices_lost')
      .on(t.orderId)
      .where(sql`lost_seconds is not null`),
    index('membership_invoices_membership_id').on(t.membershipId, t.id),
    check('membership_invoices_kind', sql`${t.kind} in (${oneOf(INVOICE_KINDS)})`),
    check('membership_invoices_state', sql`${t.state} in (${oneOf(INVOICE_STATES)})`),
    check('membership_invoices_amount', sql`${t.amountCents} >= 0 and ${t.endsAt} > ${t.startsAt}`),
    check('membership_invoices_paid', sql`${t.state} not in ('paid', 'refunded') or ${t.paidAt} is not null`),
    check(
      'membership_invoices_lost',
      sql`${t.lostSeconds} is null or ${t.lostSeconds} >= 0 and ${t.state} = 'refunded'`,
    ),
  ],
);

/** Who uses a membership; the member has the first seat. A trigger refuses more than the plan has. */
export const membershipSeats = pgTable(
  'membership_seats',
  {
    id: id(),
    membershipId: membershipId(),
    /** Null: nobody has accepted it yet. */
    userId: integer().references(() => users.id),
    /** The invited address, until the seat ends; null: the member's own seat. */
    email: text(),
    /** The invitation's key; only its hash is stored. */
    keyHash: bytea(),
    createdAt: timestamptz().notNull(),
    heldAt: timestamptz(),
    endedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('membership_seats_once')
      .on(t.membershipId, t.userId)
      .where(sql`ended_at is null`),
    uniqueIndex('membership_seats_email')
      .on(t.membershipId, sql`lower(email)`)
      .where(sql`ended_at is null`),
    uniqueIndex('membership_seats_key').on(t.keyHash),
    index('membership_seats_user_id')
      .on(t.userId)
      .where(sql`ended_at is null`),
    check(
      'membership_seats_state',
      sql`case when ${t.endedAt} is null
        then (${t.userId} is null) = (${t.keyHash} is not null) and (${t.userId} is not null or ${t.email} is not null)
        else ${t.keyHash} is null and ${t.email} is null end`,
    ),
  ],
);

/** How many items of the member library everyone of a membership took in a calendar month. */
export const membershipDownloads = pgTable(
  'membership_downloads',
  {
    membershipId: membershipId(),
    /** Its first day, in UTC. */
    month: date({ mode: 'string' }).notNull(),
    used: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.membershipId, t.month] }),
    check('membership_downloads_month', sql`extract(day from ${t.month}) = 1 and ${t.used} >= 1`),
  ],
);

/**
 * A year of a plan that someone buys for someone else. Sold as item type `membership`, as invoices are: their ids never
 * meet.
 */
export const membershipGifts = pgTable(
  'membership_gifts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity({ startWith: 1_000_000_000 }),
    state: text().$type<GiftState>().notNull().default('pending'),
    code: text().notNull(),
    priceId: integer()
      .notNull()
      .references(() => planPrices.id),
    orderId: integer().references(() => orders.id),
    buyerId: integer()
      .notNull()
      .references(() => users.id),
    fromName: text().notNull(),
    recipientName: text().notNull(),
    recipientEmail: text().notNull(),
    message: text().notNull().default(''),
    /** The email goes out on this day (UTC). */
    sendOn: date({ mode: 'string' }).notNull(),
    sentAt: timestamptz(),
    createdAt: timestamptz().notNull(),
    redeemedAt: timestamptz(),
    /** What it became; its own index allows one redemption. */
    invoiceId: integer().references(() => membershipInvoices.id),
  },
  (t) => [
    uniqueIndex('membership_gifts_code').on(t.code),
    uniqueIndex('membership_gifts_order').on(t.orderId),
    uniqueIndex('membership_gifts_invoice').on(t.invoiceId),
    index('membership_gifts_buyer').on(t.buyerId, t.id),
    index('membership_gifts_to_send')
      .on(t.sendOn)
      .where(sql`state = 'ready' and sent_at is null`),
    check('membership_gifts_state', sql`${t.state} in (${oneOf(GIFT_STATES)})`),
    check(
      'membership_gifts_redeemed',
      sql`(${t.redeemedAt} is null) = (${t.invoiceId} is null) and (${t.state} <> 'redeemed' or ${t.invoiceId} is not null)
        and (${t.state} not in ('pending', 'ready') or ${t.invoiceId} is null)`,
    ),
  ],
);
