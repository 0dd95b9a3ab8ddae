// Credit hours: earned here, or elsewhere with evidence that staff have read.
import { sql } from '#server/db/drizzle.ts';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  numeric,
  pgTable,
  text,
  uniqueIndex,
} from '#server/db/drizzle-pg.ts';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  CREDIT_SOURCES,
  CREDIT_STATES,
  type CreditSource,
  type CreditState,
} from '#shared/features/credit/credit.rules.ts';
import { nullableUserId, users } from './platform-user.ts';

export const creditHours = pgTable(
  'credit_hours',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    source: text().$type<CreditSource>().notNull(),
    /** What it was earned with here: `certificate:12`. Null for outside hours. */
    earnedWith: text(),
    title: text().notNull(),
    /** Who held it, for outside hours. */
    provider: text().notNull().default(''),
    /** The day it took place, or was earned. */
    doneOn: date({ mode: 'string' }).notNull(),
    hours: numeric({ precision: 5, scale: 1, mode: 'number' }).notNull(),
    /** Counts toward “hours in safe practice” as well. */
    isSafePractice: boolean().notNull().default(false),
    state: text().$type<CreditState>().notNull(),
    /** What the learner reads when it is returned or declined. */
    decisionReason: text(),
    decidedAt: timestamptz(),
    decidedBy: nullableUserId(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    index('credit_hours_user_id').on(t.userId, t.doneOn),
    index('credit_hours_decided_by').on(t.decidedBy),
    index('credit_hours_waiting')
      .on(t.createdAt)
      .where(sql`state = 'in_review'`),
    // A certificate counts once.
    uniqueIndex('credit_hours_earned_with').on(t.userId, t.earnedWith),
    check('credit_hours_source', sql`${t.source} in (${oneOf(CREDIT_SOURCES)})`),
    check('credit_hours_state', sql`${t.state} in (${oneOf(CREDIT_STATES)})`),
    check('credit_hours_hours', sql`${t.hours} > 0 and ${t.hours} < 1000`),
    check('credit_hours_earned', sql`(${t.source} = 'outside') = (${t.earnedWith} is null)`),
    check(
      'credit_hours_decided',
      sql`${t.source} <> 'outside' or (${t.state} = 'in_review') = (${t.decidedAt} is null)`,
    ),
  ],
);

/** Evidence for outside hours: a certificate of attendance, an invoice, a photo. */
export const creditFiles = pgTable(
  'credit_files',
  {
    id: id(),
    creditId: integer()
      .notNull()
      .references(() => creditHours.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    contentType: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    sha256: text().notNull(),
    storageKey: text().notNull(),
  },
  (t) => [
    uniqueIndex('credit_files_storage_key').on(t.storageKey),
    index('credit_files_credit_id').on(t.creditId),
    // Finds the same file in somebody else's hours.
    index('credit_files_sha256').on(t.sha256),
  ],
);
