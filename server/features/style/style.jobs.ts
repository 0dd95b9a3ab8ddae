// A style that many resources have, under a new name: their listings are written anew in small steps, so that nobody waits.
import { z } from 'zod';
import { inTransaction } from '#server/db/transaction.ts';
import { defineJob } from '#server/jobs/job.ts';
import { relistStyle } from './style-staff.queries.ts';

/** As many are done while somebody waits for the answer. */
export const LISTED_AT_ONCE = 200;
/** A resource of a step cannot be changed meanwhile, so a step is short. */
const IN_A_STEP = 50;
/** Well before the queue takes a job for dead. */
const LONGEST_RUN_MS = 60_000;

export const relistStyleJob = defineJob({
  name: 'style.relist',
  data: z.object({ id: z.int(), after: z.int().default(0) }),
  async run(ctx, { id, after }) {
    const until = Date.now() + LONGEST_RUN_MS;
    for (let last: number | null = after; last !== null;) {
      const from: number = last;
      last = await inTransaction(ctx.db, async (tx) => {
        if (Date.now() < until) return relistStyle(tx, { id, after: from, limit: IN_A_STEP });
        await ctx.jobs.send(tx, relistStyleJob, { id, after: from });
        return null;
      });
    }
  },
});
