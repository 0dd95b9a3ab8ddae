// A booking as an event in calendars.
import type { AppContext } from '#server/context.ts';
import type { CalendarEvent } from '#server/integrations/calendar/write-calendar.ts';
import { fullNameOf } from '#shared/names.ts';
import type { BookingRow } from './booking-view.queries.ts';
import { whereOf } from './booking-view.service.ts';

const GONE = new Set(['cancelled', 'declined', 'expired']);

/** The same event through reschedules: its UID stays, its sequence rises. */
export function toCalendarEvent(
  ctx: AppContext,
  row: BookingRow,
  side: 'client' | 'instructor',
): CalendarEvent {
  const { booking, appointment, type } = row;
  const other = side === 'client' ? row.instructor : row.client;
  const page = side === 'client' ? '/my-bookings' : '/instructor/bookings';
  const url = `${ctx.config.publicUrl}${page}`;
  return {
    uid: `${booking.calendarUid}@${new URL(ctx.config.publicUrl).hostname}`,
    sequence: booking.calendarSequence,
    start: appointment.startsAt,
    end: appointment.endsAt,
    title: `${type.title} with ${fullNameOf(other)}`,
    description: booking.notes ? `${booking.notes}\n\n${url}` : url,
    where: whereOf(row),
    isCancelled: GONE.has(booking.state),
    stamp: booking.endedAt ?? booking.confirmedAt ?? booking.createdAt,
    url,
  };
}
