// Which lines of a scrolling list are shown whole, and how much of it to cover so that none is cut.
export type Hidden = {
  /** Lines that are not whole above the cover. */
  count: number;
  /** Height of the cover, in pixels. */
  cover: number;
};

export const NOTHING_HIDDEN: Hidden = { count: 0, cover: 0 };

/** The least height of the cover, a touch target. */
const COVER_PX = 44;

/** `ends` are the lower edges of the lines, from the top of the visible part. */
export function restBelow(ends: readonly number[], height: number): Hidden {
  const last = ends.at(-1);
  if (last === undefined || last <= height + 1) return NOTHING_HIDDEN;
  const whole = ends.filter((end) => end <= height - COVER_PX);
  const lastWhole = whole.at(-1) ?? 0;
  // A single line taller than the list is better cut than covered.
  const cover = lastWhole > 0 ? Math.floor(height - lastWhole) : COVER_PX;
  return { count: ends.length - whole.length, cover };
}

/** The space after the last line with which as many of the last lines as fit fill the list. */
export function roomAtEnd(heights: readonly number[], height: number): number {
  const total = heights.reduce((sum, one) => sum + one, 0);
  if (total <= height) return 0;
  let shown = 0;
  for (const one of heights.toReversed()) {
    if (shown + one > height) break;
    shown += one;
  }
  return shown > 0 ? Math.floor(height - shown) : 0;
}
