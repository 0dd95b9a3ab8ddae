// Pictures: uploads are decoded, checked and encoded again, so that only pixels survive.
import type { Readable } from 'node:stream';
import sharp, { type Sharp } from 'sharp';
import { AppError } from '#shared/errors.ts';

export type ImageFormat = 'webp' | 'avif';
export type ImageSize = { width: number; height?: number; fit: 'cover' | 'inside' };
export type EncodedImage = { data: Buffer; width: number; height: number; contentType: string };
/** Fractions of width and height of the picture as shown: 0 to 1. */
export type Crop = { left: number; top: number; width: number; height: number };
export type ImageFacts = { format: string; width: number; height: number; isAnimated: boolean };

export const IMAGE_CONTENT_TYPES: Record<ImageFormat, string> = { webp: 'image/webp', avif: 'image/avif' };

/** About 8000 × 5000: more than any phone takes, and 160 MB when decoded. */
const MAX_PIXELS = 40_000_000;
const MAX_INPUT_BYTES = 30 * 1024 * 1024;
/**
 * Bytes of all pictures being uploaded or waiting. More would fill the memory, so further uploads are asked to come
 * back.
 */
const MAX_HELD_BYTES = 128 * 1024 * 1024;
/** Longer means the file was built to be slow. */
const MAX_SECONDS = 15;
/** libuv has four threads, also for files, DNS and passwords: pictures never use more than two of them. */
const AT_ONCE = 2;

// One thread per picture, so that two pictures use two cores. No cache: no picture is processed twice.
sharp.concurrency(1);
sharp.cache(false);

/** Checked before anything decodes the file: SVG can refer to other files and is rejected here. */
const SIGNATURES: { format: string; matches: (head: Buffer) => boolean }[] = [
  { format: 'jpeg', matches: (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])) },
  { format: 'png', matches: (head) => head.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n' },
  { format: 'gif', matches: (head) => /^GIF8[79]a/.test(head.subarray(0, 6).toString('latin1')) },
  { format: 'webp', matches: (head) => /^RIFF[^]{4}WEBP/.test(head.subarray(0, 12).toString('latin1')) },
  {
    format: 'avif',
    matches: (head) => /^[^]{4}ftyp(avi[fs]|mif1)/.test(head.subarray(0, 12).toString('latin1')),
  },
];

/** Strips all metadata, applies the camera's orientation, never enlarges. */
export async function reencodeImage(
  input: Buffer | Readable,
  { width, height, fit }: ImageSize,
  format: ImageFormat,
): Promise<EncodedImage> {
  return redraw(input, format, (picture) => picture.resize({ width, height, fit, withoutEnlargement: true }));
}

/** For PDF, which supports PNG and JPEG: sharp at 300 dots per inch on a whole page. */
export async function reencodeForPrint(input: Buffer): Promise<EncodedImage> {
  const { format } = await probeBytes(input);
  return inTurn(async () => {
    try {
      const picture = decode(input)
        .autoOrient()
        .resize({ width: 3500, height: 3500, fit: 'inside', withoutEnlargement: true });
      // Photos are JPEG already; signatures and logos have edges, and often a transparent background.
      const encoded =
        format === 'jpeg' ? picture.jpeg({ quality: 88 }) : picture.png({ compressionLevel: 8 });
      const { data, info } = await encoded
        .timeout({ seconds: MAX_SECONDS })
        .toBuffer({ resolveWithObject: true });
      const contentType = format === 'jpeg' ? 'image/jpeg' : 'image/png';
      return { data, width: info.width, height: info.height, contentType };
    } catch (error) {
      throw refusal(error);
    }
  });
}

/** The same, cropped to the largest square in the middle of the requested part. */
export async function reencodeSquare(
  input: Buffer | Readable,
  { side, crop }: { side: number; crop: Crop },
  format: ImageFormat,
): Promise<EncodedImage> {
  return redraw(input, format, (picture, shown) => {
    const square = squareIn(crop, shown);
    return picture.extract(square).resize({ width: Math.min(side, square.width) });
  });
}

async function redraw(
  input: Buffer | Readable,
  format: ImageFormat,
  cut: (picture: Sharp, shown: ImageFacts) => Sharp,
): Promise<EncodedImage> {
  return withBytes(input, async (bytes) => {
    const shown = await probeBytes(bytes);
    return inTurn(async () => {
      try {
        // Rotate first: the crop refers to the picture as the user saw it.
        return await encode(cut(decode(bytes).autoOrient(), shown), format);
      } catch (error) {
        throw refusal(error);
      }
    });
  });
}

function squareIn({ left, top, width, height }: Crop, shown: { width: number; height: number }) {
  const across = width * shown.width;
  const down = height * shown.height;
  const side = Math.floor(within(1, Math.min(across, down), Math.min(shown.width, shown.height)));
  return {
    left: Math.round(within(0, left * shown.width + (across - side) / 2, shown.width - side)),
    top: Math.round(within(0, top * shown.height + (down - side) / 2, shown.height - side)),
    width: side,
    height: side,
  };
}

