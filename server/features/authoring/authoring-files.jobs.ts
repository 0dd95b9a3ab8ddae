// Puts away stored files that no resource names any more.
import { z } from 'zod';
import { defineJob } from '#server/jobs/job.ts';
import { isStoredFileKept } from './authoring-files.queries.ts';

/** To be sent in the transaction that lets go of them. Files shared with a copy stay, for its sake. */
export const tidyResourceFilesJob = defineJob({
  name: 'resource.tidy-files',
  data: z.object({ keys: z.array(z.string()) }),
  retryLimit: 20,
  async run(ctx, { keys }) {
    for (const key of keys) {
      if (!(await isStoredFileKept(ctx.db, { key }))) await ctx.storage.delete(key);
    }
  },
});
