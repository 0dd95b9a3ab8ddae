// Draws the dancer: flesh around the skeleton, a leotard, an optional skirt, and hair in a bun. The right arm and leg
// are lighter than the left, so that a mirrored picture can be told from the original.
import { chain, hull, nearness, outline, polygon, visiblePatch, type Ellipsoid } from './outline.ts';
import type { Side } from './pose.ts';
import { frameAlong, type Arm, type Joint, type Leg, type Skeleton } from './skeleton.ts';
import { add, length, mix, place, scale, subtract, unit, type Frame, type Vector } from './vector.ts';

type Tone = { fill: string; edge: string; light: string };
export type Costume = {
  leotard: Tone;
  legs: Record<Side, Tone>;
  shoes: Record<Side, Tone>;
  skirt?: Tone;
  hair: string;
  skin: Record<Side | 'face', Tone>;
};

/** How thick a limb is along its bone: share of the length, radius, and how far it bulges to the front. */
type Profile = readonly (readonly [share: number, radius: number, bulge?: number])[];

const THIGH: Profile = [
  [0, 8.3, 0.2],
  [0.2, 8.1, 0.5],
  [0.45, 7.3, 0.7],
  [0.75, 5.8, 0.4],
  [0.92, 5, 0.2],
  [1, 4.8, 0.3],
];
const SHIN: Profile = [
  [0, 4.8, 0.3],
  [0.1, 4.6, 0],
  [0.28, 5.1, -0.9],
  [0.45, 4.7, -0.8],
  [0.7, 3.4, -0.3],
  [0.9, 2.7],
  [1, 2.7],
];
const UPPER_ARM: Profile = [
  [0, 3.9],
  [0.15, 4.1],
  [0.4, 3.6],
  [0.75, 3],
  [1, 2.7],
];
const FOREARM: Profile = [
  [0, 2.7],
  [0.2, 2.9],
  [0.5, 2.6],
  [0.85, 2.1],
  [1, 1.9],
];
const HAND: Profile = [
  [0, 1.9],
  [0.25, 2.4],
  [0.45, 2.4],
  [0.7, 1.6],
  [1, 0.7],
];
const INSTEP: Profile = [
  [0, 2.7],
  [0.5, 2.6],
  [1, 2],
];
const TOES: Profile = [
  [0, 2],
  [0.6, 1.7],
  [1, 1.1],
];
const STEPS = 6;

type Bone = { to: Vector; profile: Profile };

/** Flesh along a chain of bones, rounded at the joints by up to `round` centimetres. */
function limb(from: Vector, front: Vector, round: number, bones: readonly Bone[]): Ellipsoid[] {
  return bones.flatMap(({ to, profile }, index) => {
    const start = bones[index - 1]?.to ?? from;
    const frame = frameAlong(start, to, front);
    const before = index > 0 ? (bones[index - 2]?.to ?? from) : undefined;
    const after = bones[index + 1]?.to;
    return Array.from({ length: STEPS + 1 }, (_, step) => {
      const share = step / STEPS;
      const [radius, bulge] = thickness(profile, share);
      const line = roundedPoint([before, start, to, after], share, round);
      return ball(add(line, scale(frame.front, bulge)), radius, frame);
    });
  });
}

/** A point between the second and third of four joints, on a line that cuts the corners at both. */
function roundedPoint(
  [before, start, to, after]: readonly [Vector | undefined, Vector, Vector, Vector | undefined],
  share: number,
  round: number,
): Vector {
  const size = length(subtract(to, start));
  const [fromStart, fromEnd] = [share * size, (1 - share) * size];
  const cut = Math.min(round, size / 2);
  if (before && fromStart < cut) return cornerPoint([before, start, to], 0.5 + fromStart / cut / 2, cut);
  if (after && fromEnd < cut) return cornerPoint([start, to, after], 0.5 - fromEnd / cut / 2, cut);
  return mix(start, to, share);
}

function cornerPoint([a, corner, b]: readonly [Vector, Vector, Vector], share: number, cut: number): Vector {
  const start = add(corner, scale(unit(subtract(a, corner)), cut));
  const end = add(corner, scale(unit(subtract(b, corner)), cut));
  return mix(mix(start, corner, share), mix(corner, end, share), share);
}

function ball(at: Vector, radius: number, frame: Frame): Ellipsoid {
  return { at, frame, half: [radius, radius, radius] };
}

function thickness(profile: Profile, share: number): [number, number] {
  const next = Math.max(
    1,
    profile.findIndex(([at]) => at >= share),
  );
  const [from, to] = [profile[next - 1] ?? [0, 1], profile[next] ?? [1, 1]];
  const way = (share - from[0]) / (to[0] - from[0]);
  const eased = way * way * (3 - 2 * way) * 0.5 + way * 0.5;
  const blend = (a = 0, b = 0) => a + (b - a) * eased;
  return [blend(from[1], to[1]), blend(from[2], to[2])];
}

