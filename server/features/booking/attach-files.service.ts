// Attaches checked uploads to a booking: with the booking itself, or later.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { attachUpload } from '#server/features/upload/upload.service.ts';
import { AppError } from '#shared/errors.ts';
import { MAX_BOOKING_FILES } from '#shared/features/booking/booking.rules.ts';
import { countFiles, insertFiles } from './booking-file.queries.ts';

type Attached = { bookingId: number; userId: number; uploadIds: readonly string[] };

export async function attachFiles(
  ctx: AppContext,
  tx: Tx,
  { bookingId, userId, uploadIds }: Attached,
): Promise<void> {
  const files = [];
  for (const uploadId of uploadIds) {
    const upload = await attachUpload(tx, { userId, uploadId, purpose: 'booking-file' });
    const { name, bytes, contentType, storageKey, sha256 } = upload;
    files.push({
      bookingId,
      addedBy: userId,
      name,
      bytes,
      contentType,
      storageKey,
      sha256,
      createdAt: ctx.clock.now(),
    });
  }
  await insertFiles(tx, files);
  if (files.length > 0 && (await countFiles(tx, { bookingId })) > MAX_BOOKING_FILES) {
    throw new AppError(
      'conflict',
      `A booking has at most ${MAX_BOOKING_FILES} files. Delete some of yours first.`,
    );
  }
}
