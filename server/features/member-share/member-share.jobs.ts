// Every hour, because a lesson only keeps when it was last seen.
import { z } from 'zod';
import { defineJob } from '#server/jobs/job.ts';
import { shareMemberships } from './member-share.service.ts';

export const shareMembershipsJob = defineJob({
  name: 'member-share.run',
  data: z.object({}),
  cron: '41 * * * *',
  run: shareMemberships,
});
