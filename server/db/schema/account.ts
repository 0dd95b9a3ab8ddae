// People, their sessions, and everything that proves who they are.
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bytea, id, oneOf, timestamptz } from '#server/db/columns.ts';
import { ACCOUNT_STATES, type AccountState } from '#shared/features/account/account.states.ts';
import {
  APPLICATION_KINDS,
  APPLICATION_STATES,
  type ApplicationKind,
  type ApplicationState,
} from '#shared/features/application/application.states.ts';
import { ROLES, type Role } from '#shared/roles.ts';

export type ProfileLink = { label: string; url: string };

export const users = pgTable(
  'users',
  {
    id: id(),
    username: text().notNull(),
    /** The username as it is compared: one Unicode form, no case. */
    usernameKey: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    emailVerifiedAt: timestamptz(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    profileImageUrl: text(),
    bio: text().notNull().default(''),
    danceStyles: text()
      .array()
      .notNull()
      .default(sql`'{}'`),
    links: jsonb()
      .$type<ProfileLink[]>()
      .notNull()
      .default(sql`'[]'`),
    passwordHash: text().notNull(),
    role: text().$type<Role>().notNull().default('user'),
    roles: text()
      .array()
      .$type<Role[]>()
      .notNull()
      .default(sql`'{user}'`),
    state: text().$type<AccountState>().notNull().default('active'),
    /** Why staff suspended them; only then. */
    suspendedReason: text(),
    createdAt: timestamptz().notNull().defaultNow(),
    /** On any device, also after its session ended; within a few minutes, see SEEN_EVERY_MS. */
    lastSeenAt: timestamptz(),
    /** What staff search in. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(sql`lower(first_name || ' ' || last_name || ' ' || username || ' ' || email)`),
  },
  (t) => [
    index('users_search_text').using('gin', t.searchText.op('gin_trgm_ops')),
    uniqueIndex('users_username_key').on(t.usernameKey),
    uniqueIndex('users_email_key').on(t.emailKey),
    index('users_created_at').on(t.createdAt),
    check('users_roles_known', sql`${t.roles} <@ array[${oneOf(ROLES)}]`),
    check('users_primary_role_held', sql`${t.role} = any(${t.roles})`),
    check('users_state_known', sql`${t.state} in (${oneOf(ACCOUNT_STATES)})`),
    check('users_suspended_reason', sql`(${t.state} = 'suspended') = (${t.suspendedReason} is not null)`),
  ],
);

/** A row that belongs to a user and is deleted with them. */
export const cascadingUserId = () =>
  integer()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Who did something: stays without a name once they are gone. */
export const nullableUserId = () => integer().references(() => users.id, { onDelete: 'set null' });

export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    /** SHA-256 of the cookie: a stolen table signs nobody in. */
    tokenHash: bytea().notNull(),
    userId: cascadingUserId(),
    createdAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    /** Within a few minutes; see SEEN_EVERY_MS. */
    lastSeenAt: timestamptz().notNull().defaultNow(),
    /** So that people recognise their own devices in the list. */
    userAgent: text().notNull().default(''),
    address: text().notNull().default(''),
  },
  (t) => [
    uniqueIndex('sessions_token_hash').on(t.tokenHash),
    index('sessions_user_id').on(t.userId),
    index('sessions_expires_at').on(t.expiresAt),
  ],
);

/** Addresses and browsers someone has signed in from: those keep their own budget of tries while others guess. */
export const knownPlaces = pgTable(
  'known_places',
  {
    userId: cascadingUserId(),
    /** SHA-256 of the address or of the browser's own cookie. */
    placeHash: bytea().notNull(),
    seenAt: timestamptz().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.placeHash] }), index('known_places_seen_at').on(t.seenAt)],
);

/**
 * Failed tries to sign in with a password, one row per account and day. A name nobody has gets its rows too: otherwise
 * the time of an answer would tell which names exist. No address is kept, only how many there were.
 */
