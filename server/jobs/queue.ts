// Background work on pg-boss: jobs are rows in our PostgreSQL, so they commit and roll back with their cause
// and survive any process. This module knows pg-boss; nothing else does.
import { randomUUID } from 'node:crypto';
import { PgBoss, type JobResult } from 'pg-boss';
import type { z } from 'zod';
import type { Connection, DbOrTx, Tx } from '#server/db/client.ts';
import {
  asJobDatabase,
  deleteWaitingJobs,
  failWaitingJobs,
  listFailedJobs,
  listQueueDepths,
  lockJob,
  type FailedJob,
  type QueueDepth,
} from './queue.queries.ts';

export type QueuedJob<C, S extends z.ZodObject = z.ZodObject> = {
  /** `feature.verb`; also the name of its queue. */
  name: string;
  data: S;
  /** How often it is tried again; default 5. */
  retryLimit?: number;
  /** Seconds before the first retry, doubling up to an hour; default 5. */
  retryDelay?: number;
  /** Runs at these times (UTC), with no data. */
  cron?: string;
  /**
   * For what would be wrong to do twice. The site a backup was made of may have done what waited there; so after a
   * restore it is forgotten, or kept as a failed job that staff can run.
   */
  afterRestore?: 'forget' | 'ask staff';
  /** How many at once in one process; default 1. */
  concurrency?: number;
  run(ctx: C, data: z.output<S>): Promise<void>;
};

export type SendOptions = {
  /** Seconds from now, or a moment. */
  startAfter?: number | Date;
  /** At most one job waits under one key; a later send replaces its data. */
  singletonKey?: string;
};

export type JobQueue = {
  /** Exists exactly when the transaction it is given commits. Works before `start`. */
  send<S extends z.ZodObject>(
    db: DbOrTx,
    job: Pick<QueuedJob<never, S>, 'name' | 'data'>,
    data: z.input<S>,
    options?: SendOptions,
  ): Promise<void>;
  /** How many wait, run and have failed for good, job by job. */
  listDepths(db: DbOrTx): Promise<QueueDepth[]>;
  listFailed(db: DbOrTx, options: { limit: number }): Promise<FailedJob[]>;
  /** Tries a failed job once more, as soon as the transaction it is given commits. */
  retry(tx: Tx, id: string): Promise<RetryResult>;
  /** Begins working in this process. */
  start(): Promise<void>;
  /** Waits for what is running, at most 20 s, then lets go. */
  stop(): Promise<void>;
  /** For tests: runs everything waiting now, each job once; rejects when one failed. */
  drain(options?: { includeLater?: boolean }): Promise<void>;
};

export type RetryResult =
  | { outcome: 'unknown' }
  | { outcome: 'not failed' }
  | { outcome: 'retried'; name: string };

type Log = { warn(data: object, message: string): void; error(data: object, message: string): void };
type AnyJob<C> = QueuedJob<C>;

const STOP_TIMEOUT = 20_000;
const SEND_ATTEMPTS = 5;

/** pg-boss keeps a small pool of its own: maintenance and waiting jobs never take a visitor's connection. */
function openBoss(connection: Connection, part: { isWorker: boolean; max: number }): PgBoss {
  return new PgBoss({
    ...connection,
    application_name: 'releve-jobs',
    max: part.max,
    options: '-c statement_timeout=60000 -c lock_timeout=30000 -c idle_in_transaction_session_timeout=60000',
    migrate: part.isWorker,
    supervise: part.isWorker,
    schedule: part.isWorker,
    useListenNotify: part.isWorker,
  });
}

/**
 * Makes pg-boss's tables, one queue per job, and the schedule. Idempotent, and safe when several servers do
 * it at once. Part of the start-up migrations, so that `send` works in processes that never work themselves.
 */
