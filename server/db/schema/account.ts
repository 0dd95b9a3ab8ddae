// Users, and how they prove who they are.
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
import { ACCOUNT_STATES, type AccountState } from '#shared/features/account/account.rules.ts';
import { ROLES, type Role } from '#shared/roles.ts';

export type ProfileLink = { label: string; url: string };

export const users = pgTable(
  'users',
  {
    id: id(),
    username: text().notNull(),
    /** The username in the form it is compared by: one Unicode form, lowercase. */
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
    /** Why staff suspended the user; null in every other state. */
    suspendedReason: text(),
    createdAt: timestamptz().notNull().defaultNow(),
    /** On any device, even if its session has ended. Accurate to a few minutes; see TOUCH_EVERY_MS. */
    lastSeenAt: timestamptz(),
    /** What the staff search matches. */
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

/** Who did something; becomes null when they are deleted. */
export const nullableUserId = () => integer().references(() => users.id, { onDelete: 'set null' });

/** Addresses and browsers a user has signed in from. They have their own limit while strangers guess elsewhere. */
export const knownDevices = pgTable(
  'known_devices',
  {
    userId: cascadingUserId(),
    /** SHA-256 of the address, or of the browser's device cookie. */
    deviceHash: bytea().notNull(),
    seenAt: timestamptz().notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.deviceHash] }), index('known_devices_seen_at').on(t.seenAt)],
);

/**
 * Failed password attempts, one row per account and day. Names nobody has get rows too; otherwise the response time would
 * reveal which names exist. Only the number of addresses is stored, not the addresses.
 */
export const failedSignIns = pgTable(
  'failed_sign_ins',
  {
    /** The rate limiter's key: the user's id, or a hash of a name nobody has. */
    account: text().notNull(),
    day: date({ mode: 'string' }).notNull(),
    userId: integer().references(() => users.id, { onDelete: 'cascade' }),
    /** Wrong passwords from unknown devices. */
    failedCount: integer().notNull().default(0),
    /** Attempts from unknown devices rejected without checking the password, because there had been too many. */
    blockedCount: integer().notNull().default(0),
    /** Approximate: an address that comes back after 15 minutes counts again. */
    addresses: integer().notNull().default(0),
    /** Attempts from devices the user has signed in from. */
    knownDeviceCount: integer().notNull().default(0),
    firstAt: timestamptz().notNull(),
    lastAt: timestamptz().notNull(),
    /** When we emailed the user about it. */
    warnedAt: timestamptz(),
  },
  (t) => [
    primaryKey({ columns: [t.account, t.day] }),
    index('failed_sign_ins_user_id').on(t.userId),
    index('failed_sign_ins_day').on(t.day),
  ],
);

/** Links sent by email. Opening one proves access to that mailbox. */
export const mailLinks = pgTable(
  'mail_links',
  {
    id: id(),
    tokenHash: bytea().notNull(),
    userId: cascadingUserId(),
    purpose: text().$type<'verify-email' | 'change-email' | 'reset-password' | 'sign-in'>().notNull(),
    /** Where it was sent. It stops working when the user no longer has this address. */
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

/** A user's authenticator app; inactive until it is confirmed. */
export const twoFactors = pgTable('two_factors', {
  userId: cascadingUserId().primaryKey(),
  /** Base32, the format authenticator apps use. */
  secret: text().notNull(),
  confirmedAt: timestamptz(),
  /** The last 30-second step whose code was used, so that no code works twice. */
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
