import { expect, it } from 'vitest';
import { relativeTime } from './relative-time.ts';

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
])('%s was %s', (time, said) => {
  expect(relativeTime(time, NOW)).toBe(said);
});
