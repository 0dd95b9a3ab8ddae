// Free starts, compared with a second implementation that tries every minute and knows the clock through Intl only.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localMinute, scanDate } from '../../../tests/local-minutes.ts';
import { countFreeMinutes, listFreeStarts, type SlotRules, weeklyStarts } from './slot.rules.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const RULES: SlotRules = {
  durationMinutes: 60,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: 0,
  travelMinutes: 0,
  stepMinutes: 30,
  minNoticeMinutes: 0,
  windowDays: 365,
  dailyLimit: null,
  weeklyLimit: null,
};
const NOTHING = { ranges: [], starts: [] };

type Hours = { startMinute: number; endMinute: number };
const everyDay = (timeZone: string, hours: Hours) => ({
  timeZone,
  weeklyHours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...hours })),
  dateHours: [],
  timeOff: [],
});

const PLACES: [timeZone: string, date: string][] = [
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Europe/London', '2026-10-25'],
  ['Australia/Sydney', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Asia/Kathmandu', '2026-07-01'],
  ['Africa/Casablanca', '2026-03-22'],
  ['America/Santiago', '2026-09-06'],
];

const input = fc.record({
  place: fc.constantFrom(...PLACES),
  hours: fc
    .tuple(fc.integer({ min: 0, max: 1300 }), fc.integer({ min: 60, max: 1440 }))
    .filter(([start, end]) => start < end)
    .map(([startMinute, endMinute]) => ({ startMinute, endMinute })),
  durationMinutes: fc.integer({ min: 10, max: 120 }),
  stepMinutes: fc.constantFrom(15, 20, 30, 45, 60),
  bufferBeforeMinutes: fc.integer({ min: 0, max: 30 }),
  bufferAfterMinutes: fc.integer({ min: 0, max: 30 }),
  travelMinutes: fc.integer({ min: 0, max: 30 }),
  minNoticeMinutes: fc.integer({ min: 0, max: 2000 }),
  taken: fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 2880 }), fc.integer({ min: 1, max: 180 }))
      .map(([at, length]) => ({ at, length })),
    { maxLength: 5 },
  ),
});

describe('free starts', () => {
  it('reach from the end of the notice to the end of the window, both included', () => {
    const now = Date.parse('2026-11-02T10:00:00Z');
    const rules = { ...RULES, minNoticeMinutes: 60, windowDays: 10 };
    const hours = everyDay('UTC', { startMinute: 540, endMinute: 1020 });
    const starts = listFreeStarts(hours, rules, NOTHING, { now, from: now, to: now + 20 * DAY });
    expect([starts.at(0), starts.at(-1)]).toEqual([now + 60 * MINUTE, now + 10 * DAY]);
  });

  it('are those a look at every minute finds', () => {
    fc.assert(
      fc.property(input, ({ place: [timeZone, date], hours, taken, ...given }) => {
        const rules = { ...RULES, ...given };
        const from = Date.parse(date) - DAY / 2;
        const range = { now: from, from, to: from + 2 * DAY };
        const ranges = taken.map(({ at, length }) => ({
          start: from + at * MINUTE,
          end: from + (at + length) * MINUTE,
        }));
        const found = listFreeStarts(everyDay(timeZone, hours), rules, { ranges, starts: [] }, range);
        expect(found).toEqual(tryEveryStart(timeZone, hours, rules, ranges, range));
      }),
      { numRuns: 200 },
    );
  });

  it('keep their place on the clock when it changes', () => {
    const hours = everyDay('Europe/London', { startMinute: 540, endMinute: 660 });
    const from = Date.parse('2026-03-20T00:00:00Z');
    const starts = listFreeStarts(hours, RULES, NOTHING, { now: from, from, to: from + 20 * DAY });
    const shown = new Set(starts.map((start) => localMinute(start, 'Europe/London').slice(11)));
    expect([...shown]).toEqual(['09:00', '09:30', '10:00']);
  });

  it('leave out a time the clock skips, and take the first of one it shows twice', () => {
    const hours = everyDay('America/New_York', { startMinute: 60, endMinute: 240 });
    const on = (date: string) => {
      const from = Date.parse(`${date}T04:00:00Z`);
      return listFreeStarts(hours, RULES, NOTHING, { now: from, from, to: from + DAY / 2 });
    };
    // 2:00 and 2:30 don't exist; 1:30 is followed by 3:00.
    expect(on('2026-03-08').map((start) => new Date(start).toISOString().slice(11, 16))).toEqual([
      '06:00',
      '06:30',
      '07:00',
    ]);
    // 1:00 and 1:30 come twice, and are offered once.
    expect(on('2026-11-01').map((start) => new Date(start).toISOString().slice(11, 16))).toEqual([
      '05:00',
      '05:30',
      '07:00',
      '07:30',
      '08:00',
    ]);
  });

  it('end where the day’s or the week’s limit is reached, by the instructor’s calendar', () => {
    // Sunday, 22:00 UTC is Monday in Kathmandu.
    const from = Date.parse('2026-11-15T18:15:00Z');
    const hours = everyDay('Asia/Kathmandu', { startMinute: 0, endMinute: 1440 });
    const daily = { ...RULES, dailyLimit: 1 };
    const starts = [Date.parse('2026-11-15T22:00:00Z')];
    const days = (rules: SlotRules) =>
      new Set(
        listFreeStarts(hours, rules, { ranges: [], starts }, { now: from, from, to: from + 9 * DAY }).map(
          (start) => localMinute(start, 'Asia/Kathmandu').slice(0, 10),
        ),
      );
    expect([...days(daily)][0]).toBe('2026-11-17');
    expect([...days({ ...RULES, weeklyLimit: 1 })][0]).toBe('2026-11-23');
  });
});

