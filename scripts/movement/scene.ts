// The stage around the dancer, and the count in its corner. Colours are those of the light theme of the site.
import path from 'node:path';
import sharp from 'sharp';
import { COSTUMES, type CostumeName } from './costumes.ts';
import { drawFigure, drawShadow } from './figure.ts';
import type { Pose } from './pose.ts';
import { buildSkeleton } from './skeleton.ts';

export const SIZE = { width: 640, height: 360 };
/** Drawn in these units, whatever the size of the picture. */
const UNITS = { width: 854, height: 480 };
const FONT = path.join(import.meta.dirname, '../../server/seed/files/fonts/fraunces-390.ttf');
const HORIZON = 372;
const INK = { wall: '#FBF6EE', glow: '#FCE6DD', floor: '#F3EADD', line: '#E2D6C6', shadow: '#8E7C86' };
const COUNT = { colour: '#6A1B50', first: '#B13720', rest: '#E2D6C6' };

const SVG =
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" ` +
  `viewBox="0 0 ${UNITS.width} ${UNITS.height}">`;
const BACKDROP =
  `<rect width="100%" height="100%" fill="${INK.wall}"/>` +
  `<circle cx="427" cy="214" r="206" fill="${INK.glow}"/>` +
  `<rect y="${HORIZON}" width="100%" height="100%" fill="${INK.floor}"/>` +
  `<rect y="${HORIZON}" width="100%" height="2" fill="${INK.line}"/>`;

/** Paints the pictures of one clip as raw RGB. */
export async function createPainter(costume: CostumeName, countsPerPhrase: number) {
  const digits = await Promise.all(Array.from({ length: countsPerPhrase }, (_, at) => drawDigit(at + 1)));
  return async (pose: Pose, count: number): Promise<Buffer> => {
    const skeleton = buildSkeleton(pose);
    const dancer = drawShadow(skeleton, INK.shadow) + drawFigure(skeleton, COSTUMES[costume]);
    const counter = (digits[count - 1] ?? '') + drawDots(count, countsPerPhrase);
    return sharp(Buffer.from(`${SVG}${BACKDROP}${dancer}${counter}</svg>`))
      .removeAlpha()
      .raw()
      .toBuffer();
  };
}

/** A number in the display face, as a picture, so that no font needs to be installed. */
async function drawDigit(count: number): Promise<string> {
  const colour = count === 1 ? COUNT.first : COUNT.colour;
  const text = `<span foreground="${colour}">${count}</span>`;
  const digit = sharp({ text: { text, fontfile: FONT, font: 'Fraunces 66', rgba: true, dpi: 76 } });
  const { data, info } = await digit.png().toBuffer({ resolveWithObject: true });
  const [width, height] = [info.width, info.height].map((side) => (side * UNITS.width) / SIZE.width);
  const href = `data:image/png;base64,${data.toString('base64')}`;
  return `<image x="40" y="${114 - (height ?? 0)}" width="${width}" height="${height}" href="${href}"/>`;
}

/** One dot for each count of the phrase, up to the one that is heard. */
function drawDots(count: number, of: number): string {
  return Array.from({ length: of }, (_, at) => {
    const colour = at < count ? COUNT.colour : COUNT.rest;
    return `<circle cx="${46 + at * 15}" cy="136" r="4" fill="${at === 0 ? COUNT.first : colour}"/>`;
  }).join('');
}
