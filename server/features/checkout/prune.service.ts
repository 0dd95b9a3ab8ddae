// What nobody asks for any more: events of gateways that were heard long ago. Orders, payments and the ledger stay.
import { daysAfter } from '#server/clock.ts';
import type { AppContext } from '#server/context.ts';
import { deleteWebhookEventsBefore } from '#server/features/payment/webhook.queries.ts';

/** Longer than Stripe sends an event again (three days), or it would be news once more. */
const KEPT_DAYS = 90;

export async function pruneGatewayEvents(ctx: AppContext): Promise<void> {
  const time = daysAfter(ctx.clock.now(), -KEPT_DAYS);
  await deleteWebhookEventsBefore(ctx.db, { time });
  await ctx.sandbox?.forgetEvents(time);
}
