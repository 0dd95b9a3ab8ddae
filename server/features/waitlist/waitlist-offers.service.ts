// Offers what was freed to those who wait, in turn. Until it has, slots and seats that someone waits for aren't open to
// others, so nobody overtakes. Any number of processes may do this at once.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { queueBookingMails } from '#server/features/reservation/booking-mail.service.ts';
import { listBookingRows } from '#server/features/reservation/booking-view.service.ts';
import {
  expireLapsed,
  findSessionType,
  holdTime,
  lockInstructor,
  withConflicts,
} from '#server/features/reservation/reservation.service.ts';
import { listFreeTimes, type SessionType } from '#server/features/reservation/slot.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import { AppError } from '#shared/errors.ts';
import { offerUntil } from '#shared/features/waitlist/waitlist.rules.ts';
import {
  closeEntries,
  listTurnsForTime,
  listWaitedInstructors,
  lockTurnForSeat,
  moveEntry,
} from './waitlist.queries.ts';

/** More in one run than any instructor has; the next minute continues. */
const MAX_OFFERS = 200;

export async function advanceWaitlists(
  ctx: AppContext,
  scope: { instructorId?: number | undefined } = {},
): Promise<void> {
  await inTransaction(ctx.db, (tx) => closeLapsed(ctx, tx), { isPatient: true });
  for (const instructorId of await listWaitedInstructors(ctx.db, scope)) {
    await inTransaction(ctx.db, (tx) => expireLapsed(ctx, tx, { instructorId }), { isPatient: true });
    for (const offer of [offerSeat, offerTime]) {
      for (let offers = 0; offers < MAX_OFFERS && (await offer(ctx, instructorId)); offers++);
    }
  }
}

async function closeLapsed(ctx: AppContext, tx: Tx): Promise<void> {
  const now = ctx.clock.now();
  for (const reservationId of await closeEntries(tx, { now })) {
    const rows = await listBookingRows(tx, { reservationId, now });
    const ids = rows.map(({ booking }) => booking.id);
    await queueBookingMails(ctx, tx, { ids, event: 'offer_expired', wasConfirmed: false });
  }
}

/** Clients book seats without the instructor's lock: between them and this, bookings_seat_once decides. */
async function offerSeat(ctx: AppContext, instructorId: number): Promise<boolean> {
  return unlessTaken(() =>
    inTransaction(ctx.db, async (tx) => {
      const turn = await lockTurnForSeat(tx, { instructorId, now: ctx.clock.now() });
      const session = turn && (await findSessionType(tx, { id: turn.sessionTypeId }));
      return session ? offer(ctx, tx, session, { ...turn, start: turn.startsAt.getTime() }) : false;
    }),
  );
}

async function offerTime(ctx: AppContext, instructorId: number): Promise<boolean> {
  return unlessTaken(() =>
    inTransaction(
      ctx.db,
      async (tx) => {
        await lockInstructor(tx, { instructorId });
        const turns = await listTurnsForTime(tx, { instructorId });
        const free = await listFreeByType(ctx, tx, turns);
        for (const turn of turns) {
          const found = free.get(turn.sessionTypeId);
          const start = found?.starts.find((at) => at >= turn.fromAt && at < turn.untilAt);
          if (found && start !== undefined) return offer(ctx, tx, found.session, { ...turn, start });
        }
        return false;
      },
      { isPatient: true },
    ),
  );
}

type Period = { sessionTypeId: number; fromAt: number; untilAt: number };

/** The free times of each type someone waits for, over all their periods; only those with time enough for an offer. */
async function listFreeByType(ctx: AppContext, tx: Tx, periods: readonly Period[]) {
  const found = new Map<number, { session: SessionType; starts: number[] }>();
  const now = ctx.clock.now();
  for (const [id, same = []] of Map.groupBy(periods, ({ sessionTypeId }) => sessionTypeId)) {
    const session = await findSessionType(tx, { id });
    if (!session) continue;
    const from = new Date(Math.max(now.getTime(), Math.min(...same.map(({ fromAt }) => fromAt))));
    const to = new Date(Math.max(...same.map(({ untilAt }) => untilAt)));
    const starts = await listFreeTimes(tx, session, { from, to, now });
    const isInTime = (start: number) => offerUntil(session.type, { start, now: now.getTime() }) !== null;
    found.set(id, { session, starts: starts.filter(isInTime) });
  }
  return found;
}

type Offered = { id: number; userId: number; timeZone: string; start: number };

async function offer(
  ctx: AppContext,
  tx: Tx,
  session: SessionType,
  { id, userId, timeZone, start }: Offered,
): Promise<boolean> {
  const until = offerUntil(session.type, { start, now: ctx.clock.now().getTime() });
  if (until === null) return false;
  const holdUntil = new Date(until);
  const { reservationId, bookingIds } = await holdTime(ctx, tx, session, {
    userId,
    timeZone,
    start: new Date(start),
    holdUntil,
  });
  const offered = { reservationId, offeredUntil: holdUntil };
  const isMoved = await moveEntry(tx, { id, from: ['waiting'], state: 'offered', offer: offered });
  if (!isMoved) throw new Error(`Waitlist entry ${id} moved while it was locked`);
  await queueBookingMails(ctx, tx, { ids: bookingIds, event: 'offered', wasConfirmed: false });
  return true;
}

/** Someone was quicker; the next run looks again. */
async function unlessTaken(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await withConflicts(work);
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return false;
    throw error;
  }
}

/** Runs every minute, and at once when a booking is canceled or moved. */
export const advanceWaitlistsJob = defineJob({
  name: 'waitlist.advance',
  data: z.object({ instructorId: z.int().optional() }),
  cron: '* * * * *',
  run: (ctx: AppContext, { instructorId }) => advanceWaitlists(ctx, { instructorId }),
});
