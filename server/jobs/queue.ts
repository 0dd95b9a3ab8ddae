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
  listBusyQueues,
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
  /** Number of retries; default 5. */
  retryLimit?: number;
  /** Seconds before the first retry, doubling up to an hour; default 5. */
  retryDelay?: number;
  /** Runs at these times (UTC), with no data. */
  cron?: string;
  /**
   * For jobs that must not run twice. The original site may have run them since the backup, so a restore drops them or
   * keeps them as failed jobs that staff can run.
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
  /** The job exists once the given transaction commits. Works before `start`. */
  send<S extends z.ZodObject>(
    db: DbOrTx,
    job: Pick<QueuedJob<never, S>, 'name' | 'data'>,
    data: z.input<S>,
    options?: SendOptions,
  ): Promise<void>;
  /** Waiting, running and failed counts per job. */
  listDepths(db: DbOrTx): Promise<QueueDepth[]>;
  listFailed(db: DbOrTx, options: { limit: number }): Promise<FailedJob[]>;
  /** Retries a failed job once the given transaction commits. */
  retry(tx: Tx, id: string): Promise<RetryResult>;
  /** Starts running jobs in this process. */
  start(): Promise<void>;
  /** Waits up to 20 s for running jobs. */
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

/** pg-boss has a small pool of its own, so that its maintenance never takes a visitor's connection. */
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
 * Creates pg-boss's tables, one queue per job, and the schedules. Idempotent, and safe when several servers start at
 * once. Part of the startup migrations, so that `send` also works in processes that run no jobs.
 */
export async function prepareJobTables<C>(connection: Connection, jobs: readonly AnyJob<C>[]): Promise<void> {
  const boss = new PgBoss({
    ...connection,
    application_name: 'releve-jobs',
    max: 1,
    supervise: false,
    schedule: false,
  });
  // The call in progress rejects as well; without a listener the event would crash the process.
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

/** For a restore, in the same transaction that copied the waiting jobs. */
export async function holdJobs<C>(db: DbOrTx, jobs: readonly AnyJob<C>[]): Promise<void> {
  const namesOf = (wish: QueuedJob<C>['afterRestore']) =>
    jobs.filter((job) => job.afterRestore === wish).map((job) => job.name);
  await deleteWaitingJobs(db, { names: namesOf('forget') });
  const reason = 'On hold after a restore: it may already have run.';
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
    // A killed worker stops sending heartbeats; another takes over its job after about a minute.
    heartbeatSeconds: 30,
  };
}

export function createJobQueue<C extends { log: Log }>(options: {
  connection: Connection;
  /** A function, because the context contains this queue and is created after it. */
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

  /** What `send` uses: the running worker, or a light pg-boss that only knows the queues. */
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
  // Queues keep one waiting job per key (policy 'short'); other jobs get a random key.
  if (singletonKey === undefined) {
    await boss.send(name, data, { ...target, singletonKey: randomUUID() });
    return;
  }
  // Not a plain send, which skips silently if a job is waiting: a worker could take that job before our transaction
  // commits and never see our change. The update locks it until then.
  for (let attempt = 0; attempt < SEND_ATTEMPTS; attempt++) {
    const written = await boss.upsert(name, data, { ...target, singletonKey });
    if (written.jobs.length > 0) return;
  }
  throw new Error(`The job ${name} could not be written`);
}

type Run<C> = (job: AnyJob<C>, id: string, data: unknown) => Promise<void>;

async function workOn<C>(boss: PgBoss, job: AnyJob<C>, run: Run<C>): Promise<void> {
  const settings = {
    // New jobs arrive by NOTIFY; retries have to be polled for.
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 5,
    perJobResults: true,
  } as const;
  const workerId: string = await boss.work(job.name, settings, async (taken) => {
    const results: JobResult[] = [];
    for (const { id, data } of taken) {
      // Not thrown: pg-boss would store the whole error, and failed queries contain their parameters.
      const failed = (error: unknown) => ({ id, status: 'failed' as const, output: describeError(error) });
      results.push(await run(job, id, data).then(() => ({ id, status: 'completed' as const }), failed));
    }
    // Otherwise it would pause between jobs: twenty jobs sent at once are a single NOTIFY.
    boss.notifyWorker(workerId);
    return results;
  });
}

/** Returns the errors. Also runs jobs sent by the jobs it runs. */
async function drainJobs<C>(
  boss: PgBoss,
  jobs: readonly AnyJob<C>[],
  run: Run<C>,
  ignoreStartAfter: boolean,
): Promise<unknown[]> {
  const failures: { name: string; id: string; error: unknown }[] = [];
  for (let found = true; found;) {
    found = false;
    const busy = await listBusyQueues(boss.getDb(), { includeLater: ignoreStartAfter });
    for (const job of jobs.filter(({ name }) => busy.has(name))) {
      for (const { id, data } of await boss.fetch(job.name, { ignoreStartAfter })) {
        found = true;
        await run(job, id, data).then(
          () => boss.complete(job.name, id),
          (error: unknown) => failures.push({ name: job.name, id, error }),
        );
      }
    }
  }
  // Only now: marked as failed earlier, they would wait for a retry and run twice in this drain.
  for (const { name, id, error } of failures) await boss.fail(name, id, describeError(error));
  return failures.map(({ error }) => error);
}

/** The innermost cause: Drizzle's wrapper contains the query with personal data. */
function describeError(error: unknown): { name: string; message: string } {
  let at = error;
  while (at instanceof Error && at.cause instanceof Error) at = at.cause;
  if (!(at instanceof Error)) return { name: 'Error', message: 'unknown' };
  if (at.name === 'ZodError')
    return { name: at.name, message: 'The data of the job does not fit its schema' };
  return { name: at.name, message: at.message.slice(0, 300) };
}
