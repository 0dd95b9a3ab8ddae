// What staff decided and what can still be undone. A decision waits here for ten seconds; then a job does it.
import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/db/columns.ts';
import { cascadingUserId } from './account.ts';

export const DECISION_KINDS = ['resource', 'application', 'notice', 'seller'] as const;
export const DECISION_STATES = ['pending', 'applied', 'undone', 'refused'] as const;

export const staffDecisions = pgTable(
  'staff_decisions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Decided by one press: undone together. */
    batch: uuid().notNull(),
    kind: text({ enum: DECISION_KINDS }).notNull(),
    /** The resource, application, notice or seller. */
    subjectId: integer().notNull(),
    /** As the audit log calls it: `resource.approve`. */
    action: text().notNull(),
    /** What the job needs to do it; emptied when it is settled. */
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    actorId: cascadingUserId(),
    state: text({ enum: DECISION_STATES }).notNull().default('pending'),
    /** Why it could not be done any more. */
    problem: text(),
    decidedAt: timestamptz().notNull(),
    dueAt: timestamptz().notNull(),
    settledAt: timestamptz(),
  },
  (t) => [
    // Of two who decide about one thing at once, the database takes one.
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
