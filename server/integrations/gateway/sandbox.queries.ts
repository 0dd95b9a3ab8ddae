// The sandbox's tables in SQL.
import { and, eq, lt, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { prepared, preparedSql } from '#server/db/prepared.ts';
import {
  sandboxCards,
  sandboxDisputes,
  sandboxEvents,
  sandboxPayments,
  sandboxRefunds,
  sandboxSecrets,
  type SandboxPaymentState,
} from '#server/db/schema/integrations.ts';

const paymentColumns = {
  id: sandboxPayments.id,
  clientSecret: sandboxPayments.clientSecret,
  amountCents: sandboxPayments.amountCents,
  currency: sandboxPayments.currency,
  state: sandboxPayments.state,
  declineCode: sandboxPayments.declineCode,
  metadata: sandboxPayments.metadata,
};

export type SandboxPayment = Pick<typeof sandboxPayments.$inferSelect, keyof typeof paymentColumns>;

const insertPayment = prepared((db) =>
  db
    .insert(sandboxPayments)
    .values({
      id: sql.placeholder('id'),
      clientSecret: sql.placeholder('clientSecret'),
      amountCents: sql.placeholder('amountCents'),
      currency: sql.placeholder('currency'),
      state: sql.placeholder('state'),
      metadata: sql.placeholder('metadata'),
      idempotencyKey: sql.placeholder('idempotencyKey'),
      createdAt: sql.placeholder('createdAt'),
    })
    .onConflictDoNothing()
    .returning({ id: sandboxPayments.id })
    .prepare('sandbox_payment_made'),
);

/** False if the key was used before. */
export async function insertSandboxPayment(
  db: DbOrTx,
  values: Omit<SandboxPayment, 'declineCode'> & { idempotencyKey: string; createdAt: Date },
): Promise<boolean> {
  const made = await insertPayment(db).execute(values);
  return made.length > 0;
}

const paymentById = prepared((db) =>
  db
    .select(paymentColumns)
    .from(sandboxPayments)
    .where(eq(sandboxPayments.id, sql.placeholder('id')))
    .prepare('sandbox_payment_by_id'),
);

export async function findSandboxPayment(db: DbOrTx, { id }: { id: string }): Promise<SandboxPayment | null> {
  const [row] = await paymentById(db).execute({ id });
  return row ?? null;
}

export async function findSandboxPaymentByKey(
  db: DbOrTx,
  { key }: { key: string },
): Promise<SandboxPayment | null> {
  const [row] = await db
    .select(paymentColumns)
    .from(sandboxPayments)
    .where(eq(sandboxPayments.idempotencyKey, key));
  return row ?? null;
}

export type Move = {
  id: string;
  from: readonly SandboxPaymentState[];
  to: SandboxPaymentState;
  /** Absent fields stay unchanged. */
  declineCode?: string | null;
  lastFour?: string;
  /** An attempt with a card; a key that was used before changes nothing. */
  charge?: { key: string; outcome: string };
  event: { id: string; type: string; createdAt: Date };
};

const given = sql.placeholder;

/** The event describes the payment after the change, in Stripe's format. */
const movePayment = preparedSql<SandboxPayment>(
  'sandbox_payment_moved',
  sql`
    with moved as (
      update sandbox_payments
      set state = ${given('to')},
        decline_code = case when ${given('isJudged')}::boolean then ${given('declineCode')} else decline_code end,
        last_four = coalesce(${given('lastFour')}, last_four)
      where id = ${given('id')} and state = any(${given('from')}::text[])
        and not exists (select 1 from sandbox_charges where idempotency_key = ${given('chargeKey')})
      returning *
    ), tried as (
      insert into sandbox_charges (idempotency_key, payment_id, outcome, created_at)
      select ${given('chargeKey')}, id, ${given('outcome')}, ${given('at')}::timestamptz from moved
      where ${given('chargeKey')}::text is not null
    ), notified as (
      insert into sandbox_events (id, type, body, created_at, next_attempt_at)
      select ${given('eventId')}, ${given('type')}, json_build_object(
          'id', ${given('eventId')}::text, 'object', 'event', 'type', ${given('type')}::text,
          'created', floor(extract(epoch from ${given('at')}::timestamptz))::bigint,
          'data', json_build_object('object', json_build_object(
            'id', id, 'object', 'payment_intent', 'status', state, 'amount', amount_cents,
            'amount_received', case when state = 'succeeded' then amount_cents else 0 end,
            'currency', lower(currency), 'metadata', metadata
          ))
        )::text, ${given('at')}::timestamptz, ${given('at')}::timestamptz
      from moved
    )
    select id, client_secret as "clientSecret", amount_cents::float8 as "amountCents", currency, state,
      decline_code as "declineCode", metadata
    from moved`,
);

/**
 * One statement: the payment, the attempt and its event. Returns the payment afterwards; null if it was no longer in
 * one of the expected states.
 */
export async function updateSandboxPaymentState(db: DbOrTx, move: Move): Promise<SandboxPayment | null> {
  const { id, from, to, declineCode, lastFour = null, charge, event } = move;
  const [moved] = await movePayment(db, {
    id,
    from: [...from],
    to,
    isJudged: declineCode !== undefined,
    declineCode: declineCode ?? null,
    lastFour,
    chargeKey: charge?.key ?? null,
    outcome: charge?.outcome ?? null,
    eventId: event.id,
    type: event.type,
    at: event.createdAt,
  });
  return moved ?? null;
}

type SandboxCard = typeof sandboxCards.$inferSelect;

/** The same key is the same card. */
export async function ensureSandboxCard(db: DbOrTx, card: SandboxCard): Promise<SandboxCard> {
  await db.insert(sandboxCards).values(card).onConflictDoNothing({ target: sandboxCards.idempotencyKey });
  const [row] = await db
    .select()
    .from(sandboxCards)
    .where(eq(sandboxCards.idempotencyKey, card.idempotencyKey));
  return row ?? card;
}

export async function findSandboxCard(db: DbOrTx, { id }: { id: string }): Promise<SandboxCard | null> {
  const [row] = await db.select().from(sandboxCards).where(eq(sandboxCards.id, id));
  return row ?? null;
}

export async function deleteSandboxCard(db: DbOrTx, { id }: { id: string }): Promise<void> {
  await db.delete(sandboxCards).where(eq(sandboxCards.id, id));
}

/** False if the key was used before. */
export async function insertSandboxRefund(
  db: DbOrTx,
  values: typeof sandboxRefunds.$inferInsert,
): Promise<boolean> {
  const made = await db
    .insert(sandboxRefunds)
    .values(values)
    .onConflictDoNothing({ target: sandboxRefunds.idempotencyKey })
    .returning({ id: sandboxRefunds.id });
  return made.length > 0;
}

export async function findSandboxRefund(db: DbOrTx, { key }: { key: string }) {
  const [row] = await db
    .select({
      id: sandboxRefunds.id,
      paymentId: sandboxRefunds.paymentId,
      amountCents: sandboxRefunds.amountCents,
    })
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.idempotencyKey, key));
  return row ?? null;
}

