// Saved replies of support: texts for questions that come again and again.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { SavedReply } from '#shared/features/support/support.schema.ts';
import {
  deleteReply,
  insertReply,
  isTitleTaken,
  listReplyRows,
  updateReply,
  type SavedReplyRow,
} from './saved-reply.queries.ts';

const toReply = ({ updatedAt, ...row }: SavedReplyRow): SavedReply => ({
  ...row,
  updatedAt: updatedAt.toISOString(),
});

function titleTaken(): AppError {
  const message = 'Another saved reply has this title.';
  return new AppError('conflict', message, [{ path: 'title', message }]);
}

const noSuchReply = () => new AppError('not_found', 'This saved reply doesn’t exist any more.');

export async function listSavedReplies(ctx: AppContext): Promise<{ items: SavedReply[] }> {
  return { items: (await listReplyRows(ctx.db)).map(toReply) };
}

type Content = { title: string; text: string };

export async function createSavedReply(
  ctx: AppContext,
  viewer: Viewer,
  content: Content,
): Promise<SavedReply> {
  return inTransaction(ctx.db, async (tx) => {
    const row = await insertReply(tx, { ...content, updatedBy: viewer.id, updatedAt: ctx.clock.now() });
    if (!row) throw titleTaken();
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'saved-reply.save',
      subject: ['saved-reply', row.id],
      details: { title: row.title },
    });
    return toReply(row);
  });
}

export async function updateSavedReply(
  ctx: AppContext,
  viewer: Viewer,
  { id, ...content }: Content & { id: number },
): Promise<SavedReply> {
  return inTransaction(ctx.db, async (tx) => {
    if (await isTitleTaken(tx, { id, title: content.title })) throw titleTaken();
    const row = await updateReply(tx, {
      id,
      ...content,
      updatedBy: viewer.id,
      updatedAt: ctx.clock.now(),
    });
    if (!row) throw noSuchReply();
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'saved-reply.save',
      subject: ['saved-reply', id],
      details: { title: row.title },
    });
    return toReply(row);
  });
}

export async function deleteSavedReply(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (!(await deleteReply(tx, { id }))) throw noSuchReply();
    await recordAudit(ctx, tx, {
      actor: viewer,
      action: 'saved-reply.delete',
      subject: ['saved-reply', id],
    });
  });
}
