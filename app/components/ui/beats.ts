// Progress counted in eight beats.

/** Full beats done, 0 to 8. Begun is not yet one; eight only when everything is done. */
export function beatsOf(done: number, total: number): number {
  if (!(total > 0) || !(done > 0)) return 0;
  if (done >= total) return 8;
  return Math.min(Math.floor((done / total) * 8), 7);
}
