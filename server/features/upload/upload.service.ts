// Uploads: their state, checking them, attaching them to a resource or seller, and cleaning up.
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob } from '#server/jobs/job.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { UploadPurpose } from '#shared/features/upload/upload.rules.ts';
import { withUploadLock } from './upload-lock.ts';
import { examine, type Examined } from './upload.check.ts';
import {
  claimStorageKey,
  deleteUploadRow,
  findUpload,
  findUploadRow,
  listAbandoned,
  listOpenUploads,
  updateUploadState,
  type UploadRow,
} from './upload.queries.ts';

export function noSuchUpload(): AppError {
  return new AppError('not_found', 'This upload no longer exists. Upload the file again.');
}

export async function getUpload(ctx: AppContext, viewer: Viewer, id: string) {
  const upload = await findUpload(ctx.db, { id, userId: viewer.id });
  if (!upload) throw noSuchUpload();
  return upload;
}

export function listUploads(ctx: AppContext, viewer: Viewer) {
  return listOpenUploads(ctx.db, { userId: viewer.id });
}

export type AttachedFile = {
  name: string;
  bytes: number;
  contentType: string;
  storageKey: string;
  sha256: string;
  pages: number | null;
  seconds: number | null;
};

/** Attaches a checked upload, once. Call it in the transaction that stores the file's new owner. */
export async function attachUpload(
  tx: Tx,
  { userId, uploadId, purpose }: { userId: number; uploadId: string; purpose: UploadPurpose },
): Promise<AttachedFile> {
  const taken = await updateUploadState(
    tx,
    { id: uploadId, userId, purpose, from: ['ready'] },
    { state: 'used' },
  );
  if (taken?.storageKey && taken.contentType && taken.sha256) {
    const { name, bytes, contentType, storageKey, sha256, pages, seconds } = taken;
    return { name, bytes, contentType, storageKey, sha256, pages, seconds };
  }
  const found = await findUpload(tx, { id: uploadId, userId });
  if (!found || found.purpose !== purpose) throw noSuchUpload();
  throw cannotTake(found);
}

/** The content of one's own checked upload, cut off after `maxBytes`; for checks before it is attached. */
export async function readUpload(
  ctx: AppContext,
  viewer: Viewer,
  { uploadId, maxBytes }: { uploadId: string; maxBytes: number },
): Promise<{ name: string; bytes: number; content: Buffer }> {
  const row = await findUploadRow(ctx.db, { id: uploadId });
  if (row?.userId !== viewer.id) throw noSuchUpload();
  if (row.state !== 'ready' || !row.storageKey) throw cannotTake(row);
  const stored = await ctx.storage.get(row.storageKey, { start: 0, end: maxBytes - 1 });
  if (!stored) throw noSuchUpload();
  return { name: row.name, bytes: row.bytes, content: await buffer(stored.stream) };
}

type Unready = Pick<Awaited<ReturnType<typeof getUpload>>, 'state' | 'name' | 'refusedReason'>;

function cannotTake({ state, name, refusedReason }: Unready): AppError {
  if (state === 'refused') return new AppError('unprocessable', `${name}: ${refusedReason ?? ''}`);
  if (state === 'sending')
    return new AppError('conflict', `${name} is still uploading. Wait until it’s done.`);
  if (state === 'checking')
    return new AppError('conflict', `${name} is still being checked. Try again in a moment.`);
  return new AppError('conflict', `${name} is already in use. Upload the file again to use it twice.`);
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
    updateUploadState(
      tx,
      { ...which, from: ['sending', 'ready', 'refused'] },
      { state: 'refused', refusedReason: 'It was deleted.' },
    ),
  );
  if (!row) return false;
  await ctx.incoming.remove(row.id);
  if (row.storageKey) await ctx.storage.delete(row.storageKey);
  await deleteUploadRow(ctx.db, { id: row.id });
  return true;
}

export async function deleteUpload(ctx: AppContext, viewer: Viewer, id: string): Promise<void> {
  const { state } = await getUpload(ctx, viewer, id);
  if (state === 'used') {
    throw new AppError('conflict', 'This file is in use. Remove it where it is used.');
  }
  if (state === 'checking') {
    throw new AppError('conflict', 'This file is being checked. Try again in a moment.');
  }
  await discardUpload(ctx, { id, userId: viewer.id });
}

const HOUR_MS = 3_600_000;
/** Time without a new part before an upload counts as abandoned. */
const UNFINISHED_MS = 24 * HOUR_MS;
/** Time a ready upload may stay unattached. */
const UNUSED_MS = 7 * 24 * HOUR_MS;

export const checkUploadJob = defineJob({
  name: 'upload.check',
  data: z.object({ id: z.string() }),
  retryLimit: 8,
  concurrency: 2,
  async run(ctx, { id }) {
    const row = await findUploadRow(ctx.db, { id });
    if (row?.state === 'checking') await withUploadLock(ctx, id, () => settle(ctx, row));
    // Also after an earlier run died between its last two steps.
    await ctx.incoming.remove(id);
  },
});

async function settle(ctx: AppContext, row: UploadRow): Promise<void> {
  const { id } = row;
  const storageKey = await claimStorageKey(ctx.db, { id, storageKey: `uploads/${randomUUID()}` });
  if (!storageKey) return;
  const found = await examine(ctx, { ...row, storageKey }).catch(asRefusal);
  const touchedAt = ctx.clock.now();
  if ('refused' in found) {
    await ctx.storage.delete(storageKey);
    const changes = { state: 'refused', refusedReason: found.refused, storageKey: null, touchedAt } as const;
    await inTransaction(ctx.db, (tx) => updateUploadState(tx, { id, from: ['checking'] }, changes));
    return;
  }
  await inTransaction(ctx.db, (tx) =>
    updateUploadState(tx, { id, from: ['checking'] }, { state: 'ready', ...found, touchedAt }),
  );
}

const IS_THE_FILES_FAULT = new Set(['unprocessable', 'payload_too_large', 'insufficient_storage']);

/** Errors the uploader can fix become refusals; all others are retried. */
function asRefusal(error: unknown): Examined {
  if (error instanceof AppError && IS_THE_FILES_FAULT.has(error.code)) return { refused: error.message };
  throw error;
}

export const cleanUpUploadsJob = defineJob({
  name: 'upload.sweep',
  data: z.object({}),
  cron: '23 * * * *',
  async run(ctx) {
    const now = ctx.clock.now().getTime();
    const abandoned = await listAbandoned(ctx.db, {
      unfinishedSince: new Date(now - UNFINISHED_MS),
      unusedSince: new Date(now - UNUSED_MS),
    });
    for (const { id, state } of abandoned) {
      if (state === 'used') {
        // The file belongs to its resource now; only the upload row goes.
        await deleteUploadRow(ctx.db, { id });
      } else {
        if (state === 'checking') await giveUp(ctx, id);
        await discardUpload(ctx, { id });
      }
    }
  },
});

/** A check that has failed for a day won't succeed. */
async function giveUp(ctx: AppContext, id: string): Promise<void> {
  const changes = { state: 'refused', refusedReason: 'It could not be checked.' } as const;
  await inTransaction(ctx.db, (tx) => updateUploadState(tx, { id, from: ['checking'] }, changes));
}
