// For staff queues: a decision that can still be undone counts as made.
import { sql, type Column, type SQL } from '#server/db/drizzle.ts';
import { staffDecisions, type DECISION_KINDS } from './schema/platform.ts';

/** No staff decision is pending, that is, inside its ten seconds to undo. */
export function isUndecided(kind: (typeof DECISION_KINDS)[number], subject: Column): SQL {
  return sql`not ${isDecided(kind, subject)}`;
}

export function isDecided(kind: (typeof DECISION_KINDS)[number], subject: Column): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${staffDecisions} d
    where d.kind = ${kind} and d.subject_id = ${subject} and d.state = 'pending')`;
}

/** The pending action, such as `resource.approve`, or null. */
export function pendingAction(kind: (typeof DECISION_KINDS)[number], subject: Column): SQL<string | null> {
  return sql<string | null>`(select d.action from ${staffDecisions} d
    where d.kind = ${kind} and d.subject_id = ${subject} and d.state = 'pending')`;
}
