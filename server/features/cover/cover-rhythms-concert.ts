// The rhythms of the concert stage: ballet, contemporary, modern.
// The order of the dice is part of each drawing: a call moved is another cover.
import {
  bezier,
  comma,
  crescent,
  type Curve,
  ease,
  gesture,
  type Gesture,
  leaf,
  lerp,
  lerpPoint,
  type Point,
  type Rhythm,
  type Stage,
  TAU,
} from './cover-stage.ts';

const { sin, cos, max, pow, PI } = Math;

function drawArabesque({ X, Y, random: r, palette, ...s }: Stage): void {
  const foot: Point = [-X * r.between(0.5, 0.75), Y * 1.15];
  const leg = gesture(
    [foot, [-X * 0.25, Y * 0.55], [X * 0.4, Y * 0.8], [X * 1.15, Y * r.between(0.5, 0.8)]],
    [
      foot,
      [-X * 0.66, -Y * 0.1],
      [-X * 0.1, -Y * r.between(0.5, 0.85)],
      [X * r.between(0.72, 0.98), -Y * r.between(0.7, 0.95)],
    ],
  );
  s.veil((t, k) => leg(t, ease(k)), { n: 38 });
  s.cut((t) => leg(t, 1), { width: r.between(0.09, 0.12), profile: comma, to: 0.99 });
  const arm = bezier([
    [-X * 0.5, Y * 0.2],
    [-X * 0.3, -Y * 0.12],
    [X * 0.05, -Y * 0.2],
    [X * 0.5, -Y * r.between(0.06, 0.26)],
  ]);
  s.cut(arm, { width: 0.075, color: palette.secondCut });
  s.disc(-X * r.between(0.36, 0.6), -Y * r.between(0.5, 0.68), 0.1);
}

// Every moment ends at the fingertips, so the crown stays closed while the arms travel.
function gather(arm: Gesture): Gesture {
  return (t, k) => arm(t, lerp(ease(k), 1, ease(max(0, t * 1.6 - 0.6))));
}

// Fifth position: two arms close a crown.
function drawCrown({ X, Y, random: r, palette, ...s }: Stage): void {
  const top = -Y * r.between(0.62, 0.8);
  const armOf = (side: 1 | -1): Gesture =>
    gesture(
      [
        [side * X * 0.1, Y * 1.1],
        [side * X * 0.75, Y * 0.75],
        [side * X * 1.15, Y * 0.35],
        [side * X * 1.12, Y * 0.02],
      ],
      [
        [side * X * 0.06, Y * 1.12],
        [side * X * 0.98, Y * 0.45],
        [side * X * 0.74, top],
        [side * X * 0.06, top + (side > 0 ? 0.1 : 0)],
      ],
    );
  const left = armOf(-1);
  const right = armOf(1);
  s.veil(gather(right), { n: 26 });
  s.veil(gather(left), { n: 26 });
  s.cut((t) => right(t, 1), { width: 0.1, profile: comma });
  s.cut((t) => left(t, 1), { width: 0.075, profile: comma, color: palette.secondCut });
  s.disc(X * r.between(-0.04, 0.04), Y * r.between(-0.12, 0.1), 0.11);
}

// Grand jeté: one arch over the whole stage.
function drawGrandJete({ X, Y, random: r, palette, ...s }: Stage): void {
  const height = r.between(0.9, 1.15);
  const leap = gesture(
    [
      [-X * 1.15, Y * 1.0],
      [-X * 0.6, Y * 0.8],
      [X * 0.4, Y * 0.62],
      [X * 1.15, Y * 0.86],
    ],
    [
      [-X * 1.14, Y * 0.92],
      [-X * 0.66, -Y * height * 0.42],
      [X * 0.3, -Y * height * 1.28],
      [X * 1.12, -Y * r.between(0.0, 0.22)],
    ],
  );
  s.veil((t, k) => leap(t, ease(k)), { n: 40 });
  s.cut((t) => leap(t, 1), { width: 0.1, from: 0.04, to: 0.98 });
  const arm = bezier([
    [-X * 0.3, Y * 0.46],
    [-X * 0.12, Y * 0.1],
    [X * 0.26, -Y * 0.04],
    [X * 0.78, Y * r.between(0.0, 0.14)],
  ]);
  s.cut(arm, { width: 0.075, color: palette.secondCut });
  s.disc(-X * r.between(0.4, 0.62), -Y * r.between(0.56, 0.74), 0.1);
}

