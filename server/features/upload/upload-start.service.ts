// Starting an upload: who may upload, how large, how many at once. Everything is checked before the first byte is stored.
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { RESERVE_BYTES, withinReserve } from '#server/integrations/disk-space.ts';
import { storageFull } from '#server/integrations/storage.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import {
  harmlessName,
  MAX_MULTI_FILES,
  MAX_UNATTACHED_SUBMISSIONS,
  MAX_UNFINISHED,
  maxBytesOf,
  tooLargeText,
  UPLOAD_PURPOSES,
  type UploadPurpose,
} from '#shared/features/upload/upload.rules.ts';
import { countUnfinished, insertUpload, lockSeller, lockUser, updateUploadState } from './upload.queries.ts';
import { checkUploadJob, discardUpload, getUpload } from './upload.service.ts';

export type Announced = { name: string; purpose: string; bytes: number };

export function purposeOf(text: string): UploadPurpose {
  const purpose = UPLOAD_PURPOSES.find((known) => known === text);
  if (!purpose) {
    throw new AppError('validation_failed', `purpose: Choose one of these: ${UPLOAD_PURPOSES.join(', ')}.`);
  }
  return purpose;
}

export function newUploadId(): string {
  return randomUUID();
}

/** Creates the upload row, or throws. */
export async function startUpload(
  ctx: AppContext,
  viewer: Viewer,
  { id, storageKey, ...announced }: Announced & { id: string; storageKey?: string },
): Promise<void> {
  const purpose = purposeOf(announced.purpose);
  const { bytes } = announced;
  if (bytes === 0) throw new AppError('unprocessable', 'This file is empty. Choose another one.');
  if (bytes > maxBytesOf(purpose)) throw new AppError('payload_too_large', tooLargeText(purpose));
  // Room for the parts, and briefly for the checked copy.
  await requireRoom(ctx, 2 * bytes);
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    await requireUploader(tx, viewer, purpose);
    if ((await countUnfinished(tx, { userId: viewer.id })) >= MAX_UNFINISHED) {
      throw new AppError(
        'too_many_requests',
        `You already have ${MAX_UNFINISHED} uploads in progress. Finish or remove some of them first.`,
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

const FOR_ANYONE: ReadonlySet<UploadPurpose> = new Set(['credit-evidence', 'message-file', 'booking-file']);

/**
 * Sellers upload for their resources, instructors and admins for courses, learners what they hand in, and anyone evidence
 * for hours learned elsewhere and files for messages and bookings.
 */
async function requireUploader(tx: Tx, viewer: Viewer, purpose: UploadPurpose): Promise<void> {
  const user = () => lockUser(tx, { userId: viewer.id, purpose });
  if (purpose === 'course-file') return requireTeacher(await user());
  if (purpose === 'submission') return requireLearner(await user());
  if (FOR_ANYONE.has(purpose)) return requireRoomForMore(await user());
  requireActiveSeller(await lockSeller(tx, { userId: viewer.id }));
}

type LockedUser = Awaited<ReturnType<typeof lockUser>>;

function requireTeacher(user: LockedUser): void {
  if (user?.accountState === 'active' && user.roles.some((role) => role === 'instructor' || role === 'admin'))
    return;
  throw new AppError('forbidden', 'Only instructors can upload files for courses. Apply to teach first.');
}

function requireLearner(user: LockedUser): void {
  if (user?.accountState !== 'active' || !user.isLearner) {
    throw new AppError('forbidden', 'Enroll in the course first. Then you can hand in files for it.');
  }
  requireRoomForMore(user);
}

function requireRoomForMore(user: LockedUser): void {
  if (user?.accountState !== 'active') throw new AppError('forbidden', 'Your account is suspended.');
  if (user.unattachedCount >= MAX_UNATTACHED_SUBMISSIONS) {
    throw new AppError(
      'too_many_requests',
      'You have uploaded many files that aren’t in use yet. Send them or remove some of them first.',
    );
  }
}

function requireActiveSeller(seller: Awaited<ReturnType<typeof lockSeller>>): void {
  if (!seller) {
    throw new AppError('forbidden', 'Only sellers can upload files. Apply to sell first.');
  }
  if (seller.sellerState !== 'approved' || seller.accountState !== 'active') {
    throw new AppError('forbidden', 'Your seller account is suspended, so you can’t upload files.');
  }
}

/** Refuses an announced size that doesn't fit. The actual bytes are counted as they arrive. */
export async function requireRoom(ctx: AppContext, bytes: number): Promise<void> {
  const free = await ctx.incoming.freeBytes();
  if (free !== null && free < bytes + RESERVE_BYTES) throw storageFull();
}

/** The upload is complete. Also called when a server died right after the last byte. */
export async function finishUpload(ctx: AppContext, id: string, bytes?: number): Promise<void> {
  const changes = { state: 'checking', touchedAt: ctx.clock.now(), ...(bytes && { bytes }) } as const;
  await inTransaction(ctx.db, async (tx) => {
    const moved = await updateUploadState(tx, { id, from: ['sending'] }, changes);
    if (moved) await ctx.jobs.send(tx, checkUploadJob, { id }, { singletonKey: id });
  });
}

export type FormFile = { name: string; fields: Readonly<Record<string, string>>; stream: Readable };

/** `announcedBytes` is the content length of the form; 0 if unknown. */
export async function uploadFiles(
  ctx: AppContext,
  viewer: Viewer,
  files: AsyncIterable<FormFile>,
  announcedBytes: number,
) {
  await requireRoom(ctx, announcedBytes);
  const saved: { id: string; bytes: number }[] = [];
  const begun: string[] = [];
  try {
    for await (const file of files) {
      if (begun.length >= MAX_MULTI_FILES) throw tooManyFiles();
      const id = newUploadId();
      begun.push(id);
      saved.push({ id, bytes: await keepFile(ctx, viewer, { ...file, id }) });
    }
    if (saved.length === 0) throw new AppError('bad_request', 'The form contains no file.');
  } catch (error) {
    for (const id of begun) await discardUpload(ctx, { id, userId: viewer.id });
    throw error;
  }
  for (const { id, bytes } of saved) await finishUpload(ctx, id, bytes);
  return Promise.all(saved.map(({ id }) => getUpload(ctx, viewer, id)));
}

async function keepFile(
  ctx: AppContext,
  viewer: Viewer,
  { id, name, fields, stream }: FormFile & { id: string },
): Promise<number> {
  const { purpose = 'resource-file' } = fields;
  const storageKey = `uploads/${randomUUID()}`;
  // The size isn't known in advance. The row must exist before the bytes do.
  await startUpload(ctx, viewer, { id, name, purpose, bytes: 1, storageKey });
  const stored = await ctx.storage.put(storageKey, withinReserve(stream, ctx.incoming.freeBytes), {
    contentType: 'application/octet-stream',
    maxBytes: maxBytesOf(purposeOf(purpose)),
  });
  if (stored.bytes === 0)
    throw new AppError('unprocessable', 'One of the files is empty. Nothing was saved.');
  return stored.bytes;
}

function tooManyFiles(): AppError {
  return new AppError(
    'payload_too_large',
    `You can upload at most ${MAX_MULTI_FILES} files at once. Nothing was saved.`,
  );
}
