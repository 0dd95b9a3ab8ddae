// From hours on the instructor's clock to times in UTC. All conversions are Temporal's.

export const MAX_WEEKLY_HOURS = 70;
export const MAX_DATE_HOURS = 400;
export const MAX_TIME_OFF = 200;
export const MAX_CALENDARS = 5;

type Minutes = { startMinute: number; endMinute: number };
/** ISO: weekday 1 is Monday. */
export type WeeklyHours = Minutes & { weekday: number };
export type DateHours = Minutes & { date: string };
export type TimeOff = { startsOn: string; endsOn: string; label: string; isYearly: boolean };

export type Hours = {
  timeZone: string;
  weeklyHours: readonly WeeklyHours[];
  dateHours: readonly DateHours[];
  timeOff: readonly TimeOff[];
};

/** In milliseconds since 1970; the end is not part of it. */
export type Range = { start: number; end: number };

/** The hours of one date, touching ones joined. `date`: `2026-11-18` in the instructor's zone. */
export function hoursOn({ weeklyHours, dateHours, timeOff }: Hours, date: string): Minutes[] {
  if (timeOff.some((off) => isOff(off, date))) return [];
  const special = dateHours.filter((hours) => hours.date === date);
  if (special.length > 0) return joined(special);
  const { dayOfWeek } = Temporal.PlainDate.from(date);
  return joined(weeklyHours.filter(({ weekday }) => weekday === dayOfWeek));
}

export function isOff({ startsOn, endsOn, isYearly }: TimeOff, date: string): boolean {
  if (!isYearly) return startsOn <= date && date <= endsOn;
  const [first, last, day] = [startsOn.slice(5), endsOn.slice(5), date.slice(5)];
  const isAcrossNewYear = startsOn.slice(0, 4) !== endsOn.slice(0, 4);
  return isAcrossNewYear ? day >= first || day <= last : first <= day && day <= last;
}

function joined(hours: readonly Minutes[]): Minutes[] {
  const found: Minutes[] = [];
  for (const { startMinute, endMinute } of hours.toSorted((a, b) => a.startMinute - b.startMinute)) {
    const last = found.at(-1);
    if (last && startMinute <= last.endMinute) last.endMinute = Math.max(last.endMinute, endMinute);
    else found.push({ startMinute, endMinute });
  }
  return found;
}

/** Hours of each weekday or date, with overlapping and touching ones joined. */
export function joinHours<T extends Minutes>(hours: readonly T[], by: keyof T): T[] {
  return [...Map.groupBy(hours, (row) => row[by])].flatMap(([key, rows]) =>
    joined(rows).map((row) => ({ ...row, [by]: key }) as T),
  );
}

const MINUTE = 60_000;

/** One date on the instructor's clock. */
export type LocalDay = { date: string; toInstant: (minute: number) => Instant };
type Instant = {
  at: number;
  /** False: the clock skips this time, and `at` is the moment it jumps. */
  exists: boolean;
};

export function localDay(date: Temporal.PlainDate, timeZone: string): LocalDay {
  const midnight = date.toZonedDateTime({ timeZone });
  const next = date.add({ days: 1 }).toZonedDateTime({ timeZone });
  const change = midnight.getTimeZoneTransition('next');
  const start = midnight.epochMilliseconds;
  // Most days: the clock is at 0:00 when the day begins, and runs through.
  const isPlain =
    midnight.toPlainDateTime().equals(date.toPlainDateTime()) &&
    (change === null || change.epochMilliseconds > next.epochMilliseconds);
  const day = date.toPlainDateTime();
  return {
    date: date.toString(),
    toInstant: (minute) =>
      isPlain
        ? { at: start + minute * MINUTE, exists: true }
        : wallClock(day.add({ minutes: minute }), timeZone),
  };
}

/** A time that the clock shows twice is the first of the two. One that it skips is the moment it jumps. */
function wallClock(time: Temporal.PlainDateTime, timeZone: string): Instant {
  const found = time.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  if (found.toPlainDateTime().equals(time)) return { at: found.epochMilliseconds, exists: true };
  const jump = found.getTimeZoneTransition('next');
  return { at: (jump ?? found).epochMilliseconds, exists: false };
}

/** The dates of the zone that [from, to) touches. */
function datesBetween(from: number, to: number, timeZone: string): Temporal.PlainDate[] {
  const dateOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate();
  const last = dateOf(Math.max(from, to - 1));
  const dates = [];
  for (let date = dateOf(from); Temporal.PlainDate.compare(date, last) <= 0; date = date.add({ days: 1 })) {
    dates.push(date);
  }
  return dates;
}

export type Opening = Minutes & { day: LocalDay };

/** The openings of every date that [from, to) touches, in order. */
export function listOpenings(hours: Hours, { from, to }: { from: number; to: number }): Opening[] {
  const found: Opening[] = [];
  for (const date of datesBetween(from, to, hours.timeZone)) {
    const onDate = hoursOn(hours, date.toString());
    if (onDate.length === 0) continue;
    const day = localDay(date, hours.timeZone);
    for (const opening of onDate) found.push({ ...opening, day });
  }
  return found;
}

/** In UTC; those that touch, also over midnight, are one. */
export function toRanges(openings: readonly Opening[]): Range[] {
  const ranges: Range[] = [];
  for (const { day, startMinute, endMinute } of openings) {
    const range = { start: day.toInstant(startMinute).at, end: day.toInstant(endMinute).at };
    const last = ranges.at(-1);
    if (range.start >= range.end) continue;
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else ranges.push(range);
  }
  return ranges;
}
