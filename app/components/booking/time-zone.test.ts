import { describe, expect, it } from 'vitest';
import {
  addDays,
  dateIn,
  formatFreeDay,
  formatFullDay,
  formatSession,
  formatZone,
  formatZoneGap,
  zoneLabel,
} from './time-zone.ts';

const at = (text: string) => new Date(text);

it.each([
  ['Asia/Calcutta', 'Kolkata (India Standard Time)', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Kyiv (Eastern European Time)', 'Europe/Kyiv'],
  ['America/New_York', 'New York (Eastern Time)', 'America/New York'],
  [
    'America/Argentina/Buenos_Aires',
    'Buenos Aires (Argentina Standard Time)',
    'America/Argentina/Buenos Aires',
  ],
])('calls %s by its city’s name today', (zone, name, label) => {
  expect(formatZone(zone, at('2026-11-19T12:00:00Z'))).toBe(name);
  expect(zoneLabel(zone)).toBe(label);
});

describe('a day', () => {
  it('has its year if it isn’t this one, by the clock of the zone', () => {
    const newYear = '2027-01-01T03:00:00Z';
    expect(formatFullDay(newYear, 'UTC', at('2026-11-19T12:00:00Z'))).toBe('Friday, January 1, 2027');
    expect(formatFullDay(newYear, 'UTC', at('2027-02-01T12:00:00Z'))).toBe('Friday, January 1');
    expect(formatFullDay(newYear, 'America/Chicago', at('2026-11-19T12:00:00Z'))).toBe(
      'Thursday, December 31',
    );
  });

  it('is the one of the zone, also where a date never was', () => {
    expect(dateIn(at('2026-11-19T20:00:00Z'), 'Asia/Kathmandu')).toBe('2026-11-20');
    expect(dateIn(at('2011-12-30T10:30:00Z'), 'Pacific/Apia')).toBe('2011-12-31');
    expect(addDays('2027-03-13', 1)).toBe('2027-03-14');
  });

  it('is free today, tomorrow, on a weekday, or on a date', () => {
    const now = at('2026-11-19T03:00:00Z');
    const free = (iso: string) => formatFreeDay(iso, 'America/Chicago', now);
    expect(free('2026-11-19T05:00:00Z')).toBe('Free today');
    expect(free('2026-11-19T15:00:00Z')).toBe('Free tomorrow');
    expect(free('2026-11-23T15:00:00Z')).toBe('Free Monday');
    expect(free('2026-11-25T15:00:00Z')).toBe('Free Nov 25');
  });
});

describe('a session', () => {
  it('says AM or PM once if both ends share it', () => {
    const from = (start: string, end: string) =>
      formatSession({ start, end }, 'UTC').replace(/^.*\d{4}, /, '');
    expect(from('2011-03-01T14:45:00Z', '2011-03-01T15:30:00Z')).toBe('2:45 to 3:30 PM');
    expect(from('2011-03-01T11:30:00Z', '2011-03-01T12:15:00Z')).toBe('11:30 AM to 12:15 PM');
  });
});

describe('the gap between two zones', () => {
  it('is the one on that day: clocks don’t change everywhere at once', () => {
    const gap = (day: string) => formatZoneGap('America/New_York', 'Europe/London', at(day));
    expect(gap('2027-03-01T12:00:00Z')).toBe('5 hours behind you');
    expect(gap('2027-03-20T12:00:00Z')).toBe('4 hours behind you');
    expect(gap('2027-04-01T12:00:00Z')).toBe('5 hours behind you');
    expect(formatZoneGap('Asia/Kathmandu', 'UTC')).toBe('5.75 hours ahead of you');
    expect(formatZoneGap('Europe/Paris', 'Europe/Berlin', at('2027-01-01T00:00:00Z'))).toBeNull();
  });
});
