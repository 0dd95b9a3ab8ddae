// Staff decisions take effect after ten seconds. moderation.e2e.ts waits for one of them; elsewhere a test ends the wait.
import { expect } from '@playwright/test';
import { sql } from 'drizzle-orm';
import type { Db } from '../server/db/client.ts';
import type { DecisionKind } from '../server/platform/decision.queries.ts';

/** The decision about this subject, which the page has confirmed, takes effect now. */
export async function settleDecision(db: Db, kind: DecisionKind, subjectId: number): Promise<void> {
  const queue = `${kind}.decide`;
  const state = async () => {
    const { rows } = await db.execute<{ state: string }>(sql`select state from staff_decisions
      where kind = ${kind} and subject_id = ${subjectId} order by id desc limit 1`);
    return rows[0]?.state;
  };
  await expect.poll(state, { intervals: [20, 50, 100] }).toBeDefined();
  await db.execute(sql`
    with due as (
      update staff_decisions set due_at = decided_at
      where kind = ${kind} and subject_id = ${subjectId} and state = 'pending' returning id
    )
    update pgboss.job set start_after = now()
    where name = ${queue} and state = 'created' and (data ->> 'id')::int in (select id from due)`);
  // As pg-boss announces a job that can start.
  await db.execute(
    sql`select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), ${queue})`,
  );
  await expect.poll(state, { intervals: [50, 100] }).toBe('applied');
}
