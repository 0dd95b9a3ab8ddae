// Moving a booking: a new one replaces it, in the same reservation and the same event of everyone's calendar.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { lockOrder } from '#server/features/order/order.service.ts';
import { queueBookingMails } from '#server/features/reservation/booking-mail.service.ts';
import { type BookingRow, listBookingRows } from '#server/features/reservation/booking-view.service.ts';
import {
  checkTimes,
  endBookings,
  expireLapsed,
  insertBookings,
  lockInstructor,
  takeSeats,
  withConflicts,
} from '#server/features/reservation/reservation.service.ts';
import { advanceWaitlistsJob } from '#server/features/waitlist/waitlist-offers.service.ts';
import { AppError } from '#shared/errors.ts';
import type { BookingSide } from '#shared/features/reservation/reservation.rules.ts';
import { moveFiles } from './booking-file.queries.ts';
import { findPaidLine } from './booking.queries.ts';
import { settlePayableFrom } from './payable.service.ts';

type Moving = { row: BookingRow; side: BookingSide; startsAt: Date; reason: string | null };

/** Returns the id of the new booking. */
export async function rescheduleBooking(ctx: AppContext, moving: Moving): Promise<number> {
  const { startsAt, row } = moving;
  if (!(startsAt > ctx.clock.now())) throw new AppError('unprocessable', 'Choose a time in the future.');
  if (startsAt.getTime() === row.appointment.startsAt.getTime()) {
    throw new AppError('unprocessable', 'Choose another time than the present one.');
  }
  return withConflicts(() => inTransaction(ctx.db, (tx) => move(ctx, tx, moving), { isPatient: true }));
}

async function move(ctx: AppContext, tx: Tx, { row, side, startsAt, reason }: Moving): Promise<number> {
  const { instructorId } = row.reservation;
  const paid = await findPaidLine(tx, { reservationId: row.reservation.id });
  if (paid) await lockOrder(tx, { id: paid.orderId });
  await lockInstructor(tx, { instructorId });
  await expireLapsed(ctx, tx, { instructorId });
  const now = ctx.clock.now();
  const [current] = await listBookingRows(tx, { ids: [row.booking.id], now });
  const booking = current?.booking;
  if (!current || booking?.state !== 'confirmed') {
    throw new AppError('conflict', 'This booking has just changed. Reload to see where it stands.');
  }
  // One session, also where it is one of several.
  const kind = row.type.kind === 'group' ? 'group' : 'one_to_one';
  const { whereText } = current.appointment;
  const type = { ...row.type, kind, sessionCount: 1, whereText } as const;
  const session = { type, timeZone: row.instructorTimeZone };
  // Instructors know their own time: they may choose one outside of their hours.
  if (side === 'client') {
    await checkTimes(tx, session, { start: startsAt, now, exceptIds: [row.appointment.id] });
  }
  const { id, reservationId, userId, notes, timeZone, calendarUid, calendarSequence, seat: _seat } = booking;
  await endBookings(tx, {
    ids: [id],
    from: ['confirmed'],
    state: 'cancelled',
    now,
    cancelledBy: side,
    reason,
  });
  const seats = await takeSeats(tx, session, { start: startsAt, now });
  const ids = await insertBookings(
    tx,
    seats.map((seat) => ({
      ...seat,
      reservationId,
      userId,
      notes,
      timeZone,
      calendarUid,
      calendarSequence: calendarSequence + 1,
      rescheduledFromId: id,
      state: 'confirmed',
      createdAt: now,
      confirmedAt: now,
    })),
  );
  if (ids[0]) await moveFiles(tx, { from: id, to: ids[0], onlyBy: kind === 'group' ? userId : undefined });
  await settlePayableFrom(tx, { reservationId });
  await queueBookingMails(ctx, tx, { ids, event: 'rescheduled' });
  await ctx.jobs.send(tx, advanceWaitlistsJob, { instructorId });
  return ids[0] ?? id;
}
