// Areas of a picture, in shares of its width and height: drawn, moved and resized by dragging or by keyboard.
import type { Region } from '#shared/features/quiz/question.rules.ts';

export type Point = { x: number; y: number };

/** What a finger still hits. */
const SMALLEST = 0.04;

const rounded = (share: number) => Math.round(share * 1000) / 1000;
const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Between two corners, in any direction; never too small to hit, never outside the picture. */
export function regionBetween(one: Point, other: Point): Region {
  const width = clamp(Math.abs(one.x - other.x), SMALLEST, 1);
  const height = clamp(Math.abs(one.y - other.y), SMALLEST, 1);
  return moveRegion(
    { x: Math.min(one.x, other.x), y: Math.min(one.y, other.y), width, height },
    { x: 0, y: 0 },
  );
}

export function moveRegion({ x, y, width, height }: Region, by: Point): Region {
  return {
    x: rounded(clamp(x + by.x, 0, 1 - width)),
    y: rounded(clamp(y + by.y, 0, 1 - height)),
    width: rounded(width),
    height: rounded(height),
  };
}

/** Its top left corner stays where it is. */
export function resizeRegion({ x, y, width, height }: Region, by: Point): Region {
  return {
    x,
    y,
    width: rounded(clamp(width + by.x, SMALLEST, 1 - x)),
    height: rounded(clamp(height + by.y, SMALLEST, 1 - y)),
  };
}

/** What a pointer that went down on the picture does: draws an area, or moves or resizes the one it was on. */
export type RegionDrag = { kind: 'draw' | 'move' | 'resize'; at: number; start: Point; before: Region };

/** A tap isn't a drag. */
const SMALLEST_DRAG = 0.01;

/** The area as the pointer has dragged it so far; null: it hasn't moved yet. */
export function dragRegion({ kind, start, before }: RegionDrag, to: Point): Region | null {
  const by = { x: to.x - start.x, y: to.y - start.y };
  if (Math.hypot(by.x, by.y) < SMALLEST_DRAG) return null;
  if (kind === 'draw') return regionBetween(start, to);
  return kind === 'move' ? moveRegion(before, by) : resizeRegion(before, by);
}

const percent = (share: number) => `${Math.round(share * 100)}%`;

/** “40% from the left, 10% from the top, 20% wide, 30% high” */
export function describeRegion({ x, y, width, height }: Region): string {
  return `${percent(x)} from the left, ${percent(y)} from the top, ${percent(width)} wide, ${percent(height)} high`;
}
