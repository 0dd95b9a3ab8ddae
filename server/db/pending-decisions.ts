// For lists of what waits for staff: a decision that can still be undone counts as made.
import { sql, type Column, type SQL } from 'drizzle-orm';
import { staffDecisions, type DECISION_KINDS } from './schema/platform.ts';

/** Staff have decided nothing about it that waits for its ten seconds. */
export function isUndecided(kind: (typeof DECISION_KINDS)[number], subject: Column): SQL {
  return sql`not ${isDecided(kind, subject)}`;
}

export function isDecided(kind: (typeof DECISION_KINDS)[number], subject: Column): SQL<boolean> {
  return sql<boolean>`exists (select 1 from ${staffDecisions} d
    where d.kind = ${kind} and d.subject_id = ${subject} and d.state = 'pending')`;
}

/** Which action waits, such as `resource.approve`; null: none. */
export function pendingAction(kind: (typeof DECISION_KINDS)[number], subject: Column): SQL<string | null> {
  return sql<string | null>`(select d.action from ${staffDecisions} d
    where d.kind = ${kind} and d.subject_id = ${subject} and d.state = 'pending')`;
}
