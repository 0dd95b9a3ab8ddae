import { describe, expect, it } from 'vitest';
import { monthsAfter, periodEnd, unusedCents } from './period.rules.ts';

const day = (text: string) => new Date(`${text}T10:00:00Z`);

describe('periods', () => {
  it('return to the 31st after a short month', () => {
    const anchor = day('2027-01-31');
    const first = periodEnd(anchor, anchor, 'month');
    const second = periodEnd(anchor, first, 'month');
    const third = periodEnd(anchor, second, 'month');
    expect([first, second, third]).toEqual([day('2027-02-28'), day('2027-03-31'), day('2027-04-30')]);
  });

  it('that start on February 29 end on the 28th in other years', () => {
    const anchor = day('2028-02-29');
    expect(periodEnd(anchor, anchor, 'year')).toEqual(day('2029-02-28'));
    expect(periodEnd(anchor, day('2031-02-28'), 'year')).toEqual(day('2032-02-29'));
  });

  it('follow each other for ten years without a gap', () => {
    const anchor = day('2026-08-31');
    let at = anchor;
    for (let count = 1; count <= 120; count++) at = periodEnd(anchor, at, 'month');
    expect(at).toEqual(day('2036-08-31'));
  });
});

it('pauses of months keep to the calendar', () => {
  expect(monthsAfter(day('2026-11-30'), 3)).toEqual(day('2027-02-28'));
});

describe('the unused part of a period', () => {
  const period = { startsAt: day('2026-11-01'), endsAt: day('2026-12-01') };

  it('is exact to the second and never rounded up', () => {
    expect(unusedCents(1900, { ...period, now: day('2026-11-16') })).toBe(950);
    expect(unusedCents(1900, { ...period, now: new Date(period.startsAt.getTime() + 1000) })).toBe(1899);
    expect(unusedCents(1900, { ...period, now: new Date(period.endsAt.getTime() - 1000) })).toBe(0);
  });

  it('is all of it before, and nothing after', () => {
    expect(unusedCents(1900, { ...period, now: day('2026-10-01') })).toBe(1900);
    expect(unusedCents(1900, { ...period, now: day('2027-01-01') })).toBe(0);
  });
});
