// Payments refer to buyers by order only; cards belong to users and are kept at the gateway. Webhook events are deleted once the gateway can no longer resend them.
import { eq } from '#server/db/drizzle.ts';
import { daysAfter } from '#server/clock.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { gatewayCustomers, savedCards } from '#server/db/schema/payment.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';
import { removeCardJob } from './saved-card.jobs.ts';
import { listSavedCards, markCardsRemoved } from './saved-card.queries.ts';
import { deleteWebhookEventsBefore } from './webhook.queries.ts';

/** Stripe resends an event for three days. */
const WEBHOOK_EVENT_DAYS = 90;

export const paymentPersonalData: PersonalData = {
  tables: [gatewayCustomers, savedCards],
  collect: { savedCards: collectCards },
  async erase(ctx, tx, { userId, now }) {
    for (const { gateway, methodId } of await listSavedCards(tx, { userId })) {
      await ctx.jobs.send(tx, removeCardJob, { gateway, methodId });
    }
    await markCardsRemoved(tx, { userId, removedAt: now });
    await tx.delete(gatewayCustomers).where(eq(gatewayCustomers.userId, userId));
  },
  async prune(ctx) {
    const time = daysAfter(ctx.clock.now(), -WEBHOOK_EVENT_DAYS);
    await deleteWebhookEventsBefore(ctx.db, { time });
    await ctx.sandbox?.forgetEvents(time);
  },
};

async function collectCards(db: DbOrTx, { userId }: DataSubject) {
  const { brand, lastFour, expMonth, expYear, createdAt, removedAt } = savedCards;
  return db
    .select({ brand, lastFour, expMonth, expYear, createdAt, removedAt })
    .from(savedCards)
    .where(eq(savedCards.userId, userId));
}