/** Null if it was never paid. A constraint refuses more than was paid. */
export async function reverseSandboxPayment(
  db: DbOrTx,
  { id, amountCents }: { id: string; amountCents: number },
): Promise<(SandboxPayment & { refundedCents: number }) | null> {
  const [row] = await db
    .update(sandboxPayments)
    .set({ refundedCents: sql`${sandboxPayments.refundedCents} + ${amountCents}` })
    .where(
      and(
        eq(sandboxPayments.id, id),
        eq(sandboxPayments.state, 'succeeded'),
        // Disputed money can't be refunded.
        sql`not exists (select 1 from ${sandboxDisputes} d where d.payment_id = ${id} and d.state <> 'won')`,
      ),
    )
    .returning({ ...paymentColumns, refundedCents: sandboxPayments.refundedCents });
  return row ?? null;
}

export async function listSandboxRefunds(db: DbOrTx, { paymentId }: { paymentId: string }) {
  const { id, amountCents, metadata } = sandboxRefunds;
  const rows = await db
    .select({ id, amountCents, metadata })
    .from(sandboxRefunds)
    .where(eq(sandboxRefunds.paymentId, paymentId));
  return rows.map((row) => ({ ...row, state: 'done' as const }));
}

export async function listSandboxDisputes(db: DbOrTx, { paymentId }: { paymentId: string }) {
  const { id, amountCents, reason, state } = sandboxDisputes;
  return db
    .select({ id, amountCents, reason, state })
    .from(sandboxDisputes)
    .where(eq(sandboxDisputes.paymentId, paymentId));
}

