// The outbox as admins read it.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { AppError } from '#shared/errors.ts';
import { recordAudit, recordAuditOnceEach } from '#server/platform/audit.service.ts';
import { countMails, listMailRows, releaseMail } from '#server/platform/mail.queries.ts';
import { deliverMailJob } from '#server/platform/mail.service.ts';

const HOUR_MS = 3_600_000;

/** Texts hold links that sign people in: shown only where the outbox is the only place to read them, and noted. */
export async function listOutbox(
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
    await recordAuditOnceEach(ctx, HOUR_MS, {
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

/** Twice at once: one of them sends it. */
export async function sendHeldBackMail(ctx: AppContext, viewer: Viewer, id: string): Promise<void> {
  if (!ctx.config.smtpUrl) {
    throw new AppError('conflict', 'No mail server is set up, so nothing can be sent. Set SMTP_URL first.');
  }
  await inTransaction(ctx.db, async (tx) => {
    const mail = await releaseMail(tx, { id });
    if (!mail) {
      throw new AppError('not_found', 'This mail is not kept back: it was sent, or it is on its way.');
    }
    await ctx.jobs.send(tx, deliverMailJob, { id });
    await recordAudit(ctx, tx, { actor: viewer, action: 'mail.send', subject: ['mail', id] });
  });
}
