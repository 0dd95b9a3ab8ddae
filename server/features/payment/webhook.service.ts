// The webhook inbox: what a gateway says is checked and kept once. It is acted on later (webhook-event.service.ts).
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { GatewayEvent, WebhookHeaders } from '#server/integrations/gateway/gateway.ts';
import { AppError } from '#shared/errors.ts';
import type { GatewayName } from '#shared/features/payment/payment.states.ts';
import { applyWebhookEventJob } from './webhook.jobs.ts';
import { insertOldNews, insertWebhookEvent } from './webhook.queries.ts';

/** The gateway hears "received" once the event is kept, and not before. */
export async function receiveEvent(
  ctx: AppContext,
  gateway: GatewayName,
  { body, headers }: { body: Buffer; headers: WebhookHeaders },
): Promise<void> {
  if (ctx.gateway.name !== gateway) {
    throw new AppError('not_found', 'This site takes its payments elsewhere.');
  }
  const event = await ctx.gateway.readEvent(body, headers);
  if (event) await keepEvent(ctx, gateway, event);
}

async function keepEvent(ctx: AppContext, gateway: GatewayName, event: GatewayEvent): Promise<void> {
  const { id: eventId, type, gatewayId, amountCents, currency } = event;
  const receivedAt = ctx.clock.now();
  const row = { gateway, eventId, type, gatewayId, amountCents, currency, receivedAt };
  // That a payment was begun says nothing new.
  if (type === 'payment_intent.created') {
    await insertWebhookEvent(ctx.db, { ...row, state: 'done', endedAt: receivedAt });
    return;
  }
  // Mostly the buyer's own request was quicker, so that all is done.
  if (type.startsWith('payment_intent.') && (await insertOldNews(ctx.db, row))) return;
  await inTransaction(ctx.db, async (tx) => {
    if (await insertWebhookEvent(tx, row)) {
      await ctx.jobs.send(tx, applyWebhookEventJob, { gateway, eventId });
    }
  });
}
