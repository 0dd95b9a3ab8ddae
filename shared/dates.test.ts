import { expect, it } from 'vitest';
import { formatAgo, formatCalendarDay, formatDay, formatFullDay, formatMonth } from './dates.ts';

const now = Date.parse('2026-11-15T12:00:00Z');

it.each([
  ['2026-11-15T11:55:00Z', '5 minutes ago'],
  ['2026-11-14T10:00:00Z', 'yesterday'],
  ['2026-10-01T12:00:00Z', '1 Oct 2026'],
])('%s was %s', (iso, words) => {
  expect(formatAgo(iso, now)).toBe(words);
});

it('a day of the calendar is that day everywhere', () => {
  expect(formatCalendarDay('2026-11-13')).toBe('13 Nov');
});

it('a day names its year', () => {
  expect(formatDay('2026-11-13T12:00:00Z')).toBe('13 Nov 2026');
});

it.each([
  ['2026-11-13T12:00:00Z', '13 November 2026', 'November 2026'],
  // Late in the evening in New York, the next day in Greenwich: one answer for server and readers.
  ['2026-01-31T23:59:59-05:00', '1 February 2026', 'February 2026'],
])('%s on a public page: %s', (iso, day, month) => {
  expect(formatFullDay(iso)).toBe(day);
  expect(formatMonth(iso)).toBe(month);
});
