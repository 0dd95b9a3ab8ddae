// Checks, shrinks and uploads a profile picture, with progress: fetch can't report it, XMLHttpRequest can.
import { AVATAR_SIZE } from '#shared/avatar.ts';
import * as contract from '#shared/features/profile/profile.contract.ts';
import { ApiError, failureText } from '#app/lib/api-client.ts';

/** Fractions of width and height, 0 to 1. */
export type Crop = { left: number; top: number; width: number; height: number };

export const WHOLE: Crop = { left: 0, top: 0, width: 1, height: 1 };
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'];

const MAX_MEGABYTES = 20;
/** Above this, cropping in the browser is faster than uploading the whole file on a slow connection. */
const UPLOAD_WHOLE_BYTES = 1024 * 1024;
/** Twice the size the server stores, so that downscaling keeps the quality. */
const SHRUNK_SIDE = 4 * AVATAR_SIZE;

/** Why a file can't be used, or ''. The server checks more closely; this only saves the upload. */
export function refusalOf(file: File): string {
  // Some systems report no type; the server then looks at the bytes.
  if (file.type !== '' && !IMAGE_TYPES.includes(file.type)) {
    return 'We can’t use this file. Choose a JPEG, PNG, WebP, GIF or AVIF file.';
  }
  if (file.size > MAX_MEGABYTES * 1024 * 1024) {
    return `This file is larger than ${MAX_MEGABYTES} MB. Choose a smaller one.`;
  }
  return file.size === 0 ? 'This file is empty. Choose another one.' : '';
}

/** A small file is sent whole, with its crop; a large one is cropped first. */
async function prepare(file: File, crop: Crop): Promise<{ body: Blob; crop: Crop }> {
  if (file.size <= UPLOAD_WHOLE_BYTES) return { body: file, crop };
  const part = await cropImage(file, crop).catch(() => null);
  return part && part.size < file.size ? { body: part, crop: WHOLE } : { body: file, crop };
}

async function cropImage(file: File, { left, top, width, height }: Crop): Promise<Blob | null> {
  // Respects the camera's orientation, so that the crop matches the preview.
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const cropWidth = width * image.width;
    const cropHeight = height * image.height;
    const side = Math.max(1, Math.round(Math.min(SHRUNK_SIDE, cropWidth)));
    const canvas = new OffscreenCanvas(side, side);
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, left * image.width, top * image.height, cropWidth, cropHeight, 0, 0, side, side);
    return await canvas.convertToBlob({ type: 'image/webp', quality: 0.92 });
  } finally {
    image.close();
  }
}

export type UploadProgress = { sent: number; total: number };

type UploadOptions = { onProgress: (progress: UploadProgress) => void; signal: AbortSignal };

export async function setProfileImage(
  file: File,
  chosen: Crop,
  options: UploadOptions,
): Promise<{ profileImageUrl: string }> {
  const { body, crop } = await prepare(file, chosen);
  const search = new URLSearchParams(Object.entries(crop).map(([key, value]) => [key, String(value)]));
  return send(`${contract.setProfileImage.path}?${search}`, body, options);
}

function send(url: string, body: Blob, { onProgress, signal }: UploadOptions) {
  return new Promise<{ profileImageUrl: string }>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(contract.setProfileImage.method, url);
    request.setRequestHeader('content-type', body.type || 'application/octet-stream');
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress({ sent: loaded, total }));
    request.addEventListener('load', () => {
      const response = request.response as { profileImageUrl?: string } | null;
      if (request.status === 200 && response?.profileImageUrl) {
        resolve({ profileImageUrl: response.profileImageUrl });
      } else reject(new ApiError(failureText(response, [], request), request));
    });
    request.addEventListener('error', () => reject(new TypeError('The connection failed')));
    request.addEventListener('abort', () => reject(new DOMException('Upload canceled', 'AbortError')));
    signal.addEventListener('abort', () => request.abort());
    if (signal.aborted) request.abort();
    else request.send(body);
  });
}
