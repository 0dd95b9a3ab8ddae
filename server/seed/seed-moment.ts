// When things happened in the demo school, counted back from the moment of seeding.
import { createCoverRandom } from '#server/features/cover/cover-stage.ts';

export const DAY_MS = 86_400_000;
export const MINUTE_MS = 60_000;

/** A moment on that day which is not midnight and not the same for everyone. */
export function momentAgo(now: Date, days: number, spread: string): Date {
  const minutes = createCoverRandom(spread, 'demo moment').whole(0, 600);
  return new Date(now.getTime() - days * DAY_MS - minutes * MINUTE_MS);
}
