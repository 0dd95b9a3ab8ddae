// Who may send a file, how large, and how many at once: all of it answered before the first byte is kept.
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { RESERVE_BYTES, withinReserve } from '#server/integrations/disk-space.ts';
import { storageFull } from '#server/integrations/storage.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import {
  harmlessName,
  MAX_MULTI_FILES,
  MAX_UNFINISHED,
  maxBytesOf,
  tooLargeText,
  UPLOAD_PURPOSES,
  type UploadPurpose,
} from '#shared/features/upload/upload.rules.ts';
import { countUnfinished, insertUpload, lockSeller, updateUploadState } from './upload.queries.ts';
import { checkUploadJob, discardUpload, getUpload } from './upload.service.ts';

export type Announced = { name: string; purpose: string; bytes: number };

export function purposeOf(text: string): UploadPurpose {
  const purpose = UPLOAD_PURPOSES.find((known) => known === text);
  if (!purpose) {
    throw new AppError('validation_failed', `purpose: Say what it is for: ${UPLOAD_PURPOSES.join(', ')}.`);
  }
  return purpose;
}

export function newUploadId(): string {
  return randomUUID();
}

/** Answers the upload that is to be sent now. */
export async function startUpload(
  ctx: AppContext,
  viewer: Viewer,
  { id, storageKey, ...announced }: Announced & { id: string; storageKey?: string },
): Promise<void> {
  const purpose = purposeOf(announced.purpose);
  const { bytes } = announced;
  if (bytes === 0) throw new AppError('unprocessable', 'This file is empty. Choose another one.');
  if (bytes > maxBytesOf(purpose)) throw new AppError('payload_too_large', tooLargeText(purpose));
  // Its parts, and the checked copy beside them for a moment.
  await requireRoom(ctx, 2 * bytes);
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const shop = await lockSeller(tx, { userId: viewer.id });
    requireActiveSeller(shop);
    if ((await countUnfinished(tx, { userId: viewer.id })) >= MAX_UNFINISHED) {
      throw new AppError(
        'too_many_requests',
        `${MAX_UNFINISHED} files of yours are on their way already. Finish or remove some of them first.`,
      );
    }
    await insertUpload(tx, {
      id,
      userId: viewer.id,
      purpose,
      name: harmlessName(announced.name),
      bytes,
      ...(storageKey && { storageKey }),
      createdAt: now,
      touchedAt: now,
    });
  });
}

function requireActiveSeller(shop: Awaited<ReturnType<typeof lockSeller>>): void {
  if (!shop) {
    throw new AppError('forbidden', 'Only sellers can send files. Apply for a shop on the page for sellers.');
  }
  if (shop.storeState !== 'approved' || shop.accountState !== 'active') {
    throw new AppError('forbidden', 'Your shop is suspended, so no files can be sent.');
  }
}

/** What is announced is refused at once where it cannot fit; what really comes is counted as it arrives. */
export async function requireRoom(ctx: AppContext, bytes: number): Promise<void> {
  const free = await ctx.incoming.freeBytes();
  if (free !== null && free < bytes + RESERVE_BYTES) throw storageFull();
}

/** All of it is here. Also called where it is found whole after a server died at the last moment. */
export async function finishUpload(ctx: AppContext, id: string, bytes?: number): Promise<void> {
  const changes = { state: 'checking', touchedAt: ctx.clock.now(), ...(bytes && { bytes }) } as const;
  await inTransaction(ctx.db, async (tx) => {
    const moved = await updateUploadState(tx, { id, from: ['sending'] }, changes);
    if (moved) await ctx.jobs.send(tx, checkUploadJob, { id }, { singletonKey: id });
  });
}

export type FormFile = { name: string; fields: Readonly<Record<string, string>>; stream: Readable };

/** `announcedBytes`: of the whole form, 0 where nothing was said. */
export async function uploadFiles(
  ctx: AppContext,
  viewer: Viewer,
  files: AsyncIterable<FormFile>,
  announcedBytes: number,
) {
  await requireRoom(ctx, announcedBytes);
  const kept: { id: string; bytes: number }[] = [];
  const begun: string[] = [];
  try {
    for await (const file of files) {
      if (begun.length >= MAX_MULTI_FILES) throw tooManyFiles();
      const id = newUploadId();
      begun.push(id);
      kept.push({ id, bytes: await keepFile(ctx, viewer, { ...file, id }) });
    }
    if (kept.length === 0) throw new AppError('bad_request', 'There was no file in the form.');
  } catch (error) {
    for (const id of begun) await discardUpload(ctx, { id, userId: viewer.id });
    throw error;
  }
  for (const { id, bytes } of kept) await finishUpload(ctx, id, bytes);
  return Promise.all(kept.map(({ id }) => getUpload(ctx, viewer, id)));
}

async function keepFile(
  ctx: AppContext,
  viewer: Viewer,
  { id, name, fields, stream }: FormFile & { id: string },
): Promise<number> {
  const { purpose = 'resource-file' } = fields;
  const storageKey = `uploads/${randomUUID()}`;
  // How long this one is, nobody has said, so it is counted as it comes. The row must be there before the bytes.
  await startUpload(ctx, viewer, { id, name, purpose, bytes: 1, storageKey });
  const stored = await ctx.storage.put(storageKey, withinReserve(stream, ctx.incoming.freeBytes), {
    contentType: 'application/octet-stream',
    maxBytes: maxBytesOf(purposeOf(purpose)),
  });
  if (stored.bytes === 0) throw new AppError('unprocessable', 'One of the files is empty. Nothing was kept.');
  return stored.bytes;
}

function tooManyFiles(): AppError {
  return new AppError(
    'payload_too_large',
    `At most ${MAX_MULTI_FILES} files can be sent at once, and there were more. Nothing was kept.`,
  );
}
