// A number against the one of as many days before.
import { formatMonth } from '#shared/dates.ts';

export type Trend = {
  /** “+18%”, “−3”, or nothing where there is no difference to speak of. */
  change: string;
  isUp: boolean;
  /** What follows: “on the 30 days before”. */
  words: string;
};

/** Below this a percentage says less than the number itself: from 2 to 3 is not +50%. */
const ENOUGH_FOR_PERCENT = 20;

export function trendOf(total: number, before: number, days: number): Trend {
  const difference = total - before;
  if (difference === 0) return { change: '', isUp: false, words: `as many as in the ${days} days before` };
  const isUp = difference > 0;
  const size =
    before < ENOUGH_FOR_PERCENT
      ? `${Math.abs(difference)}`
      : `${Math.max(1, Math.round((Math.abs(difference) / before) * 100))}%`;
  return { change: `${isUp ? '+' : '−'}${size}`, isUp, words: `on the ${days} days before` };
}

type Day = { day: string; value: number };

/** The first of the best days; undefined when nothing happened on any. */
export function bestDay(series: readonly Day[]): number | undefined {
  const best = Math.max(0, ...series.map(({ value }) => value));
  return best === 0 ? undefined : series.findIndex(({ value }) => value === best);
}

/** “Nov 2026”: short enough for the foot of a chart. */
export const shortMonth = (iso: string): string => formatMonth(iso).replace(/^(\w{3})\w*/, '$1');
