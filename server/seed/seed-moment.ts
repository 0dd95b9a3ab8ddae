// Times in the demo school, counted back from the moment of seeding.
import { createCoverRandom } from '#server/features/cover/cover-stage.ts';

export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;

/** Some time around that many days ago, different for each `spread` but always the same for one. */
export function momentAgo(now: Date, days: number, spread: string): Date {
  const minutes = createCoverRandom(spread, 'demo moment').whole(0, 600);
  return new Date(now.getTime() - days * DAY_MS - minutes * MINUTE_MS);
}
