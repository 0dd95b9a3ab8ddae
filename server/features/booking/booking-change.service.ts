// What clients, instructors and staff change about a booking. Orders are locked before instructors, as payments do it;
// states move by compare-and-swap.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { addToCart } from '#server/features/cart/cart.service.ts';
import { lockOrder } from '#server/features/order/order.service.ts';
import { previewReturn } from '#server/features/order/refundable.service.ts';
import { payBackJob, reserveRefund } from '#server/features/refund/refund.service.ts';
import { queueBookingMails } from '#server/features/reservation/booking-mail.service.ts';
import { type BookingRow, listBookingRows } from '#server/features/reservation/booking-view.service.ts';
import {
  endBookings,
  endReservation,
  extendPackage,
  lockInstructor,
  moveBookings,
  updateReservationState,
} from '#server/features/reservation/reservation.service.ts';
import { advanceWaitlistsJob } from '#server/features/waitlist/waitlist-offers.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import type * as contract from '#shared/features/booking/booking.contract.ts';
import {
  cancellationOutcome,
  describeOutcome,
  type Outcome,
  REBOOK_DAYS,
} from '#shared/features/booking/booking.rules.ts';
import type { CancellationQuote } from '#shared/features/booking/booking.schema.ts';
import { describeCreditEnd } from '#shared/features/membership/booking-credit.rules.ts';
import {
  bookingActions,
  type BookingSide,
  sessionShareCents,
} from '#shared/features/reservation/reservation.rules.ts';
import type { Booking } from '#shared/features/reservation/reservation.schema.ts';
import { ACCEPTED_HOLD_HOURS, type BookingAction } from '#shared/features/reservation/reservation.states.ts';
import { centsToDecimal } from '#shared/money.ts';
import { countRefunded, findPaidLine } from './booking.queries.ts';
import { rescheduleBooking } from './booking-reschedule.service.ts';
import { getBooking, noSuchBooking, requireBooking } from './booking.service.ts';
import { settlePayableFrom } from './payable.service.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PATIENT = { isPatient: true } as const;

type Change = ContractParsed<typeof contract.updateBooking>['body'];

export async function updateBooking(
  ctx: AppContext,
  viewer: Viewer,
  { id, action, start, reason }: Change & { id: number },
): Promise<Booking> {
  const { row, side } = await requireBooking(ctx, viewer, id);
  requireAction(ctx, row, side, action);
  const why = reason || null;
  if (action === 'reschedule') {
    const startsAt = new Date(start ?? '');
    return getBooking(ctx, viewer, await rescheduleBooking(ctx, { row, side, startsAt, reason: why }));
  }
  if (action === 'cancel') await cancelBooking(ctx, viewer, { row, side, reason: why });
  if (action === 'confirm') await confirmRequest(ctx, row);
  if (action === 'decline') await declineRequest(ctx, row, why);
  if (action === 'no_show') await recordNoShow(ctx, row);
  return getBooking(ctx, viewer, id);
}

/** Refuses what this side can't do now. */
function requireAction(ctx: AppContext, row: BookingRow, side: BookingSide, action: BookingAction): void {
  const { booking, appointment, type } = row;
  const situation = {
    state: booking.state,
    kind: type.kind,
    cancellation: type.cancellation,
    ...appointment,
  };
  if (bookingActions(side, situation, ctx.clock.now()).includes(action)) return;
  throw new AppError('conflict', REFUSALS[action]);
}

const REFUSALS: Record<BookingAction, string> = {
  reschedule: 'This booking can’t be moved anymore. You may still be able to cancel it.',
  cancel: 'This booking can’t be canceled anymore.',
  confirm: 'This request has already been answered, or it expired.',
  decline: 'This request has already been answered, or it expired.',
  no_show: 'You can record this once the session has started, for two weeks.',
};
const changedMeanwhile = () =>
  new AppError('conflict', 'This booking has just changed. Reload to see where it stands.');

