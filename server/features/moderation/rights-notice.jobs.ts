// The calendar of rights notices.
import { z } from 'zod';
import { defineJob } from '#server/jobs/job.ts';
import { closeNoticesRunOut } from './rights-notice-decisions.service.ts';

export const closeNoticesJob = defineJob({
  name: 'notices.close',
  data: z.object({}),
  cron: '*/10 * * * *',
  run: (ctx) => closeNoticesRunOut(ctx),
});
