// Deletes files of submissions that no row names any more.
import { z } from 'zod';
import { defineJob } from '#server/jobs/job.ts';

/** After the account is gone, so that a rolled-back deletion loses no file. */
export const deleteSubmissionFileJob = defineJob({
  name: 'assignment.delete-file',
  data: z.object({ storageKey: z.string() }),
  retryLimit: 8,
  async run(ctx, { storageKey }) {
    await ctx.storage.delete(storageKey);
  },
});
