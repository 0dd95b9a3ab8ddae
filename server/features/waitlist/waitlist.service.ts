// Waitlists from a client's side: joining, one's place in line, taking what is offered, leaving.
import type { AppContext } from '#server/context.ts';
import { inTransaction, violatedConstraint } from '#server/db/transaction.ts';
import { addToCart } from '#server/features/cart/cart.service.ts';
import {
  listBookingRows,
  listBookingsFor,
  toReservation,
} from '#server/features/reservation/booking-view.service.ts';
import {
  endReservation,
  findReservation,
  lockInstructor,
  takeHold,
} from '#server/features/reservation/reservation.service.ts';
import {
  findGroupDate,
  listOpenTimes,
  requireSessionType,
  type SessionType,
} from '#server/features/reservation/slot.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import { AppError } from '#shared/errors.ts';
import { bookableWindow } from '#shared/features/reservation/slot.rules.ts';
import type * as contract from '#shared/features/waitlist/waitlist.contract.ts';
import { MAX_WAIT_DAYS, MAX_WAITLIST_ENTRIES } from '#shared/features/waitlist/waitlist.rules.ts';
import type { WaitlistEntry } from '#shared/features/waitlist/waitlist.schema.ts';
import { centsToDecimal } from '#shared/money.ts';
import { fullNameOf } from '#shared/names.ts';
import { advanceWaitlistsJob } from './waitlist-offers.service.ts';
import {
  countLiveEntries,
  type EntryRow,
  hasSeat,
  insertEntry,
  listEntryRows,
  moveEntry,
} from './waitlist.queries.ts';

type Joining = ContractParsed<typeof contract.joinWaitlist>['body'];

export async function listWaitlistEntries(ctx: AppContext, viewer: Viewer): Promise<WaitlistEntry[]> {
  const rows = await listEntryRows(ctx.db, { userId: viewer.id });
  return rows.map(toEntry);
}

function toEntry({ entry, type, instructor, groupStart, offeredStart, position }: EntryRow): WaitlistEntry {
  const { id, state, fromAt, untilAt, timeZone, offeredUntil } = entry;
  const isOffered = state === 'offered';
  const { title, durationMinutes, isOnRequest } = type;
  return {
    id,
    state,
    sessionType: {
      id: type.id,
      title,
      durationMinutes,
      price: centsToDecimal(type.priceCents),
      isOnRequest,
    },
    instructor: { id: instructor.id, name: fullNameOf(instructor) },
    start: (groupStart ?? (isOffered ? offeredStart : null))?.toISOString() ?? null,
    period: fromAt && untilAt ? { from: fromAt.toISOString(), until: untilAt.toISOString() } : null,
    timeZone,
    position: isOffered ? null : position,
    offeredUntil: isOffered ? (offeredUntil?.toISOString() ?? null) : null,
  };
}

export async function joinWaitlist(ctx: AppContext, viewer: Viewer, body: Joining): Promise<WaitlistEntry> {
  const { sessionTypeId, timeZone } = body;
  const session = await requireSessionType(ctx.db, { id: sessionTypeId, userId: viewer.id });
  if (session.type.isForAssessments) {
    throw new AppError('unprocessable', 'Practical assessments have no waitlist. Choose another assessor.');
  }
  if ((await countLiveEntries(ctx.db, { userId: viewer.id })) >= MAX_WAITLIST_ENTRIES) {
    throw new AppError('conflict', `You’re on ${MAX_WAITLIST_ENTRIES} waitlists. Leave one of them first.`);
  }
  const wish = await checkWish(ctx, viewer, session, body);
  const entry = { userId: viewer.id, sessionTypeId, timeZone, createdAt: ctx.clock.now(), ...wish };
  const id = await insertEntry(ctx.db, entry).catch((error: unknown) => {
    if (violatedConstraint(error) !== 'waitlist_entries_once') throw error;
    throw new AppError('conflict', 'You’re already on this waitlist.');
  });
  const [row] = await listEntryRows(ctx.db, { userId: viewer.id, id });
  if (!row) throw noSuchEntry();
  return toEntry(row);
}

type Wish = { appointmentId: number | null; fromAt: Date | null; untilAt: Date | null };

/** Only for what is full: everything else can be booked at once. */
function checkWish(ctx: AppContext, viewer: Viewer, session: SessionType, body: Joining): Promise<Wish> {
  const { kind } = session.type;
  if (kind === 'group' && body.start) return checkGroupWish(ctx, viewer, session, new Date(body.start));
  if (kind === 'one_to_one' && body.period) return checkPeriod(ctx, session, body.period, body.timeZone);
  throw new AppError(
    'unprocessable',
    kind === 'group'
      ? 'Choose one of the group’s dates.'
      : kind === 'one_to_one'
        ? 'Choose the days to wait for.'
        : 'Packages and series have no waitlist. Join the one of a single session.',
  );
}

