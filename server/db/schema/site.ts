// What belongs to the site as a whole: its settings, the limits on calls, what broke in browsers, what staff did.
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import { bytea, id, timestamptz } from '#server/db/columns.ts';
import { users } from './account.ts';

/** One row. The database refuses a second. */
export const settings = pgTable(
  'settings',
  {
    id: integer().primaryKey().default(1),
    siteName: text().notNull().default('Relevé'),
    supportEmail: text().notNull().default('hello@releve.example'),
    isRegistrationOpen: boolean().notNull().default(true),
    /** Admins without an authenticator app keep their account and lose their powers. */
    isTwoFactorRequired: boolean().notNull().default(false),
    /** What the house keeps of a sale, in hundredths of a percent, where nothing else is agreed with the seller. */
    platformFeePoints: integer().notNull().default(1500),
  },
  (t) => [
    check('settings_single_row', sql`${t.id} = 1`),
    check('settings_fee', sql`${t.platformFeePoints} between 0 and 10000`),
  ],
);

/** What links are signed with, one key for each purpose: here, so that every server knows it. */
export const signingKeys = pgTable('signing_keys', {
  purpose: text().primaryKey(),
  key: bytea().notNull(),
});

/** Laid out as rate-limiter-flexible expects it. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: varchar({ length: 255 }).primaryKey(),
    points: integer().notNull().default(0),
    /** Milliseconds since 1970; null never ends. */
    expire: bigint({ mode: 'number' }),
  },
  (t) => [index('rate_limits_expire').on(t.expire)],
);

export const clientErrors = pgTable(
  'client_errors',
  {
    id: id(),
    reference: text().notNull(),
    message: text().notNull(),
    path: text().notNull(),
    stack: text(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    uniqueIndex('client_errors_reference').on(t.reference),
    index('client_errors_created_at').on(t.createdAt),
  ],
);

/** DESIGN §5.8. Rows are only ever added: a trigger refuses to change or remove one. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null: the system itself. The row of a person is never removed, so the reference holds. */
    actorId: integer().references(() => users.id),
    /** `account.suspend`: see audit.rules.ts. */
    action: text().notNull(),
    /** What it was done to: `user` 7, `application` 3, `settings` 1. */
    subjectType: text().notNull(),
    subjectId: text().notNull(),
    /** The person it concerns, where there is one. */
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
