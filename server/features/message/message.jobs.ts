// Deletes files of messages that no row names any more.
import { z } from 'zod';
import { defineJob } from '#server/jobs/job.ts';

/** After the transaction, so that a rolled-back deletion loses no file. */
export const deleteMessageFileJob = defineJob({
  name: 'message.delete-file',
  data: z.object({ storageKey: z.string() }),
  retryLimit: 8,
  async run(ctx, { storageKey }) {
    await ctx.storage.delete(storageKey);
  },
});
