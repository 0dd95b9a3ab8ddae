// Turns chains of ellipsoids in space into flat outlines: each pair of neighbours is wrapped in its convex hull, and
// the hulls of a chain make one smooth, tapered shape from whatever side it is seen.
import { dot, radians, scale, type Frame, type Vector } from './vector.ts';

export type Spot = readonly [number, number];
/** `half`: its half widths to the left, along the part, and to the front. */
export type Ellipsoid = { at: Vector; frame: Frame; half: Vector };

const CAMERA_PITCH = radians(7);
const SCALE = 1.86;
const FLOOR = { x: 427, y: 424 };
const CORNERS = 16;

/** Towards the eye: greater is nearer. */
const EYE: Vector = [0, Math.sin(CAMERA_PITCH), Math.cos(CAMERA_PITCH)];

export function project(point: Vector): Spot {
  const [x, y] = flatten(point);
  return [FLOOR.x + x, FLOOR.y + y];
}

export function nearness(point: Vector): number {
  return dot(point, EYE);
}

/** A direction or size on the picture. */
function flatten([x, y, z]: Vector): Spot {
  return [SCALE * x, -SCALE * (y * Math.cos(CAMERA_PITCH) - z * Math.sin(CAMERA_PITCH))];
}

/** The outline of an ellipsoid is an ellipse: the square root of the sum of its flattened axes. */
export function outline({ at, frame, half }: Ellipsoid): Spot[] {
  const axes = [scale(frame.left, half[0]), scale(frame.up, half[1]), scale(frame.front, half[2])].map(
    flatten,
  );
  const sum = (pick: (axis: Spot) => number) => axes.reduce((total, axis) => total + pick(axis), 0);
  const [xx, xy, yy] = [sum(([x]) => x * x), sum(([x, y]) => x * y), sum(([, y]) => y * y)];
  const a = Math.sqrt(xx);
  const b = xy / a;
  const c = Math.sqrt(Math.max(yy - b * b, 0.01));
  const [x, y] = project(at);
  return Array.from({ length: CORNERS }, (_, corner) => {
    const angle = (2 * Math.PI * corner) / CORNERS;
    return [x + a * Math.cos(angle), y + b * Math.cos(angle) + c * Math.sin(angle)] as const;
  });
}

/** Andrew's monotone chain. Always the same way round, so that overlapping hulls fill as one. */
export function hull(spots: readonly Spot[]): Spot[] {
  const sorted = spots.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (ordered: readonly Spot[]): Spot[] => {
    const kept: Spot[] = [];
    for (const spot of ordered) {
      while (kept.length > 1 && !turnsLeft(kept.at(-2), kept.at(-1), spot)) kept.pop();
      kept.push(spot);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

function turnsLeft(a: Spot | undefined, b: Spot | undefined, c: Spot): boolean {
  return !a || !b || (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
}

export function polygon(spots: readonly Spot[]): string {
  return `M${spots.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
}

/** The path of a chain of ellipsoids. */
export function chain(parts: readonly Ellipsoid[]): string {
  return parts
    .slice(1)
    .map((part, index) => wrap(parts[index] ?? part, part))
    .join('');
}

function wrap(a: Ellipsoid, b: Ellipsoid): string {
  return isBall(a) && isBall(b) ? wrapBalls(a, b) : polygon(hull([...outline(a), ...outline(b)]));
}

function isBall({ half }: Ellipsoid): boolean {
  return half[0] === half[1] && half[1] === half[2];
}

/** Two circles and their common tangents, the same way round as a hull. */
function wrapBalls(a: Ellipsoid, b: Ellipsoid): string {
  const [from, to] = [project(a.at), project(b.at)];
  const [start, end] = [a.half[0] * SCALE, b.half[0] * SCALE];
  const distance = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const on = ([x, y]: Spot, radius: number, angle: number) =>
    `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  if (distance <= Math.abs(start - end) + 0.01) {
    const [centre, radius] = start > end ? [from, start] : [to, end];
    const arc = `A${radius} ${radius} 0 0 1`;
    return `M${on(centre, radius, 0)}${arc} ${on(centre, radius, Math.PI)}${arc} ${on(centre, radius, 0)}Z`;
  }
  const line = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const spread = Math.acos((start - end) / distance);
  const arc = (radius: number, isLong: boolean) =>
    `A${radius.toFixed(2)} ${radius.toFixed(2)} 0 ${isLong ? 1 : 0} 1 `;
  return (
    `M${on(from, start, line + spread)}${arc(start, spread < Math.PI / 2)}${on(from, start, line - spread)}` +
    `L${on(to, end, line - spread)}${arc(end, spread > Math.PI / 2)}${on(to, end, line + spread)}Z`
  );
}

/** The part of an ellipsoid that `isShown` picks, by its own axes, and that faces the eye: a face, a hairline. */
export function visiblePatch({ at, frame, half }: Ellipsoid, isShown: (point: Vector) => boolean): Spot[] {
  const spots: Spot[] = [];
  for (let around = 0; around < 360; around += 10) {
    for (let up = -90; up <= 90; up += 10) {
      const [level, angle] = [Math.cos(radians(up)), radians(around)];
      const point: Vector = [Math.sin(angle) * level, Math.sin(radians(up)), Math.cos(angle) * level];
      const normal = toWorld(frame, [point[0] / half[0], point[1] / half[1], point[2] / half[2]]);
      if (!isShown(point) || dot(normal, EYE) < 0) continue;
      const offset = toWorld(frame, [point[0] * half[0], point[1] * half[1], point[2] * half[2]]);
      spots.push(project([at[0] + offset[0], at[1] + offset[1], at[2] + offset[2]]));
    }
  }
  return hull(spots);
}

function toWorld({ left, up, front }: Frame, [x, y, z]: Vector): Vector {
  return [
    left[0] * x + up[0] * y + front[0] * z,
    left[1] * x + up[1] * y + front[1] * z,
    left[2] * x + up[2] * y + front[2] * z,
  ];
}
