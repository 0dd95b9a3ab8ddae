// From a pose to joints in space. Spine, arms and head follow their angles outwards from the pelvis. Legs are solved
// backwards from where the feet stand, so that a planted foot never slides, and the pelvis is as high as they allow.
import type { Pose, Side } from './pose.ts';
import {
  across,
  add,
  cross,
  dot,
  frameFacing,
  heading,
  length,
  mix,
  place,
  radians,
  scale,
  subtract,
  turnFrame,
  unit,
  UP,
  type Frame,
  type Vector,
} from './vector.ts';

const THIGH = 43;
const SHIN = 41;
const HIP: Vector = [8.6, -4, 0];
/** From ball to ankle, heel and toe on the sole: forwards and up. */
const BALL_HEIGHT = 1.9;
const SOLE = { ankle: [-11, 6], heel: [-15.2, 1.4], toe: [6.2, -0.5] } as const;
const STRETCHED = { ankle: 18, ball: 6.4 };
const SPINE = [10, 12, 12, 11] as const;
const SHOULDER: Vector = [15.2, -4.2, -0.5];
const UPPER_ARM = 27.5;
const FOREARM = 24;
const HAND = 16;

export type Leg = {
  hip: Vector;
  knee: Vector;
  ankle: Vector;
  heel: Vector;
  ball: Vector;
  toe: Vector;
  bend: Vector;
};
export type Arm = { shoulder: Vector; elbow: Vector; wrist: Vector; tip: Vector };
export type Joint = { at: Vector; frame: Frame };
export type Skeleton = {
  pelvis: Joint;
  /** From the small of the back to the base of the neck. */
  spine: Joint[];
  head: Joint;
  legs: Record<Side, Leg>;
  arms: Record<Side, Arm>;
};

export const outward = (side: Side): 1 | -1 => (side === 'left' ? 1 : -1);

export function buildSkeleton(pose: Pose): Skeleton {
  const facing = frameFacing(pose.facing);
  const tipped = turnFrame(facing, { lean: pose.hinge, side: pose.roll });
  const height = pelvisHeight(pose, tipped) - pose.drop;
  const pelvis: Joint = { at: [pose.x, height, pose.z], frame: tipped };
  const spine = buildSpine(pose, pelvis);
  const chest = spine.at(-1) ?? pelvis;
  return {
    pelvis,
    spine,
    head: buildHead(pose, chest),
    legs: { left: buildLeg(pose, pelvis, 'left'), right: buildLeg(pose, pelvis, 'right') },
    arms: { left: buildArm(pose, chest, 'left'), right: buildArm(pose, chest, 'right') },
  };
}

function legOf(pose: Pose, side: Side) {
  return {
    spot: [pose[`${side}X`], pose[`${side}Lift`], pose[`${side}Z`]] as const,
    turn: pose[`${side}Turn`],
    heel: pose[`${side}Heel`],
    point: pose[`${side}Point`],
  };
}

function hipOffset(side: Side): Vector {
  return [HIP[0] * outward(side), HIP[1], HIP[2]];
}

/** As high as the supporting legs allow. The more a foot is pointed or lifted than the other, the less it counts. */
function pelvisHeight(pose: Pose, frame: Frame): number {
  const limits = (['left', 'right'] as const).map((side) => {
    const { spot, point } = legOf(pose, side);
    const { ankle } = footOnSole(pose, side);
    const offset = place([0, 0, 0], frame, hipOffset(side));
    const away = Math.hypot(pose.x + offset[0] - ankle[0], pose.z + offset[2] - ankle[2]);
    const reach = THIGH + SHIN - 0.15;
    const straight = ankle[1] + Math.sqrt(Math.max(reach ** 2 - away ** 2, 100)) - offset[1];
    return { straight, free: point * 40 + spot[1] * 4 };
  });
  const freest = Math.min(...limits.map(({ free }) => free));
  return Math.min(...limits.map(({ straight, free }) => straight + free - freest));
}

type Foot = Pick<Leg, 'ankle' | 'heel' | 'ball' | 'toe'>;

/** A foot that stands on its ball: the heel swings up around it while the toes stay flat. */
function footOnSole(pose: Pose, side: Side): Foot {
  const { spot, turn, heel } = legOf(pose, side);
  const forward = heading(pose.facing + outward(side) * turn);
  const ball: Vector = [spot[0], spot[1] + BALL_HEIGHT, spot[2]];
  const swing = ([ahead, up]: readonly [number, number], degrees: number): Vector => {
    const [cos, sin] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))];
    return add(ball, add(scale(forward, ahead * cos + up * sin), scale(UP, up * cos - ahead * sin)));
  };
  return {
    ball,
    ankle: swing(SOLE.ankle, heel),
    heel: swing(SOLE.heel, heel),
    toe: swing(SOLE.toe, Math.max(0, heel - 62)),
  };
}

