// How the stars are shared out, in whole per cent that sum to a hundred: rounded by themselves they often do not.
export function sharesOf(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const exact = counts.map((count) => (count / total) * 100);
  const whole = exact.map(Math.floor);
  const missing = 100 - whole.reduce((sum, share) => sum + share, 0);
  const byRest = exact
    .map((share, at) => ({ at, rest: share - Math.floor(share) }))
    .toSorted((one, other) => other.rest - one.rest);
  const rounded = new Set(byRest.slice(0, missing).map(({ at }) => at));
  return whole.map((share, at) => (rounded.has(at) ? share + 1 : share));
}