export async function prepareJobTables<C>(connection: Connection, jobs: readonly AnyJob<C>[]): Promise<void> {
  const boss = new PgBoss({
    ...connection,
    application_name: 'releve-jobs',
    max: 1,
    supervise: false,
    schedule: false,
  });
  // A broken connection also rejects the call that needed it; without a listener the event would end us.
  boss.on('error', () => {});
  await boss.start();
  try {
    for (const job of jobs) {
      const settings = queueSettings(job);
      await boss.createQueue(job.name, { ...settings, policy: 'short' });
      await boss.updateQueue(job.name, settings);
      if (job.cron) await boss.schedule(job.name, job.cron);
    }
    const scheduled = new Set(jobs.filter((job) => job.cron).map((job) => job.name));
    for (const { name } of await boss.getSchedules()) {
      if (!scheduled.has(name)) await boss.unschedule(name);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** For a restore, in whose transaction waiting jobs came in. */
export async function keepBackJobs<C>(db: DbOrTx, jobs: readonly AnyJob<C>[]): Promise<void> {
  const namesOf = (wish: QueuedJob<C>['afterRestore']) =>
    jobs.filter((job) => job.afterRestore === wish).map((job) => job.name);
  await deleteWaitingJobs(db, { names: namesOf('forget') });
  const reason = 'Kept back by a restore: it may have been done before.';
  await failWaitingJobs(db, { names: namesOf('ask staff'), reason });
}

function queueSettings<C>(job: AnyJob<C>) {
  return {
    notify: true,
    retryLimit: job.retryLimit ?? 5,
    retryDelay: job.retryDelay ?? 5,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 300,
    // A worker that was killed stops saying it is alive; its job is taken over after about a minute.
    heartbeatSeconds: 30,
  };
}

export function createJobQueue<C extends { log: Log }>(options: {
  connection: Connection;
  /** Asked for at each run: the context holds this queue, so it is made after it. */
  context: () => C;
  jobs: readonly AnyJob<C>[];
}): JobQueue {
  const { connection, context, jobs } = options;
  const byName = new Map(jobs.map((job) => [job.name, job]));
  if (byName.size !== jobs.length) throw new Error('Two jobs share a name');

  let worker: PgBoss | undefined;
  let sender: Promise<PgBoss> | undefined;
  let isStopped = false;

  const watched = (boss: PgBoss) => {
    boss.on('error', (error) =>
      context().log.error({ error: describeError(error) }, 'The job queue has a problem'),
    );
    return boss;
  };

  /** What `send` writes through: the worker, or a light pg-boss that only knows the queues. */
  const openSender = (): Promise<PgBoss> => {
    if (isStopped) return Promise.reject(new Error('The job queue is stopped'));
    if (worker) return Promise.resolve(worker);
    sender ??= watched(openBoss(connection, { isWorker: false, max: 1 }))
      .start()
      .catch((error: unknown) => {
        sender = undefined;
        throw error;
      });
    return sender;
  };

  const run: Run<C> = async (job, id, data) => {
    const ctx = context();
    try {
      await job.run(ctx, job.data.parse(data ?? {}));
    } catch (error) {
      ctx.log.error({ job: job.name, id, error: describeError(error) }, 'A job failed');
      throw error;
    }
  };

  return {
    async send(db, job, data, wishes = {}) {
      if (!byName.has(job.name)) throw new Error(`The job ${job.name} is not in the registry`);
      job.data.parse(data);
      await writeJob(await openSender(), db, { name: job.name, data }, wishes);
    },

    listDepths: listQueueDepths,
    listFailed: listFailedJobs,

    async retry(tx, id) {
      const boss = await openSender();
      const job = await lockJob(tx, { id });
      if (!job) return { outcome: 'unknown' };
      if (!job.isFailed) return { outcome: 'not failed' };
      await boss.retry(job.name, id, { db: asJobDatabase(tx) });
      return { outcome: 'retried', name: job.name };
    },

    async start() {
      if (worker || isStopped) throw new Error('The job queue was started before');
      worker = watched(openBoss(connection, { isWorker: true, max: 3 }));
      await worker.start();
      for (const job of jobs) {
        for (let place = 0; place < (job.concurrency ?? 1); place++) await workOn(worker, job, run);
      }
    },

    async stop() {
      isStopped = true;
      await worker?.stop({ graceful: true, timeout: STOP_TIMEOUT });
      const light = await sender?.catch(() => undefined);
      await light?.stop({ graceful: false });
    },

    async drain({ includeLater = false } = {}) {
      const errors = await drainJobs(await openSender(), jobs, run, includeLater);
      if (errors.length === 1) throw errors[0];
      if (errors.length > 1) throw new AggregateError(errors, 'Several jobs failed');
    },
  };
}

async function writeJob(
  boss: PgBoss,
  db: DbOrTx,
  { name, data }: { name: string; data: object },
  { startAfter, singletonKey }: SendOptions,
): Promise<void> {
  const target = { db: asJobDatabase(db), ...(startAfter !== undefined && { startAfter }) };
  // Queues hold one waiting job per key ('short'); a job that is like no other gets a key like no other.
  if (singletonKey === undefined) {
    await boss.send(name, data, { ...target, singletonKey: randomUUID() });
    return;
  }
  // Not a plain send: that would skip silently when one waits, and a worker may take the waiting one before
  // our transaction commits, so that nobody ever sees our change. The update locks it till then.
  for (let attempt = 0; attempt < SEND_ATTEMPTS; attempt++) {
    const written = await boss.upsert(name, data, { ...target, singletonKey });
    if (written.jobs.length > 0) return;
  }
  throw new Error(`The job ${name} could not be written`);
}

type Run<C> = (job: AnyJob<C>, id: string, data: unknown) => Promise<void>;

async function workOn<C>(boss: PgBoss, job: AnyJob<C>, run: Run<C>): Promise<void> {
  const settings = {
    // A new job wakes us by NOTIFY; a retry comes due in silence.
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 5,
    perJobResults: true,
  } as const;
  const workerId: string = await boss.work(job.name, settings, async (taken) => {
    const results: JobResult[] = [];
    for (const { id, data } of taken) {
      // Not thrown: pg-boss would store the error whole, and a failed query spells out its parameters.
      const failed = (error: unknown) => ({ id, status: 'failed' as const, output: describeError(error) });
      results.push(await run(job, id, data).then(() => ({ id, status: 'completed' as const }), failed));
    }
    // Else it would rest between two jobs, however many wait: twenty jobs sent at once are one NOTIFY.
    boss.notifyWorker(workerId);
    return results;
  });
}

/** Answers what went wrong. Jobs that the jobs send are run as well. */
async function drainJobs<C>(
  boss: PgBoss,
  jobs: readonly AnyJob<C>[],
  run: Run<C>,
  ignoreStartAfter: boolean,
): Promise<unknown[]> {
  const failures: { name: string; id: string; error: unknown }[] = [];
  for (let found = true; found;) {
    found = false;
    for (const job of jobs) {
      for (const { id, data } of await boss.fetch(job.name, { ignoreStartAfter })) {
        found = true;
        await run(job, id, data).then(
          () => boss.complete(job.name, id),
          (error: unknown) => failures.push({ name: job.name, id, error }),
        );
      }
    }
  }
  // Only now: failed earlier, they would be waiting again and this drain would run them twice.
  for (const { name, id, error } of failures) await boss.fail(name, id, describeError(error));
  return failures.map(({ error }) => error);
}

/** The innermost cause: what wraps it (drizzle) spells out the query with people's data in it. */
function describeError(error: unknown): { name: string; message: string } {
  let at = error;
  while (at instanceof Error && at.cause instanceof Error) at = at.cause;
  if (!(at instanceof Error)) return { name: 'Error', message: 'unknown' };
  if (at.name === 'ZodError')
    return { name: at.name, message: 'The data of the job does not fit its schema' };
  return { name: at.name, message: at.message.slice(0, 300) };
}
