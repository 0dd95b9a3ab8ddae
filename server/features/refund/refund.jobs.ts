// Paying money back, as a job: the gateway may be away.
import { z } from 'zod';
import { defineJob } from '#server/jobs/job.ts';
import { payBack } from './refund.service.ts';

export const payBackJob = defineJob({
  name: 'checkout.pay-back',
  data: z.object({ refundId: z.int() }),
  retryLimit: 20,
  retryDelay: 5,
  concurrency: 4,
  run: (ctx, { refundId }) => payBack(ctx, refundId),
});
