// Applications to sell or teach. Filing one grants nothing.
import { sql } from '#server/db/drizzle.ts';
import { check, index, pgTable, text, uniqueIndex } from '#server/db/drizzle-pg.ts';
import { id, oneOf, timestamptz } from '#server/db/columns.ts';
import {
  APPLICATION_KINDS,
  APPLICATION_STATES,
  type ApplicationKind,
  type ApplicationState,
} from '#shared/features/application/application.states.ts';
import { cascadingUserId, nullableUserId } from './platform-user.ts';

export const applications = pgTable(
  'applications',
  {
    id: id(),
    userId: cascadingUserId(),
    kind: text().$type<ApplicationKind>().notNull(),
    state: text().$type<ApplicationState>().notNull().default('waiting'),
    /** What the applicant wrote about themselves. */
    note: text().notNull().default(''),
    /** Why it was declined; the applicant reads this. */
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