/** One per payment. */
export async function upsertSandboxDispute(
  db: DbOrTx,
  values: typeof sandboxDisputes.$inferInsert,
): Promise<{ id: string; isNew: boolean }> {
  const [row] = await db
    .insert(sandboxDisputes)
    .values(values)
    .onConflictDoUpdate({ target: sandboxDisputes.paymentId, set: { state: values.state } })
    .returning({ id: sandboxDisputes.id });
  const id = row?.id ?? values.id;
  return { id, isNew: id === values.id };
}

export async function insertSandboxEvent(
  db: DbOrTx,
  event: { id: string; type: string; body: string; createdAt: Date },
): Promise<void> {
  await db.insert(sandboxEvents).values({ ...event, nextAttemptAt: event.createdAt });
}

const takeEvents = preparedSql<{ id: string; body: string }>(
  'sandbox_events_taken',
  sql`
    with due as materialized (
      select id from sandbox_events
      where delivered_at is null and next_attempt_at <= ${given('now')}::timestamptz
      order by created_at limit ${given('limit')}::int
      for update skip locked
    )
    update sandbox_events e
    set attempts = attempts + 1,
      next_attempt_at = ${given('now')}::timestamptz + make_interval(secs => least(3600, 30 * power(2, least(attempts, 10))))
    from due where e.id = due.id
    returning e.id, e.body`,
);

/**
 * Due events, oldest first. Claiming one postpones its next attempt by at least half a minute, so that of two processes
 * only one delivers it, and another takes over if that one dies.
 */
export async function claimSandboxEvents(
  db: DbOrTx,
  asked: { now: Date; limit: number },
): Promise<{ id: string; body: string }[]> {
  return takeEvents(db, asked);
}

const markDelivered = preparedSql(
  'sandbox_events_delivered',
  sql`update sandbox_events set delivered_at = ${given('at')}::timestamptz where id = any(${given('ids')}::text[])`,
);

export async function markSandboxEventsDelivered(
  db: DbOrTx,
  { ids, at }: { ids: readonly string[]; at: Date },
): Promise<void> {
  await markDelivered(db, { ids: [...ids], at });
}

export async function deleteDeliveredSandboxEvents(db: DbOrTx, { before }: { before: Date }): Promise<void> {
  await db.delete(sandboxEvents).where(lt(sandboxEvents.deliveredAt, before));
}

/** Returns the stored secret, or stores this one. */
export async function ensureWebhookSecret(db: DbOrTx, fresh: string): Promise<string> {
  await db.insert(sandboxSecrets).values({ id: 1, webhookSecret: fresh }).onConflictDoNothing();
  const [row] = await db
    .select({ webhookSecret: sandboxSecrets.webhookSecret })
    .from(sandboxSecrets)
    .where(eq(sandboxSecrets.id, 1));
  if (!row) throw new Error('The sandbox has no webhook secret');
  return row.webhookSecret;
}
