// The rhythms of the street: hip hop, breakdance.
// The order of the dice is part of each drawing: a call moved is another cover.
import { lerp, polar, TAU, type Curve, type Point } from './cover-curves.ts';
import type { Rhythm } from './cover-stage.ts';

const { sin, max, pow, atan2, hypot, PI } = Math;

type Corners = readonly [Point, Point, Point, Point];

const HITS: readonly [Corners, ...Corners[]] = [
  [
    [-0.98, 1.2],
    [-0.42, -0.34],
    [0.2, 0.3],
    [0.74, -1.3],
  ],
  [
    [-1.5, 0.34],
    [-0.34, -0.42],
    [0.06, 0.52],
    [1.5, 0.1],
  ],
  [
    [-0.5, -1.3],
    [-0.62, 0.14],
    [0.5, -0.22],
    [0.62, 1.3],
  ],
];

/** Hits and holds: hard corners, echoes frame by frame instead of silk. */
export const drawHipHop: Rhythm = ({ X, Y, random: r, palette, ...s }) => {
  const q = r.between(-0.2, 0.2);
  s.shape(
    [
      [-X * (0.2 + q), -Y * 1.2],
      [X * (0.6 - q), -Y * 1.2],
      [X * (0.15 - q), Y * 1.2],
      [-X * (0.72 + q), Y * 1.2],
    ],
    palette.field,
  );
  s.look(
    r.pick([0, 0, PI, PI / 2]) + r.between(-0.12, 0.12),
    r.between(0.95, 1.15),
    r.between(-0.1, 0.1) * X,
    r.between(-0.08, 0.08) * Y,
  );
  const loosen = ([x, y]: Point): Point => [x + r.between(-0.06, 0.06), y + r.between(-0.06, 0.06)];
  const hit = r.pick(HITS);
  const main: Corners = [loosen(hit[0]), loosen(hit[1]), loosen(hit[2]), loosen(hit[3])];
  const [dx, dy] = r.pick<Point>([
    [0.17, 0.05],
    [0.13, -0.12],
    [0.16, 0.11],
  ]);
  for (let echo = 5; echo >= 1; echo--) {
    const frame = main.map(([x, y], j): Point => [x + dx * echo, y + dy * echo * (j % 2 ? 1 : 0.4)]);
    s.band(frame, 0.012 + 0.011 * (5 - echo), echo % 2 ? palette.veilFrom : palette.veilTo);
  }
  s.band(main, 0.24, palette.cut);
  const x = (main[1][0] + main[2][0]) / 2 - 0.5;
  const y = (main[1][1] + main[2][1]) / 2 + 0.34;
  s.band(
    [
      [x - 0.5, y + 0.34],
      [x - 0.02, y - 0.06],
      [x + 0.1, y + 0.4],
      [x + 0.62, y + 0.14],
    ],
    0.1,
    palette.secondCut,
  );
  s.disc(main[2][0] + r.between(0.34, 0.44), main[2][1] - r.between(0.5, 0.62), 0.14);
};

/** A windmill: bent limbs thrown round a hand that holds the floor. */
export const drawBreakdance: Rhythm = ({ X, Y, random: r, palette, ...s }) => {
  s.look(r.between(0, TAU), r.between(0.95, 1.3), X * r.between(-0.4, 0.4), Y * r.between(-0.2, 0.4));
  const count = r.pick([3, 3, 4]);
  const length = r.between(1.05, 1.25);
  const hook = r.between(0.7, 1.15);
  s.shape(
    [0, 1, 2, 3, 4].map((i) => polar((i * TAU) / 5, 0.86)),
    palette.field,
  );
  const limbOf =
    (angle: number, reach: number): Curve =>
    (t) =>
      polar(angle + hook * pow(max(0, t), 2.2), 0.1 + length * reach * max(0, t));
  const limbs = Array.from({ length: count }, (_, i) =>
    limbOf((i / count) * TAU + r.between(-0.12, 0.12), i === 1 ? 0.78 : 1),
  );
  const sweep = (TAU / count) * 0.86;
  for (const limb of limbs) {
    // The rings the feet have written.
    s.veil(
      (t, k) => {
        const [x, y] = limb(lerp(0.3, 0.98, k));
        const angle = atan2(y, x) - sweep * pow(1 - t, 1.2) * lerp(0.5, 1, k);
        return polar(angle, hypot(x, y));
      },
      { n: 22, points: 9, weight: 1.15 },
    );
  }
  limbs.forEach((limb, i) =>
    s.cut(limb, {
      width: i === 1 ? 0.11 : 0.15,
      profile: (t) => pow(max(0, 1 - t), 0.7) * (0.75 + 0.35 * sin(PI * t)),
      color: i === 1 ? palette.secondCut : palette.cut,
      points: 18,
    }),
  );
  s.disc(0, 0, 0.14);
};
