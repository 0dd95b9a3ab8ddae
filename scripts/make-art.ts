// Draws the pictures the site ships in public/: stand-ins for missing images, icons, the link preview.
// Run it after a change to the drawing or the mark: node scripts/make-art.ts
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { drawCover } from '../server/features/cover/cover.draw.ts';
import { monogram, wordmark } from './wordmark.ts';

const PUBLIC = path.join(import.meta.dirname, '../public');
const MAX_BYTES = 60_000;
const PLUM = '#6A1B50';
const DEEP_PLUM = '#521140';
const CREAM = '#FFF7F0';

/** Seeds chosen by eye: avatars are shown in a circle, so theirs leave the corners empty. */
const STAND_INS = [
  { file: 'images/default-resource.webp', style: 'Other', seed: 'person', colourway: 2 },
  { file: 'images/default-user.webp', style: 'Other', seed: 'studio', colourway: 0 },
  { file: 'images/default-seller.webp', style: 'Contemporary', seed: 'user', colourway: 0 },
  { file: 'images/default-profile.webp', style: 'Ballet', seed: 'user', colourway: 0 },
] as const;

function save(file: string, data: Buffer | string): void {
  const target = path.join(PUBLIC, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, data);
  const { size } = statSync(target);
  if (size > MAX_BYTES) throw new Error(`${file} has ${size} bytes, more than ${MAX_BYTES}.`);
  console.log(`${file} ${size}`);
}

/** `mark` is the height of the letter R in the square; a maskable icon loses its outer tenth on all sides. */
function iconSvg({ radius, mark }: { radius: number; mark: number }): string {
  const scale = (mark / 700) * 1000;
  const left = 500 - (365 * scale) / 1000;
  const baseline = 500 + (470 * scale) / 1000;
  const place = `translate(${round(left)} ${round(baseline)}) scale(${round(scale / 1000)})`;
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000">' +
    `<rect width="1000" height="1000" rx="${radius}" fill="${PLUM}"/>` +
    `<g transform="${place}">${monogram(CREAM)}</g></svg>`
  );
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

async function png(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: 72 })
    .resize(size, size)
    .png({ palette: true, effort: 10 })
    .toBuffer();
}

/** An ICO is a list of PNGs with a short table in front. */
function ico(images: { size: number; data: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ size, data }, index) => {
    const at = 6 + 16 * index;
    head.writeUInt8(size, at);
    head.writeUInt8(size, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(data.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += data.length;
  });
  return Buffer.concat([head, ...images.map(({ data }) => data)]);
}

async function makeStandIns(): Promise<void> {
  for (const { file, style, seed, colourway } of STAND_INS) {
    const svg = drawCover(seed, style, { width: 400, height: 400, colourway });
    save(file, await sharp(Buffer.from(svg)).webp({ quality: 82, effort: 5 }).toBuffer());
  }
}

async function makeIcons(): Promise<void> {
  const rounded = iconSvg({ radius: 220, mark: 510 });
  const square = iconSvg({ radius: 0, mark: 500 });
  save('favicon.svg', rounded);
  save('favicon.ico', ico([{ size: 32, data: await png(rounded, 32) }]));
  save('icons/icon-192.png', await png(rounded, 192));
  save('icons/icon-512.png', await png(rounded, 512));
  save('icons/icon-maskable-512.png', await png(iconSvg({ radius: 0, mark: 420 }), 512));
  save('apple-touch-icon.png', await png(square, 180));
}

/** The ribbon is on the right; the wordmark has a clear background. */
async function makeLinkPreview(): Promise<void> {
  const ribbon = drawCover('a6', 'Ballet', { width: 620, height: 630, colourway: 1, bare: true });
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
    <rect width="1200" height="630" fill="${DEEP_PLUM}"/>
    <g transform="translate(86 360) scale(0.165)">${wordmark(CREAM)}</g></svg>`;
  const picture = await sharp(Buffer.from(ground))
    .composite([{ input: Buffer.from(ribbon), left: 580, top: 0 }])
    .png({ palette: true, colours: 48, dither: 0, effort: 10 })
    .toBuffer();
  save('og-default.png', picture);
}

await makeStandIns();
await makeIcons();
await makeLinkPreview();
