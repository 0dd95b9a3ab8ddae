// Days and times in words: "13 Nov 2026", "13 Nov 2026, 14:45". Always in the time zone of whoever reads.
import { lazy } from './lazy.ts';

const day = lazy(() => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }));
const shortDay = lazy(() => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }));
const moment = lazy(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }),
);
const calendarDay = lazy(
  () => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

export function formatDay(iso: string): string {
  return day().format(new Date(iso));
}

/** Without the year, for what is surely of the last twelve months. */
export function formatShortDay(iso: string): string {
  return shortDay().format(new Date(iso));
}

export function formatMoment(iso: string): string {
  return moment().format(new Date(iso));
}

/** A day of the calendar, `2026-11-13`, which is the same day in every time zone. */
export function formatCalendarDay(isoDay: string): string {
  return calendarDay().format(new Date(`${isoDay.slice(0, 10)}T00:00:00Z`));
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

// What public pages say is the same for every reader, as the server draws it too; and it is put together by hand, as a
// phone takes a tenth of a second to wake up a formatter.

/** "November 2026" */
export function formatMonth(iso: string): string {
  const date = new Date(iso);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** "13 November 2026" */
export function formatFullDay(iso: string): string {
  return `${new Date(iso).getUTCDate()} ${formatMonth(iso)}`;
}

const FORTNIGHT_MS = 14 * 24 * 60 * 60_000;

/** How long ago it was; once that is long, the day. */
export function formatAgo(iso: string, now: number = Date.now()): string {
  return now - new Date(iso).getTime() < FORTNIGHT_MS ? relativeTime(iso, now) : formatDay(iso);
}

const formatter = lazy(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }));

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
