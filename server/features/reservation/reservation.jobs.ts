// What happens to reservations by itself: holds and requests lapse, sessions that are over are completed, and the
// directory's next free times are computed again.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob } from '#server/jobs/job.ts';
import { refreshOpenings } from './openings.service.ts';
import { completeBookings } from './reservation.queries.ts';
import { expireLapsed } from './reservation.service.ts';

export const expireReservationsJob = defineJob({
  name: 'reservation.expire',
  data: z.object({}),
  cron: '* * * * *',
  run: (ctx: AppContext) => inTransaction(ctx.db, (tx) => expireLapsed(ctx, tx), { isPatient: true }),
});

export const completeBookingsJob = defineJob({
  name: 'reservation.complete',
  data: z.object({}),
  cron: '*/5 * * * *',
  run: (ctx: AppContext) => completeBookings(ctx.db, { now: ctx.clock.now() }),
});

export const refreshOpeningsJob = defineJob({
  name: 'reservation.refresh-openings',
  data: z.object({}),
  cron: '* * * * *',
  run: (ctx: AppContext) => refreshOpenings(ctx),
});
