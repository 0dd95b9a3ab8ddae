import { expect, it } from 'vitest';
import {
  formatAgo,
  formatCalendarDay,
  formatDay,
  formatFullDay,
  formatMoment,
  formatMonth,
  relativeTime,
} from './dates.ts';

const now = Date.parse('2026-11-15T12:00:00Z');

it.each([
  ['2026-11-15T11:55:00Z', '5 minutes ago'],
  ['2026-11-14T10:00:00Z', 'yesterday'],
  ['2026-10-01T12:00:00Z', 'Oct 1, 2026'],
])('formatAgo: %s is %s', (iso, text) => {
  expect(formatAgo(iso, now)).toBe(text);
});

it('formats a calendar day the same in every time zone', () => {
  expect(formatCalendarDay('2026-11-13')).toBe('Nov 13');
});

it('formats a day with its year, and a moment with a 12-hour clock', () => {
  expect(formatDay('2026-11-13T12:00:00Z')).toBe('Nov 13, 2026');
  expect(formatMoment('2026-11-13T12:00:00')).toBe('Nov 13, 2026, 12:00 PM');
});

it.each([
  ['2026-11-13T12:00:00Z', 'November 13, 2026', 'November 2026'],
  // Late evening in New York is the next day in UTC; the server and every reader show the same day.
  ['2026-01-31T23:59:59-05:00', 'February 1, 2026', 'February 2026'],
])('formats %s on public pages as %s', (iso, day, month) => {
  expect(formatFullDay(iso)).toBe(day);
  expect(formatMonth(iso)).toBe(month);
});

const NOW = Date.parse('2026-05-20T12:00:00Z');

it.each([
  ['2026-05-20T12:00:20Z', 'just now'],
  ['2026-05-20T11:59:10Z', 'just now'],
  ['2026-05-20T11:59:00Z', '1 minute ago'],
  ['2026-05-20T11:01:00Z', '59 minutes ago'],
  ['2026-05-20T09:10:00Z', '2 hours ago'],
  ['2026-05-19T11:00:00Z', 'yesterday'],
  ['2026-05-16T11:00:00Z', '4 days ago'],
  ['2026-05-13T11:00:00Z', 'last week'],
  ['2026-04-01T11:00:00Z', 'last month'],
  ['2024-04-01T11:00:00Z', '2 years ago'],
  ['2026-05-20T15:00:00Z', 'in 3 hours'],
])('%s was %s', (time, text) => {
  expect(relativeTime(time, NOW)).toBe(text);
});
