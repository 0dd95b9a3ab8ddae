// Free times of a session type.
import type { AppContext } from '#server/context.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { findHours } from '#server/features/availability/availability.service.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { AppError } from '#shared/errors.ts';
import type { Hours, Range } from '#shared/features/availability/availability.rules.ts';
import type { Slot } from '#shared/features/reservation/reservation.schema.ts';
import {
  bookableWindow,
  countFreeMinutes,
  listFreeStarts,
  type Taken,
} from '#shared/features/reservation/slot.rules.ts';
import { offerUntil } from '#shared/features/waitlist/waitlist.rules.ts';
import {
  findOwnTerms,
  findSessionType,
  listGroupDates,
  listTaken,
  listWaitedRanges,
  type SessionType,
} from './slot.queries.ts';

const DAY_MS = 86_400_000;
/** More than the longest session with its buffers and travel; and a week, for weekly limits. */
const MARGIN_MS = 8 * DAY_MS;
const MAX_DAYS = 62;
const DEFAULT_DAYS = 31;

type SlotQuery = {
  id: number;
  sessionTypeId: number;
  from?: string | undefined;
  to?: string | undefined;
  full?: 'yes' | undefined;
  reservationId?: number | undefined;
};

export async function listSlots(
  ctx: AppContext,
  viewer: Viewer | null,
  { id, sessionTypeId, from: wantedFrom, to: wantedTo, full, reservationId }: SlotQuery,
): Promise<Slot[]> {
  const now = ctx.clock.now();
  const from = wantedFrom === undefined ? now : new Date(wantedFrom);
  const to = wantedTo === undefined ? new Date(from.getTime() + DEFAULT_DAYS * DAY_MS) : new Date(wantedTo);
  if (to <= from || to.getTime() - from.getTime() > MAX_DAYS * DAY_MS) {
    throw new AppError(
      'unprocessable',
      `Ask for at most ${MAX_DAYS} days at once, with the end after the start.`,
    );
  }
  const range = { instructorId: id, from, to, now };
  // Usually one-to-one, so everything it needs is read at once.
  const [session, agreed, hours, taken, waited] = await Promise.all([
    findSessionType(ctx.db, { id: sessionTypeId }),
    findAgreed(ctx.db, viewer, { reservationId, sessionTypeId }),
    getHours(ctx.db, range),
    getTaken(ctx.db, { ...range, sessionTypeId }),
    listWaitedRanges(ctx.db, { sessionTypeId, now }),
  ]);
  const isOpen = session && (agreed ? isStillTaught(session) : isOffered(session, viewer));
  if (!isOpen || session.type.instructorId !== id) throw notOffered();
  const type = agreed ? underTerms(session, agreed) : session;
  if (type.type.kind === 'group') return listGroupSlots(ctx, type, { ...range, isFullShown: full === 'yes' });
  const length = type.type.durationMinutes * 60_000;
  const bounds = { now: now.getTime(), from: from.getTime(), to: to.getTime() };
  const starts = listFreeStarts(hours, type.type, taken, bounds);
  return starts.filter(isOpenTo(type.type, waited, now)).map((start) => ({
    start: new Date(start).toISOString(),
    end: new Date(start + length).toISOString(),
    seatsLeft: 1,
  }));
}

/** Whether a free time can be booked by everyone. Those on the waitlist are offered it first, unless it's too late. */
export function isOpenTo(type: { minNoticeMinutes: number }, waited: readonly Range[], now: Date) {
  return (start: number) =>
    !waited.some((range) => range.start <= start && start < range.end) ||
    offerUntil(type, { start, now: now.getTime() }) === null;
}

type GroupDate = { startsAt: Date; capacity: number; seatsTaken: number; isWaitedFor: boolean };

/** Zero while others wait for a seat. */
export function seatsLeftOf(type: { minNoticeMinutes: number }, date: GroupDate, now: Date): number {
  const isOffered =
    date.isWaitedFor && offerUntil(type, { start: date.startsAt.getTime(), now: now.getTime() }) !== null;
  return isOffered ? 0 : date.capacity - date.seatsTaken;
}

const notOffered = () => new AppError('not_found', 'This session isn’t offered anymore. Choose another one.');

/** Instructors see their own free times before their profile is public. */
function isOffered(
  { type, instructorState, accountState }: SessionType,
  viewer: { id: number } | null,
): boolean {
  if (type.archivedAt !== null || accountState !== 'active') return false;
  return instructorState === 'listed' || viewer?.id === type.instructorId;
}

/** What was sold is still owed when the instructor no longer offers it or has taken a break. */
const isStillTaught = ({ instructorState, accountState }: SessionType) =>
  accountState === 'active' && instructorState !== 'suspended';

type Agreed = { durationMinutes: number };

/** A session of a reservation is as long as when it was made. */
const underTerms = (session: SessionType, { durationMinutes }: Agreed): SessionType => ({
  ...session,
  type: { ...session.type, durationMinutes },
});

async function findAgreed(
  db: DbOrTx,
  viewer: Viewer | null,
  { reservationId, sessionTypeId }: { reservationId: number | undefined; sessionTypeId: number },
): Promise<Agreed | null> {
  if (reservationId === undefined || !viewer) return null;
  return findOwnTerms(db, { reservationId, sessionTypeId, userId: viewer.id });
}

