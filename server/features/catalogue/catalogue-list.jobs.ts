// Which resources count as the most useful ones is looked at anew now and then.
import { z } from 'zod';
import { defineJob } from '#server/jobs/job.ts';
import { refreshTiers } from './catalogue-list.queries.ts';

export const refreshCatalogueJob = defineJob({
  name: 'catalogue.refresh',
  data: z.object({}),
  cron: '47 * * * *',
  async run(ctx) {
    await refreshTiers(ctx.db);
  },
});
