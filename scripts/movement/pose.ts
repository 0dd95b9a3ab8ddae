// What a dancer can do, as numbers, and how they flow from one key to the next.
import { radians, type Vector } from './vector.ts';

type ArmChannel = `${'Arm' | 'Forearm' | 'Hand'}${'Out' | 'Up' | 'Front'}`;
/**
 * `X`, `Z`: where the ball of the foot stands, or the tip of a pointed one. `Lift`: height above the floor. `Turn`:
 * turnout of knee and foot. `Heel`: how far the heel is raised, in degrees. `Point`: 0 on the sole, 1 stretched.
 */
type LegChannel = 'X' | 'Z' | 'Lift' | 'Turn' | 'Heel' | 'Point';
/**
 * `x`, `z`: the pelvis over the floor. `drop`: how far it sinks below straight legs. `hinge` tips the pelvis forwards,
 * `roll` sideways; `lean`, `side` and `twist` are shared out along the spine.
 */
type BodyChannel = 'facing' | 'x' | 'z' | 'drop' | 'hinge' | 'roll' | 'lean' | 'side' | 'twist';
type HeadChannel = 'headTurn' | 'headNod' | 'headTilt';

export type Side = 'left' | 'right';
export type Channel = BodyChannel | HeadChannel | `${Side}${ArmChannel | LegChannel}`;
export type Pose = Record<Channel, number>;
export type Change = Partial<Pose>;
/**
 * A pose to reach on a beat. `over`: beats the movement takes; by itself all of the time since the last key. `step`:
 * the foot that is picked up on the way.
 */
export type Key = { at: number; over?: number; step?: Side } & Change;

type ArmPosition = Record<ArmChannel, number>;
type LegPosition = Partial<Record<LegChannel, number>>;

/** Degrees: 0 points forward, 90 to the arm's own side, below 0 across the body; and how far up or down (-90). */
type Angles = readonly [around: number, up: number];

/** Kept as vectors, because angles would swing a raised arm round the long way. */
function directions(arm: Angles, forearm: Angles, hand: Angles): ArmPosition {
  const [armOut, armUp, armFront] = direction(arm);
  const [forearmOut, forearmUp, forearmFront] = direction(forearm);
  const [handOut, handUp, handFront] = direction(hand);
  return {
    ArmOut: armOut,
    ArmUp: armUp,
    ArmFront: armFront,
    ForearmOut: forearmOut,
    ForearmUp: forearmUp,
    ForearmFront: forearmFront,
    HandOut: handOut,
    HandUp: handUp,
    HandFront: handFront,
  };
}

function direction([around, up]: Angles): Vector {
  const level = Math.cos(radians(up));
  return [Math.sin(radians(around)) * level, Math.sin(radians(up)), Math.cos(radians(around)) * level];
}

/** Positions of one arm. */
export const ARM = {
  low: directions([62, -62], [-12, -62], [-58, -50]),
  first: directions([52, -24], [-46, -8], [-76, -4]),
  second: directions([76, -9], [56, -15], [52, -24]),
  halfSecond: directions([72, -42], [54, -46], [56, -40]),
  fifth: directions([66, 52], [-70, 66], [-80, 30]),
  forward: directions([16, 4], [2, 8], [0, -6]),
  back: directions([125, -22], [118, -16], [110, -22]),
  high: directions([60, 62], [40, 74], [30, 66]),
  hang: directions([70, -80], [20, -78], [5, -80]),
  bent: directions([74, -54], [-38, -2], [-48, 12]),
  hip: directions([88, -46], [-78, -30], [-60, -62]),
  /** Hanging towards the floor while the back is folded over. */
  folded: directions([14, 38], [8, 44], [6, 48]),
  over: directions([60, 66], [-78, 70], [-84, 54]),
  long: directions([88, -2], [86, 0], [86, -4]),
} satisfies Record<string, ArmPosition>;

export function arm(side: Side, position: ArmPosition): Change {
  return named(side, position);
}

export function arms(left: ArmPosition, right = left): Change {
  return { ...named('left', left), ...named('right', right) };
}

export function leg(side: Side, position: LegPosition): Change {
  return named(side, position);
}

