// The next free times of instructors, kept for the directory so that a list of many needs no computing.
import type { AppContext } from '#server/context.ts';
import { bookableWindow, listFreeStarts } from '#shared/features/reservation/slot.rules.ts';
import {
  listOfferedTypes,
  listStaleOpenings,
  markOpeningsFresh,
  updateOpenings,
} from './openings.queries.ts';
import { listGroupDates, listWaitedRanges } from './slot.queries.ts';
import { getHours, getTaken, isOpenTo, seatsLeftOf } from './slot.service.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BATCH = 50;
const SHOWN = 3;
/** Free times pass by without anything being changed. */
const RECOMPUTE_AFTER_MS = HOUR_MS;
/** The most instructors one run computes; the next minute continues. */
const MAX_PER_RUN = 2000;

export async function refreshOpenings(ctx: AppContext): Promise<void> {
  const now = ctx.clock.now();
  const olderThan = new Date(now.getTime() - RECOMPUTE_AFTER_MS);
  for (let done = 0; done < MAX_PER_RUN; done += BATCH) {
    const stale = await listStaleOpenings(ctx.db, { now, olderThan, limit: BATCH });
    for (const { instructorId } of stale) await computeOpenings(ctx, instructorId);
    if (stale.length < BATCH) return;
  }
}

async function computeOpenings(ctx: AppContext, instructorId: number): Promise<void> {
  const now = ctx.clock.now();
  await markOpeningsFresh(ctx.db, { instructorId });
  for (const type of await listOfferedTypes(ctx.db, { instructorId })) {
    const starts = await listNextStarts(ctx, type, now);
    if (starts.length === 0) continue;
    const nextStarts = starts.slice(0, SHOWN).map((start) => new Date(start));
    await updateOpenings(ctx.db, { instructorId, nextStarts, sessionTypeId: type.id, computedAt: now });
    return;
  }
  await updateOpenings(ctx.db, { instructorId, nextStarts: [], sessionTypeId: null, computedAt: now });
}

type OfferedType = Awaited<ReturnType<typeof listOfferedTypes>>[number];

/** Looks two weeks ahead first: most instructors have a free time there. */
async function listNextStarts(ctx: AppContext, type: OfferedType, now: Date): Promise<number[]> {
  const { earliest, latest } = bookableWindow(type, now.getTime());
  const { instructorId, id: sessionTypeId } = type;
  for (const days of [14, type.windowDays + 1]) {
    const to = new Date(Math.min(earliest + days * DAY_MS, latest + DAY_MS));
    const range = { instructorId, from: new Date(earliest), to, now };
    if (type.kind === 'group') {
      const dates = await listGroupDates(ctx.db, { ...range, sessionTypeId });
      const open = dates.filter((date) => seatsLeftOf(type, date, now) > 0);
      if (open.length > 0) return open.map(({ startsAt }) => startsAt.getTime());
      continue;
    }
    const hours = await getHours(ctx.db, range);
    const taken = await getTaken(ctx.db, { ...range, sessionTypeId });
    const bounds = { now: now.getTime(), from: earliest, to: to.getTime() };
    const waited = await listWaitedRanges(ctx.db, { sessionTypeId, now });
    const starts = listFreeStarts(hours, type, taken, bounds).filter(isOpenTo(type, waited, now));
    if (starts.length > 0) return starts;
  }
  return [];
}
