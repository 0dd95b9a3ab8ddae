// Tables every feature relies on: sessions, settings, mail, staff decisions and the audit log.
import { sql } from '#server/db/drizzle.ts';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from '#server/db/drizzle-pg.ts';
import { bytea, id, timestamptz } from '#server/db/columns.ts';
import { cascadingUserId, users } from './platform-user.ts';

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    /** SHA-256 of the cookie, so a stolen table signs nobody in. */
    tokenHash: bytea().notNull(),
    userId: cascadingUserId(),
    createdAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    /** Accurate to a few minutes; see TOUCH_EVERY_MS. */
    lastSeenAt: timestamptz().notNull().defaultNow(),
    /** Helps users recognize their own devices in the list. */
    userAgent: text().notNull().default(''),
    address: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('sessions_token_hash').on(t.tokenHash),
    index('sessions_user_id').on(t.userId),
    index('sessions_expires_at').on(t.expiresAt),
  ],
);

/** One row per user and day they visited; the source of "active users". */
export const activeDays = pgTable(
  'active_days',
  {
    day: date({ mode: 'string' }).notNull(),
    userId: cascadingUserId(),
  },
  (t) => [primaryKey({ columns: [t.day, t.userId] }), index('active_days_user_id').on(t.userId)],
);

/** A single row; the database refuses a second. */
export const settings = pgTable(
  'settings',
  {
    id: integer().primaryKey().default(1),
    siteName: text().notNull().default('Relevé'),
    supportEmail: text().notNull().default('hello@releve.example'),
    isRegistrationOpen: boolean().notNull().default(true),
    /** If on, admins without an authenticator app have no permissions. */
    isTwoFactorRequired: boolean().notNull().default(false),
    /** The platform fee in basis points, for sellers without a fee of their own. */
    platformFeePoints: integer().notNull().default(1500),
    /** What instructors get of a course sale in percent, for courses without a share of their own. */
    instructorShare: integer().notNull().default(85),
    /** What sellers and instructors get of what members paid, in percent, from the next month on. */
    memberShare: integer().notNull().default(50),
    /** When an admin last saved these; null: they are as the site came. */
    savedAt: timestamptz(),
    /** When the last backup was finished. */
    backedUpAt: timestamptz(),
  },
  (t) => [
    check('settings_single_row', sql`${t.id} = 1`),
    check('settings_fee', sql`${t.platformFeePoints} between 0 and 10000`),
    check('settings_instructor_share', sql`${t.instructorShare} between 0 and 100`),
    check('settings_member_share', sql`${t.memberShare} between 0 and 100`),
  ],
);

/** Keys that sign links, one per purpose. Stored here so that every server uses the same one. */
export const signingKeys = pgTable('signing_keys', {
  purpose: text().primaryKey(),
  key: bytea().notNull(),
});

/** Every email the site writes, sent or not. Without an SMTP server, admins read them here. */
export const mailOutbox = pgTable(
  'mail_outbox',
  {
    /** Also the Message-ID, so that an email sent twice after a crash is recognized as one. */
    id: uuid().primaryKey().defaultRandom(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text(),
    createdAt: timestamptz().notNull(),
    sentAt: timestamptz(),
    /** A worker is sending it; the claim expires then. */
    claimedUntil: timestamptz(),
    attempts: integer().notNull().default(0),
    lastError: text(),
    /** Written before a restore from backup. It may already have been sent, so only staff can send it. */
    heldAt: timestamptz(),
    /** One-click unsubscribe (RFC 8058); null for emails users can't opt out of. */
    unsubscribeUrl: text(),
    /** An invitation in iCalendar format, for emails about sessions. */
    calendar: text(),
  },
  (t) => [
    index('mail_outbox_created_at').on(t.createdAt),
    index('mail_outbox_to').on(t.to),
    index('mail_outbox_unsent')
      .on(t.createdAt)
      .where(sql`sent_at is null`),
    check('mail_outbox_one_line', sql`${t.to} !~ '[[:cntrl:]]' and ${t.subject} !~ '[[:cntrl:]]'`),
  ],
);

/**
 * One row per email of a kind that strangers can trigger, for a day. Separate from the outbox because deleting an account
 * empties that; the key is a hash, so this table holds no personal data.
 */
export const mailLimits = pgTable(
  'mail_limits',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Hash of kind and recipient. */
    keyHash: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    index('mail_limits_key').on(t.keyHash, t.createdAt),
    index('mail_limits_created_at').on(t.createdAt),
  ],
);

export const DECISION_KINDS = ['resource', 'application', 'notice', 'seller'] as const;
export const DECISION_STATES = ['pending', 'applied', 'undone', 'refused'] as const;

/** Staff decisions. Each waits here for ten seconds, during which it can be undone; then a job applies it. */
export const staffDecisions = pgTable(
  'staff_decisions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Decisions made with one click are undone together. */
    batch: uuid().notNull(),
    kind: text({ enum: DECISION_KINDS }).notNull(),
    /** The resource, application, notice or seller. */
    subjectId: integer().notNull(),
    /** The audit action, such as `resource.approve`. */
    action: text().notNull(),
    /** What the job needs to apply it; cleared once it is settled. */
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    actorId: cascadingUserId(),
    state: text({ enum: DECISION_STATES }).notNull().default('pending'),
    /** Why it could no longer be applied. */
    problem: text(),
    decidedAt: timestamptz().notNull(),
    dueAt: timestamptz().notNull(),
    settledAt: timestamptz(),
  },
  (t) => [
    // If two people decide about the same subject at once, the database accepts one.
    uniqueIndex('staff_decisions_one_pending')
      .on(t.kind, t.subjectId)
      .where(sql`state = 'pending'`),
    index('staff_decisions_batch').on(t.batch),
    index('staff_decisions_actor').on(t.actorId),
    check('staff_decisions_kind', sql`${t.kind} in ('resource', 'application', 'notice', 'seller')`),
    check('staff_decisions_state', sql`${t.state} in ('pending', 'applied', 'undone', 'refused')`),
    check('staff_decisions_settled', sql`(${t.state} = 'pending') = (${t.settledAt} is null)`),
  ],
);

/** DESIGN §5.8. Append-only: a trigger refuses updates and deletes. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null for the system itself. User rows are never deleted, so the reference holds. */
    actorId: integer().references(() => users.id),
    /** Such as `account.suspend`; see audit.rules.ts. */
    action: text().notNull(),
    /** What it was done to: `user` 7, `application` 3, `settings` 1. */
    subjectType: text().notNull(),
    subjectId: text().notNull(),
    /** The user it concerns, if any. */
    userId: integer().references(() => users.id),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    index('audit_log_created_at').on(t.createdAt),
    index('audit_log_user_id').on(t.userId, t.createdAt),
    index('audit_log_actor_id').on(t.actorId, t.createdAt),
  ],
);

/** Numbers each user's live events in the order they are committed: the row is locked until the transaction ends. */
export const liveStreams = pgTable('live_streams', {
  userId: cascadingUserId().primaryKey(),
  lastNumber: integer().notNull().default(0),
  /** When a browser of theirs was last connected, accurate to a minute. */
  connectedAt: timestamptz(),
});

/** Events for open browsers, stored for a day so that a stream can resume where it was cut. */
export const liveEvents = pgTable(
  'live_events',
  {
    userId: cascadingUserId(),
    number: integer().notNull(),
    kind: text().notNull(),
    /** Ids only: what they stand for is read through the API, with its permissions. */
    payload: jsonb().$type<Record<string, number>>().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.number] }), index('live_events_created_at').on(t.createdAt)],
);
