// Hours on the instructor's clock, compared with a second implementation that looks at every minute through Intl.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hoursOn, isOff, joinHours, listOpenings, localDay, toRanges } from './availability.rules.ts';
import { localMinute, scanDate } from '../../../tests/local-minutes.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** Dates on which clocks change: forward and back, north and south, by 30 minutes, at midnight, and rules that changed. */
const CHANGES: [zone: string, date: string][] = [
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Europe/London', '2026-03-29'],
  ['Europe/London', '2026-10-25'],
  ['Australia/Sydney', '2026-10-04'],
  ['Australia/Sydney', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Asia/Kathmandu', '2026-11-18'],
  // 15 minutes ahead, for good.
  ['Asia/Kathmandu', '1986-01-01'],
  // Summer time ends for Ramadan.
  ['Africa/Casablanca', '2026-02-15'],
  ['Africa/Casablanca', '2026-03-22'],
  // No more changes since.
  ['Europe/Istanbul', '2016-03-27'],
  ['Europe/Istanbul', '2016-11-06'],
  // Midnight is skipped or comes twice.
  ['America/Santiago', '2026-09-06'],
  ['America/Santiago', '2026-04-05'],
  // This date never was.
  ['Pacific/Apia', '2011-12-30'],
];

const place = fc
  .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -2, max: 2 }))
  .map(([[timeZone, date], days]) => ({
    timeZone,
    date: new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10),
  }));
const minutes = fc
  .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 1440 }))
  .filter(([start, end]) => start < end)
  .map(([startMinute, endMinute]) => ({ startMinute, endMinute }));

const everyDay = (hours: { startMinute: number; endMinute: number }) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...hours }));
const only = (timeZone: string, hours: { startMinute: number; endMinute: number }) => ({
  timeZone,
  weeklyHours: everyDay(hours),
  dateHours: [],
  timeOff: [],
});

describe('a time on the clock', () => {
  it('is the minute at which the clock first reaches it, whatever clocks do that day', () => {
    fc.assert(
      fc.property(place, fc.integer({ min: 0, max: 1440 }), ({ timeZone, date }, minute) => {
        const expected = scanDate(date, timeZone)(minute);
        const found = localDay(Temporal.PlainDate.from(date), timeZone).toInstant(minute);
        expect(found).toEqual({ at: expected.reachedAt, exists: expected.exists });
      }),
      { numRuns: 300 },
    );
  });

  it('stays the same through the year: 9:00 is 9:00 before and after every change', () => {
    for (const [timeZone, changeDate] of CHANGES) {
      const hours = only(timeZone, { startMinute: 540, endMinute: 1020 });
      const change = Date.parse(changeDate);
      const openings = listOpenings(hours, { from: change - 20 * DAY, to: change + 20 * DAY });
      const starts = toRanges(openings).map(({ start }) => localMinute(start, timeZone).slice(11));
      expect(new Set(starts), timeZone).toEqual(new Set(['09:00']));
    }
  });
});

describe('openings', () => {
  it('cover exactly the minutes between the start and the end of the hours', () => {
    fc.assert(
      fc.property(place, minutes, ({ timeZone, date }, hours) => {
        const scan = scanDate(date, timeZone);
        const [start, end] = [scan(hours.startMinute).reachedAt, scan(hours.endMinute).reachedAt];
        const day = localDay(Temporal.PlainDate.from(date), timeZone);
        const expected = start < end ? [{ start, end }] : [];
        expect(toRanges([{ ...hours, day }])).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('that touch at midnight are one, so that a session can run into the next day', () => {
    const hours = {
      ...only('Asia/Kathmandu', { startMinute: 1320, endMinute: 1440 }),
      weeklyHours: [
        { weekday: 1, startMinute: 1320, endMinute: 1440 },
        { weekday: 2, startMinute: 0, endMinute: 60 },
      ],
    };
    const from = Date.parse('2026-11-16T00:00:00Z');
    const ranges = toRanges(listOpenings(hours, { from, to: from + 3 * DAY }));
    expect(ranges).toHaveLength(1);
    expect((ranges[0]?.end ?? 0) - (ranges[0]?.start ?? 0)).toBe(180 * MINUTE);
  });
});

describe('the hours of a date', () => {
  const base = only('Europe/London', { startMinute: 540, endMinute: 600 });
  const dateHours = [{ date: '2026-12-24', startMinute: 600, endMinute: 720 }];

  it('are the special ones where there are any, and none on days off', () => {
    const timeOff = [{ startsOn: '2026-12-25', endsOn: '2026-12-26', label: '', isYearly: false }];
    const hours = { ...base, dateHours, timeOff };
    expect(hoursOn(hours, '2026-12-23')).toEqual([{ startMinute: 540, endMinute: 600 }]);
    expect(hoursOn(hours, '2026-12-24')).toEqual([{ startMinute: 600, endMinute: 720 }]);
    expect(hoursOn(hours, '2026-12-26')).toEqual([]);
    expect(hoursOn(hours, '2027-12-26')).toHaveLength(1);
  });

  it('are none on a day off that has special hours too', () => {
    const timeOff = [{ startsOn: '2026-12-24', endsOn: '2026-12-24', label: '', isYearly: false }];
    expect(hoursOn({ ...base, dateHours, timeOff }, '2026-12-24')).toEqual([]);
  });

  it.each([
    ['2026-12-24', '2027-01-02', '2030-12-31', true],
    ['2026-12-24', '2027-01-02', '2030-01-01', true],
    ['2026-12-24', '2027-01-02', '2030-01-03', false],
    ['2026-07-04', '2026-07-04', '2031-07-04', true],
    ['2026-07-04', '2026-07-04', '2031-07-05', false],
  ])('%s to %s every year: off on %s is %s', (startsOn, endsOn, date, expected) => {
    expect(isOff({ startsOn, endsOn, label: '', isYearly: true }, date)).toBe(expected);
  });

  it('are joined where they overlap or touch', () => {
    const rows = [
      { weekday: 1, startMinute: 600, endMinute: 660 },
      { weekday: 1, startMinute: 540, endMinute: 600 },
      { weekday: 2, startMinute: 540, endMinute: 600 },
    ];
    expect(joinHours(rows, 'weekday')).toEqual([
      { weekday: 1, startMinute: 540, endMinute: 660 },
      { weekday: 2, startMinute: 540, endMinute: 600 },
    ]);
  });
});
