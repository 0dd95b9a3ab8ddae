// The little vector geometry the figure needs. World axes: x to the viewer's right, y up, z towards the viewer;
// centimetres.
export type Vector = readonly [number, number, number];
/** The axes of a body part: towards the dancer's left, up along the part, and out of its front. */
export type Frame = { left: Vector; up: Vector; front: Vector };

export const UP: Vector = [0, 1, 0];

export function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function scale(a: Vector, by: number): Vector {
  return [a[0] * by, a[1] * by, a[2] * by];
}

export function mix(a: Vector, b: Vector, share: number): Vector {
  return add(scale(a, 1 - share), scale(b, share));
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function length(a: Vector): number {
  return Math.hypot(...a);
}

export function unit(a: Vector): Vector {
  const size = length(a);
  return size < 1e-9 ? UP : scale(a, 1 / size);
}

/** What is left of `a` once its share along the unit vector `axis` is taken away. */
export function across(a: Vector, axis: Vector): Vector {
  return subtract(a, scale(axis, dot(a, axis)));
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

/** A horizontal direction; 0 faces the viewer, 90 the viewer's right. */
export function heading(degrees: number): Vector {
  return [Math.sin(radians(degrees)), 0, Math.cos(radians(degrees))];
}

function rotate(a: Vector, axis: Vector, degrees: number): Vector {
  const [cos, sin] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))];
  return add(add(scale(a, cos), scale(cross(axis, a), sin)), scale(axis, dot(axis, a) * (1 - cos)));
}

export function frameFacing(degrees: number): Frame {
  return { left: heading(degrees + 90), up: UP, front: heading(degrees) };
}

/** Turns a frame about its own axes: `twist` to the dancer's left, then `lean` forwards, then `side` to the left. */
export function turnFrame(frame: Frame, { twist = 0, lean = 0, side = 0 }): Frame {
  const spin = (current: Frame, axis: Vector, degrees: number): Frame => ({
    left: rotate(current.left, axis, degrees),
    up: rotate(current.up, axis, degrees),
    front: rotate(current.front, axis, degrees),
  });
  const twisted = spin(frame, frame.up, twist);
  const leaning = spin(twisted, twisted.left, lean);
  return spin(leaning, leaning.front, -side);
}

/** A point given in a frame's own axes. */
export function place(origin: Vector, frame: Frame, [left, up, front]: Vector): Vector {
  return add(add(origin, scale(frame.left, left)), add(scale(frame.up, up), scale(frame.front, front)));
}
