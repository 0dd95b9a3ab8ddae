// A picture on its way: whether it can be one, and the smallest file that shows as much of it as the site ever will.
import { AVATAR_SIZE } from '#shared/avatar.ts';

/** Parts of width and height, 0 to 1. */
export type Crop = { left: number; top: number; width: number; height: number };

export const WHOLE: Crop = { left: 0, top: 0, width: 1, height: 1 };
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

const MAX_MEGABYTES = 20;
/** Above this, cutting the picture here is quicker than sending all of it on a slow line. */
const SENT_WHOLE_BYTES = 1024 * 1024;
/** Twice what the server keeps, so that it has something to choose from. */
const SHRUNK_SIDE = 4 * AVATAR_SIZE;

/** Why a file cannot be taken, or ''. The server looks closer; this only saves the way there. */
export function refusalOf(file: File): string {
  // Some systems name no type; then the bytes decide.
  if (file.type !== '' && !PICTURE_TYPES.includes(file.type)) {
    return 'This is not a picture we can use. Choose a JPEG, PNG, WebP, GIF or AVIF file.';
  }
  if (file.size > MAX_MEGABYTES * 1024 * 1024) {
    return `This file is larger than ${MAX_MEGABYTES} MB. Choose a smaller one.`;
  }
  return file.size === 0 ? 'This file is empty. Choose another one.' : '';
}

/** A small file goes as it is, with the part to be shown; of a large one only that part goes. */
export async function prepare(file: File, crop: Crop): Promise<{ body: Blob; crop: Crop }> {
  if (file.size <= SENT_WHOLE_BYTES) return { body: file, crop };
  const part = await cutOut(file, crop).catch(() => null);
  return part && part.size < file.size ? { body: part, crop: WHOLE } : { body: file, crop };
}

async function cutOut(file: File, { left, top, width, height }: Crop): Promise<Blob | null> {
  // Turned the way the camera was held, as the person saw it.
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const across = width * picture.width;
    const down = height * picture.height;
    const side = Math.max(1, Math.round(Math.min(SHRUNK_SIDE, across)));
    const canvas = new OffscreenCanvas(side, side);
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, left * picture.width, top * picture.height, across, down, 0, 0, side, side);
    return await canvas.convertToBlob({ type: 'image/webp', quality: 0.92 });
  } finally {
    picture.close();
  }
}
