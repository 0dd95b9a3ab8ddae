// Compares a count with the same number of days before.
import { formatMonth } from '#shared/dates.ts';

export type Trend = {
  /** “+18%”, “−3”, or empty without a difference. */
  change: string;
  isUp: boolean;
  /** “vs. the previous 30 days” */
  text: string;
};

/** Below this a percentage misleads: 2 to 3 would be +50%. */
const ENOUGH_FOR_PERCENT = 20;

export function trendOf(total: number, before: number, days: number): Trend {
  const difference = total - before;
  if (difference === 0) return { change: '', isUp: false, text: `same as the previous ${days} days` };
  const isUp = difference > 0;
  const size =
    before < ENOUGH_FOR_PERCENT
      ? `${Math.abs(difference)}`
      : `${Math.max(1, Math.round((Math.abs(difference) / before) * 100))}%`;
  return { change: `${isUp ? '+' : '−'}${size}`, isUp, text: `vs. the previous ${days} days` };
}

type Day = { day: string; value: number };

/** The index of the first best day; undefined when every value is 0. */
export function bestDay(series: readonly Day[]): number | undefined {
  const best = Math.max(0, ...series.map(({ value }) => value));
  return best === 0 ? undefined : series.findIndex(({ value }) => value === best);
}

/** “Nov 2026”: short enough for a chart's axis. */
export const shortMonth = (iso: string): string => formatMonth(iso).replace(/^(\w{3})\w*/, '$1');
