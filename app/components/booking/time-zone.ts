// The time zone a visitor reads times in, and times written in it. Pages from the server say UTC until the browser takes
// over: everyone shares their HTML.
import { useState, useSyncExternalStore } from 'react';
import { isTimeZone } from '#shared/time-zone.ts';

const STORED = 'releve.time-zone';
const listeners = new Set<() => void>();
let chosen: string | null | undefined;

function chosenZone(): string | null {
  if (chosen === undefined) {
    try {
      const stored = localStorage.getItem(STORED);
      chosen = stored && isTimeZone(stored) ? stored : null;
    } catch {
      chosen = null;
    }
  }
  return chosen;
}

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useTimeZone(): string {
  return useSyncExternalStore(
    subscribe,
    () => chosenZone() ?? browserZone(),
    () => 'UTC',
  );
}

/** Null: the browser's own again. */
export function setTimeZone(zone: string | null): void {
  chosen = zone;
  try {
    if (zone === null) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, zone);
  } catch {
    // Storage may be blocked; the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

export function listTimeZones(): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return known.includes('UTC') ? known : ['UTC', ...known];
}

// Creating a formatter costs far more than using it.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    formatters.set(key, formatter);
  }
  return formatter;
}

// Node puts a narrow no-break space before AM and PM, Chrome a plain one.
const format = (date: Date, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  formatterFor(timeZone, options).format(date).replace('\u202F', ' ');

function formatParts(date: Date, timeZone: string, options: Intl.DateTimeFormatOptions) {
  const parts = formatterFor(timeZone, options).formatToParts(date);
  return (wanted: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === wanted)?.value ?? '';
}

/** “2:45 PM” */
export const formatTime = (iso: string, zone: string) =>
  format(new Date(iso), zone, { hour: 'numeric', minute: '2-digit' });

/** “Thursday, November 19”; with the year if it isn't this one. */
export function formatFullDay(iso: string, zone: string, now = new Date()): string {
  const [date, year] = [new Date(iso), { year: 'numeric' } as const];
  const isThisYear = format(date, zone, year) === format(now, zone, year);
  return format(date, zone, { weekday: 'long', month: 'long', day: 'numeric', ...(!isThisYear && year) });
}

/** “Thu, Nov 19” */
export const formatBriefDay = (iso: string, zone: string) =>
  format(new Date(iso), zone, { weekday: 'short', month: 'short', day: 'numeric' });

/** “Thursday, November 19, 2:45 to 3:30 PM” */
export function formatSession({ start, end }: { start: string; end: string }, zone: string): string {
  const [from, to] = [formatTime(start, zone), formatTime(end, zone)];
  const half = from.slice(-2) === to.slice(-2) ? from.slice(0, -3) : from;
  return `${formatFullDay(start, zone)}, ${half} to ${to}`;
}

/** With the zone, where no line nearby names it. */
export const formatSessionInZone = (session: { start: string; end: string }, zone: string): string =>
  `${formatSession(session, zone)}, ${formatZone(zone, new Date(session.start))}`;

/** The city of a zone's name and what its time is called: “Chicago (Central Time)”. */
export function formatZone(zone: string, at = new Date()): string {
  if (zone === 'UTC') return 'UTC';
  const name = formatParts(at, zone, { timeZoneName: 'longGeneric' })('timeZoneName');
  return name ? `${cityOf(zone)} (${name})` : cityOf(zone);
}

/** Browsers keep the first name a zone had; these cities are called otherwise now. */
const CITIES_TODAY: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Asmara',
  'America/Coral_Harbour': 'Atikokan',
  'America/Godthab': 'Nuuk',
  'Asia/Calcutta': 'Kolkata',
  'Asia/Katmandu': 'Kathmandu',
  'Asia/Rangoon': 'Yangon',
  'Asia/Saigon': 'Ho Chi Minh City',
  'Atlantic/Faeroe': 'Faroe',
  'Europe/Kiev': 'Kyiv',
  'Pacific/Enderbury': 'Kanton',
  'Pacific/Ponape': 'Pohnpei',
  'Pacific/Truk': 'Chuuk',
};

export const cityOf = (zone: string): string =>
  CITIES_TODAY[zone] ?? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** To choose from: “America/Argentina/Buenos Aires”. */
export const zoneLabel = (zone: string): string =>
  [...zone.split('/').slice(0, -1), cityOf(zone)].join('/').replaceAll('_', ' ');

/** A calendar date in the zone: `2026-11-19`. */
export function dateIn(date: Date, zone: string): string {
  const of = formatParts(date, zone, { year: 'numeric', month: '2-digit', day: '2-digit' });
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}`;
}

const DAY_MS = 86_400_000;
const midday = (date: string) => new Date(`${date}T12:00:00Z`);

/** Calendar dates have no zone; days are counted on their own. */
export const addDays = (date: string, days: number): string =>
  new Date(midday(date).getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** Of a calendar date: “Thu”, “19”, “November 19”. */
export const weekdayOf = (date: string, style: 'short' | 'long' = 'short') =>
  format(midday(date), 'UTC', { weekday: style });
export const dayOfMonth = (date: string) => String(Number(date.slice(8)));
export const formatDate = (date: string) => format(midday(date), 'UTC', { month: 'long', day: 'numeric' });
export const formatBriefDate = (date: string) =>
  format(midday(date), 'UTC', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' });

/** “Free today”, “Free tomorrow”, “Free Thursday”, “Free Dec 3”. */
export function formatFreeDay(iso: string, zone: string, now = new Date()): string {
  const [today, date] = [dateIn(now, zone), dateIn(new Date(iso), zone)];
  if (date === today) return 'Free today';
  if (date === addDays(today, 1)) return 'Free tomorrow';
  if (date < addDays(today, 7)) return `Free ${weekdayOf(date, 'long')}`;
  return `Free ${format(new Date(iso), zone, { month: 'short', day: 'numeric' })}`;
}

/** “3:30 PM” on the day itself, “Tue 9 AM” within a week, “Dec 3” later. */
export function formatSlot(iso: string, zone: string, firstIso: string): string {
  const [first, date] = [dateIn(new Date(firstIso), zone), dateIn(new Date(iso), zone)];
  if (date === first) return formatTime(iso, zone);
  const time = formatTime(iso, zone).replace(':00', '');
  return date < addDays(first, 7)
    ? `${weekdayOf(date)} ${time}`
    : format(new Date(iso), zone, { month: 'short', day: 'numeric' });
}

function offsetMinutes(zone: string, at: Date): number {
  const name = formatParts(at, zone, { timeZoneName: 'longOffset' })('timeZoneName');
  const parts = /GMT([+-])(\d{2}):(\d{2})/.exec(name);
  return parts ? (parts[1] === '-' ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3])) : 0;
}

/** “3 hours behind you”, “5.5 hours ahead of you”, or null where the clocks agree. */
export function formatZoneGap(theirs: string, mine: string, at = new Date()): string | null {
  const hours = (offsetMinutes(theirs, at) - offsetMinutes(mine, at)) / 60;
  if (hours === 0) return null;
  const count = Math.abs(hours) === 1 ? '1 hour' : `${Math.abs(hours)} hours`;
  return hours > 0 ? `${count} ahead of you` : `${count} behind you`;
}

/** When the page was opened; enough to know which day it is. */
export function useOpenedAt(): Date {
  return useState(() => new Date())[0];
}
