// Deletes old data every night, feature by feature.
import { z } from 'zod';
import { defineJob } from '#server/jobs/job.ts';
import { PERSONAL_DATA } from './privacy.registry.ts';

export const pruneJob = defineJob({
  name: 'site.prune',
  data: z.object({}),
  cron: '17 3 * * *',
  async run(ctx) {
    for (const { prune } of PERSONAL_DATA) await prune?.(ctx);
  },
});