async function checkGroupWish(ctx: AppContext, viewer: Viewer, session: SessionType, start: Date) {
  const date = await findGroupDate(ctx.db, session, { start, now: ctx.clock.now() });
  if (!date) throw new AppError('unprocessable', 'This date isn’t offered anymore. Choose another one.');
  if (await hasSeat(ctx.db, { userId: viewer.id, appointmentId: date.id })) {
    throw new AppError('conflict', 'You already have a seat in this session.');
  }
  if (date.seatsLeft > 0) throw new AppError('conflict', 'There’s a free seat. Book it now.');
  return { appointmentId: date.id, fromAt: null, untilAt: null };
}

type Period = NonNullable<Joining['period']>;

async function checkPeriod(ctx: AppContext, session: SessionType, period: Period, timeZone: string) {
  const first = Temporal.PlainDate.from(period.firstDate);
  const last = Temporal.PlainDate.from(period.lastDate);
  if (first.until(last).days >= MAX_WAIT_DAYS) {
    throw new AppError('unprocessable', `Choose at most ${MAX_WAIT_DAYS} days.`);
  }
  const startOf = (date: Temporal.PlainDate) =>
    new Date(date.toZonedDateTime({ timeZone }).epochMilliseconds);
  const [fromAt, untilAt] = [startOf(first), startOf(last.add({ days: 1 }))];
  const now = ctx.clock.now();
  const { earliest, latest } = bookableWindow(session.type, now.getTime());
  if (untilAt.getTime() <= earliest || fromAt.getTime() > latest) {
    throw new AppError('unprocessable', 'These days can’t be booked. Choose others.');
  }
  // What was freed a moment ago is meant for those who already wait: a newcomer joins them.
  const open = await listOpenTimes(ctx.db, session, { from: fromAt, to: untilAt, now });
  if (open.length > 0) {
    throw new AppError('conflict', 'There are free times on these days. Book one of them.');
  }
  return { appointmentId: null, fromAt, untilAt };
}

export async function acceptOffer(
  ctx: AppContext,
  viewer: Viewer,
  id: number,
): Promise<ContractResult<typeof contract.acceptOffer>> {
  const [row] = await listEntryRows(ctx.db, { userId: viewer.id, id });
  if (!row) throw noSuchEntry();
  const { reservationId } = row.entry;
  if (row.entry.state !== 'offered' || reservationId === null) throw notOffered();
  await inTransaction(ctx.db, async (tx) => {
    await lockInstructor(tx, { instructorId: row.instructor.id });
    const [held] = await listBookingRows(tx, { reservationId, now: ctx.clock.now() });
    const isMoved = await moveEntry(tx, { id, from: ['offered'], state: 'booked' });
    if (!held || !isMoved || !(await takeHold(ctx, tx, held))) throw notOffered();
  });
  const reservation = await findReservation(ctx.db, { id: reservationId });
  if (!reservation) throw noSuchEntry();
  if (reservation.state === 'held') await addOfferToCart(ctx, viewer, { id, reservationId });
  const filter = { reservationId, now: ctx.clock.now() };
  const [booking] = await listBookingsFor(ctx.db, viewer, filter);
  if (!booking) throw noSuchEntry();
  return { booking, reservation: toReservation(reservation) };
}

/** What doesn't fit into the cart stays an offer. */
async function addOfferToCart(
  ctx: AppContext,
  viewer: Viewer,
  { id, reservationId }: { id: number; reservationId: number },
): Promise<void> {
  try {
    await addToCart(ctx, viewer, { itemType: 'booking', itemId: reservationId, quantity: 1 });
  } catch (error) {
    await inTransaction(ctx.db, (tx) => moveEntry(tx, { id, from: ['booked'], state: 'offered' }));
    throw error;
  }
}

export async function leaveWaitlist(ctx: AppContext, viewer: Viewer, id: number): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const left = await moveEntry(tx, { id, userId: viewer.id, from: ['waiting', 'offered'], state: 'left' });
    if (!left) throw noSuchEntry();
    const { reservationId } = left;
    if (reservationId === null) return;
    await endReservation(tx, { reservationId, from: 'held', state: 'expired', now: ctx.clock.now() });
    await ctx.jobs.send(tx, advanceWaitlistsJob, {});
  });
}

const noSuchEntry = () => new AppError('not_found', 'You’re not on this waitlist anymore.');
const notOffered = () => new AppError('conflict', 'This offer has expired. You can join the waitlist again.');
