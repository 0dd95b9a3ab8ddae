// Profile images: re-encoded from the upload, stored under a random name, deleted when no profile shows them.
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { reencodeSquare, type Crop } from '#server/integrations/images.ts';
import type { OpenFile } from '#server/integrations/storage.ts';
import { defineJob } from '#server/jobs/job.ts';
import { updateUser } from '#server/platform/user.queries.ts';
import { AVATAR_SIZE } from '#shared/avatar.ts';
import { AppError } from '#shared/errors.ts';
import { isProfileImageOf, lockProfileImage } from './profile.queries.ts';

const PUBLIC_FOLDER = '/uploads/profiles/';
const FILE_NAME = /^[0-9a-f]{32}\.webp$/;
/** High-density screens use two pixels for each of ours. */
const SIDE = 2 * AVATAR_SIZE;
/** Longer than any upload takes from storing the file to updating the row. */
const CLEAN_UP_AFTER_SECONDS = 600;

const keyOf = (fileName: string) => `avatars/${fileName}`;
const urlOf = (fileName: string) => PUBLIC_FOLDER + fileName;

export async function setProfileImage(
  ctx: AppContext,
  { id: userId }: { id: number },
  { file, crop }: { file: Readable; crop: Crop },
): Promise<{ profileImageUrl: string }> {
  const { data, contentType } = await reencodeSquare(file, { side: SIDE, crop }, 'webp');
  const fileName = `${randomBytes(16).toString('hex')}.webp`;
  // Scheduled before the file exists, so that a crash before the row is updated leaves no orphaned file.
  await ctx.jobs.send(ctx.db, cleanUpAvatarJob, { fileName, userId }, { startAfter: CLEAN_UP_AFTER_SECONDS });
  await ctx.storage.put(keyOf(fileName), data, { contentType });
  try {
    await replaceAvatar(ctx, userId, urlOf(fileName));
  } catch (error) {
    await deleteAvatarFile(ctx, urlOf(fileName));
    throw error;
  }
  return { profileImageUrl: urlOf(fileName) };
}

export async function deleteProfileImage(ctx: AppContext, { id }: { id: number }): Promise<void> {
  await replaceAvatar(ctx, id, null);
}

/** Call it when no row refers to the image any more. A file that can't be deleted now is deleted later. */
export async function deleteAvatarFile(ctx: AppContext, profileImageUrl: string | null): Promise<void> {
  const fileName = fileNameOf(profileImageUrl);
  if (!fileName) return;
  try {
    await ctx.storage.delete(keyOf(fileName));
  } catch (error) {
    ctx.log.warn({ err: error }, 'a profile image could not be deleted yet');
    await ctx.jobs.send(ctx.db, cleanUpAvatarJob, { fileName });
  }
}

/** Called in the transaction that removes it from the row, in case this process dies before deleting the file. */
export async function scheduleAvatarRemoval(
  ctx: AppContext,
  tx: Tx,
  profileImageUrl: string | null,
): Promise<void> {
  const fileName = fileNameOf(profileImageUrl);
  if (fileName)
    await ctx.jobs.send(tx, cleanUpAvatarJob, { fileName }, { startAfter: CLEAN_UP_AFTER_SECONDS });
}

export const cleanUpAvatarJob = defineJob({
  name: 'profile.clean-up-avatar',
  data: z.object({
    fileName: z.string().regex(FILE_NAME),
    /** Keep the file while this user's profile shows it; without one, delete it. */
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
  if (!found) throw new AppError('not_found', 'This image doesn’t exist.');
  return found;
}

/** Updates the row before deleting the old file, so that the row never refers to a missing file. */
async function replaceAvatar(ctx: AppContext, userId: number, profileImageUrl: string | null): Promise<void> {
  const previous = await inTransaction(ctx.db, async (tx) => {
    const current = await lockProfileImage(tx, { userId });
    if (!current) throw new AppError('unauthenticated', 'Please sign in to continue.');
    await updateUser(tx, { id: userId, profileImageUrl });
    await scheduleAvatarRemoval(ctx, tx, current.profileImageUrl);
    return current.profileImageUrl;
  });
  await deleteAvatarFile(ctx, previous);
}

/** Null for images we don't store. */
function fileNameOf(profileImageUrl: string | null): string | null {
  if (!profileImageUrl?.startsWith(PUBLIC_FOLDER)) return null;
  const name = profileImageUrl.slice(PUBLIC_FOLDER.length);
  return FILE_NAME.test(name) ? name : null;
}
