// Whether a wanted time is offered and free.
import type { DbOrTx } from '#server/db/client.ts';
import { formatZonedMoment } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { listFreeStarts, weeklyStarts } from '#shared/features/reservation/slot.rules.ts';
import { listWaitedRanges } from './slot.queries.ts';
import { findGroupDate, getHours, getTaken, isOpenTo, type SessionType } from './slot.service.ts';

const MINUTE_MS = 60_000;
const NOTHING_TAKEN = { ranges: [], starts: [] };
/** The first session of a series must be within the booking window; the others follow it. */
const ANY_WINDOW = { windowDays: 800 };

type Wanted = {
  start: Date;
  now: Date;
  /** Appointments that make room for it, or are already it. */
  exceptIds?: number[];
  /** Once it is inserted: appointments_no_overlap has decided about other appointments, the rest is checked. */
  isInserted?: boolean;
};

/** The starts of all its sessions: one, or those of a series. Refuses what isn't offered or isn't free. */
export async function checkTimes(
  db: DbOrTx,
  session: Pick<SessionType, 'type' | 'timeZone'>,
  wanted: Wanted,
): Promise<number[]> {
  const { type, timeZone } = session;
  if (type.kind === 'group') return checkGroupDate(db, session, wanted);
  const start = wanted.start.getTime();
  const now = wanted.now.getTime();
  const starts = type.kind === 'series' ? weeklyStarts(start, type.sessionCount, timeZone) : [start];
  const range = {
    instructorId: type.instructorId,
    from: wanted.start,
    to: new Date(start + type.sessionCount * 7 * 24 * 60 * MINUTE_MS),
  };
  const hours = await getHours(db, range);
  const isOffered =
    listFreeStarts(hours, type, NOTHING_TAKEN, { now, from: start, to: start + 1 }).length > 0;
  if (!isOffered) throw notOffered();
  const { exceptIds = [], isInserted = false } = wanted;
  const taken = await getTaken(db, {
    ...range,
    sessionTypeId: type.id,
    now: wanted.now,
    exceptIds,
    isBusyOnly: isInserted,
  });
  const rules = { ...type, ...ANY_WINDOW };
  // Asked before the lock, where nobody waits for the answer; a waitlist joined since then makes no difference.
  const waited = isInserted ? [] : await listWaitedRanges(db, { sessionTypeId: type.id, now: wanted.now });
  const isOpen = isOpenTo(type, waited, wanted.now);
  const isFree = (at: number | null) =>
    at !== null &&
    isOpen(at) &&
    listFreeStarts(hours, rules, taken, { now, from: at, to: at + 1 }).length > 0;
  const free = starts.filter((at) => at !== null && isFree(at)) as number[];
  if (free.length === starts.length) return free;
  throw type.kind === 'series' ? seriesConflict(starts, free, timeZone) : taken409();
}

const notOffered = () =>
  new AppError('unprocessable', 'This time isn’t offered. Choose one of the times in the list.');

export const taken409 = () => new AppError('conflict', 'This time has just been taken. Choose another.');

/** All or nothing: with the weeks that don't work, so that the client can choose another time. */
function seriesConflict(starts: readonly (number | null)[], free: readonly number[], timeZone: string) {
  const isFree = new Set(free);
  const details = starts.flatMap((start, week) => {
    if (start === null) return [{ message: `Week ${week + 1}: the clocks change over this time.` }];
    if (isFree.has(start)) return [];
    const at = new Date(start);
    return [{ path: at.toISOString(), message: `${formatZonedMoment(at, timeZone)} isn’t free.` }];
  });
  return new AppError(
    'conflict',
    `${details.length} of the ${starts.length} sessions can’t take place. Choose another time for the series.`,
    details,
  );
}

async function checkGroupDate(
  db: DbOrTx,
  session: Pick<SessionType, 'type'>,
  { start, now }: Wanted,
): Promise<number[]> {
  const date = await findGroupDate(db, session, { start, now });
  if (!date) throw notOffered();
  if (date.seatsTaken < date.capacity && date.seatsLeft === 0) {
    throw new AppError('conflict', 'The free seat goes to the waitlist first. You can join it.');
  }
  if (date.seatsLeft <= 0) {
    throw new AppError('conflict', 'The last seat has just been taken. Choose another date.');
  }
  return [start.getTime()];
}
