// Looks for abandoned carts every hour.
import { z } from 'zod';
import { defineJob } from '#server/jobs/job.ts';
import { sendCartReminders } from './cart-reminder.service.ts';

export const sendCartRemindersJob = defineJob({
  name: 'cart.remind',
  data: z.object({}),
  cron: '17 * * * *',
  run: (ctx) => sendCartReminders(ctx),
});
