// People and their sessions.
import { sql } from 'drizzle-orm';
import {
  check,
  customType,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { ROLES, type Role } from '#shared/roles.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const roleList = sql.raw(ROLES.map((role) => `'${role}'`).join(', '));

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    username: text().notNull(),
    /** The username as it is compared: one Unicode form, no case. */
    usernameKey: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    profileImageUrl: text(),
    passwordHash: text().notNull(),
    role: text().$type<Role>().notNull().default('user'),
    roles: text()
      .array()
      .$type<Role[]>()
      .notNull()
      .default(sql`'{user}'`),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('users_username_key').on(t.usernameKey),
    uniqueIndex('users_email_key').on(t.emailKey),
    check('users_roles_known', sql`${t.roles} <@ array[${roleList}]`),
    check('users_primary_role_held', sql`${t.role} = any(${t.roles})`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the cookie: a stolen table signs nobody in. */
    tokenHash: bytea().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp({ withTimezone: true }).notNull(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    uniqueIndex('sessions_token_hash').on(t.tokenHash),
    index('sessions_user_id').on(t.userId),
    index('sessions_expires_at').on(t.expiresAt),
  ],
);
