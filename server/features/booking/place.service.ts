// Where booked sessions take place, when that changes after they were booked: a new meeting link, another studio.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { queueBookingMails } from '#server/features/reservation/booking-mail.service.ts';
import {
  findSessionType,
  lockInstructor,
  raiseCalendarSequence,
  updatePlaces,
} from '#server/features/reservation/reservation.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/booking/booking.contract.ts';
import { toPlainText } from '#shared/plain-text.ts';
import { findAppointment } from './booking.queries.ts';

type Place = ContractParsed<typeof contract.updateAppointmentPlace>['body'] & { id: number };
type PlaceChange = ContractResult<typeof contract.updateAppointmentPlace>;

export async function updateAppointmentPlace(
  ctx: AppContext,
  viewer: Viewer,
  { id, where }: Place,
): Promise<PlaceChange> {
  const found = await findAppointment(ctx.db, { id, instructorId: viewer.id });
  if (!found) throw new AppError('not_found', 'This date doesn’t exist, or it isn’t yours.');
  if (!found.isLive || found.endsAt <= ctx.clock.now()) {
    throw new AppError('conflict', 'This session is over or has been canceled.');
  }
  return changePlaces(ctx, viewer, { appointmentId: id }, where);
}

/** Of the sessions that are booked; what is booked later takes the place of the session type. */
export async function updateBookedPlaces(
  ctx: AppContext,
  viewer: Viewer,
  { id, where }: Place,
): Promise<PlaceChange> {
  const session = await findSessionType(ctx.db, { id });
  if (session?.type.instructorId !== viewer.id) {
    throw new AppError('not_found', 'This session doesn’t exist, or it isn’t yours.');
  }
  return changePlaces(ctx, viewer, { sessionTypeId: id }, where);
}

type Which = { appointmentId: number } | { sessionTypeId: number };

/** Clients get the same calendar event again, with the new place. */
async function changePlaces(
  ctx: AppContext,
  viewer: Viewer,
  which: Which,
  where: string,
): Promise<PlaceChange> {
  return inTransaction(ctx.db, async (tx) => {
    // A session that is just being moved takes its place along.
    await lockInstructor(tx, { instructorId: viewer.id });
    const appointmentIds = await updatePlaces(tx, {
      ...which,
      instructorId: viewer.id,
      whereText: toPlainText(where),
      now: ctx.clock.now(),
    });
    const ids = await raiseCalendarSequence(tx, { appointmentIds });
    await queueBookingMails(ctx, tx, { ids, event: 'place_changed' });
    return { changed: appointmentIds.length, notified: ids.length };
  });
}