/** The session type, if this client can book it: what is offered, or what they have a package of. */
export async function requireSessionType(
  db: DbOrTx,
  { id, userId, packageId }: { id: number; userId: number; packageId?: number | undefined },
): Promise<SessionType> {
  const session = await findSessionType(db, { id });
  if (session?.type.instructorId === userId) {
    throw new AppError('unprocessable', 'You can’t book your own sessions.');
  }
  const agreed =
    packageId === undefined
      ? null
      : await findOwnTerms(db, { reservationId: packageId, sessionTypeId: id, userId });
  if (session && agreed && isStillTaught(session)) return underTerms(session, agreed);
  if (!session || !isOffered(session, null)) throw notOffered();
  return session;
}

async function listGroupSlots(
  ctx: AppContext,
  { type }: SessionType,
  { from, to, now, isFullShown }: { from: Date; to: Date; now: Date; isFullShown: boolean },
): Promise<Slot[]> {
  const { earliest } = bookableWindow(type, now.getTime());
  const dates = await listGroupDates(ctx.db, { sessionTypeId: type.id, from, to, now });
  return dates
    .map((date) => ({
      start: date.startsAt.toISOString(),
      end: date.endsAt.toISOString(),
      seatsLeft: Math.max(0, seatsLeftOf(type, date, now)),
    }))
    .filter(({ start, seatsLeft }) => (seatsLeft > 0 || isFullShown) && Date.parse(start) >= earliest);
}

/** A live date of a group that can still be booked or waited for. */
export async function findGroupDate(
  db: DbOrTx,
  { type }: Pick<SessionType, 'type'>,
  { start, now }: { start: Date; now: Date },
) {
  const to = new Date(start.getTime() + 1);
  const [date] = await listGroupDates(db, { sessionTypeId: type.id, from: start, to, now });
  const { earliest } = bookableWindow(type, now.getTime());
  if (!date || start.getTime() < earliest) return null;
  return { ...date, seatsLeft: seatsLeftOf(type, date, now) };
}

/** Every free start in [from, to), including those kept for the waitlist. */
export async function listFreeTimes(
  db: DbOrTx,
  { type }: Pick<SessionType, 'type'>,
  { from, to, now }: { from: Date; to: Date; now: Date },
): Promise<number[]> {
  const range = { instructorId: type.instructorId, from, to, now };
  const hours = await getHours(db, range);
  const taken = await getTaken(db, { ...range, sessionTypeId: type.id });
  return listFreeStarts(hours, type, taken, {
    now: now.getTime(),
    from: from.getTime(),
    to: to.getTime(),
  });
}

/** Those everyone can book. */
export async function listOpenTimes(
  db: DbOrTx,
  session: Pick<SessionType, 'type'>,
  range: { from: Date; to: Date; now: Date },
): Promise<number[]> {
  const waited = await listWaitedRanges(db, { sessionTypeId: session.type.id, now: range.now });
  const free = await listFreeTimes(db, session, range);
  return free.filter(isOpenTo(session.type, waited, range.now));
}

type Wanted = { instructorId: number; from: Date; to: Date; now: Date };
type WantedTaken = Wanted & { sessionTypeId: number; exceptIds?: number[]; isBusyOnly?: boolean };

export async function getHours(db: DbOrTx, range: Omit<Wanted, 'now'>): Promise<Hours> {
  const hours = await findHoursAround(db, range);
  if (!hours) throw notOffered();
  return hours;
}

/** Null: they have no Connect profile. */
async function findHoursAround(
  db: DbOrTx,
  { instructorId, from, to }: Omit<Wanted, 'now'>,
): Promise<Hours | null> {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  // A day more on each side: the instructor's dates may not be UTC's.
  const dates = { from: dayOf(from.getTime() - 2 * DAY_MS), to: dayOf(to.getTime() + 2 * DAY_MS) };
  return findHours(db, { instructorId, ...dates });
}

const OPEN_TIME_DAYS = 7;

/** What the viewer's hours leave to book in the next seven days. */
export async function getOpenTime(ctx: AppContext, viewer: Viewer): Promise<{ minutes: number | null }> {
  const now = ctx.clock.now();
  const to = new Date(now.getTime() + OPEN_TIME_DAYS * DAY_MS);
  const range = { instructorId: viewer.id, from: now, to };
  const [hours, taken] = await Promise.all([
    findHoursAround(ctx.db, range),
    listTaken(ctx.db, { ...range, now }),
  ]);
  if (!hours) return { minutes: null };
  return { minutes: countFreeMinutes(hours, taken, { from: now.getTime(), to: to.getTime() }) };
}

export async function getTaken(
  db: DbOrTx,
  { sessionTypeId, from, to, exceptIds = [], isBusyOnly = false, ...rest }: WantedTaken,
): Promise<Taken> {
  const range = {
    ...rest,
    from: new Date(from.getTime() - MARGIN_MS),
    to: new Date(to.getTime() + MARGIN_MS),
  };
  const found = await listTaken(db, range);
  const taken = found.filter(({ id }) => id === null || !exceptIds.includes(id));
  return {
    ranges: isBusyOnly ? taken.filter(({ id }) => id === null) : taken,
    starts: taken.filter((one) => one.sessionTypeId === sessionTypeId).map(({ startsAt }) => startsAt),
  };
}

export type { SessionType } from './slot.queries.ts';
