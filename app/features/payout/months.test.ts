import { expect, it } from 'vitest';
import { monthsSince, yearsSince } from './months.ts';

const now = new Date('2026-03-31T23:00:00Z');

it('goes back month by month to the first', () => {
  expect(monthsSince('2025-12', now)).toEqual(['2026-03', '2026-02', '2026-01', '2025-12']);
  expect(monthsSince(null, now)).toEqual(['2026-03']);
  expect(monthsSince('2027-01', now)).toEqual(['2026-03']);
});

it('goes back year by year', () => {
  expect(yearsSince('2024-11', now)).toEqual([2026, 2025, 2024]);
  expect(yearsSince(null, now)).toEqual([2026]);
});
