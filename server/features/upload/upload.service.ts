// What becomes of a file that was sent: who may send one, how it stands, who takes it over, when it is thrown away.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { UploadPurpose } from '#shared/features/upload/upload.rules.ts';
import { deleteUploadRow, findUpload, listOpenUploads, moveUpload } from './upload.queries.ts';

export function noSuchUpload(): AppError {
  return new AppError(
    'not_found',
    'There is no such upload. It may have been thrown away; send the file again.',
  );
}

export async function getUploadOf(ctx: AppContext, viewer: Viewer, id: string) {
  const upload = await findUpload(ctx.db, { id, userId: viewer.id });
  if (!upload) throw noSuchUpload();
  return upload;
}

export function listUploadsOf(ctx: AppContext, viewer: Viewer) {
  return listOpenUploads(ctx.db, { userId: viewer.id });
}

export type TakenFile = {
  name: string;
  bytes: number;
  contentType: string;
  storageKey: string;
  sha256: string;
  pages: number | null;
  seconds: number | null;
};

/** Makes a checked upload part of something else, once: to be called in the transaction that makes it so. */
export async function takeUpload(
  tx: Tx,
  { userId, uploadId, purpose }: { userId: number; uploadId: string; purpose: UploadPurpose },
): Promise<TakenFile> {
  const taken = await moveUpload(tx, { id: uploadId, userId, purpose, from: ['ready'] }, { state: 'used' });
  if (taken?.storageKey && taken.contentType && taken.sha256) {
    const { name, bytes, contentType, storageKey, sha256, pages, seconds } = taken;
    return { name, bytes, contentType, storageKey, sha256, pages, seconds };
  }
  const found = await findUpload(tx, { id: uploadId, userId });
  if (!found || found.purpose !== purpose) throw noSuchUpload();
  throw cannotTake(found);
}

function cannotTake({ state, name, refusedReason }: Awaited<ReturnType<typeof getUploadOf>>): AppError {
  if (state === 'refused') return new AppError('unprocessable', `${name}: ${refusedReason ?? ''}`);
  if (state === 'sending')
    return new AppError('conflict', `${name} has not arrived yet. Wait until it is there.`);
  if (state === 'checking')
    return new AppError('conflict', `${name} is still being checked. Try again in a moment.`);
  return new AppError('conflict', `${name} is already in use. Send the file again to use it twice.`);
}

/**
 * In this order, so that a process that dies half-way leaves nothing that no row names: nobody can take it over any
 * more, then its bytes go, then its row.
 */
export async function discardUpload(
  ctx: AppContext,
  which: { id: string; userId?: number },
): Promise<boolean> {
  const row = await inTransaction(ctx.db, (tx) =>
    moveUpload(
      tx,
      { ...which, from: ['sending', 'ready', 'refused'] },
      { state: 'refused', refusedReason: 'It was thrown away.' },
    ),
  );
  if (!row) return false;
  await ctx.incoming.remove(row.id);
  if (row.storageKey) await ctx.storage.delete(row.storageKey);
  await deleteUploadRow(ctx.db, { id: row.id });
  return true;
}

export async function throwAway(ctx: AppContext, viewer: Viewer, id: string): Promise<void> {
  const { state } = await getUploadOf(ctx, viewer, id);
  if (state === 'used') {
    throw new AppError('conflict', 'This file is in use by now. Remove it where it is used.');
  }
  if (state === 'checking') {
    throw new AppError('conflict', 'This file is being checked. Try again in a moment.');
  }
  await discardUpload(ctx, { id, userId: viewer.id });
}
