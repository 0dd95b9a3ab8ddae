// Calendar files (RFC 5545) and invitations (RFC 5546). Times are in UTC, so that no calendar needs our zones.
import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

export type CalendarEvent = {
  uid: string;
  /** Rises with every change. */
  sequence: number;
  start: Date;
  end: Date;
  title: string;
  description: string;
  where: string | null;
  isCancelled: boolean;
  /** When it last changed. */
  stamp: Date;
  url?: string;
};

type Person = { name: string; email: string };

const PRODUCT = { company: 'Relevé', product: 'Connect', language: 'EN' };

/** An update or cancellation of one event, for an email. */
export function writeInvitation(
  event: CalendarEvent,
  { organizer, attendee }: { organizer: Person; attendee: Person },
): string {
  const method = event.isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST;
  const calendar = ical({ prodId: PRODUCT, method });
  addEvent(calendar, event)
    .organizer(organizer)
    .createAttendee({ ...attendee, status: ICalAttendeeStatus.ACCEPTED, rsvp: false });
  return calendar.toString();
}

/** Events to import or subscribe to. */
export function writeCalendar(name: string, events: readonly CalendarEvent[]): string {
  const calendar = ical({ prodId: PRODUCT, name, method: ICalCalendarMethod.PUBLISH, ttl: 15 * 60 });
  for (const event of events) addEvent(calendar, event);
  return calendar.toString();
}

function addEvent(calendar: ReturnType<typeof ical>, event: CalendarEvent) {
  const { uid, sequence, start, end, title, description, where, isCancelled, stamp, url } = event;
  return calendar.createEvent({
    id: uid,
    sequence,
    start,
    end,
    stamp,
    summary: title,
    description,
    location: where,
    ...(url !== undefined && { url }),
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  });
}

/** `REQUEST`, `CANCEL` or `PUBLISH`: mail programs want it beside the file too. */
export function methodOf(calendar: string): string {
  return /^METHOD:(\w+)/m.exec(calendar)?.[1] ?? 'PUBLISH';
}
