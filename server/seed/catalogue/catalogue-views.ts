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

function viewsOf(ware: Ware, holdings: readonly Holding[], now: Date): SeedViews[] {
  const dice = createCoverRandom(ware.key, 'demo views');
  const takers = Map.groupBy(holdings, ({ at }) => dayOf(at.getTime()));
  const start = ware.publishedAt.getTime();
  const dayCount = Math.floor((now.getTime() - start) / DAY_MS) + 1;
  // Of a hundred who look, three to seven take it.
  const usual = ((holdings.length + 1) * dice.between(14, 30)) / dayCount;
  return Array.from({ length: dayCount }, (_, age): SeedViews => {
    const time = start + age * DAY_MS;
    const date = new Date(time);
    const season = (WEEK[date.getUTCDay()] ?? 1) * (YEAR[date.getUTCMonth()] ?? 1);
    const novelty = 1 + 1.8 * Math.exp(-age / 9);
    const growth = 0.75 + (0.5 * age) / dayCount;
    const expected = usual * season * novelty * growth * dice.between(0.35, 1.65);
    const day = dayOf(time);
    const chance = Math.floor(expected + dice.between(0, 1));
    return { key: ware.key, day, views: Math.max(chance, takers.get(day)?.length ?? 0) };
  }).filter(({ views }) => views > 0);
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
