// The rhythms that live off the beat: jazz, tap.
// The order of the dice is part of each drawing: a call moved is another cover.
import {
  comma,
  type Curve,
  leaf,
  lerp,
  type Point,
  polar,
  type Rhythm,
  type Stage,
  TAU,
} from './cover-stage.ts';

const { sin, cos, abs, max, pow, atan2, hypot, PI } = Math;

type Span = readonly [from: number, to: number];

const BREATHS: readonly [Span[], ...Span[][]] = [
  [
    [0, 0.17],
    [0.26, 0.46],
    [0.56, 0.64],
    [0.74, 1],
  ],
  [
    [0, 0.3],
    [0.4, 0.5],
    [0.6, 0.7],
    [0.8, 1],
  ],
  [
    [0, 0.08],
    [0.16, 0.42],
    [0.54, 0.8],
    [0.9, 1],
  ],
];

type Accents = readonly [number, number, number];

const ACCENTS: readonly [Accents, ...Accents[]] = [
  [0.5, 0.2, 1.02],
  [0.22, 0.52, 0.86],
  [0.72, 0.3, 0.02],
];

/** A fan kick, syncopated: lines come in groups, with breaths between. */
export const drawJazz: Rhythm = ({ X, Y, random: r, palette, ...s }) => {
  s.look(r.between(-0.3, 0.34), r.between(0.96, 1.12));
  const hip: Point = [-X * r.between(0.25, 0.62), Y * r.between(0.62, 0.94)];
  const reach = hypot(X, Y) * r.between(1.12, 1.3);
  const span = r.between(1.55, 2.0);
  const fan = Array.from({ length: 16 }, (_, i): Point => {
    const angle = 0.1 - (i / 15) * span * 0.86;
    return [hip[0] + cos(angle) * reach * 0.72, hip[1] + sin(angle) * reach * 0.72];
  });
  s.shape([...fan, hip], palette.field);
  const bend = r.between(0.2, 0.42) * r.sign();
  const kick =
    (angle: number, length: number): Curve =>
    (t) => {
      const bent = angle + bend * sin(t * PI * 1.2) * (1 - t * 0.35);
      return [hip[0] + cos(bent) * t * length, hip[1] + sin(bent) * t * length];
    };
  r.pick(BREATHS).forEach(([from, to], i) =>
    s.veil((t, k) => kick(-lerp(from, to, k) * span, reach * (i % 2 ? 0.98 : 0.8))(t), {
      n: 4 + Math.round((to - from) * 34),
      points: 9,
      weight: 1.15,
    }),
  );
  const [first, second, third] = r.pick(ACCENTS);
  s.cut(kick(-span * first, reach * 0.9), { width: 0.135, profile: comma });
  s.cut(kick(-span * second, reach * 0.72), { width: 0.085, profile: leaf, color: palette.secondCut });
  s.cut(kick(-span * third, reach * 0.56), { width: 0.07, profile: leaf, color: palette.secondCut });
  s.disc(X * r.between(0.5, 0.72), -Y * r.between(0.5, 0.7), 0.12);
};

const TAP_PATTERNS: readonly [number[], ...number[][]] = [
  [1, 1, 2],
  [2, 1, 1],
  [1, 2, 1, 1, 1],
  [3, 1, 1],
  [1, 1, 1, 3],
];
const TAP_UNIT = 0.32;

type TapMark = { x: number; nextX: number; beats: number };

function layTapMarks({ X, random: r }: Stage): TapMark[] {
  let x = -X * 1.1 + r.between(0, 0.24);
  const pattern = r.pick(TAP_PATTERNS);
  const marks: TapMark[] = [];
  while (x < X * 1.15) {
    const beats = pattern[marks.length % pattern.length] ?? 1;
    const nextX = x + TAP_UNIT * (0.4 + beats * 0.6);
    marks.push({ x, nextX, beats });
    x = nextX;
  }
  return marks;
}

function drawTapHop(stage: Stage, mark: TapMark, floorAt: (x: number) => number): Point {
  const { x, nextX, beats } = mark;
  const lift = 0.08 + 0.17 * beats;
  stage.veil(
    (t, k) => [
      lerp(x, nextX, t),
      lerp(floorAt(x), floorAt(nextX), t) - 0.04 - sin(PI * t) * lift * lerp(0.2, 1, k),
    ],
    { n: 5 + beats * 4, points: 8 },
  );
  return [(x + nextX) / 2, (floorAt(x) + floorAt(nextX)) / 2 - 0.04 - lift];
}

function drawTapStrike(stage: Stage, mark: TapMark, isHeel: boolean, floorAt: (x: number) => number): void {
  const { x, beats } = mark;
  const lean = isHeel ? 0.42 : -0.42;
  const half = beats > 1 ? 0.16 : 0.1;
  stage.cut(
    (t) => [x + lerp(-half, half, t) * cos(lean), floorAt(x) - 0.035 + lerp(-half, half, t) * sin(lean)],
    {
      width: beats > 1 ? 0.07 : 0.052,
      profile: (t) => pow(max(0, 1 - pow(2 * t - 1, 4)), 0.5) * (0.72 + 0.28 * (isHeel ? t : 1 - t)),
      color: beats > 1 ? stage.palette.cut : stage.palette.secondCut,
      points: 10,
    },
  );
}

/** Staccato: marks on a floor, each with the little hop that made it. */
export const drawTap: Rhythm = (stage) => {
  const { X, Y, random: r, palette } = stage;
  stage.look(0, r.between(1.05, 1.4), 0, Y * r.between(-0.06, 0.1));
  const tilt = r.between(-0.2, 0.2);
  const split = r.between(-0.02, 0.1) * Y;
  stage.shape(
    [
      [-X * 1.1, split - tilt * X],
      [X * 1.1, split + tilt * X],
      [X * 1.1, Y * 1.1],
      [-X * 1.1, Y * 1.1],
    ],
    palette.field,
  );
  const lead = r.between(-0.3, 0.2) * X;
  // The count sits on the first long hop that is well inside the picture.
  let count: Point | undefined;
  for (const height of [-0.16, 0.72]) {
    const base = height * Y;
    const floorAt = (x: number): number => base + tilt * x;
    const marks = layTapMarks(stage);
    for (const mark of marks) {
      const peak = drawTapHop(stage, mark, floorAt);
      const isInside = peak[0] > lead && abs(peak[0]) < X * 0.6 && peak[1] > -Y * 0.56;
      if (mark.beats > 1 && isInside) count ??= peak;
    }
    marks.forEach((mark, j) => drawTapStrike(stage, mark, j % 2 === 1, floorAt));
  }
  const [x, y] = count ?? [X * 0.3, -Y * 0.5];
  stage.disc(x, y, 0.11);
};

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
