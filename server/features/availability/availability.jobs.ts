// Reads instructors' other calendars in the background.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { CalendarRefusedError, readBusyTimes } from '#server/integrations/calendar/read-calendar.ts';
import { defineJob } from '#server/jobs/job.ts';
import {
  claimDueCalendars,
  findCalendar,
  replaceBusyTimes,
  setCalendarProblem,
} from './availability.queries.ts';

const DAY_MS = 86_400_000;
const EVERY_MS = 20 * 60_000;
/** The longest booking window, and a day for zones and buffers. */
const AHEAD_DAYS = 366;

/** Earlier busy times stay when it can't be read: better a time too few than a double booking. */
export async function readExternalCalendar(
  ctx: AppContext,
  id: number,
  options: Parameters<typeof readBusyTimes>[2] = {},
): Promise<void> {
  const calendar = await findCalendar(ctx.db, { id });
  if (!calendar) return;
  const now = ctx.clock.now();
  const from = new Date(now.getTime() - DAY_MS);
  const to = new Date(now.getTime() + AHEAD_DAYS * DAY_MS);
  try {
    const { url, instructorId, timeZone } = calendar;
    const busy = await readBusyTimes(url, { from, to, timeZone }, options);
    await inTransaction(ctx.db, (tx) => replaceBusyTimes(tx, { id, instructorId, busy, readAt: now }));
  } catch (error) {
    if (!(error instanceof CalendarRefusedError)) throw error;
    await setCalendarProblem(ctx.db, { id, problem: error.message });
  }
}

export const readCalendarJob = defineJob({
  name: 'availability.read-calendar',
  data: z.object({ id: z.int() }),
  retryLimit: 1,
  concurrency: 2,
  afterRestore: 'forget',
  run: (ctx, { id }) => readExternalCalendar(ctx, id),
});

export const readDueCalendarsJob = defineJob({
  name: 'availability.read-due-calendars',
  data: z.object({}),
  cron: '*/5 * * * *',
  async run(ctx) {
    const now = ctx.clock.now();
    await inTransaction(ctx.db, async (tx) => {
      const due = await claimDueCalendars(tx, { now, next: new Date(now.getTime() + EVERY_MS) });
      for (const { id } of due) await ctx.jobs.send(tx, readCalendarJob, { id });
    });
  },
});
