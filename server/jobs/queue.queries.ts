// Runs pg-boss on our own database handle, so that a job is written in the same transaction as its cause; and reads its
// tables for the deployment page.
import { sql } from '#server/db/drizzle.ts';
import { fromDrizzle } from 'pg-boss';
import type { Db as JobDatabase } from 'pg-boss';
import type { DbOrTx, Tx } from '#server/db/client.ts';

export function asJobDatabase(db: DbOrTx): JobDatabase {
  return fromDrizzle(db, sql);
}

/** `planned`: due later, including failed jobs waiting for a retry. */
export type QueueDepth = { name: string; waiting: number; planned: number; active: number; failed: number };

/** Names of queues with a job to run: due now, or also those planned for later. */
export async function listBusyQueues(
  db: JobDatabase,
  { includeLater }: { includeLater: boolean },
): Promise<Set<string>> {
  const { rows } = await db.executeSql(
    `select distinct name from pgboss.job where state in ('created', 'retry') and ($1 or start_after <= now())`,
    [includeLater],
  );
  return new Set((rows as { name: string }[]).map(({ name }) => name));
}

/** Every queue of ours, empty ones included; not those of pg-boss itself. */
export async function listQueueDepths(db: DbOrTx): Promise<QueueDepth[]> {
  const { rows } = await db.execute<QueueDepth>(sql`
    select queue.name,
      (count(*) filter (where job.state in ('created', 'retry') and job.start_after <= now()))::int as waiting,
      (count(*) filter (where job.state in ('created', 'retry') and job.start_after > now()))::int as planned,
      (count(*) filter (where job.state = 'active'))::int as active,
      (count(*) filter (where job.state = 'failed'))::int as failed
    from pgboss.queue
    left join pgboss.job on job.name = queue.name
      and job.state in ('created', 'retry', 'active', 'failed')
    where not starts_with(queue.name, '__pgboss')
    group by queue.name
    order by queue.name`);
  return rows;
}

export type FailedJob = { id: string; name: string; failedAt: Date; attempts: number; error: string };

/** Jobs out of retries, newest first. Without their data, which may be personal. */
export async function listFailedJobs(db: DbOrTx, { limit }: { limit: number }): Promise<FailedJob[]> {
  const { rows } = await db.execute<Omit<FailedJob, 'failedAt'> & { failed_at: string }>(sql`
    select id, name, retry_count + 1 as attempts,
      to_json(coalesce(completed_on, created_on)) #>> '{}' as failed_at,
      coalesce(output ->> 'message', output #>> '{value,message}', 'The reason is not known') as error
    from pgboss.job
    where state = 'failed'
    order by completed_on desc, id
    limit ${limit}`);
  return rows.map(({ failed_at, ...job }) => ({ ...job, failedAt: new Date(failed_at) }));
}

/** Locks the job: of two concurrent callers, the second sees what the first did. */
export async function lockJob(
  tx: Tx,
  { id }: { id: string },
): Promise<{ name: string; isFailed: boolean } | null> {
  const { rows } = await tx.execute<{ name: string; is_failed: boolean }>(
    sql`select name, state = 'failed' as is_failed from pgboss.job where id = ${id} for update`,
  );
  const [row] = rows;
  return row ? { name: row.name, isFailed: row.is_failed } : null;
}

export async function deleteWaitingJobs(db: DbOrTx, { names }: { names: readonly string[] }): Promise<void> {
  await db.execute(sql`
    delete from pgboss.job_common
    where name = any(${sql.param(names)}) and state in ('created', 'retry', 'active')`);
}

export async function failWaitingJobs(
  db: DbOrTx,
  { names, reason }: { names: readonly string[]; reason: string },
): Promise<void> {
  await db.execute(sql`
    update pgboss.job_common
    set state = 'failed', completed_on = now(), output = ${JSON.stringify({ message: reason })}::jsonb
    where name = any(${sql.param(names)}) and state in ('created', 'retry', 'active')`);
}
