// Pictures of people: drawn anew from what was uploaded, kept under a random name, gone when nobody shows them.
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { reencodeSquare, type Crop } from '#server/integrations/images.ts';
import type { OpenFile } from '#server/integrations/storage.ts';
import { defineJob } from '#server/jobs/job.ts';
import { AVATAR_SIZE } from '#shared/avatar.ts';
import { AppError } from '#shared/errors.ts';
import { isProfileImageOf, swapProfileImage } from './profile.queries.ts';

const PUBLIC_FOLDER = '/uploads/profiles/';
const FILE_NAME = /^[0-9a-f]{32}\.webp$/;
/** Fine screens draw two of their pixels for each of ours. */
const SIDE = 2 * AVATAR_SIZE;
/** Longer than any upload takes from its file to its row. */
const TIDY_AFTER_SECONDS = 600;

const keyOf = (fileName: string) => `avatars/${fileName}`;
const urlOf = (fileName: string) => PUBLIC_FOLDER + fileName;

export async function replaceAvatar(
  ctx: AppContext,
  { id: userId }: { id: number },
  { file, crop }: { file: Readable; crop: Crop },
): Promise<{ profileImageUrl: string }> {
  const { data, contentType } = await reencodeSquare(file, { side: SIDE, crop }, 'webp');
  const fileName = `${randomBytes(16).toString('hex')}.webp`;
  // Written down before the file exists: a process that dies before the row is changed leaves nothing for ever.
  await ctx.jobs.send(ctx.db, tidyAvatarJob, { fileName, userId }, { startAfter: TIDY_AFTER_SECONDS });
  await ctx.storage.put(keyOf(fileName), data, { contentType });
  try {
    await showAvatar(ctx, userId, urlOf(fileName));
  } catch (error) {
    await removeAvatarFile(ctx, urlOf(fileName));
    throw error;
  }
  return { profileImageUrl: urlOf(fileName) };
}

export async function removeAvatar(ctx: AppContext, { id }: { id: number }): Promise<void> {
  await showAvatar(ctx, id, null);
}

/** To be called when no row names the picture any more. A file that cannot be deleted now is deleted later. */
export async function removeAvatarFile(ctx: AppContext, profileImageUrl: string | null): Promise<void> {
  const fileName = fileNameOf(profileImageUrl);
  if (!fileName) return;
  try {
    await ctx.storage.delete(keyOf(fileName));
  } catch (error) {
    ctx.log.warn({ err: error }, 'a picture could not be deleted yet');
    await ctx.jobs.send(ctx.db, tidyAvatarJob, { fileName });
  }
}

/** In the transaction that takes it off its row, should this process die before it has deleted the file. */
export async function scheduleAvatarRemoval(
  ctx: AppContext,
  tx: Tx,
  profileImageUrl: string | null,
): Promise<void> {
  const fileName = fileNameOf(profileImageUrl);
  if (fileName) await ctx.jobs.send(tx, tidyAvatarJob, { fileName }, { startAfter: TIDY_AFTER_SECONDS });
}

export const tidyAvatarJob = defineJob({
  name: 'account.tidy-avatar',
  data: z.object({
    fileName: z.string().regex(FILE_NAME),
    /** Kept while this person shows it; left out: nobody does. */
    userId: z.int().optional(),
  }),
  retryLimit: 20,
  async run(ctx, { fileName, userId }) {
    const profileImageUrl = urlOf(fileName);
    if (userId !== undefined && (await isProfileImageOf(ctx.db, { userId, profileImageUrl }))) return;
    await ctx.storage.delete(keyOf(fileName));
  },
});

export async function openAvatar(ctx: AppContext, fileName: string): Promise<OpenFile> {
  const found = FILE_NAME.test(fileName) ? await ctx.storage.get(keyOf(fileName)) : null;
  if (!found) throw new AppError('not_found', 'There is no such picture.');
  return found;
}

/** The row first, then the old file: whoever reads the row finds its picture. */
async function showAvatar(ctx: AppContext, userId: number, profileImageUrl: string | null): Promise<void> {
  const previous = await inTransaction(ctx.db, async (tx) => {
    const swapped = await swapProfileImage(tx, { userId, profileImageUrl });
    if (!swapped) throw new AppError('unauthenticated', 'Please sign in to continue.');
    await scheduleAvatarRemoval(ctx, tx, swapped.previous);
    return swapped.previous;
  });
  await removeAvatarFile(ctx, previous);
}

/** Null for pictures that are no file of ours. */
function fileNameOf(profileImageUrl: string | null): string | null {
  if (!profileImageUrl?.startsWith(PUBLIC_FOLDER)) return null;
  const name = profileImageUrl.slice(PUBLIC_FOLDER.length);
  return FILE_NAME.test(name) ? name : null;
}
