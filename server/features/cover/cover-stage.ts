// The stage a rhythm draws on: turns gestures into SVG paths as veils (fine lines, a long exposure),
// cuts (flat paper), shapes, bands and the one disc.
import { mixInk, type Palette } from './cover-palettes.ts';

type StageOptions = {
  width: number;
  height: number;
  palette: Palette;
  random: CoverRandom;
  bare: boolean;
};

type VeilOptions = {
  /** Moments drawn on a large cover; small covers get fewer. */
  n?: number;
  points?: number;
  weight?: number;
  angular?: boolean;
  fade?: number;
};

type CutOptions = {
  width: number;
  profile?: Profile;
  color?: string;
  points?: number;
  from?: number;
  to?: number;
};

export type Stage = {
  /** Half the width and half the height; the unit is half the side of a square of the same area. */
  X: number;
  Y: number;
  palette: Palette;
  random: CoverRandom;
  /** Where we stand: turn, come closer, step aside. */
  look: (angle: number, zoom?: number, x?: number, y?: number) => void;
  /** Long exposure: the gesture drawn at n moments. */
  veil: (line: Gesture, options?: VeilOptions) => void;
  /** Cut paper: a shape of varying width laid along a curve. */
  cut: (line: Curve, options: CutOptions) => void;
  shape: (points: readonly Point[], color: string, angular?: boolean) => void;
  band: (points: readonly Point[], width: number, color: string) => void;
  disc: (x: number, y: number, radius: number, color?: string) => void;
  svg: () => string;
};

export type Rhythm = (stage: Stage) => void;

const ORIGIN: Point = [0, 0];

// One decimal is a tenth of a pixel: finer than the eye, and it halves the size of the file.
function tenths(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function hundredths(value: number): string {
  return String(Number(tenths(value * 10)) / 10);
}

function thousandths(value: number): string {
  return String(Number(tenths(value * 100)) / 100);
}

type Place = (point: Point) => string;

function straightPath(points: readonly Point[], closed: boolean, place: Place): string {
  const corners = points.map((point, index) => (index > 0 ? 'L' : 'M') + place(point)).join('');
  return corners + (closed ? 'Z' : '');
}

// Catmull-Rom through every point, written as cubic Béziers.
function smoothPath(points: readonly Point[], closed: boolean, place: Place): string {
  const n = points.length;
  const pointAt = (index: number): Point =>
    points[closed ? (index + n) % n : Math.max(0, Math.min(n - 1, index))] ?? ORIGIN;
  let path = `M${place(pointAt(0))}`;
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [p0, p1, p2, p3] = [pointAt(i - 1), pointAt(i), pointAt(i + 1), pointAt(i + 2)];
    const leave: Point = [p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6];
    const arrive: Point = [p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6];
    path += `C${place(leave)} ${place(arrive)} ${place(p2)}`;
  }
  return closed ? `${path}Z` : path;
}

function cutOutline(line: Curve, options: CutOptions, phase: number): Point[] {
  const { width, profile = leaf, points = 22, from = 0, to = 1 } = options;
  const left: Point[] = [];
  const right: Point[] = [];
  const step = 0.004;
  for (let i = 0; i <= points; i++) {
    const u = (1 - Math.cos((Math.PI * i) / points)) / 2; // closer steps at the tips
    const t = lerp(from, to, u);
    const point = line(t);
    const before = line(t - step);
    const after = line(t + step);
    const length = Math.hypot(after[0] - before[0], after[1] - before[1]) || 1;
    const nx = -(after[1] - before[1]) / length;
    const ny = (after[0] - before[0]) / length;
    const half = width * profile(u) * (1 + 0.05 * Math.sin(u * 9 + phase)); // scissors are not a compass
    left.push([point[0] + nx * half, point[1] + ny * half]);
    right.unshift([point[0] - nx * half, point[1] - ny * half]);
  }
  return [...left, ...right];
}

