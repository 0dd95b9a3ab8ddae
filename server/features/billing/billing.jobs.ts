// Renewals, reminders, and time that comes back.
import { z } from 'zod';
import type { AppContext } from '#server/context.ts';
import { defineJob } from '#server/jobs/job.ts';
import { remindOfCredit } from './credit-reminder.service.ts';
import { sendGifts } from './gift-mail.service.ts';
import { restoreLostTime } from './lost-time.service.ts';
import { advanceMemberships, remindMembers } from './renewal.service.ts';

export const advanceMembershipsJob = defineJob({
  name: 'billing.advance',
  data: z.object({}),
  cron: '* * * * *',
  run: (ctx: AppContext) => advanceMemberships(ctx),
});

export const restoreLostTimeJob = defineJob({
  name: 'billing.restore',
  data: z.object({}),
  cron: '*/5 * * * *',
  run: (ctx: AppContext) => restoreLostTime(ctx),
});

export const remindMembersJob = defineJob({
  name: 'billing.remind',
  data: z.object({}),
  cron: '17 * * * *',
  run: (ctx: AppContext) => remindMembers(ctx),
});

export const remindOfCreditJob = defineJob({
  name: 'billing.remind-credit',
  data: z.object({}),
  cron: '37 * * * *',
  run: (ctx: AppContext) => remindOfCredit(ctx),
});

export const sendGiftsJob = defineJob({
  name: 'billing.gifts',
  data: z.object({}),
  cron: '*/5 * * * *',
  run: (ctx: AppContext) => sendGifts(ctx),
});