export const failedSignIns = pgTable(
  'failed_sign_ins',
  {
    /** What the limiter counts by: the person's number, or a hash of a name nobody has. */
    account: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    /** From addresses and browsers the owner never signed in from: with a wrong password. */
    wrong: integer().notNull().default(0),
    /** From the same: turned away without looking at the password, because there had been too many. */
    refused: integer().notNull().default(0),
    /** Roughly: one that comes back after a quarter of an hour counts again. */
    addresses: integer().notNull().default(0),
    /** From addresses and browsers the owner has signed in from. */
    fromKnown: integer().notNull().default(0),
    firstAt: timestamptz().notNull(),
    lastAt: timestamptz().notNull(),
    /** When the owner was written to about them. */
    warnedAt: timestamptz(),
  },
  (t) => [
    primaryKey({ columns: [t.account, t.day] }),
    index('failed_sign_ins_user_id').on(t.userId),
    index('failed_sign_ins_day').on(t.day),
  ],
);

/** One row per person and day they were here: what "active people" counts. */
export const activeDays = pgTable(
  'active_days',
  {
    day: date({ mode: 'string' }).notNull(),
    userId: cascadingUserId(),
  },
  (t) => [primaryKey({ columns: [t.day, t.userId] }), index('active_days_user_id').on(t.userId)],
);

/** Links sent by mail. Each proves that its holder reads the mails of one address. */
export const mailLinks = pgTable(
  'mail_links',
  {
    id: id(),
    tokenHash: bytea().notNull(),
    userId: cascadingUserId(),
    purpose: text().$type<'verify-email' | 'change-email' | 'reset-password' | 'sign-in'>().notNull(),
    /** The address it was sent to: a link for an address that is no longer theirs is worth nothing. */
    email: text().notNull(),
    createdAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
  },
  (t) => [
    uniqueIndex('mail_links_token_hash').on(t.tokenHash),
    index('mail_links_user_id').on(t.userId),
    index('mail_links_expires_at').on(t.expiresAt),
    check(
      'mail_links_purpose',
      sql`${t.purpose} in ('verify-email', 'change-email', 'reset-password', 'sign-in')`,
    ),
  ],
);

/** The authenticator app of a person: being set up until it is confirmed. */
export const twoFactors = pgTable('two_factors', {
  userId: cascadingUserId().primaryKey(),
  /** Base32, as authenticator apps take it. */
  secret: text().notNull(),
  confirmedAt: timestamptz(),
  /** The last half-minute whose code was used: a code seen over a shoulder is worth nothing. */
  lastStep: bigint({ mode: 'number' }).notNull().default(0),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: cascadingUserId(),
    codeHash: bytea().notNull(),
    usedAt: timestamptz(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** Asking to sell or to teach. Filing one grants nothing. */
export const applications = pgTable(
  'applications',
  {
    id: id(),
    userId: cascadingUserId(),
    kind: text().$type<ApplicationKind>().notNull(),
    state: text().$type<ApplicationState>().notNull().default('waiting'),
    /** What they told us about themselves. */
    note: text().notNull().default(''),
    /** Why it was declined, as the applicant reads it. */
    reason: text(),
    createdAt: timestamptz().notNull(),
    decidedAt: timestamptz(),
    decidedBy: nullableUserId(),
  },
  (t) => [
    uniqueIndex('applications_one_waiting')
      .on(t.userId, t.kind)
      .where(sql`state = 'waiting'`),
    index('applications_user_id').on(t.userId),
    index('applications_state_created_at').on(t.state, t.createdAt),
    check('applications_kind', sql`${t.kind} in (${oneOf(APPLICATION_KINDS)})`),
    check('applications_state', sql`${t.state} in (${oneOf(APPLICATION_STATES)})`),
    check('applications_decided', sql`(${t.state} = 'waiting') = (${t.decidedAt} is null)`),
    check('applications_declined_reason', sql`${t.state} <> 'declined' or ${t.reason} <> ''`),
  ],
);
