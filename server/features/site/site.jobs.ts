// Nightly housekeeping.
import { z } from 'zod';
import { pruneActiveDays } from '#server/features/account/prune.service.ts';
import { pruneSessions } from '#server/platform/session.service.ts';
import { pruneGatewayEvents } from '#server/features/checkout/prune.service.ts';
import { pruneStamps } from '#server/features/resource/resource-stamp.service.ts';
import { pruneViewers } from '#server/features/resource/resource-view.service.ts';
import { defineJob } from '#server/jobs/job.ts';
import { pruneSiteRecords } from './site.service.ts';

export const pruneJob = defineJob({
  name: 'site.prune',
  data: z.object({}),
  cron: '17 3 * * *',
  async run(ctx) {
    await pruneSiteRecords(ctx);
    await pruneSessions(ctx);
    await pruneActiveDays(ctx);
    await pruneViewers(ctx);
    await pruneStamps(ctx);
    await pruneGatewayEvents(ctx);
  },
});
