// Taking a free time. The check and the insert share a transaction under the instructor's lock; the constraints
// appointments_no_overlap, bookings_seat_once and bookings_client_once decide whatever the check could miss.
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { AppError } from '#shared/errors.ts';
import { occupiedRange, weeklyStarts } from '#shared/features/reservation/slot.rules.ts';
import {
  ACCEPTED_HOLD_HOURS,
  HOLD_MINUTES,
  MAX_OPEN_HOLDS,
  REQUEST_HOURS,
} from '#shared/features/reservation/reservation.states.ts';
import { queueBookingMails } from './booking-mail.service.ts';
import type { BookingRow } from './booking-view.queries.ts';
import { checkTimes, taken409 } from './free-time.service.ts';
import { lockInstructor } from './instructor-lock.queries.ts';
import {
  countOpenHolds,
  endReservation,
  expireReservations,
  findGroupSeat,
  findPackage,
  findTimeZone,
  insertAppointments,
  insertBookings,
  insertReservation,
  moveBookings,
  type NewReservation,
  type Terms,
  updateReservationState,
} from './reservation.queries.ts';
import { findOwnHold } from './slot.queries.ts';
import { requireSessionType, type SessionType } from './slot.service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Wanted = {
  userId: number;
  sessionTypeId: number;
  start?: string | undefined;
  notes: string;
  timeZone?: string | undefined;
  packageId?: number | undefined;
  /** For the next on a waitlist: held until then, whatever it costs. */
  holdUntil?: Date;
  /** Runs in the transaction that takes the time. */
  attach?: (tx: Tx, bookingIds: readonly number[]) => Promise<void>;
};
export type Reserved = { reservationId: number; bookingIds: number[] };

export async function reserveTimes(ctx: AppContext, wanted: Wanted): Promise<Reserved> {
  const session = await requireSessionType(ctx.db, { ...wanted, id: wanted.sessionTypeId });
  if (session.type.kind === 'package' && wanted.packageId === undefined) {
    return reservePackage(ctx, session, wanted);
  }
  if (wanted.start === undefined) throw new AppError('unprocessable', 'Choose a time.');
  const start = new Date(wanted.start);
  const now = ctx.clock.now();
  // Sent twice, or again because the answer was lost.
  const own = await findOwnHold(ctx.db, {
    userId: wanted.userId,
    sessionTypeId: wanted.sessionTypeId,
    start,
    now,
  });
  if (own && wanted.packageId === undefined) return own;
  if ((await countOpenHolds(ctx.db, { userId: wanted.userId, now })) >= MAX_OPEN_HOLDS) throw tooManyHolds();
  // Most who come too late learn it here, without waiting for their turn.
  await checkTimes(ctx.db, session, { start, now });
  const work = session.type.kind === 'group' ? reserveSeat : reserveAppointments;
  return withConflicts(() => work(ctx, session, { ...wanted, start }));
}

const tooManyHolds = () =>
  new AppError(
    'conflict',
    `You have ${MAX_OPEN_HOLDS} bookings that aren’t paid or answered yet. Finish or cancel some of them first.`,
  );

const TAKEN = new Set(['appointments_no_overlap', 'bookings_seat_once', 'bookings_client_once']);

/** The constraints are the referee: what they refuse was taken a moment ago. */
export async function withConflicts<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const constraint = violatedConstraint(error) ?? '';
    if (constraint === 'bookings_client_once') throw alreadyIn();
    throw TAKEN.has(constraint) ? taken409() : error;
  }
}

const alreadyIn = () => new AppError('conflict', 'You already have a seat in this session.');

type Chosen = Omit<Wanted, 'start'> & { start: Date };
type Seat = { appointmentId: number; seat: number; capacity: number };

/**
 * The appointments are inserted first: latecomers fail on appointments_no_overlap right away. Then whatever
 * no constraint knows is checked again: hours, busy times and limits.
 */
async function reserveAppointments(ctx: AppContext, session: SessionType, wanted: Chosen): Promise<Reserved> {
  const { type, timeZone } = session;
  const { instructorId } = type;
  const first = wanted.start.getTime();
  return inTransaction(
    ctx.db,
    async (tx) => {
      await lockInstructor(tx, { instructorId });
      await expireLapsed(ctx, tx, { instructorId });
      const now = ctx.clock.now();
      const weeks = type.kind === 'series' ? weeklyStarts(first, type.sessionCount, timeZone) : [first];
      const starts = weeks.filter((start) => start !== null);
      const exceptIds = await insertAppointments(tx, appointmentsAt(type, starts, now));
      await checkTimes(tx, session, { start: wanted.start, now, exceptIds, isInserted: true });
      const seats = exceptIds.map((appointmentId) => ({ appointmentId, seat: 1, capacity: type.capacity }));
      return reserve(ctx, tx, session, { ...wanted, seats });
    },
    { isPatient: true },
  );
}

