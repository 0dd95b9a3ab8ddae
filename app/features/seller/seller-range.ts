// The range of days the analytics cover, read from the URL. Days are UTC days.
import type { OwnStats } from '#shared/features/seller/own-seller.contract.ts';

const DAY_MS = 86_400_000;
export const PRESETS = [
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: '12 months' },
] as const;
const BY_ITSELF = 30;
const MOST_DAYS = 731;

export type DayRange = {
  from: string;
  to: string;
  /** Null: a custom range. */
  preset: number | null;
};

const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10);

export function lastDays(days: number, now: number = Date.now()): { from: string; to: string } {
  return { from: isoDay(now - (days - 1) * DAY_MS), to: isoDay(now) };
}

/** Falls back to the last 30 days for anything invalid in the URL. */
export function rangeOf(params: URLSearchParams, now: number = Date.now()): DayRange {
  const [from, to] = [params.get('from'), params.get('to')];
  if (isDay(from) && isDay(to) && from <= to && Date.parse(to) - Date.parse(from) < MOST_DAYS * DAY_MS) {
    return { from, to, preset: null };
  }
  const preset = PRESETS.find(({ days }) => String(days) === params.get('days'))?.days ?? BY_ITSELF;
  return { ...lastDays(preset, now), preset };
}

function isDay(text: string | null): text is string {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(text);
  return Number.isFinite(time) && isoDay(time) === text;
}

type Day = OwnStats['days'][number];
export type Period = { day: string; days: number } & Omit<Day, 'day'>;

/** Days while they are few enough to tell apart in a chart, weeks beyond that. */
const MOST_POINTS = 92;

export function splitIntoPeriods(days: readonly Day[]): { stretches: Period[]; isWeekly: boolean } {
  const isWeekly = days.length > MOST_POINTS;
  return { stretches: groupByPeriod(days, isWeekly ? 7 : 1), isWeekly };
}

/** Counted backward, so that the latest week is complete. */
export function groupByPeriod(days: readonly Day[], size: number): Period[] {
  const stretches: Period[] = [];
  for (let end = days.length; end > 0; end -= size) {
    const part = days.slice(Math.max(0, end - size), end);
    const sum = (what: keyof Omit<Day, 'day'>) => part.reduce((total, day) => total + day[what], 0);
    stretches.unshift({
      day: part[0]?.day ?? '',
      days: part.length,
      views: sum('views'),
      sales: sum('sales'),
      claims: sum('claims'),
      downloads: sum('downloads'),
      reviews: sum('reviews'),
    });
  }
  return stretches;
}

/** “4.2%”; empty without views. */
export function conversionOf({ views, sales, claims }: { views: number; sales: number; claims: number }) {
  if (views === 0) return null;
  const share = ((sales + claims) / views) * 100;
  return `${share >= 10 ? Math.round(share) : share.toFixed(1).replace(/\.0$/, '')}%`;
}