export async function quoteCancellation(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<CancellationQuote> {
  const { row, side } = await requireBooking(ctx, viewer, id);
  requireAction(ctx, row, side, 'cancel');
  const { line, paidCents, outcome } = await computeOutcome(ctx, ctx.db, { row, side });
  const { isPackage } = row.reservation;
  const { creditCents, creditEndsAt } = line
    ? await previewReturn(ctx.db, { ...line, amountCents: outcome.refundCents })
    : NO_CREDIT;
  const creditNote =
    creditEndsAt && side === 'client' ? describeCreditEnd(creditEndsAt, ctx.clock.now()) : '';
  return {
    percent: outcome.percent,
    paid: centsToDecimal(paidCents),
    refund: centsToDecimal(outcome.refundCents),
    credit: centsToDecimal(creditCents),
    isCreditReturned: outcome.isCreditReturned,
    text: describeOutcome(outcome, { paidCents, creditCents, creditNote, isPackage, side }),
  };
}

const NO_CREDIT = { creditCents: 0, creditEndsAt: null };

type Canceling = { row: BookingRow; side: BookingSide };

async function computeOutcome(ctx: AppContext, db: Tx | AppContext['db'], { row, side }: Canceling) {
  const { reservation, type, appointment } = row;
  const line = await findPaidLine(db, { reservationId: reservation.id });
  const refunded = await countRefunded(db, { reservationId: reservation.id });
  const { isPackage, sessionCount } = reservation;
  const paidCents = line && !isPackage ? sessionShareCents(line.paidCents, sessionCount, refunded) : 0;
  const outcome = cancellationOutcome({
    side,
    policy: type.cancellation,
    startsAt: appointment.startsAt,
    now: ctx.clock.now(),
    paidCents,
    isPackage,
  });
  return { line, paidCents, outcome };
}

/** Also for jobs, which act for an instructor who canceled a whole date. */
export async function cancelBooking(
  ctx: AppContext,
  actor: Viewer | null,
  { row: { booking, reservation }, side, reason }: Canceling & { reason: string | null },
): Promise<void> {
  const paid = await findPaidLine(ctx.db, { reservationId: reservation.id });
  await inTransaction(
    ctx.db,
    async (tx) => {
      const order = paid && (await lockOrder(tx, { id: paid.orderId }));
      await lockInstructor(tx, { instructorId: reservation.instructorId });
      const [row] = await listBookingRows(tx, { ids: [booking.id], now: ctx.clock.now() });
      if (!row) throw noSuchBooking();
      await ctx.jobs.send(tx, advanceWaitlistsJob, { instructorId: reservation.instructorId });
      const { state } = row.booking;
      if (state === 'held' || state === 'requested') {
        await cancelUnpaid(ctx, tx, { row, side, reason });
        return;
      }
      if (state !== 'confirmed') throw changedMeanwhile();
      const { line, outcome } = await computeOutcome(ctx, tx, { row, side });
      // Paid for between the first look and the lock.
      if (line?.orderId !== paid?.orderId) throw changedMeanwhile();
      await end(ctx, tx, { row, side, reason, outcome });
      if (order && line && outcome.refundCents > 0) {
        const isAll = outcome.percent === 100 && reservation.sessionCount === 1;
        const { lineId } = line;
        const refundId = await reserveRefund(ctx, tx, order, {
          scope: isAll
            ? { kind: 'line', lineId }
            : { kind: 'amount', amountCents: outcome.refundCents, lineId },
          reason: reason ?? `The session was canceled by the ${side}.`,
          decidedBy: actor?.id ?? null,
          requestKey: `booking ${booking.id}`,
        });
        await ctx.jobs.send(tx, payBackJob, { refundId });
      }
      if (side === 'staff' && actor) {
        await recordAudit(ctx, tx, {
          actor,
          action: 'booking.cancel',
          subject: ['booking', booking.id],
          userId: booking.userId,
          details: { reason, refund: centsToDecimal(outcome.refundCents) },
        });
      }
    },
    PATIENT,
  );
}

type Ending = Canceling & { reason: string | null };

async function end(ctx: AppContext, tx: Tx, { row, side, reason, outcome }: Ending & { outcome: Outcome }) {
  const { isPackage } = row.reservation;
  const now = ctx.clock.now();
  const ended = await endBookings(tx, {
    ids: [row.booking.id],
    from: ['confirmed'],
    state: 'cancelled',
    now,
    cancelledBy: side,
    reason,
    // Of a package: zero means used, null that it can be booked again.
    refundCents: isPackage && outcome.isCreditReturned ? null : outcome.refundCents,
  });
  if (ended.length === 0) throw changedMeanwhile();
  if (isPackage && side !== 'client') {
    await extendPackage(tx, {
      id: row.reservation.id,
      until: new Date(now.getTime() + REBOOK_DAYS * DAY_MS),
    });
  }
  await settlePayableFrom(tx, { reservationId: row.reservation.id });
  await queueBookingMails(ctx, tx, { ids: ended, event: 'cancelled' });
}

/** Nothing was paid yet: the whole reservation ends, with all weeks of a series. */
async function cancelUnpaid(ctx: AppContext, tx: Tx, { row, side, reason }: Ending): Promise<void> {
  const ended = await endReservation(tx, {
    reservationId: row.reservation.id,
    state: 'cancelled',
    cancelledBy: side,
    reason,
    now: ctx.clock.now(),
  });
  if (ended.length === 0) throw changedMeanwhile();
  const isRequest = row.booking.state === 'requested';
  // The instructor never knew of a hold.
  if (isRequest) await queueBookingMails(ctx, tx, { ids: ended, event: 'cancelled', wasConfirmed: false });
}

/** A free session is confirmed; a paid one waits a day in the client's cart. */
async function confirmRequest(
  ctx: AppContext,
  { reservation, appointment, client }: BookingRow,
): Promise<void> {
  const { id, priceCents } = reservation;
  const isFree = priceCents === 0;
  await inTransaction(ctx.db, async (tx) => {
    await lockInstructor(tx, { instructorId: reservation.instructorId });
    const now = ctx.clock.now();
    const until = Math.min(now.getTime() + ACCEPTED_HOLD_HOURS * HOUR_MS, appointment.startsAt.getTime());
    const isMoved = await updateReservationState(tx, {
      id,
      from: 'requested',
      unexpiredAt: now,
      ...(isFree
        ? { state: 'paid', paidAt: now, expiresAt: null }
        : { state: 'held', expiresAt: new Date(until) }),
    });
    if (!isMoved) throw new AppError('conflict', REFUSALS.confirm);
    const state = isFree ? 'confirmed' : 'held';
    const ids = await moveBookings(tx, { reservationId: id, from: 'requested', state, now });
    await queueBookingMails(ctx, tx, { ids, event: isFree ? 'confirmed' : 'accepted' });
  });
  if (isFree) return;
  // A full cart is no reason to take the acceptance back: the client finds the booking among theirs.
  await addToCart(ctx, client, { itemType: 'booking', itemId: id, quantity: 1 }).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
  });
}

async function declineRequest(ctx: AppContext, { reservation }: BookingRow, reason: string | null) {
  await inTransaction(ctx.db, async (tx) => {
    await lockInstructor(tx, { instructorId: reservation.instructorId });
    const ended = await endReservation(tx, {
      reservationId: reservation.id,
      from: 'requested',
      state: 'declined',
      reason,
      now: ctx.clock.now(),
    });
    if (ended.length === 0) throw new AppError('conflict', REFUSALS.decline);
    await queueBookingMails(ctx, tx, { ids: ended, event: 'declined' });
    await ctx.jobs.send(tx, advanceWaitlistsJob, { instructorId: reservation.instructorId });
  });
}

/** The time stays taken: it has passed. */
async function recordNoShow(ctx: AppContext, { booking }: BookingRow): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const ids = await moveBookings(tx, {
      id: booking.id,
      from: ['confirmed', 'completed'],
      state: 'no_show',
      now: ctx.clock.now(),
    });
    if (ids.length === 0) throw changedMeanwhile();
    await queueBookingMails(ctx, tx, { ids, event: 'no_show' });
  });
}