function buildLeg(pose: Pose, pelvis: Joint, side: Side): Leg {
  const hip = place(pelvis.at, pelvis.frame, hipOffset(side));
  const { turn, point } = legOf(pose, side);
  const pole = heading(pose.facing + outward(side) * turn);
  const sole = footOnSole(pose, side);
  const stretched = stretchedFoot(pose, { side, hip, pole });
  const target = mix(sole.ankle, stretched.ankle, point);
  const { knee, end } = solveKnee(hip, target, pole);
  const moved = subtract(end, target);
  const along = (name: 'heel' | 'ball' | 'toe') => add(mix(sole[name], stretched[name], point), moved);
  const bend = unit(across(pole, unit(subtract(end, hip))));
  return { hip, knee, ankle: end, heel: along('heel'), ball: along('ball'), toe: along('toe'), bend };
}

/** A pointed foot continues the shin. The shin depends on where the ankle is, so this closes in on it. */
function stretchedFoot(pose: Pose, { side, hip, pole }: { side: Side; hip: Vector; pole: Vector }): Foot {
  const { spot } = legOf(pose, side);
  const tip: Vector = [spot[0], spot[1] + 1, spot[2]];
  let direction = unit(subtract(tip, hip));
  let ankle = subtract(tip, scale(direction, STRETCHED.ankle));
  for (let round = 0; round < 12; round++) {
    const { knee } = solveKnee(hip, ankle, pole);
    direction = unit(mix(direction, unit(subtract(ankle, knee)), 0.5));
    ankle = subtract(tip, scale(direction, STRETCHED.ankle));
  }
  const front = unit(across(pole, direction));
  const arch = (back: number, out: number) => add(subtract(tip, scale(direction, back)), scale(front, out));
  return { ankle, heel: arch(STRETCHED.ankle - 1.5, -3.6), ball: arch(STRETCHED.ball, 0.6), toe: tip };
}

function solveKnee(hip: Vector, ankle: Vector, pole: Vector): { knee: Vector; end: Vector } {
  const line = subtract(ankle, hip);
  const axis = unit(line);
  const distance = Math.min(length(line), THIGH + SHIN - 0.05);
  const along = (THIGH ** 2 - SHIN ** 2 + distance ** 2) / (2 * distance);
  const out = Math.sqrt(Math.max(THIGH ** 2 - along ** 2, 0));
  const side = unit(across(pole, axis));
  return { knee: add(hip, add(scale(axis, along), scale(side, out))), end: add(hip, scale(axis, distance)) };
}

function buildSpine(pose: Pose, pelvis: Joint): Joint[] {
  const joints: Joint[] = [];
  let { at, frame } = pelvis;
  for (const segment of SPINE) {
    const share = 1 / SPINE.length;
    frame = turnFrame(frame, {
      twist: pose.twist * share,
      lean: pose.lean * share,
      side: (pose.side - pose.roll) * share,
    });
    at = add(at, scale(frame.up, segment));
    joints.push({ at, frame });
  }
  return joints;
}

function buildHead(pose: Pose, chest: Joint): Joint {
  const neck = turnFrame(chest.frame, { lean: pose.headNod * 0.4 + 8, side: pose.headTilt * 0.4 });
  const top = add(place(chest.at, chest.frame, [0, 2, -0.5]), scale(neck.up, 9.5));
  const frame = turnFrame(chest.frame, { twist: pose.headTurn, lean: pose.headNod, side: pose.headTilt });
  return { at: place(top, frame, [0, 8.5, 1.2]), frame };
}

function buildArm(pose: Pose, chest: Joint, side: Side): Arm {
  const point = (bone: 'Arm' | 'Forearm' | 'Hand'): Vector =>
    unit(
      place([0, 0, 0], chest.frame, [
        outward(side) * pose[`${side}${bone}Out`],
        pose[`${side}${bone}Up`],
        pose[`${side}${bone}Front`],
      ]),
    );
  const upper = point('Arm');
  const raised = Math.max(0, dot(upper, chest.frame.up));
  // The shoulder blade glides up and in as the arm rises above the shoulder.
  const socket: Vector = [
    (SHOULDER[0] - raised * 1.6) * outward(side),
    SHOULDER[1] + raised * 3.2,
    SHOULDER[2],
  ];
  const shoulder = place(chest.at, chest.frame, socket);
  const elbow = add(shoulder, scale(upper, UPPER_ARM));
  const wrist = add(elbow, scale(point('Forearm'), FOREARM));
  const tip = add(wrist, scale(point('Hand'), HAND));
  return { shoulder, elbow, wrist, tip };
}

/** The axes of a limb between two joints, its front turned towards `front`. */
export function frameAlong(from: Vector, to: Vector, front: Vector): Frame {
  const up = unit(subtract(from, to));
  const ahead = unit(across(front, up));
  return { up, front: ahead, left: cross(up, ahead) };
}
