import { Readable } from 'node:stream';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { probeImage, reencodeImage, renderSvg } from './images.ts';

const INSIDE = { width: 100, height: 100, fit: 'inside' } as const;
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20">' +
  '<rect width="20" height="20" fill="#f00"/></svg>';

/** Left half red, right half blue. */
function twoColours(width = 80, height = 40) {
  const half = { create: { width: width / 2, height, channels: 3 as const, background: '#00f' } };
  return sharp({ create: { width, height, channels: 3, background: '#f00' } }).composite([
    { input: half, left: width / 2, top: 0 },
  ]);
}

async function pixel(picture: Buffer, left: number, top: number): Promise<string> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (top * info.width + left) * info.channels;
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
  return red > 180 && blue < 80 ? 'red' : blue > 180 && red < 80 ? 'blue' : `${red},${green},${blue}`;
}

/** A PNG whose header promises this size, without the pixels. */
async function pngClaiming(width: number, height: number): Promise<Buffer> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  const { crc32 } = await import('node:zlib');
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** A canvas of this size on which each frame draws one pixel: a few bytes that expand to all of it. */
function gifOfDots(width: number, height: number, frames: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from('!\xf9\x04\0\x05\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0', 'latin1');
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')]);
}

describe('reencodeImage', () => {
  test.each(['webp', 'avif'] as const)(
    'makes %s of the requested size from any accepted format',
    async (format) => {
      for (const input of [
        await twoColours().jpeg().toBuffer(),
        await twoColours().png().toBuffer(),
        await twoColours().webp().toBuffer(),
        await twoColours().gif().toBuffer(),
        await twoColours().avif().toBuffer(),
      ]) {
        const made = await reencodeImage(input, { width: 40, height: 40, fit: 'inside' }, format);
        expect(made).toMatchObject({ width: 40, height: 20, contentType: `image/${format}` });
        expect(await probeImage(made.data)).toMatchObject({ format, width: 40, height: 20 });
      }
    },
  );

  test('fills a square when asked to cover', async () => {
    const made = await reencodeImage(
      await twoColours().png().toBuffer(),
      { width: 30, height: 30, fit: 'cover' },
      'webp',
    );
    expect(made).toMatchObject({ width: 30, height: 30 });
  });

  test('never enlarges; one pixel stays one pixel', async () => {
    const dot = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#f00' } })
      .png()
      .toBuffer();
    expect(await reencodeImage(dot, INSIDE, 'webp')).toMatchObject({ width: 1, height: 1 });
  });

  test("applies the camera's orientation", async () => {
    // Orientation 6: the camera was rotated, so the left side is on top when shown upright.
    const photo = await twoColours().withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
    expect(await probeImage(photo)).toMatchObject({ width: 40, height: 80 });
    const made = await reencodeImage(photo, INSIDE, 'webp');
    expect(made).toMatchObject({ width: 40, height: 80 });
    expect(await pixel(made.data, 20, 10)).toBe('red');
    expect(await pixel(made.data, 20, 70)).toBe('blue');
  });

  test('strips all metadata', async () => {
    const photo = await twoColours()
      .withExif({
        IFD0: { Copyright: 'SECRET', ImageDescription: 'SECRET' },
        IFD3: { GPSLatitude: '51/1 30/1 0/1' },
      })
      .jpeg()
      .toBuffer();
    expect(photo.toString('latin1')).toContain('SECRET');
    const made = await reencodeImage(photo, INSIDE, 'webp');
    expect(made.data.toString('latin1')).not.toContain('SECRET');
    const facts = await sharp(made.data).metadata();
    expect([facts.exif, facts.xmp, facts.icc, facts.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('keeps transparency', async () => {
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
      .png()
      .toBuffer();
    const made = await reencodeImage(clear, INSIDE, 'webp');
    expect((await sharp(made.data).stats()).isOpaque).toBe(false);
  });

  test('accepts a stream', async () => {
    const bytes = await twoColours().png().toBuffer();
    expect(await reencodeImage(Readable.from([bytes]), INSIDE, 'webp')).toMatchObject({
      width: 80,
      height: 40,
    });
  });

  test('many at once all succeed', async () => {
    const bytes = await twoColours().png().toBuffer();
    const made = await Promise.all(Array.from({ length: 12 }, () => reencodeImage(bytes, INSIDE, 'webp')));
    expect(made.every(({ width }) => width === 80)).toBe(true);
  });
});

async function expectRefusal(input: Buffer, words: RegExp): Promise<void> {
  const error = { code: 'unprocessable', message: expect.stringMatching(words) };
  await expect(probeImage(input)).rejects.toMatchObject(error);
  await expect(reencodeImage(input, INSIDE, 'webp')).rejects.toMatchObject(error);
}

describe('rejected with a helpful message', () => {
  let jpeg: Buffer;
  beforeAll(async () => {
    jpeg = await twoColours(800, 400).jpeg().toBuffer();
  });

  test.each([
    ['text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['SVG', Buffer.from(SVG)],
    ['SVG behind an XML head', Buffer.from(`<?xml version="1.0"?>\n${SVG}`)],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
  ])('%s', async (_, input) => expectRefusal(input, /not a picture/));

  test('a damaged header', () =>
    expectRefusal(Buffer.concat([jpeg.subarray(0, 20), Buffer.alloc(200, 7)]), /damaged/));

  test('a truncated file', async () => {
    const cut = reencodeImage(jpeg.subarray(0, jpeg.length / 2), INSIDE, 'webp');
    await expect(cut).rejects.toMatchObject({
      code: 'unprocessable',
      message: expect.stringMatching(/damaged/),
    });
  });

  test('a tiny file that claims to be huge', async () => {
    await expectRefusal(await pngClaiming(50_000, 50_000), /40 megapixels/);
    await expectRefusal(await pngClaiming(8000, 5001), /40 megapixels/);
  });

  test('an animation that expands to hundreds of megapixels', async () => {
    const gif = gifOfDots(2000, 2000, 30);
    expect(gif.length).toBeLessThan(1000);
    await expectRefusal(gif, /frames/);
  });

  test('a stream of more than 30 MB', async () => {
    const megabyte = Buffer.alloc(1024 * 1024);
    const endless = new Readable({
      read() {
        this.push(megabyte);
      },
    });
    await expect(probeImage(endless)).rejects.toMatchObject({ code: 'payload_too_large' });
  });
});

test('our own SVG is rendered at the requested width, transparent where nothing is drawn', async () => {
  const picture = await renderSvg(SVG, 200, 'webp');
  expect(await probeImage(picture)).toMatchObject({ format: 'webp', width: 200, height: 100 });
  expect(await pixel(picture, 50, 50)).toBe('red');
  expect((await sharp(picture).stats()).isOpaque).toBe(false);
  expect((await probeImage(await renderSvg(SVG, 20, 'avif'))).width).toBe(20);
});
