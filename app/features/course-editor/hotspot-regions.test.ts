import { describe, expect, it } from 'vitest';
import { describeRegion, dragRegion, moveRegion, regionBetween, resizeRegion } from './hotspot-regions.ts';

describe('areas of a picture', () => {
  it('are drawn between two corners, in any direction', () => {
    const area = { x: 0.2, y: 0.3, width: 0.4, height: 0.2 };
    expect(regionBetween({ x: 0.2, y: 0.3 }, { x: 0.6, y: 0.5 })).toEqual(area);
    expect(regionBetween({ x: 0.6, y: 0.5 }, { x: 0.2, y: 0.3 })).toEqual(area);
  });

  it('are never too small to hit and stay inside the picture', () => {
    expect(regionBetween({ x: 1, y: 1 }, { x: 1, y: 1 })).toEqual({
      x: 0.96,
      y: 0.96,
      width: 0.04,
      height: 0.04,
    });
    const area = { x: 0.8, y: 0.1, width: 0.2, height: 0.2 };
    expect(moveRegion(area, { x: 0.1, y: -0.5 })).toEqual({ ...area, y: 0 });
    expect(resizeRegion(area, { x: 0.1, y: -0.5 })).toEqual({ ...area, height: 0.04 });
  });

  it('are drawn, moved and resized by dragging; a tap does nothing', () => {
    const before = { x: 0.2, y: 0.2, width: 0.2, height: 0.2 };
    const drag = { at: 0, start: { x: 0.3, y: 0.3 }, before };
    const to = { x: 0.4, y: 0.5 };
    expect(dragRegion({ ...drag, kind: 'draw' }, to)).toEqual({ x: 0.3, y: 0.3, width: 0.1, height: 0.2 });
    expect(dragRegion({ ...drag, kind: 'move' }, to)).toEqual({ ...before, x: 0.3, y: 0.4 });
    expect(dragRegion({ ...drag, kind: 'resize' }, to)).toEqual({ ...before, width: 0.3, height: 0.4 });
    expect(dragRegion({ ...drag, kind: 'draw' }, { x: 0.301, y: 0.3 })).toBeNull();
  });

  it('are described in words', () => {
    expect(describeRegion({ x: 0.25, y: 0.1, width: 0.5, height: 0.333 })).toBe(
      '25% from the left, 10% from the top, 50% wide, 33% high',
    );
  });
});
