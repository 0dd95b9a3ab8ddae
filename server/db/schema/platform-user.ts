// Users: who they are, their roles and state.
import { sql } from '#server/db/drizzle.ts';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
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
    /** `Europe/London`; null until the user or their browser says. */
    timeZone: text(),
    /** Under 18: people they don't know can't write to them. Users declare it; only staff take it back. */
    isMinor: boolean().notNull().default(false),
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
