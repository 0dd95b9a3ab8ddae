// Draws a short video of moving ribbons in the inks of a style.
import { createCoverRandom } from '#server/features/cover/cover-stage.ts';
import { paletteFor } from '#server/features/cover/cover-palettes.ts';
import { writeFilm } from '#server/integrations/film.ts';
import type { ClipPlan } from './seed-file.ts';

const SIZE = { width: 320, height: 180 };
const FRAMES_A_SECOND = 8;
const RIBBONS = 5;

export async function writeClip({ style, seed, seconds }: ClipPlan): Promise<Buffer> {
  const draw = ribbonDrawer(style, seed);
  const count = seconds * FRAMES_A_SECOND;
  // Back and forth twice, like breathing: each frame is shown four times and drawn once.
  const period = count / 2;
  return writeFilm({
    ...SIZE,
    framesASecond: FRAMES_A_SECOND,
    frames: Array.from({ length: count }, (_, at) => {
      const into = at % period;
      return draw((1 - Math.cos((2 * Math.PI * Math.min(into, period - into)) / period)) / 4);
    }),
  });
}

function ribbonDrawer(style: ClipPlan['style'], seed: string): (turn: number) => string {
  const dice = createCoverRandom(seed, style);
  const { ground, field, veilFrom, veilTo, cut, secondCut, disc } = paletteFor(style, dice.whole(0, 2));
  const inks = [veilFrom, veilTo, secondCut, cut] as const;
  const ribbons = Array.from({ length: RIBBONS }, (_, at) => ({
    ink: inks[at % inks.length] ?? cut,
    phase: dice.between(0, 1),
    speed: dice.whole(1, 2),
    lift: dice.between(24, 58),
    y: 34 + at * 27,
    width: dice.between(3, 11),
  }));
  const horizon = dice.between(110, 140);
  return (turn) => {
    const wave = (phase: number, times = 1) => Math.sin(2 * Math.PI * (turn * times + phase));
    const paths = ribbons.map(({ ink, phase, speed, lift, y, width }) => {
      const [a, b, c] = [wave(phase, speed), wave(phase + 0.3, speed), wave(phase + 0.6, speed)];
      const d = `M-10 ${fixed(y + lift * a * 0.5)} C90 ${fixed(y - lift * b)} 210 ${fixed(y + lift * c)} 330 ${fixed(y + lift * b * 0.5)}`;
      return `<path d="${d}" stroke="${ink}" stroke-width="${fixed(width)}" fill="none" stroke-linecap="round"/>`;
    });
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">` +
      `<rect width="320" height="180" fill="${ground}"/>` +
      `<rect y="${fixed(horizon)}" width="320" height="180" fill="${field}"/>${paths.join('')}` +
      `<circle cx="${fixed(160 + 120 * wave(0.1))}" cy="${fixed(52 + 18 * wave(0.35, 2))}" r="11" fill="${disc}"/></svg>`
    );
  };
}

function fixed(value: number): string {
  return value.toFixed(1);
}
