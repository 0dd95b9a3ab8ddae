// Which starts of a session type are free.
import {
  type Hours,
  listOpenings,
  type Range,
  toRanges,
} from '#shared/features/availability/availability.rules.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

export type SlotRules = {
  durationMinutes: number;
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
  travelMinutes: number;
  stepMinutes: number;
  minNoticeMinutes: number;
  windowDays: number;
  dailyLimit: number | null;
  weeklyLimit: number | null;
};

/** The session with buffers and travel: what it takes from the instructor's day. */
export function occupiedRange(rules: Omit<SlotRules, 'dailyLimit'>, start: number): Range {
  const { durationMinutes, bufferBeforeMinutes, bufferAfterMinutes, travelMinutes } = rules;
  return {
    start: start - (bufferBeforeMinutes + travelMinutes) * MINUTE,
    end: start + (durationMinutes + bufferAfterMinutes + travelMinutes) * MINUTE,
  };
}

/** The starts that notice and window leave at `now`; both ends included. */
export function bookableWindow(
  { minNoticeMinutes, windowDays }: Pick<SlotRules, 'minNoticeMinutes' | 'windowDays'>,
  now: number,
): { earliest: number; latest: number } {
  return { earliest: now + minNoticeMinutes * MINUTE, latest: now + windowDays * DAY };
}

export type Taken = {
  /** Of live appointments with their buffers, and of other calendars; in any order. */
  ranges: readonly Range[];
  /** Starts of live appointments of this session type, for its limits. */
  starts: readonly number[];
};

/** Free starts in [from, to), soonest first. */
export function listFreeStarts(
  hours: Hours,
  rules: SlotRules,
  taken: Taken,
  { now, from, to }: { now: number; from: number; to: number },
): number[] {
  const { earliest, latest } = bookableWindow(rules, now);
  const first = Math.max(from, earliest);
  const end = Math.min(to, latest + 1);
  if (first >= end) return [];
  const length = rules.durationMinutes * MINUTE;
  const openings = listOpenings(hours, { from: first, to: end + length });
  const open = toRanges(openings);
  const occupied = merged(taken.ranges);
  const limits = countLimits(hours, rules, taken.starts);
  const starts: number[] = [];
  let openAt = 0;
  let takenAt = 0;
  for (const { day, startMinute, endMinute } of openings) {
    if (limits.isFull(day.date)) continue;
    for (let minute = startMinute; minute < endMinute; minute += rules.stepMinutes) {
      const { at, exists } = day.toInstant(minute);
      if (!exists || at < first || at >= end) continue;
      while (openAt < open.length && open[openAt]!.end <= at) openAt++;
      const opening = open[openAt];
      if (!opening || at < opening.start || at + length > opening.end) continue;
      const needed = occupiedRange(rules, at);
      while (takenAt < occupied.length && occupied[takenAt]!.end <= needed.start) takenAt++;
      const next = occupied[takenAt];
      if (!next || needed.end <= next.start) starts.push(at);
    }
  }
  return starts;
}

/** Minutes of the hours in [from, to) that nothing takes. */
export function countFreeMinutes(
  hours: Hours,
  taken: readonly Range[],
  { from, to }: { from: number; to: number },
): number {
  const within = ({ start, end }: Range, bounds: Range) => ({
    start: Math.max(start, bounds.start),
    end: Math.min(end, bounds.end),
  });
  const lengthOf = ({ start, end }: Range) => Math.max(0, end - start);
  const occupied = merged(taken);
  const free = toRanges(listOpenings(hours, { from, to })).reduce((sum, range) => {
    const open = within(range, { start: from, end: to });
    if (lengthOf(open) === 0) return sum;
    return occupied.reduce((left, one) => left - lengthOf(within(one, open)), sum + lengthOf(open));
  }, 0);
  return Math.floor(free / MINUTE);
}

/** Sorted, overlapping ones joined. */
function merged(ranges: readonly Range[]): Range[] {
  const found: Range[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}

function countLimits({ timeZone }: Hours, { dailyLimit, weeklyLimit }: SlotRules, starts: readonly number[]) {
  if (dailyLimit === null && weeklyLimit === null) return { isFull: () => false };
  const counts = new Map<string, number>();
  const add = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const start of starts) {
    const date = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone).toPlainDate();
    add(date.toString());
    add(weekOf(date));
  }
  const isReached = (key: string, limit: number | null) => limit !== null && (counts.get(key) ?? 0) >= limit;
  return {
    isFull: (date: string) =>
      isReached(date, dailyLimit) || isReached(weekOf(Temporal.PlainDate.from(date)), weeklyLimit),
  };
}

/** `2026-W47`: ISO weeks, from Monday. */
const weekOf = (date: Temporal.PlainDate) => `${date.yearOfWeek}-W${date.weekOfYear}`;

/** The same time on the instructor's clock, week after week; a time the clock skips that day is null. */
export function weeklyStarts(start: number, count: number, timeZone: string): (number | null)[] {
  const first = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return Array.from({ length: count }, (_, week) => {
    if (week === 0) return start;
    const time = first.add({ weeks: week });
    const found = time.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
    return found.toPlainDateTime().equals(time) ? found.epochMilliseconds : null;
  });
}
