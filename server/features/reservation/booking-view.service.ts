// Bookings as people see them: what they may know depends on which side they are on.
import type { DbOrTx } from '#server/db/client.ts';
import type { Booking, Reservation } from '#shared/features/reservation/reservation.schema.ts';
import {
  bookingActions,
  type BookingSide,
  sessionShareCents,
} from '#shared/features/reservation/reservation.rules.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { hasPermission, type Role } from '#shared/roles.ts';
import { type BookingFilter, type BookingRow, listBookingRows } from './booking-view.queries.ts';
import type { ReservationRow } from './reservation.queries.ts';

export type Reader = { id: number; roles: readonly Role[] };

/** Null: the booking is none of their business. */
export function sideOf({ client, instructor }: BookingRow, { id, roles }: Reader): BookingSide | null {
  if (client.id === id) return 'client';
  if (instructor.id === id) return 'instructor';
  return hasPermission(roles, 'bookings.manage') ? 'staff' : null;
}

export async function listBookingsFor(
  db: DbOrTx,
  reader: Reader,
  filter: BookingFilter,
  paging?: { limit: number; offset: number },
): Promise<Booking[]> {
  const rows = await listBookingRows(db, filter, paging);
  return rows.flatMap((row) => {
    const side = sideOf(row, reader);
    return side ? [toBooking(row, side, filter.now)] : [];
  });
}

export function toBooking(row: BookingRow, side: BookingSide, now: Date): Booking {
  const { booking, appointment, type, reservation } = row;
  const { id, state: stored, notes, timeZone, cancelledBy, reason, rescheduledFromId } = booking;
  const isOpen = stored === 'held' || stored === 'requested';
  const expiresAt = isOpen && reservation.state !== 'paid' ? reservation.expiresAt : null;
  // A hold is over when its time is, whether or not the job has been there.
  const state = expiresAt && expiresAt <= now ? 'expired' : stored;
  const { startsAt, endsAt } = appointment;
  return {
    id,
    reservationId: reservation.id,
    appointmentId: appointment.id,
    state,
    start: startsAt.toISOString(),
    end: endsAt.toISOString(),
    timeZone,
    notes,
    price: centsToDecimal(sessionShareCents(reservation.priceCents, reservation.sessionCount, 0)),
    sessionType: {
      id: type.id,
      title: type.title,
      kind: type.kind,
      durationMinutes: (endsAt.getTime() - startsAt.getTime()) / 60_000,
      place: type.place,
      cancellation: type.cancellation,
    },
    instructor: { ...toPerson(row.instructor), timeZone: row.instructorTimeZone },
    client: toPerson(row.client),
    where: canSeeWhere(side, state) ? whereOf(row) : null,
    expiresAt: state === stored ? (expiresAt?.toISOString() ?? null) : null,
    cancelledBy,
    reason,
    refund: booking.refundCents === null ? null : centsToDecimal(booking.refundCents),
    rescheduledFromId,
    rescheduledToId: row.rescheduledToId,
    actions: bookingActions(
      side,
      { state, kind: type.kind, cancellation: type.cancellation, startsAt, endsAt },
      now,
    ),
  };
}

const toPerson = ({ id, imageUrl, ...name }: BookingRow['client']) => ({
  id,
  name: fullNameOf(name),
  imageUrl,
});

const canSeeWhere = (side: BookingSide, state: Booking['state']) =>
  side !== 'client' || state === 'confirmed' || state === 'completed';

export function whereOf({ appointment }: Pick<BookingRow, 'appointment'>): string | null {
  return appointment.whereText || null;
}

export function toReservation(row: ReservationRow): Reservation {
  const { id, state, sessionTypeId, instructorId, sessionCount, isPackage } = row;
  return {
    id,
    state,
    sessionTypeId,
    instructorId,
    price: centsToDecimal(row.priceCents),
    sessionCount,
    isPackage,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    validUntil: row.validUntil?.toISOString() ?? null,
  };
}

export {
  type BookingFilter,
  type BookingRow,
  countBookings,
  listBookingRows,
} from './booking-view.queries.ts';
