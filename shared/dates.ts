// Formats dates and times: "Nov 13, 2026", "Nov 13, 2026, 2:45 PM", "5 minutes ago". In the reader's time zone.
import { lazy } from './lazy.ts';

const day = lazy(() => new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', year: 'numeric' }));
const shortDay = lazy(() => new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short' }));
const moment = lazy(
  () =>
    new Intl.DateTimeFormat('en-US', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }),
);
const calendarDay = lazy(
  () => new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

export function formatDay(iso: string): string {
  return day().format(new Date(iso));
}

/** Without the year, for dates within the last twelve months. */
export function formatShortDay(iso: string): string {
  return shortDay().format(new Date(iso));
}

export function formatMoment(iso: string): string {
  // Node puts a narrow no-break space before AM and PM, Chrome a plain one.
  return moment().format(new Date(iso)).replace('\u202F', ' ');
}

/** "Thu, Nov 19, 2026, 2:45 PM GMT-3": in a given zone, and naming it. */
export function formatZonedMoment(date: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
    .format(date)
    .replace('\u202F', ' ');
}

/** A calendar day, `2026-11-13`, the same in every time zone. */
export function formatCalendarDay(isoDay: string): string {
  return calendarDay().format(new Date(`${isoDay.slice(0, 10)}T00:00:00Z`));
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

// Public pages are rendered on the server, so they show the same date to everyone (UTC). Formatted by hand, because
// creating an Intl formatter takes a phone a tenth of a second.

/** "November 2026" */
export function formatMonth(iso: string): string {
  const date = new Date(iso);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** "November 13, 2026" */
export function formatFullDay(iso: string): string {
  const date = new Date(iso);
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}

const FORTNIGHT_MS = 14 * 24 * 60 * 60_000;

/** Relative for two weeks, then the date. */
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

/** Clocks differ slightly, so times a little in the future are "just now" too. */
export function relativeTime(time: string | Date, now: number = Date.now()): string {
  const distance = new Date(time).getTime() - now;
  const unit = UNITS.find(([length]) => Math.abs(distance) >= length);
  if (!unit) return 'just now';
  const [length, name] = unit;
  return formatter().format(Math.trunc(distance / length), name);
}
