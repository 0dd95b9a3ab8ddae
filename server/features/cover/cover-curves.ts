// The small mathematics of the covers: points, curves, gestures, and how wide a cut is along its way.

export type Point = readonly [x: number, y: number];
export type Curve = (t: number) => Point;
/** A curve that moves: t runs along the line, k through the time of the movement, both 0 to 1. */
export type Gesture = (t: number, k: number) => Point;
/** The four control points of one Bézier curve. */
export type Pose = readonly [Point, Point, Point, Point];
/** Width along a cut, 0 to about 1, for t from 0 to 1. */
export type Profile = (t: number) => number;

export const TAU = Math.PI * 2;

export function lerp(a: number, b: number, k: number): number {
  return a + (b - a) * k;
}

export function lerpPoint(a: Point, b: Point, k: number): Point {
  return [lerp(a[0], b[0], k), lerp(a[1], b[1], k)];
}

export function ease(k: number): number {
  return k * k * (3 - 2 * k);
}

export function polar(angle: number, radius: number): Point {
  return [Math.cos(angle) * radius, Math.sin(angle) * radius];
}

export function bezier([p0, p1, p2, p3]: Pose): Curve {
  return (t) => {
    const u = 1 - t;
    const a = u * u * u;
    const b = 3 * u * u * t;
    const c = 3 * u * t * t;
    const d = t * t * t;
    return [a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0], a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1]];
  };
}

/** The curve travels from one pose to another as time k goes from 0 to 1. */
export function gesture(from: Pose, to: Pose): Gesture {
  return (t, k) =>
    bezier([
      lerpPoint(from[0], to[0], k),
      lerpPoint(from[1], to[1], k),
      lerpPoint(from[2], to[2], k),
      lerpPoint(from[3], to[3], k),
    ])(t);
}

export const leaf: Profile = (t) => Math.pow(Math.sin(Math.PI * Math.min(1, Math.max(0, t))), 0.85);
export const comma: Profile = (t) => Math.pow(Math.sin(Math.PI * Math.pow(t, 0.55)), 0.8);
export const crescent: Profile = (t) => Math.pow(Math.sin(Math.PI * t), 0.62);
