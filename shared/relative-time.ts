// How long ago something was, as one would say it: "5 minutes ago", "yesterday".
import { lazily } from './lazily.ts';

const formatter = lazily(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }));

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS = [
  [365 * DAY, 'year'],
  [30 * DAY, 'month'],
  [7 * DAY, 'week'],
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
] as const;

/** Clocks of two machines differ a little: what lies just ahead is now as well. */
export function relativeTime(time: string | Date, now: number = Date.now()): string {
  const distance = new Date(time).getTime() - now;
  const unit = UNITS.find(([length]) => Math.abs(distance) >= length);
  if (!unit) return 'just now';
  const [length, name] = unit;
  return formatter().format(Math.trunc(distance / length), name);
}
