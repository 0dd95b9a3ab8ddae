// Payments refer to buyers by order only. Webhook events are deleted once the gateway can no longer resend them.
import { daysAfter } from '#server/clock.ts';
import type { PersonalData } from '#server/platform/personal-data.ts';
import { deleteWebhookEventsBefore } from './webhook.queries.ts';

/** Stripe resends an event for three days. */
const WEBHOOK_EVENT_DAYS = 90;

export const paymentPersonalData: PersonalData = {
  tables: [],
  async prune(ctx) {
    const time = daysAfter(ctx.clock.now(), -WEBHOOK_EVENT_DAYS);
    await deleteWebhookEventsBefore(ctx.db, { time });
    await ctx.sandbox?.forgetEvents(time);
  },
};