/** One long line from the floor to the fingertips, rising for ever. */
export const drawBallet: Rhythm = (stage) => {
  const { X, Y, random: r, palette } = stage;
  const pose = r.whole(0, 2);
  stage.disc(X * r.between(-0.05, 0.4), -Y * r.between(0, 0.25), r.between(0.62, 0.86), palette.field);
  if (pose === 0) drawArabesque(stage);
  else if (pose === 1) drawCrown(stage);
  else drawGrandJete(stage);
};

/** Fall and recovery: a spiral gives in to the floor and comes back. */
export const drawContemporary: Rhythm = ({ X, Y, random: r, palette, ...s }) => {
  const horizon = r.between(0.36, 0.6);
  s.shape(
    [
      [-X * 1.2, Y * horizon],
      [-X * 0.3, Y * (horizon + 0.16)],
      [X * 0.4, Y * (horizon - 0.1)],
      [X * 1.3, Y * (horizon + 0.1)],
      [X * 1.3, Y * 1.4],
      [-X * 1.3, Y * 1.4],
    ],
    palette.field,
    false,
  );
  s.look(r.between(-0.9, 0.9), r.between(0.92, 1.35), X * r.between(-0.2, 0.2), Y * r.between(-0.12, 0.16));
  const start = r.between(2.2, 3.4);
  const turns = r.between(0.95, 1.5);
  const spiral: Gesture = (t, k) => {
    const angle = start + turns * TAU * t - k * 1.2;
    const radius = lerp(1.55, 0.13, pow(t, 0.62)) * lerp(0.7, 1, k);
    return [cos(angle) * radius * 0.98 + (1 - k) * 0.3, -0.04 + sin(angle) * radius * 0.8 + (1 - k) * 0.36];
  };
  const arrived: Curve = (t) => spiral(t, 1);
  s.veil((t, k) => spiral(t, ease(k)), { n: 34, points: 22 });
  s.cut(arrived, { width: r.between(0.1, 0.14), profile: crescent, from: 0.3, to: 0.8, points: 26 });
  s.cut(arrived, { width: 0.06, profile: leaf, color: palette.secondCut, from: 0.02, to: 0.25, points: 18 });
  s.disc(r.between(-0.05, 0.06), -0.04, 0.085);
};

/** Contraction and release: one heavy curve against taut straight lines. */
export const drawModern: Rhythm = ({ X, Y, random: r, palette, ...s }) => {
  const lean = r.between(-0.3, 0.3);
  s.shape(
    [
      [-X * 1.1, Y * (0.1 + lean)],
      [X * 1.1, -Y * (0.2 + lean)],
      [X * 1.1, Y * 1.1],
      [-X * 1.1, Y * 1.1],
    ],
    palette.field,
  );
  s.look(
    r.pick([0, 0.5, -0.6, PI / 2, PI + 0.4]) + r.between(-0.15, 0.15),
    r.between(1, 1.3),
    X * r.between(-0.1, 0.25),
    Y * r.between(-0.1, 0.1),
  );
  const nearFrom: Point = [1.5, -1.25];
  const nearTo: Point = [-0.3, 1.6];
  const farFrom: Point = [-0.1, -1.6];
  const farTo: Point = [1.7, r.between(0.4, 1.1)];
  s.veil((t, k) => lerpPoint(lerpPoint(nearFrom, nearTo, k), lerpPoint(farFrom, farTo, k), t * 1.5 - 0.25), {
    n: 36,
    points: 1,
    angular: true,
    fade: 0.3,
  });
  const open = r.between(0.1, 0.5);
  const radius = r.between(0.72, 0.84);
  const contraction: Curve = (t) => {
    const angle = lerp(PI * (1.5 + open * 0.35), PI * (0.5 - open * 0.3), t);
    return [0.1 + cos(angle) * radius * 0.9, sin(angle) * radius];
  };
  s.cut(contraction, {
    width: 0.165,
    profile: (t) => pow(sin(PI * t), 0.5) * (0.6 + 0.4 * sin(PI * pow(t, 1.25))),
    points: 24,
  });
  const y = r.between(-0.12, 0.12);
  const slant = r.between(-0.5, 0.1);
  s.shape(
    [
      [-0.28, y],
      [2.1, y + slant - 0.42],
      [2.1, y + slant + 0.12],
    ],
    palette.secondCut,
  );
  s.disc(r.between(0.16, 0.36), r.between(0.34, 0.44), 0.12);
};
