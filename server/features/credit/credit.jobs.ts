// Deletes evidence that no row names any more.
import { z } from 'zod';
import { defineJob } from '#server/jobs/job.ts';

/** After the transaction, so that one that is rolled back loses no file. */
export const deleteCreditFileJob = defineJob({
  name: 'credit.delete-file',
  data: z.object({ storageKey: z.string() }),
  retryLimit: 8,
  async run(ctx, { storageKey }) {
    await ctx.storage.delete(storageKey);
  },
});
