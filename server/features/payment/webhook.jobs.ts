// Works off the webhook inbox, one event after the other.
import { z } from 'zod';
import { defineJob } from '#server/jobs/job.ts';
import { GATEWAYS } from '#shared/features/payment/payment.states.ts';
import { applyEvent } from './webhook-event.service.ts';

export const applyWebhookEventJob = defineJob({
  name: 'webhook.apply',
  data: z.object({ gateway: z.enum(GATEWAYS), eventId: z.string() }),
  // 5 s, 10 s, 20 s … an hour: the last ones come after the hour in which a payment may still become known.
  retryLimit: 12,
  retryDelay: 5,
  concurrency: 2,
  run: applyEvent,
});
