// Busy times of a calendar in iCalendar format. Runs in a worker: how long a crafted rule takes is the thread's deadline
// to decide, how many occurrences there may be is decided here.
import ICAL from 'ical.js';
import { isTimeZone } from '#shared/time-zone.ts';
import { CalendarRefusedError } from './calendar-refused.ts';
import type { BusyTask } from './read-calendar.ts';

/** Ten years of a daily event are 3,650. */
const MAX_OCCURRENCES = 100_000;
const MAX_EVENTS = 20_000;
const MAX_BUSY = 5000;
/** Longer ones are mistakes, or meant to block everything. */
const MAX_DAYS = 62;
const DAY_MS = 86_400_000;

const refused = (message: string) => new CalendarRefusedError(message);
const tooMany = () => refused('The calendar has too many events to read. Share a smaller one.');

export function busyTimesIn({ text, from, to, timeZone }: BusyTask): [number, number][] {
  const calendar = parseCalendar(text);
  const zones = new Zones(calendar, timeZone);
  const events = calendar.getAllSubcomponents('vevent').filter((event) => event.hasProperty('dtstart'));
  if (events.length > MAX_EVENTS) throw tooMany();
  const changes = changesByUid(events);
  const found: [number, number][] = [];
  let left = MAX_OCCURRENCES;
  const add = (component: ICAL.Component, start: ICAL.Time, end: ICAL.Time): number => {
    const range = zones.rangeOf(component, start, end);
    const [startsAt, endsAt] = range;
    if (startsAt < to && endsAt > from && startsAt < endsAt && isBusy(component)) {
      found.push([Math.max(startsAt, from), Math.min(endsAt, to)]);
      if (found.length > MAX_OCCURRENCES) throw tooMany();
    }
    return startsAt;
  };
  for (const component of events) {
    if (component.hasProperty('recurrence-id')) continue;
    const event = new ICAL.Event(component, { exceptions: changes.get(uidOf(component)) ?? [] });
    if (!event.isRecurring()) {
      add(component, event.startDate, event.endDate);
      continue;
    }
    const occurrences = event.iterator();
    for (let next = occurrences.next(); next; next = occurrences.next()) {
      if (--left < 0) throw tooMany();
      const { item, startDate, endDate } = event.getOccurrenceDetails(next);
      if (add(item.component, startDate, endDate) > to + MAX_DAYS * DAY_MS) break;
    }
  }
  const busy = merged(found);
  if (busy.length > MAX_BUSY) throw tooMany();
  return busy;
}

function parseCalendar(text: string): ICAL.Component {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) {
    throw refused('There’s no calendar at this address. Use the address that ends in .ics.');
  }
  try {
    // Several calendars in one file come as a list.
    const parsed = ICAL.parse(text.replace(/^\uFEFF?\s*/, '')) as unknown[];
    const all = typeof parsed[0] === 'string' ? [parsed] : (parsed as unknown[][]);
    const [first, ...rest] = all.map((one) => new ICAL.Component(one as never));
    if (!first) throw refused('The calendar is empty.');
    for (const other of rest) {
      for (const part of other.getAllSubcomponents()) first.addSubcomponent(part);
    }
    return first;
  } catch (error) {
    if (error instanceof CalendarRefusedError) throw error;
    throw refused('The calendar is damaged and can’t be read.');
  }
}

const uidOf = (component: ICAL.Component) => String(component.getFirstPropertyValue('uid') ?? '');

/** Single occurrences that were moved or changed. */
function changesByUid(events: readonly ICAL.Component[]): Map<string, ICAL.Component[]> {
  const changes = new Map<string, ICAL.Component[]>();
  for (const event of events) {
    if (!event.hasProperty('recurrence-id')) continue;
    const uid = uidOf(event);
    changes.set(uid, [...(changes.get(uid) ?? []), event]);
  }
  return changes;
}

function isBusy(event: ICAL.Component): boolean {
  const value = (name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase();
  return value('status') !== 'CANCELLED' && value('transp') !== 'TRANSPARENT';
}

/** From the calendar's clocks to UTC. */
class Zones {
  readonly #defined: ReadonlyMap<string, boolean>;
  readonly #timeZone: string;

  constructor(calendar: ICAL.Component, timeZone: string) {
    this.#timeZone = timeZone;
    this.#defined = new Map(
      calendar
        .getAllSubcomponents('vtimezone')
        .map((zone) => [
          String(zone.getFirstPropertyValue('tzid') ?? ''),
          zone
            .getAllSubcomponents()
            .some((part) => part.hasProperty('tzoffsetto') && part.hasProperty('dtstart')),
        ]),
    );
  }

  rangeOf(event: ICAL.Component, start: ICAL.Time, end: ICAL.Time): [number, number] {
    const zoneOf = (name: string) => event.getFirstProperty(name)?.getFirstParameter('tzid');
    const startZone = zoneOf('dtstart');
    const startsAt = this.#toUtc(start, startZone);
    const endsAt = this.#toUtc(end, zoneOf('dtend') ?? startZone);
    if (endsAt - startsAt > MAX_DAYS * DAY_MS) {
      throw refused(
        `An event in the calendar lasts longer than ${MAX_DAYS} days. Shorten it, or use time off.`,
      );
    }
    return [startsAt, endsAt];
  }

  #toUtc(time: ICAL.Time, zone: string | undefined): number {
    const { year, month, day, hour, minute, second } = time;
    if (time.isDate) {
      const date = new Temporal.PlainDate(year, month, day);
      return date.toZonedDateTime({ timeZone: this.#timeZone }).epochMilliseconds;
    }
    if (time.zone === ICAL.Timezone.utcTimezone) return time.toUnixTime() * 1000;
    if (zone === undefined || isTimeZone(zone)) {
      const local = new Temporal.PlainDateTime(year, month, day, hour, minute, Math.min(second, 59));
      return local.toZonedDateTime(zone ?? this.#timeZone).epochMilliseconds;
    }
    if (!this.#defined.get(zone)) {
      throw refused(`The calendar uses the time zone “${zone.slice(0, 60)}” without defining it.`);
    }
    return time.toUnixTime() * 1000;
  }
}

function merged(ranges: readonly [number, number][]): [number, number][] {
  const found: [number, number][] = [];
  for (const [start, end] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = found.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else found.push([start, end]);
  }
  return found;
}
