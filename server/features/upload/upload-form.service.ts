// Files sent as form data: all of them are kept, or none.
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { withinReserve } from '#server/integrations/disk-room.ts';
import { AppError } from '#shared/errors.ts';
import { MAX_MULTI_FILES, maxBytesOf } from '#shared/features/upload/upload.rules.ts';
import { beginUpload, finishUpload, newUploadId, purposeOf, requireRoom } from './upload-begin.service.ts';
import { discardUpload, getUploadOf } from './upload.service.ts';

export type FormFile = { name: string; fields: Readonly<Record<string, string>>; stream: Readable };

/** `announcedBytes`: of the whole form, 0 where nothing was said. */
export async function keepForm(
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
  return Promise.all(kept.map(({ id }) => getUploadOf(ctx, viewer, id)));
}

async function keepFile(
  ctx: AppContext,
  viewer: Viewer,
  { id, name, fields, stream }: FormFile & { id: string },
): Promise<number> {
  const { purpose = 'resource-file' } = fields;
  const storageKey = `uploads/${randomUUID()}`;
  // How long this one is, nobody has said, so it is counted as it comes. The row must be there before the bytes.
  await beginUpload(ctx, viewer, { id, name, purpose, bytes: 1, storageKey });
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
