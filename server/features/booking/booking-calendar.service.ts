// Bookings in people's own calendars: as a file, and as a feed an instructor subscribes to.
import { Readable } from 'node:stream';
import type { AppContext } from '#server/context.ts';
import { findFeedInstructor } from '#server/features/availability/availability.service.ts';
import { toCalendarEvent } from '#server/features/reservation/booking-calendar.service.ts';
import { listBookingRows } from '#server/features/reservation/booking-view.service.ts';
import { writeCalendar } from '#server/integrations/calendar/write-calendar.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { getSettings } from '#server/platform/settings.service.ts';
import type { Download } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { requireBooking } from './booking.service.ts';

const CONFIRMED = new Set(['confirmed', 'completed', 'no_show']);

export async function downloadCalendarFile(ctx: AppContext, viewer: Viewer, id: number): Promise<Download> {
  const { row, side } = await requireBooking(ctx, viewer, id);
  if (!CONFIRMED.has(row.booking.state)) {
    throw new AppError('not_found', 'Only confirmed bookings have a calendar file.');
  }
  const { siteName } = await getSettings(ctx);
  const event = toCalendarEvent(ctx, row, side === 'client' ? 'client' : 'instructor');
  const content = Readable.from([writeCalendar(siteName, [event])]);
  return { content, fileName: `session-${id}.ics` };
}

const FEED_ROWS = 1000;

/** Null: the address was revoked, or never existed. */
export async function readCalendarFeed(ctx: AppContext, token: string): Promise<string | null> {
  const instructorId = await findFeedInstructor(ctx, token);
  if (instructorId === null) return null;
  const now = ctx.clock.now();
  const paging = { limit: FEED_ROWS, offset: 0 };
  const rows = await listBookingRows(
    ctx.db,
    { instructorId, state: 'confirmed', when: 'upcoming', now },
    paging,
  );
  const { siteName } = await getSettings(ctx);
  return writeCalendar(
    siteName,
    rows.map((row) => toCalendarEvent(ctx, row, 'instructor')),
  );
}
