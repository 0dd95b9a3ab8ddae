// The rhythms people dance together: ballroom, latin, folk, swing, and everyone else.
// The order of the dice is part of each drawing: a call moved is another cover.
import { comma, crescent, type Gesture, leaf, lerp, polar, type Rhythm, TAU } from './cover-stage.ts';

const { sin, cos, min, max, pow, PI } = Math;

/** Two lines turn round one axis; the cloth between them never closes. */
export const drawBallroom: Rhythm = ({ X, Y, random: r, palette, ...s }) => {
  s.disc(X * r.between(-0.3, 0.3), Y * r.between(-0.1, 0.14), r.between(0.78, 0.92), palette.field);
  s.look(r.between(0, TAU), r.between(0.95, 1.25), X * r.between(-0.15, 0.15), Y * r.between(-0.1, 0.1));
  const beats = r.pick([2, 3, 3]);
  const phase = r.between(-0.5, 0.5);
  const turn = r.between(0.72, 0.9);
  const wide = r.between(0.26, 0.38);
  const couple: Gesture = (t, side) => {
    const angle = t * TAU * turn;
    const radius = 0.68 + 0.05 * sin(t * 6);
    const sway = wide * cos(t * beats * PI + phase) * side * (0.35 + 0.65 * sin(PI * t));
    return [cos(angle) * (radius + sway) * 1.02, sin(angle) * (radius + sway) * 0.9];
  };
  s.veil((t, k) => couple(t, lerp(-1, 1, k)), { n: 40, points: 24, fade: 0.35 });
  s.cut((t) => couple(t, 1), { width: 0.08, profile: crescent, from: 0.06, to: 0.6, points: 26 });
  s.cut((t) => couple(t, -1), {
    width: 0.06,
    profile: crescent,
    color: palette.secondCut,
    from: 0.38,
    to: 0.94,
    points: 26,
  });
  s.disc(r.between(-0.08, 0.08), r.between(-0.06, 0.06), 0.1);
};

/** The hips write eights; every one is larger than the last. */
export const drawLatin: Rhythm = ({ X, Y, random: r, palette, ...s }) => {
  s.disc(X * r.between(0.25, 0.6), Y * r.between(0.2, 0.5), r.between(0.6, 0.8), palette.field);
  const turn = r.pick([-0.35, -0.2, 0.5, PI / 2 - 0.3, -PI / 2 + 0.4]) + r.between(-0.1, 0.1);
  s.look(turn, r.between(0.95, 1.22), 0, 0);
  const fat = r.between(0.42, 0.58);
  const drift = r.between(0.2, 0.5) * r.sign();
  const eight: Gesture = (t, k) => {
    const angle = t * TAU + PI * 0.5;
    const size = lerp(0.3, 1, k);
    return [cos(angle) * size, sin(2 * angle) * fat * size + (1 - k) * drift];
  };
  s.veil(eight, { n: 30, points: 24 });
  const from = r.between(0.5, 0.58);
  s.cut((t) => eight(t, 1), { width: 0.12, profile: crescent, from, to: from + 0.4, points: 26 });
  s.cut((t) => eight(t, 0.8), {
    width: 0.07,
    profile: leaf,
    color: palette.secondCut,
    from: 0.04,
    to: 0.4,
    points: 20,
  });
  s.disc(0.04, -drift * 1.25, 0.12);
};

/** A ring of people: one motif, handed on round the circle. */
export const drawFolk: Rhythm = ({ X, Y, random: r, palette, ...s }) => {
  const people = r.pick([8, 9, 11, 12]);
  const size = r.between(0.7, 1.0);
  s.look(0, 1, X * r.between(-0.05, 0.5), Y * r.between(-0.05, 0.5));
  const start = r.between(0, TAU);
  const twist = r.between(0.3, 0.62);
  const isDouble = r.coin();
  s.disc(0, 0, size * 1.6, palette.field);
  s.veil(
    (t, k) => polar(start + t * TAU, size * (lerp(1.62, 1.08, k) + 0.075 * cos(people * t * TAU + k * 1.6))),
    { n: 13, points: people * 5, weight: 0.95, fade: 0.35 },
  );
  const petals = (
    from: number,
    to: number,
    width: number,
    colors: readonly [string, string],
    shift: number,
  ) => {
    for (let i = 0; i < people; i++) {
      const angle = start + ((i + shift) / people) * TAU;
      s.cut((t) => polar(lerp(angle - twist / 2, angle + twist / 2, t), size * lerp(from, to, t)), {
        width: width * (9 / people),
        profile: leaf,
        color: colors[i % 2 ? 1 : 0],
        points: 11,
      });
    }
  };
  if (isDouble) {
    petals(0.62, 1.2, 0.09, [palette.cut, palette.cut], 0);
    petals(0.3, 0.66, 0.055, [palette.secondCut, palette.secondCut], 0.5);
  } else {
    petals(0.36, 1.2, 0.1, [palette.cut, palette.secondCut], 0);
  }
  s.disc(0, 0, 0.13);
};

