// For tests: a second way from the clock on the wall to UTC, without Temporal. It looks at every minute through Intl.
import { lazy } from '#shared/lazy.ts';

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

const formats = new Map<string, () => Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone) ?? lazy(() => newFormat(timeZone));
  formats.set(timeZone, known);
  return known();
}

const newFormat = (timeZone: string) =>
  new Intl.DateTimeFormat('sv', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

/** `2026-11-18 09:30`, which sorts as time does. */
export function localMinute(at: number, timeZone: string): string {
  return formatOf(timeZone).format(at);
}

const textOf = (date: string, minute: number): string => {
  const day = new Date(`${date}T00:00:00Z`).getTime() + minute * MINUTE;
  return new Date(day).toISOString().slice(0, 16).replace('T', ' ');
};

export type Found = {
  /** The first minute at which the clock shows this time, or a later one. */
  reachedAt: number;
  /** Whether the clock shows exactly this time at some minute. */
  exists: boolean;
};

const scanned = new Map<string, string[]>();

function minutesFrom(from: number, timeZone: string): string[] {
  const key = `${timeZone} ${from}`;
  const shown =
    scanned.get(key) ??
    Array.from({ length: 4 * 1440 }, (_, at) => localMinute(from + at * MINUTE, timeZone));
  scanned.set(key, shown);
  return shown;
}

/** Scans all minutes around a date once, and answers for any of its minutes. */
export function scanDate(date: string, timeZone: string): (minute: number) => Found {
  const from = new Date(`${date}T00:00:00Z`).getTime() - DAY;
  const shown = minutesFrom(from, timeZone);
  return (minute) => {
    const wanted = textOf(date, minute);
    const reached = shown.findIndex((text) => text >= wanted);
    return { reachedAt: from + reached * MINUTE, exists: shown[reached] === wanted };
  };
}
