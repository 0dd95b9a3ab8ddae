// What belongs to the site as a whole: its settings, the limits on calls, what broke in browsers.
import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';

/** One row. The database refuses a second. */
export const settings = pgTable(
  'settings',
  {
    id: integer().primaryKey().default(1),
    siteName: text().notNull().default('Relevé'),
    supportEmail: text().notNull().default('hello@releve.example'),
  },
  (t) => [check('settings_single_row', sql`${t.id} = 1`)],
);

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
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    reference: text().notNull(),
    message: text().notNull(),
    path: text().notNull(),
    stack: text(),
    createdAt: timestamp({ withTimezone: true }).notNull(),
  },
  (t) => [
    uniqueIndex('client_errors_reference').on(t.reference),
    index('client_errors_created_at').on(t.createdAt),
  ],
);
