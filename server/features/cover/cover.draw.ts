// Draws a motion-line cover: the picture of every course, resource and person without an image.
// Ground and field are the stage, the veil is the gesture at many moments, the cut is where it
// arrives, the one disc is the count. A style changes rhythm and palette, never the vocabulary.
import { DANCE_STYLES, type DanceStyle, isOneOf } from '#shared/vocabulary.ts';
import { paletteFor } from './cover-palettes.ts';
import { drawBreakdance, drawHipHop, drawJazz, drawTap } from './cover-rhythms-beat.ts';
import { drawBallet, drawContemporary, drawModern } from './cover-rhythms-concert.ts';
import { drawBallroom, drawFolk, drawLatin, drawOther, drawSwing } from './cover-rhythms-social.ts';
import { createCoverRandom, createStage, type Rhythm } from './cover-stage.ts';

const RHYTHMS: Readonly<Record<DanceStyle, Rhythm>> = {
  Ballet: drawBallet,
  Contemporary: drawContemporary,
  'Hip Hop': drawHipHop,
  Jazz: drawJazz,
  Tap: drawTap,
  Ballroom: drawBallroom,
  Latin: drawLatin,
  Folk: drawFolk,
  Modern: drawModern,
  Swing: drawSwing,
  Breakdance: drawBreakdance,
  Other: drawOther,
};

export type CoverOptions = {
  width?: number;
  height?: number;
  /** Fixes the print: 0 as is, 1 reversed, 2 on paper. Left out, the seed decides. */
  colourway?: 0 | 1 | 2;
  /** Omits ground, field and disc, so that only the ribbons remain. */
  bare?: boolean;
};

/** The same seed, style and options always give the same SVG. An unknown style is drawn as Other. */
export function drawCover(seed: string | number, style: string, options: CoverOptions = {}): string {
  const { width = 800, height = 600, colourway, bare = false } = options;
  if (!isDrawable(width) || !isDrawable(height)) {
    throw new RangeError(`A cover needs a width and a height above zero, not ${width} × ${height}.`);
  }
  const name = isOneOf(DANCE_STYLES, style) ? style : 'Other';
  const random = createCoverRandom(seed, name);
  // Rolled even when the print is fixed: a colourway must not change the drawing itself.
  const rolled = random.whole(0, 2);
  const palette = paletteFor(name, colourway ?? rolled);
  const stage = createStage({ width, height, palette, random, bare });
  RHYTHMS[name](stage);
  const ground = bare ? '' : `<rect width="${width}" height="${height}" fill="${palette.ground}"/>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"` +
    ` role="img" aria-label="${name} motion line">${ground}${stage.svg()}</svg>`
  );
}

function isDrawable(length: unknown): boolean {
  return typeof length === 'number' && Number.isFinite(length) && length > 0;
}