type Ranges = { start: number; end: number }[];

function tryEveryStart(
  timeZone: string,
  { startMinute, endMinute }: Hours,
  rules: SlotRules,
  taken: Ranges,
  { now, from, to }: { now: number; from: number; to: number },
): number[] {
  const found = new Set<number>();
  for (let day = -1; day <= 3; day++) {
    const date = new Date(from + day * DAY).toISOString().slice(0, 10);
    const scan = scanDate(date, timeZone);
    const tomorrow = scanDate(new Date(from + (day + 1) * DAY).toISOString().slice(0, 10), timeZone);
    // Open around the clock: the day goes on into the next.
    const isJoined = startMinute === 0 && endMinute === 1440;
    const closesAt = isJoined ? tomorrow(endMinute).reachedAt : scan(endMinute).reachedAt;
    for (let minute = startMinute; minute < endMinute; minute += rules.stepMinutes) {
      const { reachedAt: at, exists } = scan(minute);
      const end = at + rules.durationMinutes * MINUTE;
      const margin = rules.travelMinutes * MINUTE;
      const busyFrom = at - margin - rules.bufferBeforeMinutes * MINUTE;
      const busyTo = end + margin + rules.bufferAfterMinutes * MINUTE;
      const isFree = taken.every((range) => range.end <= busyFrom || range.start >= busyTo);
      const isWithin = at >= from && at < to && at >= now + rules.minNoticeMinutes * MINUTE;
      if (exists && isFree && isWithin && end <= closesAt) found.add(at);
    }
  }
  return [...found].toSorted((a, b) => a - b);
}

describe('a weekly series', () => {
  it('is at the same time of the instructor’s clock every week', () => {
    const start = Date.parse('2026-10-20T14:00:00Z');
    const shown = weeklyStarts(start, 5, 'Europe/London').map((at) => at && localMinute(at, 'Europe/London'));
    expect(shown).toEqual([
      '2026-10-20 15:00',
      '2026-10-27 15:00',
      '2026-11-03 15:00',
      '2026-11-10 15:00',
      '2026-11-17 15:00',
    ]);
  });

  it('names a week in which the clock skips its time', () => {
    const start = Date.parse('2026-03-01T07:30:00Z');
    expect(weeklyStarts(start, 3, 'America/New_York').map((at) => at === null)).toEqual([false, true, false]);
  });
});

describe('free minutes', () => {
  const hours = everyDay('UTC', { startMinute: 9 * 60, endMinute: 12 * 60 });
  const at = (time: string) => Date.parse(`2026-11-${time}:00Z`);
  const week = { from: at('16T00:00'), to: at('18T00:00') };
  const range = (start: string, end: string) => ({ start: at(start), end: at(end) });

  it.each([
    ['with nothing taken are the hours', [], week, 360],
    ['leave out what is taken', [range('16T10:00', '16T11:00')], week, 300],
    [
      'count what two take at once, once',
      [range('16T10:00', '16T11:00'), range('16T10:30', '16T11:30')],
      week,
      270,
    ],
    [
      'ignore what is taken outside the hours',
      [range('16T07:00', '16T09:30'), range('17T11:45', '17T20:00')],
      week,
      315,
    ],
    ['begin now and end with the period', [], { from: at('16T11:00'), to: at('17T09:30') }, 90],
    ['are none when all is taken', [range('15T00:00', '19T00:00')], week, 0],
  ])('%s', (_, taken, bounds, minutes) => {
    expect(countFreeMinutes(hours, taken, bounds)).toBe(minutes);
  });
});