function within(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** The picture's size and format as shown; rejects what we would not decode. */
export async function probeImage(input: Buffer | Readable): Promise<ImageFacts> {
  return withBytes(input, probeBytes);
}

async function probeBytes(bytes: Buffer): Promise<ImageFacts> {
  const format = SIGNATURES.find(({ matches }) => matches(bytes))?.format;
  if (!format) throw notAnImage();
  try {
    const facts = await decode(bytes).metadata();
    const { width, height } = facts.autoOrient;
    const frames = facts.pages ?? 1;
    if (facts.width * facts.height * frames > MAX_PIXELS) throw tooManyPixels(frames > 1);
    return { format, width, height, isAnimated: frames > 1 };
  } catch (error) {
    throw error instanceof AppError ? error : refusal(error);
  }
}

/** For our own drawings only; uploads never get here. */
export async function renderSvg(svg: string, width: number, format: ImageFormat): Promise<Buffer> {
  return inTurn(async () => (await encode(sharp(Buffer.from(svg)).resize({ width }), format)).data);
}

/** The same, as a file for printing and for documents. */
export async function renderSvgFile(svg: string, width: number, format: 'png' | 'jpeg'): Promise<Buffer> {
  return inTurn(async () => {
    const picture = sharp(Buffer.from(svg)).resize({ width });
    const encoded = format === 'png' ? picture.png({ compressionLevel: 7 }) : picture.jpeg({ quality: 84 });
    return encoded.timeout({ seconds: MAX_SECONDS }).toBuffer();
  });
}

/** One of our pictures, uncropped and with a margin, centered on a card: PNG. */
export async function placeOnCard(
  picture: Buffer,
  { width, height, background }: { width: number; height: number; background: string },
): Promise<Buffer> {
  const margin = Math.round(height / 16);
  const inside = { width: width - 2 * margin, height: height - 2 * margin, fit: 'inside' } as const;
  return inTurn(async () =>
    sharp({ create: { width, height, channels: 3, background } })
      .composite([{ input: await sharp(picture).resize(inside).toBuffer() }])
      .png({ compressionLevel: 9 })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer(),
  );
}

/** A single VP8 frame: the only chunk of a lossy WebP without transparency. */
export async function renderSvgFrame(svg: string): Promise<Buffer> {
  const webp = await inTurn(() =>
    sharp(Buffer.from(svg)).flatten({ background: '#ffffff' }).webp({ quality: 62, effort: 2 }).toBuffer(),
  );
  if (webp.toString('latin1', 12, 16) !== 'VP8 ')
    throw new Error('This picture did not become one VP8 frame');
  return webp.subarray(20, 20 + webp.readUInt32LE(16));
}

/** Raw pixels from another decoder: four bytes each, red first. */
export async function encodePixels(pixels: {
  data: Uint8Array;
  width: number;
  height: number;
}): Promise<EncodedImage> {
  const { data, width, height } = pixels;
  return inTurn(() => encode(sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha(), 'webp'));
}

function decode(bytes: Buffer): Sharp {
  // `error`, not sharp's default `warning`: many phones write files with harmless oddities.
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true });
}

async function encode(picture: Sharp, format: ImageFormat): Promise<EncodedImage> {
  // More effort costs AVIF four times the time per step and saves 5% of the bytes.
  const encoded =
    format === 'webp'
      ? picture.webp({ quality: 80, alphaQuality: 75, effort: 3 })
      : picture.avif({ quality: 54, effort: 1 });
  const { data, info } = await encoded
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, contentType: IMAGE_CONTENT_TYPES[format] };
}

let held = 0;

async function withBytes<T>(input: Buffer | Readable, work: (bytes: Buffer) => Promise<T>): Promise<T> {
  if (Buffer.isBuffer(input)) return work(input);
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of input as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      held += chunk.length;
      if (bytes > MAX_INPUT_BYTES) throw tooManyBytes();
      if (held > MAX_HELD_BYTES) throw tooManyAtOnce();
      chunks.push(chunk);
    }
    return await work(Buffer.concat(chunks.splice(0)));
  } finally {
    held -= bytes;
  }
}

function tooManyBytes(): AppError {
  return new AppError('payload_too_large', 'This picture is larger than 30 MB. Choose a smaller one.');
}

function tooManyAtOnce(): AppError {
  return new AppError(
    'unavailable',
    'Too many pictures are being uploaded right now. Please try again in a moment.',
  );
}

function refusal(error: unknown): AppError {
  if (error instanceof Error && /pixel limit/i.test(error.message)) return tooManyPixels(false);
  const message = 'This picture is damaged and cannot be read. Save it again and try once more.';
  const refused = new AppError('unprocessable', message);
  refused.cause = error;
  return refused;
}

function notAnImage(): AppError {
  return new AppError(
    'unprocessable',
    'This is not a picture we can use. Choose a JPEG, PNG, WebP, GIF or AVIF file.',
  );
}

function tooManyPixels(isAnimated: boolean): AppError {
  return new AppError(
    'unprocessable',
    isAnimated
      ? 'This animation has too many frames. Choose a still picture.'
      : 'This picture has more than 40 megapixels. Make it smaller and try again.',
  );
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    // Passes the slot straight to the next in line, so that no later request slips in between.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
