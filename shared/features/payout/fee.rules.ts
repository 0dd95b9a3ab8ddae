// The house's fee: hundredths of a percent inside, percent for people.

/** 1500 is "15", 1250 is "12.5", 5 is "0.05". */
export function percentOf(points: number): string {
  return String(points / 100);
}

const PERCENT = /^\d{1,3}(\.\d{1,2})?$/;

/** Null: no percentage from 0 to 100 with at most two decimals. */
export function pointsOf(percent: string): number | null {
  if (!PERCENT.test(percent)) return null;
  const points = Math.round(Number(percent) * 100);
  return points <= 10_000 ? points : null;
}
