// Making bookings, and the lists of clients, instructors and staff.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  attachBookedSession,
  requireAssessmentSession,
} from '#server/features/assignment/booked-session.service.ts';
import { addToCart } from '#server/features/cart/cart.service.ts';
import { lockOrder } from '#server/features/order/order.service.ts';
import {
  type BookingFilter,
  type BookingRow,
  countBookings,
  listBookingRows,
  listBookingsFor,
  type Reader,
  sideOf,
  toBooking,
  toReservation,
} from '#server/features/reservation/booking-view.service.ts';
import {
  findReservation,
  findSessionType,
  releaseHold,
  reserveTimes,
} from '#server/features/reservation/reservation.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/booking/booking.contract.ts';
import type { Booking } from '#shared/features/reservation/reservation.schema.ts';
import type { BookingSide } from '#shared/features/reservation/reservation.rules.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { attachFiles } from './attach-files.service.ts';
import { findPaidLine, listOrderIds, listPackageRows } from './booking.queries.ts';
import { settlePayableFrom } from './payable.service.ts';

export async function createBooking(
  ctx: AppContext,
  viewer: Viewer,
  body: ContractParsed<typeof contract.createBooking>['body'],
): Promise<ContractResult<typeof contract.createBooking>> {
  const { uploadIds, lessonId, ...wanted } = body;
  await requireForAssessment(ctx, viewer, body);
  const { reservationId, bookingIds } = await reserveTimes(ctx, {
    ...wanted,
    userId: viewer.id,
    async attach(tx, [bookingId = 0]) {
      await attachFiles(ctx, tx, { bookingId, userId: viewer.id, uploadIds });
      if (lessonId) await attachBookedSession(ctx, tx, { bookingId, userId: viewer.id, lessonId });
    },
  });
  const reservation = await findReservation(ctx.db, { id: reservationId });
  if (!reservation) throw new Error(`Reservation ${reservationId} is gone`);
  if (reservation.state === 'held') await addReservationToCart(ctx, viewer, reservationId);
  // Its own transaction: the order is locked before the instructor. Until then the share waits for the package to expire.
  if (body.packageId !== undefined) {
    await inTransaction(ctx.db, async (tx) => {
      const paid = await findPaidLine(tx, { reservationId });
      if (paid) await lockOrder(tx, { id: paid.orderId });
      await settlePayableFrom(tx, { reservationId });
    });
  }
  const now = ctx.clock.now();
  const bookings =
    bookingIds.length > 0 ? await listBookingsFor(ctx.db, viewer, { ids: bookingIds, now }) : [];
  return { booking: bookings[0] ?? null, bookings, reservation: toReservation(reservation) };
}

/** Sessions for assessments are booked from an assessment, and nothing else is. */
async function requireForAssessment(
  ctx: AppContext,
  viewer: Viewer,
  { lessonId, sessionTypeId }: { lessonId?: number | undefined; sessionTypeId: number },
): Promise<void> {
  if (lessonId) return requireAssessmentSession(ctx, viewer, { lessonId, sessionTypeId });
  const session = await findSessionType(ctx.db, { id: sessionTypeId });
  if (session?.type.isForAssessments) {
    throw new AppError('unprocessable', 'Book this session from the practical assessment of your course.');
  }
}

/** A hold that doesn't fit into the cart is given up, so that nobody waits for it. */
async function addReservationToCart(ctx: AppContext, viewer: Viewer, reservationId: number): Promise<void> {
  try {
    await addToCart(ctx, viewer, { itemType: 'booking', itemId: reservationId, quantity: 1 });
  } catch (error) {
    await releaseHold(ctx, reservationId);
    throw error;
  }
}

type Found = { items: Booking[]; total: number; page: number; pageSize: number };

async function listPage(
  ctx: AppContext,
  viewer: Viewer,
  { page, ...filter }: Omit<BookingFilter, 'now'> & { page: number },
): Promise<Found> {
  const wanted = { ...filter, now: ctx.clock.now() };
  const paging = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const items = await listBookingsFor(ctx.db, viewer, wanted, paging);
  return { items, total: await countBookings(ctx.db, wanted), page, pageSize: PAGE_SIZE };
}

export function listBookings(
  ctx: AppContext,
  viewer: Viewer,
  query: ContractParsed<typeof contract.listBookings>['query'],
): Promise<Found> {
  return listPage(ctx, viewer, { ...query, userId: viewer.id });
}

export async function listTaughtBookings(
  ctx: AppContext,
  viewer: Viewer,
  query: ContractParsed<typeof contract.listTaughtBookings>['query'],
): Promise<ContractResult<typeof contract.listTaughtBookings>> {
  const requests = { instructorId: viewer.id, state: 'requested', when: 'upcoming' } as const;
  return {
    ...(await listPage(ctx, viewer, { ...query, instructorId: viewer.id })),
    requested: await countBookings(ctx.db, { ...requests, now: ctx.clock.now() }),
  };
}

/** Staff see everything, whichever side of a booking they are on themselves. */
export async function listStaffBookings(
  ctx: AppContext,
  _viewer: Viewer,
  { page, ...filter }: ContractParsed<typeof contract.listStaffBookings>['query'],
): Promise<ContractResult<typeof contract.listStaffBookings>> {
  const now = ctx.clock.now();
  const wanted = { ...filter, now };
  const rows = await listBookingRows(ctx.db, wanted, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
  const orders = await listOrderIds(ctx.db, {
    reservationIds: rows.map(({ reservation }) => reservation.id),
  });
  const orderOf = new Map(orders.map(({ reservationId, orderId }) => [reservationId, orderId]));
  return {
    items: rows.map((row) => ({
      ...toBooking(row, 'staff', now),
      orderId: orderOf.get(row.reservation.id) ?? null,
    })),
    total: await countBookings(ctx.db, wanted),
    page,
    pageSize: PAGE_SIZE,
  };
}

export async function getBooking(ctx: AppContext, viewer: Viewer, id: number): Promise<Booking> {
  const { row, side } = await requireBooking(ctx, viewer, id);
  return toBooking(row, side, ctx.clock.now());
}

/** With the side the viewer is on. Others don't learn that it exists. */
export async function requireBooking(
  ctx: AppContext,
  reader: Reader,
  id: number,
): Promise<{ row: BookingRow; side: BookingSide }> {
  const [row] = await listBookingRows(ctx.db, { ids: [id], now: ctx.clock.now() });
  const side = row && sideOf(row, reader);
  if (!row || !side) throw noSuchBooking();
  return { row, side };
}

export const noSuchBooking = () =>
  new AppError('not_found', 'This booking doesn’t exist, or it isn’t yours.');

export async function listPackages(
  ctx: AppContext,
  viewer: Viewer,
): Promise<ContractResult<typeof contract.listPackages>> {
  const rows = await listPackageRows(ctx.db, { userId: viewer.id });
  const now = ctx.clock.now();
  return rows.map(({ reservation, type, used, timeZone, ...instructor }) => {
    const { title, priceCents, durationMinutes, place, cancellation, sessionCount, validDays } = reservation;
    const price = centsToDecimal(priceCents);
    return {
      ...toReservation(reservation),
      title,
      durationMinutes,
      instructorName: fullNameOf(instructor),
      instructorTimeZone: timeZone,
      // On request or not: the sessions of a package are confirmed at once.
      sessionType: {
        ...type,
        title,
        price,
        durationMinutes,
        place,
        cancellation,
        sessionCount,
        validDays,
        isOnRequest: false,
      },
      creditsLeft:
        reservation.validUntil && reservation.validUntil > now ? Math.max(0, sessionCount - used) : 0,
    };
  });
}