function veilPaths(
  line: Gesture,
  options: VeilOptions,
  palette: Palette,
  shortSide: number,
  place: Place,
): string[] {
  const { n = 30, points = 18, weight = 1, angular = false, fade = 0.12 } = options;
  const count = Math.round(n * Math.min(1, Math.max(0.34, shortSide / 420)));
  const stroke = Math.max(0.8, shortSide * 0.0027 * weight);
  return Array.from({ length: count }, (_, i) => {
    const k = count < 2 ? 1 : i / (count - 1);
    const moment = Array.from({ length: points + 1 }, (__, j) => line(j / points, k));
    const path = angular ? straightPath(moment, false, place) : smoothPath(moment, false, place);
    return (
      `<path d="${path}" fill="none" stroke="${mixInk(palette.veilFrom, palette.veilTo, k)}"` +
      ` stroke-width="${hundredths(stroke * lerp(0.7, 1.35, k))}"` +
      ` stroke-opacity="${thousandths(lerp(fade, 0.95, Math.pow(k, 1.1)))}"` +
      ' stroke-linecap="round" stroke-linejoin="round"/>'
    );
  });
}

export function createStage({ width, height, palette, random, bare }: StageOptions): Stage {
  const unit = Math.sqrt(width * height) / 2;
  const shortSide = Math.min(width, height);
  const flip = random.sign();
  const camera = { angle: 0, zoom: 1, x: 0, y: 0 };
  const out: string[] = [];
  const place: Place = ([x, y]) => {
    const { angle, zoom } = camera;
    const px = (x * Math.cos(angle) - y * Math.sin(angle)) * zoom + camera.x;
    const py = (x * Math.sin(angle) + y * Math.cos(angle)) * zoom + camera.y;
    return `${tenths(width / 2 + px * unit * flip)} ${tenths(height / 2 + py * unit)}`;
  };
  return {
    X: width / 2 / unit,
    Y: height / 2 / unit,
    palette,
    random,
    look(angle, zoom = 1, x = 0, y = 0) {
      Object.assign(camera, { angle, zoom, x, y });
    },
    veil(line, options = {}) {
      out.push(...veilPaths(line, options, palette, shortSide, place));
    },
    cut(line, options) {
      const outline = cutOutline(line, options, random.between(0, TAU));
      out.push(`<path d="${smoothPath(outline, true, place)}" fill="${options.color ?? palette.cut}"/>`);
    },
    shape(points, color, angular = true) {
      if (bare && color === palette.field) return;
      const path = angular ? straightPath(points, true, place) : smoothPath(points, true, place);
      out.push(`<path d="${path}" fill="${color}"/>`);
    },
    band(points, bandWidth, color) {
      out.push(
        `<path d="${straightPath(points, false, place)}" fill="none" stroke="${color}"` +
          ` stroke-width="${tenths(bandWidth * unit * camera.zoom)}" stroke-linejoin="miter" stroke-miterlimit="8"/>`,
      );
    },
    disc(x, y, radius, color = palette.disc) {
      if (bare) return;
      const [cx, cy] = place([x, y]).split(' ');
      out.push(`<circle cx="${cx}" cy="${cy}" r="${tenths(radius * unit * camera.zoom)}" fill="${color}"/>`);
    },
    svg: () => out.join(''),
  };
}

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

export type CoverRandom = {
  /** A number from a up to, not including, b. */
  between: (a: number, b: number) => number;
  /** A whole number from a to b, both included. */
  whole: (a: number, b: number) => number;
  sign: () => 1 | -1;
  /** True half of the time. */
  coin: () => boolean;
  pick: <T>(list: readonly [T, ...T[]]) => T;
};

// FNV-1a over code points, then the finishing steps of MurmurHash3: near seeds (1, 2, 3) must land far apart.
function hashSeed(text: string): number {
  let hash = 2166136261;
  for (const character of text) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 16777619);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** mulberry32: tiny, fast and the same on every machine, unlike Math.random. */
export function createCoverRandom(seed: string | number, style: string): CoverRandom {
  let state = hashSeed(`${style}/${seed}`);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  for (let warmUp = 0; warmUp < 6; warmUp++) next();
  return {
    between: (a, b) => a + (b - a) * next(),
    whole: (a, b) => Math.floor(a + (b - a + 1) * next()),
    sign: () => (next() < 0.5 ? -1 : 1),
    coin: () => next() < 0.5,
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
  };
}
