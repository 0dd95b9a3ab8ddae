// The webhook inbox in SQL.
import { and, eq, lt, ne, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { prepared, preparedSql } from '#server/db/prepared.ts';
import { payments, webhookEvents, type WebhookState } from '#server/db/schema/payment.ts';
import type { GatewayName } from '#shared/features/payment/payment.states.ts';

/** False if this event was received before. */
export async function insertWebhookEvent(
  db: DbOrTx,
  values: typeof webhookEvents.$inferInsert,
): Promise<boolean> {
  const made = await db
    .insert(webhookEvents)
    .values(values)
    .onConflictDoNothing()
    .returning({ eventId: webhookEvents.eventId });
  return made.length > 0;
}

const given = sql.placeholder;

const writeOldNews = preparedSql<{ eventId: string }>(
  'webhook_old_news',
  sql`
    insert into webhook_events (gateway, event_id, type, gateway_id, amount_cents, currency, state, received_at, ended_at)
    select p.gateway, ${given('eventId')}::text, ${given('type')}::text, p.gateway_id, ${given('amountCents')}::bigint,
      ${given('currency')}::text, 'done', ${given('receivedAt')}::timestamptz, ${given('receivedAt')}::timestamptz
    from payments p
    where p.gateway = ${given('gateway')} and p.gateway_id = ${given('gatewayId')} and p.state = 'succeeded'
      and coalesce(${given('amountCents')}::bigint, p.amount_cents) = p.amount_cents
      and coalesce(${given('currency')}::text, p.currency) = p.currency
    on conflict do nothing
    returning event_id as "eventId"`,
);

type Heard = Pick<
  typeof webhookEvents.$inferSelect,
  'gateway' | 'eventId' | 'type' | 'gatewayId' | 'amountCents' | 'currency' | 'receivedAt'
>;

/** Stores an event as done if nothing is left to do: its payment has succeeded, with the same amount. */
export async function insertOldNews(db: DbOrTx, event: Heard): Promise<boolean> {
  const made = await writeOldNews(db, event);
  return made.length > 0;
}

const paymentAtGateway = prepared((db) =>
  db
    .select({
      id: payments.id,
      state: payments.state,
      amountCents: payments.amountCents,
      currency: payments.currency,
    })
    .from(payments)
    .where(
      and(
        eq(payments.gateway, sql.placeholder('gateway')),
        eq(payments.gatewayId, sql.placeholder('gatewayId')),
      ),
    )
    .prepare('payment_at_gateway'),
);

export async function findPaymentAtGateway(
  db: DbOrTx,
  { gateway, gatewayId }: { gateway: GatewayName; gatewayId: string },
) {
  const [row] = await paymentAtGateway(db).execute({ gateway, gatewayId });
  return row ?? null;
}

export type PaymentAtGateway = NonNullable<Awaited<ReturnType<typeof findPaymentAtGateway>>>;

type EventKey = { gateway: GatewayName; eventId: string };

const isEvent = ({ gateway, eventId }: EventKey) =>
  and(eq(webhookEvents.gateway, gateway), eq(webhookEvents.eventId, eventId));

export async function findWaitingEvent(db: DbOrTx, key: EventKey) {
  const [row] = await db
    .select({
      gateway: webhookEvents.gateway,
      eventId: webhookEvents.eventId,
      type: webhookEvents.type,
      gatewayId: webhookEvents.gatewayId,
      amountCents: webhookEvents.amountCents,
      currency: webhookEvents.currency,
      receivedAt: webhookEvents.receivedAt,
    })
    .from(webhookEvents)
    .where(and(isEvent(key), eq(webhookEvents.state, 'waiting')));
  return row ?? null;
}

export type EventRow = NonNullable<Awaited<ReturnType<typeof findWaitingEvent>>>;

export async function endWebhookEvent(
  db: DbOrTx,
  { state, at, ...key }: EventKey & { state: Exclude<WebhookState, 'waiting'>; at: Date },
): Promise<void> {
  await db
    .update(webhookEvents)
    .set({ state, endedAt: at })
    .where(and(isEvent(key), eq(webhookEvents.state, 'waiting')));
}

/** Pending events are never deleted. */
export async function deleteWebhookEventsBefore(db: DbOrTx, { time }: { time: Date }): Promise<void> {
  await db
    .delete(webhookEvents)
    .where(and(ne(webhookEvents.state, 'waiting'), lt(webhookEvents.receivedAt, time)));
}
