// A seller's own picture as the cover of their resource: cut to the shapes drawn covers have, kept, and put away
// with the picture it was made from.
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { IMAGE_CONTENT_TYPES, reencodeImage } from '#server/integrations/images.ts';
import { defineJob } from '#server/jobs/job.ts';
import {
  COVER_SHAPES,
  type CoverRendition,
  coverFile,
  listCoverRenditions,
} from '#shared/features/cover/cover.rules.ts';
import { isOwnPictureKept } from './cover.queries.ts';

/** By the picture it is cut from: another picture has another name. */
export function ownRenditionKey(pictureKey: string, rendition: CoverRendition): string {
  const name = createHash('sha256').update(pictureKey).digest('hex').slice(0, 32);
  return `covers/own/${name}/${coverFile(rendition)}`;
}

/** Null: the picture is not in its place. */
export async function cutOwnCover(
  ctx: AppContext,
  pictureKey: string,
  rendition: CoverRendition,
): Promise<Buffer | null> {
  const picture = await ctx.storage.get(pictureKey);
  if (!picture) return null;
  const { width, height } = COVER_SHAPES[rendition.shape];
  const size = { width: rendition.width, height: Math.round((rendition.width * height) / width) };
  const cut = await reencodeImage(await buffer(picture.stream), { ...size, fit: 'cover' }, rendition.format);
  try {
    await ctx.storage.put(ownRenditionKey(pictureKey, rendition), cut.data, {
      contentType: IMAGE_CONTENT_TYPES[rendition.format],
    });
  } catch (error) {
    // The picture is there all the same; it is only cut again next time.
    ctx.log.warn({ err: error }, 'a cover could not be kept');
  }
  return cut.data;
}

/** To be sent when a resource lets go of its picture; a copy of it may have the same. */
export const tidyOwnCoverJob = defineJob({
  name: 'cover.tidy-own',
  data: z.object({ key: z.string() }),
  retryLimit: 20,
  async run(ctx, { key }) {
    if (await isOwnPictureKept(ctx.db, { key })) return;
    for (const rendition of listCoverRenditions()) await ctx.storage.delete(ownRenditionKey(key, rendition));
    await ctx.storage.delete(key);
  },
});
