// How the running site is doing, for whoever operates it.
import type { AppContext } from '#server/context.ts';
import { countExpectedMigrations } from '#server/db/migrate.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import { readAppliedMigrations, readDatabaseInfo } from './deployment.queries.ts';
import { countWaitingMails } from '#server/platform/mail.queries.ts';
import type { VersionInfo } from './site.service.ts';

const FAILED_SHOWN = 50;

export async function describeDeployment(ctx: AppContext, { version, buildDate, environment }: VersionInfo) {
  const [database, storage, migrations, waiting, queues, failed] = await Promise.all([
    checkDatabase(ctx),
    checkStorage(ctx),
    readAppliedMigrations(ctx.db),
    countWaitingMails(ctx.db),
    ctx.jobs.listDepths(ctx.db),
    ctx.jobs.listFailed(ctx.db, { limit: FAILED_SHOWN }),
  ]);
  return {
    version,
    buildDate,
    environment,
    node: process.version,
    startedAt: new Date(performance.timeOrigin).toISOString(),
    migrations: {
      applied: migrations.applied,
      expected: countExpectedMigrations(),
      lastAppliedAt: migrations.lastAppliedAt?.toISOString() ?? null,
    },
    database,
    storage,
    queues,
    mail: { isSmtp: ctx.config.smtpUrl !== undefined, waiting },
    failedJobs: failed.map(({ failedAt, ...job }) => ({ ...job, failedAt: failedAt.toISOString() })),
  };
}

async function checkDatabase(ctx: AppContext) {
  const begun = performance.now();
  const { version, bytes } = await readDatabaseInfo(ctx.db);
  return { isHealthy: true, detail: `PostgreSQL ${version} answers in ${elapsed(begun)}`, bytes };
}

async function checkStorage({ storage, config, log }: AppContext) {
  const place = config.s3 ? `The bucket ${config.s3.bucket}` : 'The data folder';
  const begun = performance.now();
  try {
    await storage.healthy();
    return { isHealthy: true, detail: `${place} answers in ${elapsed(begun)}` };
  } catch (error) {
    log.warn({ err: error }, 'storage is not healthy');
    return { isHealthy: false, detail: `${place} cannot keep files right now` };
  }
}

function elapsed(begun: number): string {
  return `${Math.max(1, Math.round(performance.now() - begun))} ms`;
}

export async function retryFailedJob(ctx: AppContext, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const result = await ctx.jobs.retry(tx, id);
    if (result.outcome === 'unknown') {
      throw new AppError('not_found', 'There is no such job. Jobs are forgotten after a week.');
    }
    if (result.outcome !== 'retried') {
      throw new AppError('conflict', 'This job has not failed: it waits, runs or is done.');
    }
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'job.retry',
      subject: ['job', id],
      details: { name: result.name },
    });
  });
}
