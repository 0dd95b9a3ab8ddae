// Days and times in words: "13 Nov 2026", "13 Nov 2026, 14:45". Always in the time zone of whoever reads.
import { lazily } from './lazily.ts';
import { relativeTime } from './relative-time.ts';

const day = lazily(
  () => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' }),
);
const shortDay = lazily(() => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' }));
const moment = lazily(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    }),
);
const calendarDay = lazily(
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