/** Bounce: arcs lean forward and rebound, each out of the last. */
export const drawSwing: Rhythm = ({ X, Y, random: r, palette, ...s }) => {
  const floor = Y * r.between(0.5, 0.72);
  const slope = r.between(-0.12, 0.12);
  s.shape(
    [
      [-X * 1.1, floor - slope],
      [X * 1.1, floor + slope],
      [X * 1.1, Y * 1.1],
      [-X * 1.1, Y * 1.1],
    ],
    palette.field,
  );
  const spans = r.pick([
    [1.1, 0.72, 0.48],
    [0.8, 1.05, 0.6],
    [0.62, 0.86, 1.15],
    [1.35, 0.8],
  ]);
  let x = -X * r.between(0.92, 1.12);
  const skew = r.between(0.16, 0.42);
  spans.forEach((span, i) => {
    const width = span * X;
    const left = x;
    const height = min(width * r.between(1.15, 1.4), Y * 1.5);
    const base = floor + slope * (left / X) - 0.01;
    const arc: Gesture = (t, k) => {
      const q = lerp(0.14, 1, k);
      const lift = pow(max(0, sin(PI * t)), 0.9) * q;
      const along = width * lerp(0.1 * (1 - q), 1 - 0.12 * (1 - q), t);
      return [left + along + skew * lift * width * 0.55, base - lift * height];
    };
    s.veil(arc, { n: 24 - i * 3, points: 12 });
    s.cut((t) => arc(t, 1), {
      width: 0.06 + 0.05 * (width / X),
      profile: i % 2 ? leaf : comma,
      from: 0.01,
      to: 0.99,
      color: i % 2 ? palette.secondCut : palette.cut,
    });
    x += width * 0.8;
  });
  s.disc(-X * r.between(0.5, 0.7), -Y * r.between(0.55, 0.7), 0.13);
};

/** Everyone else: slow waves meeting, the way a class crosses the floor. */
export const drawOther: Rhythm = ({ X, Y, random: r, palette, ...s }) => {
  const phase = r.between(0, TAU);
  const horizon = r.between(-0.3, 0.2);
  s.shape(
    [
      [-X * 1.3, Y * horizon],
      [-X * 0.4, Y * (horizon - 0.24)],
      [X * 0.3, Y * (horizon + 0.1)],
      [X * 1.3, Y * (horizon - 0.2)],
      [X * 1.3, Y * 1.4],
      [-X * 1.3, Y * 1.4],
    ],
    palette.field,
    false,
  );
  s.look(r.between(-0.3, 0.3), r.between(1, 1.2));
  const firstFrequency = r.between(1.3, 2.4);
  const secondFrequency = r.between(1.1, 1.7);
  const waveOf =
    (amplitude: number, frequency: number, shift: number, height: number): Gesture =>
    (t, k) => [
      lerp(-X * 1.3, X * 1.3, t),
      height * Y +
        lerp(-0.42, 0.42, k) * cos(t * PI * 1.5 + phase) +
        sin(t * frequency * PI + shift + k * 0.8) * amplitude,
    ];
  const first = waveOf(0.36, firstFrequency, phase, 0.04);
  const second = waveOf(0.3, secondFrequency, phase + r.between(1.4, 3), 0.1);
  s.veil(first, { n: 34 });
  const from = r.between(0.1, 0.34);
  s.cut((t) => first(t, 1), { width: 0.105, profile: leaf, from, to: from + 0.55 });
  s.cut((t) => second(t, 0.3), {
    width: 0.08,
    profile: leaf,
    color: palette.secondCut,
    from: 0.62 - from,
    to: 1.06 - from,
  });
  s.disc(X * r.between(-0.45, 0.45), -Y * r.between(0.5, 0.6), 0.11);
};
