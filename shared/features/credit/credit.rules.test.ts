import { describe, expect, it } from 'vitest';
import { canDeleteCredit, findDayProblem, formatHours, pluralHours, sumCredits } from './credit.rules.ts';

const now = new Date('2026-11-18T22:00:00Z');

describe('the day of outside hours', () => {
  it.each([
    ['2026-11-18', null],
    // Already there in Auckland.
    ['2026-11-19', null],
    ['2026-11-20', 'still to come'],
    ['2017-01-01', null],
    ['2016-11-01', 'more than 10 years'],
    ['0206-11-01', 'more than 10 years'],
  ])('%s: %s', (day, problem) => {
    const found = findDayProblem(day, now);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toContain(problem);
  });
});

it('adds up what counts, since a day', () => {
  const credits = [
    { state: 'counted', hours: 6, doneOn: '2026-11-14', isSafePractice: false },
    { state: 'counted', hours: 4.5, doneOn: '2026-08-03', isSafePractice: true },
    { state: 'in_review', hours: 3, doneOn: '2026-11-07', isSafePractice: true },
    { state: 'declined', hours: 9, doneOn: '2026-11-07', isSafePractice: true },
    { state: 'withdrawn', hours: 9, doneOn: '2026-11-07', isSafePractice: true },
  ] as const;
  expect(sumCredits(credits)).toEqual({ counted: 10.5, inReview: 3, safePractice: 4.5 });
  expect(sumCredits(credits, '2026-11-01')).toEqual({ counted: 6, inReview: 3, safePractice: 0 });
});

it('lets a learner take back only what isn’t decided for good', () => {
  expect(canDeleteCredit({ source: 'outside', state: 'in_review' })).toBe(true);
  expect(canDeleteCredit({ source: 'outside', state: 'returned' })).toBe(true);
  expect(canDeleteCredit({ source: 'outside', state: 'counted' })).toBe(false);
  expect(canDeleteCredit({ source: 'outside', state: 'declined' })).toBe(false);
  expect(canDeleteCredit({ source: 'certificate', state: 'counted' })).toBe(false);
});

it('writes hours', () => {
  expect([formatHours(4), formatHours(16.5), pluralHours(1), pluralHours(0.5)]).toEqual([
    '4',
    '16.5',
    '1 hour',
    '0.5 hours',
  ]);
});
