// How many people looked at what the demo sellers have on sale, day by day: many when it is new, more on the evenings
// before school and in autumn, and never fewer than took it that day.
import { createCoverRandom } from '#server/features/cover/cover-random.ts';
import { DAY_MS } from '../seed-moment.ts';
import type { Holding, Ware } from './catalogue-history.ts';

/** Anyone can be these two, and reads their charts. A history for every shop would only slow the first start. */
const WATCHED: readonly string[] = ['seller', 'multi'];

/** From Sunday, and from January. */
const WEEK = [1.35, 1.2, 1, 1.05, 0.95, 0.65, 0.8];
const YEAR = [1.15, 1.05, 1, 0.95, 0.9, 0.75, 0.6, 0.95, 1.35, 1.2, 1.05, 0.7];

export type SeedViews = { key: string; day: string; views: number };

export function composeViews(
  wares: Iterable<Ware>,
  holdings: readonly Holding[],
  now: Date,
): readonly SeedViews[] {
  const taken = Map.groupBy(holdings, ({ ware }) => ware.key);
  return [...wares]
    .filter(({ itemType, owner }) => itemType === 'resource' && WATCHED.includes(owner))
    .flatMap((ware) => viewsOf(ware, taken.get(ware.key) ?? [], now));
}

/** Whoever took it looked first, and so did many others in the weeks around; some come by on any day. */
function viewsOf(ware: Ware, holdings: readonly Holding[], now: Date): SeedViews[] {
  const dice = createCoverRandom(ware.key, 'demo views');
  const start = ware.publishedAt.getTime();
  const usual = dice.between(0.2, 0.9);
  const views = new Map<string, number>();
  const add = (time: number, count: number) => {
    if (count > 0 && time >= start && time <= now.getTime())
      views.set(dayOf(time), (views.get(dayOf(time)) ?? 0) + count);
  };
  for (let time = start; time <= now.getTime(); time += DAY_MS) {
    const novelty = 1 + 3 * Math.exp((start - time) / (9 * DAY_MS));
    add(time, Math.floor(usual * novelty * seasonOf(time) + dice.between(0, 1)));
  }
  for (const { at } of holdings) {
    add(at.getTime(), 1);
    for (let lookers = dice.whole(16, 40); lookers > 0; lookers--) {
      const time = at.getTime() + dice.between(-24, 12) * DAY_MS;
      // Fewer come on the days on which few do.
      if (dice.between(0, 1.6) < seasonOf(time)) add(time, 1);
    }
  }
  return [...views].map(([day, count]) => ({ key: ware.key, day, views: count }));
}

function seasonOf(time: number): number {
  const date = new Date(time);
  return (WEEK[date.getUTCDay()] ?? 1) * (YEAR[date.getUTCMonth()] ?? 1);
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
