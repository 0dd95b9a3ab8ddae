import { describe, expect, it } from 'vitest';
import { conversionOf, groupByPeriod, rangeOf } from './seller-range.ts';

const NOW = Date.parse('2026-11-16T23:30:00Z');
const range = (search: string) => rangeOf(new URLSearchParams(search), NOW);

describe('the chosen days', () => {
  it('are the last thirty, a preset, or two days', () => {
    expect(range('')).toEqual({ from: '2026-10-18', to: '2026-11-16', preset: 30 });
    expect(range('days=7')).toEqual({ from: '2026-11-10', to: '2026-11-16', preset: 7 });
    expect(range('from=2026-01-01&to=2026-02-01&days=7')).toEqual({
      from: '2026-01-01',
      to: '2026-02-01',
      preset: null,
    });
  });

  it.each([
    'days=8',
    'from=2026-02-30&to=2026-03-02',
    'from=2026-03-02&to=2026-03-01',
    'from=2020-01-01&to=2026-01-01',
    'from=x',
  ])('are the last thirty for %s', (search) => expect(range(search).preset).toBe(30));
});

it('the last period is complete, the first may be shorter', () => {
  const days = Array.from({ length: 9 }, (_, at) => ({
    day: `2026-03-0${at + 1}`,
    views: at,
    sales: 0,
    claims: 1,
    downloads: 0,
    reviews: 0,
  }));
  expect(
    groupByPeriod(days, 7).map(({ day, days: size, views, claims }) => [day, size, views, claims]),
  ).toEqual([
    ['2026-03-01', 2, 1, 2],
    ['2026-03-03', 7, 35, 7],
  ]);
});

it.each([
  [{ views: 0, sales: 1, claims: 0 }, null],
  [{ views: 100, sales: 3, claims: 1 }, '4%'],
  [{ views: 300, sales: 1, claims: 0 }, '0.3%'],
  [{ views: 9, sales: 1, claims: 1 }, '22%'],
])('conversion of %o is %s', (numbers, share) => expect(conversionOf(numbers)).toBe(share));