type Shape = { path: string; tone: Tone; highlight?: string };
type Part = { near: number; shapes: Shape[] };

/** The lit side of a limb: thinner, and shifted towards the light above on the viewer's left. */
function lit(parts: readonly Ellipsoid[]): string {
  return chain(
    parts.map(({ at, frame, half }) => ({
      at: add(at, scale([-0.42, 0.24, 0.5], half[0])),
      frame,
      half: scale(half, 0.46),
    })),
  );
}

function legPart(leg: Leg, side: Side, { legs, shoes }: Costume): Part {
  const front = leg.bend;
  const flesh = limb(leg.hip, front, 7, [
    { to: leg.knee, profile: THIGH },
    { to: leg.ankle, profile: SHIN },
  ]);
  const frame = frameAlong(leg.ankle, leg.ball, front);
  const heel = [ball(leg.ankle, 2.7, frame), ball(leg.heel, 2.2, frame)];
  const instep = limb(leg.ankle, front, 3, [
    { to: leg.ball, profile: INSTEP },
    { to: leg.toe, profile: TOES },
  ]);
  const sole = [ball(leg.heel, 2, frame), ball(leg.ball, 1.9, frame)];
  const foot = chain(heel) + chain(instep) + chain(sole);
  return {
    near: nearness(mix(leg.knee, leg.ankle, 0.4)),
    shapes: [
      { path: chain(flesh), tone: legs[side], highlight: lit(flesh) },
      { path: foot, tone: shoes[side], highlight: lit(instep.slice(2, 9)) },
    ],
  };
}

function armPart(arm: Arm, side: Side, chest: Joint, { skin }: Costume): Part {
  const front = chest.frame.front;
  const flesh = limb(arm.shoulder, front, 11, [
    { to: arm.elbow, profile: UPPER_ARM },
    { to: arm.wrist, profile: FOREARM },
    { to: arm.tip, profile: HAND },
  ]);
  const shapes: Shape[] = [{ path: chain(flesh), tone: skin[side], highlight: lit(flesh.slice(0, 15)) }];
  return { near: nearness(mix(arm.elbow, arm.wrist, 0.6)), shapes };
}

function torsoPart({ pelvis, spine }: Skeleton, { leotard, skin }: Costume): Part {
  const [loins = pelvis, ribs = pelvis, bust = pelvis, neck = pelvis] = spine;
  const disc = ({ at, frame }: Joint, half: Vector, [up, front]: [number, number] = [0, 0]): Ellipsoid => ({
    at: place(at, frame, [0, up, front]),
    frame,
    half,
  });
  const trunk = [
    disc(pelvis, [5.5, 5, 7], [-10, -0.5]),
    disc(pelvis, [15.6, 7, 9.2], [-3, -0.8]),
    disc(pelvis, [14.2, 5, 8.6], [3, -0.4]),
    disc(loins, [11, 5, 7.4], [-1, 0.4]),
    disc(loins, [10.4, 5, 7.2], [3, 0.6]),
    disc(ribs, [11.4, 6, 8], [1, 0.6]),
    disc(bust, [12.6, 6, 8.8], [-3, 1.4]),
    disc(bust, [13.4, 6, 8], [3, 0.8]),
    disc(neck, [12.6, 3.2, 5.6], [-5, -0.4]),
  ];
  const seat = [-1, 1].map((way) => ({
    at: place(pelvis.at, pelvis.frame, [way * 6, -3.4, -4]),
    frame: pelvis.frame,
    half: [6.6, 6.6, 6.4] as Vector,
  }));
  const yoke = [disc(neck, [13.2, 2.6, 4.4], [-4.4, -0.5]), disc(neck, [6, 2.2, 4.2], [0.4, -0.6])];
  return {
    near: nearness(ribs.at),
    shapes: [
      { path: chain(yoke), tone: skin.face },
      { path: chain(trunk) + chain(seat), tone: leotard },
    ],
  };
}

/** Light cloth that flares from the waist and lies over a raised thigh. */
function skirtPart({ pelvis, spine, legs }: Skeleton, tone: Tone): Part {
  const waist = spine[0] ?? pelvis;
  const thighs = mix(
    mix(legs.left.hip, legs.left.knee, 0.45),
    mix(legs.right.hip, legs.right.knee, 0.45),
    0.5,
  );
  const over = (leg: Leg): Ellipsoid => ball(mix(leg.hip, leg.knee, 0.36), 8.8, pelvis.frame);
  const belt: Ellipsoid = {
    at: place(waist.at, waist.frame, [0, 1, 0.4]),
    frame: waist.frame,
    half: [10.9, 1, 7.6],
  };
  const hips: Ellipsoid = {
    at: place(pelvis.at, pelvis.frame, [0, -2, -1]),
    frame: pelvis.frame,
    half: [17, 3, 11.5],
  };
  const hem: Ellipsoid = { at: add(thighs, [0, 2, 0]), frame: pelvis.frame, half: [24.5, 1.5, 20] };
  const [top = [], middle = [], ...low] = [belt, hips, hem, over(legs.left), over(legs.right)].map(outline);
  const path = polygon(hull([...top, ...middle])) + polygon(hull([...middle, ...low.flat()]));
  return { near: 0, shapes: [{ path, tone }] };
}

