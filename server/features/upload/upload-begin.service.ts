// Who may send a file, how large, and how many at once: all of it answered before the first byte is kept.
import { randomUUID } from 'node:crypto';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { RESERVE_BYTES } from '#server/integrations/disk-room.ts';
import { storageFull } from '#server/integrations/storage.ts';
import { AppError } from '#shared/errors.ts';
import {
  harmlessName,
  MAX_UNFINISHED,
  maxBytesOf,
  tooLargeText,
  UPLOAD_PURPOSES,
  type UploadPurpose,
} from '#shared/features/upload/upload.rules.ts';
import { checkUploadJob } from './upload.jobs.ts';
import { countUnfinished, insertUpload, lockShop, moveUpload } from './upload.queries.ts';

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
export async function beginUpload(
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
    const shop = await lockShop(tx, { userId: viewer.id });
    requireOpenShop(shop);
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

function requireOpenShop(shop: Awaited<ReturnType<typeof lockShop>>): void {
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
    const moved = await moveUpload(tx, { id, from: ['sending'] }, changes);
    if (moved) await ctx.jobs.send(tx, checkUploadJob, { id }, { singletonKey: id });
  });
}
