// The source of "now". Services use the clock they are given, so that tests can move time.

export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock for tests that moves only when a test moves it. */
export function movableClock(
  start: Date,
): Clock & { set(to: Date): void; advance(milliseconds: number): void } {
  let current = start.getTime();
  return {
    now: () => new Date(current),
    set(to) {
      current = to.getTime();
    },
    advance(milliseconds) {
      current += milliseconds;
    },
  };
}

const DAY_MS = 24 * 60 * 60 * 1000;

export const daysAfter = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS);
