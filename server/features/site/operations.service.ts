// Operating the site: health, background jobs and the mail outbox.
import type { AppContext } from '#server/context.ts';
import { countExpectedMigrations } from '#server/db/migrate.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordAudit, recordAuditAtMostEvery } from '#server/platform/audit.service.ts';
import { countMails, countWaitingMails, listMailRows, releaseMail } from '#server/platform/mail.queries.ts';
import { deliverMailJob } from '#server/platform/mail.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { findAppliedMigrations, findDatabaseInfo } from './site.queries.ts';
import type { VersionInfo } from './site.service.ts';

const FAILED_JOBS_SHOWN = 50;
const HOUR_MS = 3_600_000;

export async function getDeployment(ctx: AppContext, { version, buildDate, environment }: VersionInfo) {
  const [database, storage, migrations, waiting, queues, failed] = await Promise.all([
    checkDatabase(ctx),
    checkStorage(ctx),
    findAppliedMigrations(ctx.db),
    countWaitingMails(ctx.db),
    ctx.jobs.listDepths(ctx.db),
    ctx.jobs.listFailed(ctx.db, { limit: FAILED_JOBS_SHOWN }),
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
  const start = performance.now();
  const { version, bytes } = await findDatabaseInfo(ctx.db);
  return { isHealthy: true, detail: `PostgreSQL ${version} responds in ${elapsed(start)}`, bytes };
}

async function checkStorage({ storage, config, log }: AppContext) {
  const name = config.s3 ? `The bucket ${config.s3.bucket}` : 'The data folder';
  const start = performance.now();
  try {
    await storage.healthy();
    return { isHealthy: true, detail: `${name} responds in ${elapsed(start)}` };
  } catch (error) {
    log.warn({ err: error }, 'storage is not healthy');
    return { isHealthy: false, detail: `${name} can’t store files right now` };
  }
}

function elapsed(start: number): string {
  return `${Math.max(1, Math.round(performance.now() - start))} ms`;
}

export async function retryJob(ctx: AppContext, viewer: Viewer, id: string): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const result = await ctx.jobs.retry(tx, id);
    if (result.outcome === 'unknown') {
      throw new AppError('not_found', 'This job doesn’t exist. Jobs are deleted after a week.');
    }
    if (result.outcome !== 'retried') {
      throw new AppError('conflict', 'This job hasn’t failed: it is waiting, running or done.');
    }
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'job.retry',
      subject: ['job', id],
      details: { name: result.name },
    });
  });
}

/**
 * Emails contain links that sign users in, so their text is shown only while there is no SMTP server and the outbox is the
 * only place to read them. Reading them is recorded.
 */
export async function listMails(
  ctx: AppContext,
  viewer: Viewer,
  { q, page }: { q?: string | undefined; page: number },
) {
  const [total, rows] = await Promise.all([
    countMails(ctx.db, { q }),
    listMailRows(ctx.db, { q }, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
  ]);
  const isTextShown = ctx.config.smtpUrl === undefined;
  if (isTextShown && rows.length > 0) {
    await recordAuditAtMostEvery(ctx, HOUR_MS, {
      actor: viewer,
      action: 'mail.read',
      subject: ['outbox', 'mails'],
    });
  }
  const items = rows.map(({ createdAt, sentAt, heldBackAt, text, ...mail }) => ({
    ...mail,
    text: isTextShown ? text : null,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    heldBackAt: heldBackAt?.toISOString() ?? null,
  }));
  return { items, total, page, pageSize: PAGE_SIZE };
}

/** Safe to call twice at once: only one call releases the email. */
export async function sendHeldMail(ctx: AppContext, viewer: Viewer, id: string): Promise<void> {
  if (!ctx.config.smtpUrl) {
    throw new AppError(
      'conflict',
      'Email can’t be sent because no mail server is set up. Set SMTP_URL first.',
    );
  }
  await inTransaction(ctx.db, async (tx) => {
    const mail = await releaseMail(tx, { id });
    if (!mail) {
      throw new AppError('not_found', 'This email isn’t on hold: it has been sent or is on its way.');
    }
    await ctx.jobs.send(tx, deliverMailJob, { id });
    await recordAudit(ctx, tx, { actor: viewer, action: 'mail.send', subject: ['mail', id] });
  });
}
