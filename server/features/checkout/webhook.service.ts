// The webhook inbox: what a gateway says is checked and kept once. It is acted on later (webhook-event.service.ts).
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { GatewayEvent, WebhookHeaders } from '#server/integrations/gateway/gateway.ts';
import { AppError } from '#shared/errors.ts';
import type { GatewayName } from '#shared/features/checkout/checkout.states.ts';
import { disagreementOf } from './webhook-event.service.ts';
import { applyWebhookEventJob } from './webhook.jobs.ts';
import { findPaymentAtGateway, insertWebhookEvent } from './webhook.queries.ts';

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
  if (await isOldNews(ctx, gateway, event)) {
    await insertWebhookEvent(ctx.db, { ...row, state: 'done', endedAt: receivedAt });
    return;
  }
  await inTransaction(ctx.db, async (tx) => {
    if (await insertWebhookEvent(tx, row)) {
      await ctx.jobs.send(tx, applyWebhookEventJob, { gateway, eventId });
    }
  });
}

/** That a payment was begun says nothing new; and mostly the buyer's own request was quicker, so that all is done. */
async function isOldNews(ctx: AppContext, gateway: GatewayName, event: GatewayEvent): Promise<boolean> {
  if (event.type === 'payment_intent.created') return true;
  if (!event.type.startsWith('payment_intent.')) return false;
  const payment = await findPaymentAtGateway(ctx.db, { gateway, gatewayId: event.gatewayId });
  return payment?.state === 'succeeded' && disagreementOf(event, payment) === null;
}