/** Seats of a group need no lock: bookings_seat_once decides, and a request that loses a seat tries the next one. */
async function reserveSeat(ctx: AppContext, session: SessionType, wanted: Chosen): Promise<Reserved> {
  const { type } = session;
  await inTransaction(ctx.db, (tx) => expireLapsed(ctx, tx, { instructorId: type.instructorId }));
  for (;;) {
    try {
      return await inTransaction(ctx.db, async (tx) => {
        const seats = [await findSeat(tx, { sessionTypeId: type.id, startsAt: wanted.start })];
        return reserve(ctx, tx, session, { ...wanted, seats });
      });
    } catch (error) {
      // Each try finds one seat fewer, and none is left after the last.
      if (violatedConstraint(error) !== 'bookings_seat_once') throw error;
    }
  }
}

async function findSeat(tx: Tx, wanted: { sessionTypeId: number; startsAt: Date }): Promise<Seat> {
  const date = await findGroupSeat(tx, wanted);
  if (!date || date.seat === null) throw taken409();
  return { appointmentId: date.id, seat: date.seat, capacity: date.capacity };
}

/** In the caller's transaction; the constraints refuse what isn't free. */
export async function holdTime(
  ctx: AppContext,
  tx: Tx,
  session: SessionType,
  { start, holdUntil, userId, timeZone }: Omit<Chosen, 'sessionTypeId' | 'notes'>,
): Promise<Reserved> {
  const seats = await takeSeats(tx, session, { start, now: ctx.clock.now() });
  const wanted = { userId, timeZone, sessionTypeId: session.type.id, notes: '', start, seats };
  return reserve(ctx, tx, session, holdUntil ? { ...wanted, holdUntil } : wanted);
}

async function reserve(
  ctx: AppContext,
  tx: Tx,
  session: SessionType,
  { seats, ...wanted }: Chosen & { seats: Seat[] },
): Promise<Reserved> {
  const { userId, packageId } = wanted;
  const now = ctx.clock.now();
  const fresh = packageId === undefined ? newReservation(session, { ...wanted, now }) : null;
  const reservationId = fresh
    ? await insertReservation(tx, fresh)
    : await usePackage(tx, session, { packageId: packageId ?? 0, userId, now });
  const state = fresh ? BOOKING_STATE[fresh.state] : 'confirmed';
  const timeZone = wanted.timeZone ?? (await findTimeZone(tx, { userId })) ?? session.timeZone;
  const bookingIds = await insertBookings(
    tx,
    seats.map((seat) => ({
      ...seat,
      reservationId,
      userId,
      state,
      notes: wanted.notes,
      timeZone,
      createdAt: now,
      confirmedAt: state === 'confirmed' ? now : null,
    })),
  );
  await wanted.attach?.(tx, bookingIds);
  if (state !== 'held') await queueBookingMails(ctx, tx, { ids: bookingIds, event: state });
  return { reservationId, bookingIds };
}

const BOOKING_STATE = { requested: 'requested', held: 'held', paid: 'confirmed' } as const;

type Fresh = NewReservation & { state: keyof typeof BOOKING_STATE };

function newReservation(
  { type }: SessionType,
  { userId, start, now, holdUntil }: { userId: number; start: Date; now: Date; holdUntil?: Date },
): Fresh {
  const base = {
    userId,
    instructorId: type.instructorId,
    sessionTypeId: type.id,
    ...termsOf(type),
    sessionCount: type.sessionCount,
    isPackage: false,
    validUntil: null,
    createdAt: now,
    paidAt: null,
    expiresAt: null,
  };
  if (holdUntil) return { ...base, state: 'held', expiresAt: holdUntil };
  if (type.isOnRequest) {
    const expiresAt = new Date(Math.min(now.getTime() + REQUEST_HOURS * HOUR_MS, start.getTime()));
    return { ...base, state: 'requested', expiresAt };
  }
  if (type.priceCents === 0) return { ...base, state: 'paid', paidAt: now };
  return { ...base, state: 'held', expiresAt: new Date(now.getTime() + HOLD_MINUTES * MINUTE_MS) };
}

function termsOf(type: SessionType['type']): Terms {
  const { title, priceCents, durationMinutes, place, cancellation, validDays } = type;
  return { title, priceCents, durationMinutes, place, cancellation, validDays };
}

/** For a session that moves: a new appointment, or the next free seat of another date. */
export async function takeSeats(
  tx: Tx,
  { type }: Pick<SessionType, 'type'>,
  { start, now }: { start: Date; now: Date },
): Promise<Seat[]> {
  if (type.kind === 'group') return [await findSeat(tx, { sessionTypeId: type.id, startsAt: start })];
  const ids = await insertAppointments(tx, appointmentsAt(type, [start.getTime()], now));
  return ids.map((appointmentId) => ({ appointmentId, seat: 1, capacity: 1 }));
}

