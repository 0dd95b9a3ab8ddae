import { describe, expect, it } from 'vitest';
import { addMonths, cohortsOf, monthsUntil, percentOf, runningTotal } from './membership-stats.rules.ts';

it('counts months across the end of a year', () => {
  expect(monthsUntil('2027-02', 4)).toEqual(['2026-11', '2026-12', '2027-01', '2027-02']);
  expect(addMonths('2026-01', -1)).toBe('2025-12');
});

it('adds up what came before, also where a month has no row', () => {
  const total = runningTotal(
    [
      { month: '2026-01', cents: 1900 },
      { month: '2026-03', cents: -900 },
    ],
    ({ cents }) => cents,
  );
  expect(['2025-12', '2026-01', '2026-02', '2026-03'].map(total)).toEqual([0, 1900, 1900, 1000]);
});

describe('cohorts', () => {
  const rows = [
    { month: '2026-08', months: 0, count: 2 },
    { month: '2026-08', months: 1, count: 3 },
    { month: '2026-08', months: null, count: 5 },
    { month: '2026-10', months: null, count: 4 },
  ];

  it('say how many stayed, as far as everyone in them could have got', () => {
    expect(cohortsOf(rows, { now: new Date('2026-11-18T00:00:00Z'), most: 12 })).toEqual([
      { month: '2026-08', size: 10, stayed: [8, 5] },
      { month: '2026-10', size: 4, stayed: [] },
    ]);
  });

  it('end after the months that are shown', () => {
    const [august] = cohortsOf(rows, { now: new Date('2027-11-18T00:00:00Z'), most: 1 });
    expect(august?.stayed).toEqual([8]);
  });
});

it('has no percentage of nothing', () => {
  expect([percentOf(1, 3), percentOf(0, 4), percentOf(1, 0)]).toEqual([33.3, 0, null]);
});
