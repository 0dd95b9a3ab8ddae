// Days and times in lists: “9:12 AM” today, “Sunday” this week, “Nov 10” before that.
import { formatDay, formatShortDay } from '#shared/dates.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Whole days between two moments by the reader's calendar. */
export function daysBetween(earlier: Date, later: Date): number {
  const start = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  return Math.round((start(later) - start(earlier)) / DAY_MS);
}

const weekday = (date: Date) => date.toLocaleDateString('en-US', { weekday: 'long' });

export function timeOf(iso: string): string {
  return new Date(iso)
    .toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
    .replace('\u202F', ' ');
}

/** For a list. */
export function shortMoment(iso: string, now = new Date()): string {
  const date = new Date(iso);
  const days = daysBetween(date, now);
  if (days <= 0) return timeOf(iso);
  if (days < 7) return weekday(date);
  return days < 300 ? formatShortDay(iso) : formatDay(iso);
}

/** Over the messages of a day. */
export function dayName(iso: string, now = new Date()): string {
  const date = new Date(iso);
  const days = daysBetween(date, now);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  const year = days < 300 ? {} : ({ year: 'numeric' } as const);
  return date.toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric', ...year });
}