function named(side: Side, values: object): Change {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${side}${name}`, value]));
}

/** Where the dancer stands and which way they face. */
export type Place = { x?: number; z?: number; facing?: number };
/** Seen from the dancer: how far to the left and to the front of the place, and the turnout. */
type Footing = readonly [left: number, front: number, turn: number];

export const FEET = {
  parallel: { left: [9, 4, 6], right: [-9, 4, 6] },
  first: { left: [13, 3, 62], right: [-13, 3, 62] },
  second: { left: [33, 3, 58], right: [-33, 3, 58] },
  rightFront: { left: [9, 1, 60], right: [-9, 10, 60] },
  leftFront: { left: [9, 10, 60], right: [-9, 1, 60] },
} satisfies Record<string, Record<Side, Footing>>;

export function spot(
  { x = 0, z = 0, facing = 0 }: Place,
  left: number,
  front: number,
): { X: number; Z: number } {
  const angle = (facing * Math.PI) / 180;
  return {
    X: x + left * Math.cos(angle) + front * Math.sin(angle),
    Z: z - left * Math.sin(angle) + front * Math.cos(angle),
  };
}

/** Both feet on the floor around a place. */
export function stand(place: Place, feet: Record<Side, Footing>): Change {
  const { x = 0, z = 0, facing = 0 } = place;
  return { x, z, facing, ...foot('left', place, feet.left), ...foot('right', place, feet.right) };
}

export function foot(side: Side, place: Place, [left, front, turn]: Footing): Change {
  return leg(side, { ...spot(place, left, front), Turn: turn, Lift: 0, Heel: 0, Point: 0 });
}

/** A stretched leg, its toes on the floor or `Lift` above it. */
export function pointed(side: Side, place: Place, [left, front, turn]: Footing, Lift = 0): Change {
  return leg(side, { ...spot(place, left, front), Turn: turn, Lift, Heel: 30, Point: 1 });
}

const NEUTRAL_LEG = { Z: 0, Lift: 0, Turn: 8, Heel: 0, Point: 0 };

/** Standing at ease, feet parallel under the hips. */
export const STANDING: Pose = {
  facing: 0,
  x: 0,
  z: 0,
  drop: 0,
  hinge: 0,
  roll: 0,
  lean: 0,
  side: 0,
  twist: 0,
  headTurn: 0,
  headNod: 0,
  headTilt: 0,
  ...leg('left', { ...NEUTRAL_LEG, X: 9 }),
  ...leg('right', { ...NEUTRAL_LEG, X: -9 }),
  ...arms(ARM.hang),
} as Pose;

type Point = { at: number; value: number };

/** How high a foot is picked up halfway through a step, and how far its heel. */
const STEP: Readonly<Record<string, number>> = { Lift: 5, Heel: 28 };

const REVERSED: readonly string[] = ['facing', 'x', 'roll', 'side', 'twist', 'headTurn', 'headTilt'];

/** The same movement, `later` beats later. */
export function shift(keys: readonly Key[], later: number): Key[] {
  return keys.map((key) => ({ ...key, at: key.at + later }));
}

/** The same movement on the other side, `later` beats later. */
export function mirror(keys: readonly Key[], later: number): Key[] {
  return keys.map(({ at, step, over, ...change }) => ({
    ...mirrorChange(change),
    at: at + later,
    ...(over === undefined ? {} : { over }),
    ...(step && { step: step === 'left' ? 'right' : 'left' }),
  }));
}

function mirrorChange(change: Change): Change {
  const swapped = Object.entries(change).map(([channel, value]): [string, number] => {
    const other = channel.startsWith('left')
      ? channel.replace('left', 'right')
      : channel.replace('right', 'left');
    const isReversed = REVERSED.includes(channel) || /^(left|right)X$/.test(channel);
    return [other, isReversed ? -value : value];
  });
  return Object.fromEntries(swapped);
}

/** The pose at any beat. Every key keeps what it does not mention. */
export function choreograph(start: Change, keys: readonly Key[]): (beat: number) => Pose {
  const first: Pose = { ...STANDING, ...start };
  const tracks = new Map<Channel, Point[]>();
  const channels = Object.keys(first) as Channel[];
  for (const channel of channels) tracks.set(channel, [{ at: -Infinity, value: first[channel] }]);
  let [pose, last] = [first, -Infinity];
  for (const { at, over, step, ...change } of keys) {
    const from = over === undefined ? last : at - over;
    if (at <= last || from < last) throw new Error(`The key at beat ${at} overlaps the one before.`);
    const next = { ...pose, ...change };
    for (const channel of channels) {
      const track = tracks.get(channel) ?? [];
      if (from > last) track.push({ at: from, value: pose[channel] });
      const raised = step && STEP[channel.slice(step.length)];
      if (raised && channel.startsWith(step)) track.push({ at: (from + at) / 2, value: raised });
      track.push({ at, value: next[channel] });
    }
    [pose, last] = [next, at];
  }
  return (beat) =>
    Object.fromEntries(
      channels.map((channel) => [channel, valueAt(tracks.get(channel) ?? [], beat)]),
    ) as Pose;
}

/**
 * A cubic through the keys that never overshoots (Fritsch and Carlson): it comes to rest at turning points and flows
 * through the keys between them.
 */
function valueAt(track: readonly Point[], beat: number): number {
  const next = track.findIndex(({ at }) => at > beat);
  const [from, to] = [track[(next < 0 ? track.length : next) - 1], track[next]];
  if (!from) throw new Error('A track starts before time.');
  if (!to || from.value === to.value || from.at === -Infinity) return from.value;
  const span = to.at - from.at;
  const share = (beat - from.at) / span;
  const [start, end] = [slopeAt(track, next - 1) * span, slopeAt(track, next) * span];
  const [squared, cubed] = [share ** 2, share ** 3];
  return (
    from.value * (2 * cubed - 3 * squared + 1) +
    start * (cubed - 2 * squared + share) +
    to.value * (3 * squared - 2 * cubed) +
    end * (cubed - squared)
  );
}

function slopeAt(track: readonly Point[], index: number): number {
  const [before, here, after] = [track[index - 1], track[index], track[index + 1]];
  if (!before || !here || !after || before.at === -Infinity) return 0;
  const incoming = (here.value - before.value) / (here.at - before.at);
  const outgoing = (after.value - here.value) / (after.at - here.at);
  if (incoming * outgoing <= 0) return 0;
  return (2 * incoming * outgoing) / (incoming + outgoing);
}
