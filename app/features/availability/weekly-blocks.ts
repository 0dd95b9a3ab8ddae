// Weekly hours as blocks on the days of a week: adding, removing and moving time without overlaps.
import type { WeeklyHours } from '#shared/features/availability/availability.rules.ts';

export type Minutes = { startMinute: number; endMinute: number };

/** Sorted; overlapping and touching ones joined. */
export function normalize(hours: readonly WeeklyHours[]): WeeklyHours[] {
  const sorted = hours.toSorted((a, b) => a.weekday - b.weekday || a.startMinute - b.startMinute);
  const joined: WeeklyHours[] = [];
  for (const block of sorted) {
    const last = joined.at(-1);
    if (last && last.weekday === block.weekday && block.startMinute <= last.endMinute) {
      joined[joined.length - 1] = { ...last, endMinute: Math.max(last.endMinute, block.endMinute) };
    } else joined.push({ ...block });
  }
  return joined;
}

export const addBlock = (hours: readonly WeeklyHours[], block: WeeklyHours): WeeklyHours[] =>
  normalize([...hours, block]);

/** What the block covers is free again; blocks around it are cut. */
export function removeBlock(hours: readonly WeeklyHours[], block: WeeklyHours): WeeklyHours[] {
  return normalize(
    hours.flatMap((one) => {
      if (one.weekday !== block.weekday) return [one];
      const before = { ...one, endMinute: Math.min(one.endMinute, block.startMinute) };
      const after = { ...one, startMinute: Math.max(one.startMinute, block.endMinute) };
      return [before, after].filter(({ startMinute, endMinute }) => startMinute < endMinute);
    }),
  );
}

export const isCovered = (hours: readonly WeeklyHours[], { weekday, startMinute, endMinute }: WeeklyHours) =>
  hours.some(
    (one) => one.weekday === weekday && one.startMinute <= startMinute && endMinute <= one.endMinute,
  );

/** “9:00 AM”; 1440 is midnight, the end of the day. */
export function formatMinute(minute: number): string {
  const [hour, rest] = [Math.floor(minute / 60) % 24, minute % 60];
  const half = hour < 12 ? 'AM' : 'PM';
  return `${hour % 12 || 12}:${String(rest).padStart(2, '0')} ${half}`;
}

/** Of an input of type time: `09:30`. */
export const toClock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

export function fromClock(clock: string): number | null {
  const parts = /^(\d{2}):(\d{2})/.exec(clock);
  return parts ? Number(parts[1]) * 60 + Number(parts[2]) : null;
}