export function appointmentsAt(type: SessionType['type'], starts: readonly number[], now: Date) {
  return starts.map((start) => ({
    instructorId: type.instructorId,
    sessionTypeId: type.id,
    startsAt: new Date(start),
    endsAt: new Date(start + type.durationMinutes * MINUTE_MS),
    occupied: occupiedRange(type, start),
    capacity: type.capacity,
    whereText: type.whereText,
    createdAt: now,
  }));
}

async function usePackage(
  tx: Tx,
  { type }: SessionType,
  { packageId, userId, now }: { packageId: number; userId: number; now: Date },
): Promise<number> {
  const found = await findPackage(tx, { id: packageId, userId });
  if (!found || found.sessionTypeId !== type.id) {
    throw new AppError('not_found', 'This package doesn’t exist, or it isn’t yours.');
  }
  if (found.state !== 'paid') throw new AppError('conflict', 'This package isn’t paid yet.');
  if (!found.validUntil || found.validUntil <= now) {
    throw new AppError('conflict', 'This package has expired.');
  }
  if (found.used >= found.sessionCount) {
    throw new AppError('conflict', 'All sessions of this package are booked.');
  }
  return found.id;
}

/** Paid like a single session, and without a time: its sessions are booked from it later. */
async function reservePackage(
  ctx: AppContext,
  { type }: SessionType,
  { userId, start }: Wanted,
): Promise<Reserved> {
  if (start !== undefined) {
    throw new AppError('unprocessable', 'Buy the package first. You choose the times of its sessions later.');
  }
  const now = ctx.clock.now();
  const isFree = type.priceCents === 0;
  const reservationId = await inTransaction(ctx.db, (tx) =>
    insertReservation(tx, {
      userId,
      instructorId: type.instructorId,
      sessionTypeId: type.id,
      state: isFree ? 'paid' : 'held',
      ...termsOf(type),
      sessionCount: type.sessionCount,
      isPackage: true,
      createdAt: now,
      paidAt: isFree ? now : null,
      expiresAt: isFree ? null : new Date(now.getTime() + ACCEPTED_HOLD_HOURS * HOUR_MS),
      validUntil: isFree ? new Date(now.getTime() + (type.validDays ?? 0) * DAY_MS) : null,
    }),
  );
  return { reservationId, bookingIds: [] };
}

/** Holds that weren't paid and requests that weren't answered in time; clients with a request get an email. */
export async function expireLapsed(
  ctx: AppContext,
  tx: Tx,
  scope: { instructorId?: number } = {},
): Promise<void> {
  const expired = await expireReservations(tx, { now: ctx.clock.now(), ...scope });
  const requests = expired.filter(({ state }) => state === 'requested').map(({ bookingId }) => bookingId);
  await queueBookingMails(ctx, tx, { ids: requests, event: 'expired' });
}

/** A hold that can't be paid for. */
export async function releaseHold(ctx: AppContext, reservationId: number): Promise<void> {
  await inTransaction(ctx.db, (tx) =>
    endReservation(tx, { reservationId, from: 'held', state: 'expired', now: ctx.clock.now() }),
  );
}

/**
 * The client wants what is held for them: it is confirmed if free, sent to the instructor if on request, and otherwise
 * held for at least as long as other times are while they pay. False: the hold is over.
 */
export async function takeHold(
  ctx: AppContext,
  tx: Tx,
  { reservation: { id, priceCents, expiresAt }, type, appointment }: BookingRow,
): Promise<boolean> {
  const now = ctx.clock.now();
  const inMs = (milliseconds: number) => new Date(now.getTime() + milliseconds);
  const to = type.isOnRequest ? 'requested' : priceCents === 0 ? 'paid' : 'held';
  const change = {
    requested: { expiresAt: earlier(inMs(REQUEST_HOURS * HOUR_MS), appointment.startsAt) },
    paid: { paidAt: now, expiresAt: null },
    held: { expiresAt: later(inMs(HOLD_MINUTES * MINUTE_MS), expiresAt ?? now) },
  }[to];
  const isHeld = await updateReservationState(tx, {
    id,
    from: 'held',
    unexpiredAt: now,
    state: to,
    ...change,
  });
  if (!isHeld || to === 'held') return isHeld;
  const state = BOOKING_STATE[to];
  const ids = await moveBookings(tx, { reservationId: id, from: 'held', state, now });
  await queueBookingMails(ctx, tx, { ids, event: state });
  return true;
}

const earlier = (a: Date, b: Date) => (a < b ? a : b);
const later = (a: Date, b: Date) => (a > b ? a : b);

export { checkTimes } from './free-time.service.ts';
export { lockInstructor } from './instructor-lock.queries.ts';
export { raiseCalendarSequence, updatePlaces } from './place.queries.ts';
export { findSessionType } from './slot.queries.ts';
export {
  endAppointment,
  endBookings,
  endReservation,
  extendPackage,
  findReservation,
  insertAppointments,
  insertBookings,
  moveBookings,
  updateReservationState,
} from './reservation.queries.ts';
