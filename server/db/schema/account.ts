// How users prove who they are: known devices, failed sign-ins, emailed links, two-factor sign-in.
import { sql } from '#server/db/drizzle.ts';
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { bytea, id, timestamptz } from '#server/db/columns.ts';
import { cascadingUserId, users } from './platform-user.ts';

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
