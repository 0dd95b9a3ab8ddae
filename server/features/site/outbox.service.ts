// The outbox as admins read it.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/features/account/session.service.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { recordAuditOnceEach } from './audit.service.ts';
import { countMails, listMailRows } from './mail.queries.ts';

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
  const items = rows.map(({ createdAt, sentAt, text, ...mail }) => ({
    ...mail,
    text: isTextShown ? text : null,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }));
  return { items, total, page, pageSize: PAGE_SIZE };
}
