// Where an element being moved settles: on the page's margins and middle, and on the edges and middles of others.
import type { Box } from './layout-changes.ts';

/** A line to show while it is snapped: `at` points from the left (x) or the top (y). */
export type Guide = { axis: 'x' | 'y'; at: number; label: string };

/** Half an inch, which every printer can reach. */
export const MARGIN = 36;

type Page = { width: number; height: number };
type Target = { at: number; label: string };

function targetsOf(axis: 'x' | 'y', page: Page, others: readonly (Box & { label: string })[]): Target[] {
  const length = axis === 'x' ? page.width : page.height;
  const [start, end] = axis === 'x' ? ['left', 'right'] : ['top', 'bottom'];
  return [
    { at: MARGIN, label: `the ${start} margin` },
    { at: length - MARGIN, label: `the ${end} margin` },
    { at: length / 2, label: 'the middle of the page' },
    ...others.flatMap((other) => {
      const from = other[axis];
      const extent = axis === 'x' ? other.width : other.height;
      return [from, from + extent / 2, from + extent].map((at) => ({ at, label: other.label }));
    }),
  ];
}

function snapAxis(axis: 'x' | 'y', box: Box, targets: readonly Target[], reach: number) {
  const extent = axis === 'x' ? box.width : box.height;
  let best: { by: number; guide: Guide } | undefined;
  for (const edge of [0, extent / 2, extent]) {
    for (const { at, label } of targets) {
      const by = at - (box[axis] + edge);
      if (Math.abs(by) > reach || (best && Math.abs(by) >= Math.abs(best.by))) continue;
      best = { by, guide: { axis, at, label } };
    }
  }
  return best;
}

/** Each axis snaps to the nearest line within `reach` points. */
export function snapBox(
  box: Box,
  { page, others, reach }: { page: Page; others: readonly (Box & { label: string })[]; reach: number },
): { box: Box; guides: Guide[] } {
  const x = snapAxis('x', box, targetsOf('x', page, others), reach);
  const y = snapAxis('y', box, targetsOf('y', page, others), reach);
  return {
    box: { ...box, x: box.x + (x?.by ?? 0), y: box.y + (y?.by ?? 0) },
    guides: [x, y].flatMap((found) => (found ? [found.guide] : [])),
  };
}

/** “Snapped to the left margin and Floor line.” */
export function describeGuides(guides: readonly Guide[]): string {
  return guides.length === 0 ? '' : `Snapped to ${guides.map(({ label }) => label).join(' and ')}.`;
}