function headPart({ head, spine }: Skeleton, { skin, hair }: Costume): Part {
  const { at, frame } = head;
  const base = spine.at(-1) ?? head;
  const spot = (left: number, up: number, front: number) => place(at, frame, [left, up, front]);
  const neck = [
    ball(place(base.at, base.frame, [0, -1.5, -0.8]), 4.2, base.frame),
    ball(place(base.at, base.frame, [0, 4, -0.3]), 3.6, base.frame),
    ball(spot(0, -6, -1.2), 3.7, frame),
  ];
  const skull: Ellipsoid = { at: spot(0, 1.6, -0.6), frame, half: [7.1, 8.6, 8.8] };
  const jaw: Ellipsoid[] = [
    { at: spot(0, -1, 0.6), frame, half: [6.4, 6.5, 7] },
    { at: spot(0, -7.2, 3.6), frame, half: [3.1, 2.6, 2.8] },
  ];
  const nose = [ball(spot(0, 1.5, 7), 1.1, frame), ball(spot(0, -1.6, 8.4), 0.9, frame)];
  const bun: Ellipsoid = { at: spot(0, 8.6, -7.4), frame, half: [4.7, 4.2, 4.2] };
  const face = visiblePatch({ ...skull, half: [6.9, 8.4, 8.7] }, ([, up, front]) => front > 0.22 + up * 0.42);
  const hairTone: Tone = { fill: hair, edge: hair, light: hair };
  const bare: Tone = { ...skin.face, edge: skin.face.fill };
  const cap = [
    { path: polygon(outline(skull)), tone: hairTone },
    { path: polygon(outline(bun)), tone: hairTone },
  ];
  const bunBehind = nearness(bun.at) < nearness(at);
  return {
    near: nearness(at),
    shapes: [
      { path: chain(neck), tone: skin.face },
      ...(bunBehind ? cap.toReversed() : []),
      { path: chain(jaw) + chain(nose), tone: skin.face },
      ...(bunBehind ? cap.slice(0, 1) : cap),
      ...(face.length > 2 ? [{ path: polygon(face), tone: bare }] : []),
    ],
  };
}

/** The dancer as SVG, far parts first. */
export function drawFigure(skeleton: Skeleton, costume: Costume): string {
  const chest = skeleton.spine.at(-1) ?? skeleton.pelvis;
  const torso = torsoPart(skeleton, costume);
  const legs = (['left', 'right'] as const).map((side) => legPart(skeleton.legs[side], side, costume));
  const arms = (['left', 'right'] as const).map((side) => armPart(skeleton.arms[side], side, chest, costume));
  const body: Part[] = [
    ...legs.toSorted((a, b) => a.near - b.near),
    torso,
    ...(costume.skirt ? [skirtPart(skeleton, costume.skirt)] : []),
  ];
  const head = headPart(skeleton, costume);
  const far = arms.filter((part) => part.near < torso.near);
  const near = arms.filter((part) => part.near >= torso.near);
  return [...far, ...body, head, ...near.toSorted((a, b) => a.near - b.near)]
    .flatMap(({ shapes }) => shapes)
    .map(drawShape)
    .join('');
}

function drawShape({ path, tone, highlight }: Shape): string {
  const edge = `stroke="${tone.edge}" stroke-width="1.5" stroke-linejoin="round" paint-order="stroke"`;
  const shape = `<path d="${path}" fill="${tone.fill}" ${edge}/>`;
  return highlight ? `${shape}<path d="${highlight}" fill="${tone.light}" opacity="0.3"/>` : shape;
}

/** The shadow on the floor, under feet and pelvis. */
export function drawShadow({ pelvis, legs }: Skeleton, colour: string): string {
  const flat: Frame = { left: [1, 0, 0], up: [0, 1, 0], front: [0, 0, 1] };
  const down = ([x, , z]: Vector): Vector => [x, 0, z];
  const patch = (at: Vector, width: number): Ellipsoid => ({
    at: down(at),
    frame: flat,
    half: [width, 0.1, width * 0.9],
  });
  const feet = (['left', 'right'] as const).map((side) => mix(legs[side].ankle, legs[side].ball, 0.5));
  return [patch(pelvis.at, 20), ...feet.map((at) => patch(at, 11))]
    .map((shape) => `<path d="${polygon(outline(shape))}" fill="${colour}" opacity="0.22"/>`)
    .join('');
}
