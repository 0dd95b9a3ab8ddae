// Keeps the stored counts of the directory's filters few.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { defineJob } from '#server/jobs/job.ts';
import { sumInstructorCounts } from './connect-facets.queries.ts';

export const sumInstructorCountsJob = defineJob({
  name: 'connect.sum-counts',
  data: z.object({}),
  cron: '*/10 * * * *',
  run: (ctx: AppContext) => sumInstructorCounts(ctx.db),
});
