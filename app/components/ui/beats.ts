// Progress counted in eight beats.

/** Completed beats, 0 to 8; eight only when everything is done. */
export function beatsOf(done: number, total: number): number {
  if (!(total > 0) || !(done > 0)) return 0;
  if (done >= total) return 8;
  return Math.min(Math.floor((done / total) * 8), 7);
}
