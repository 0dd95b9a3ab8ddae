// The sandbox's books in SQL.
import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import {
  sandboxEvents,
  sandboxPayments,
  sandboxRefunds,
  sandboxSecrets,
  type SandboxPaymentState,
} from '#server/db/schema/sandbox.ts';

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

/** False: the key was used before. */
export async function insertSandboxPayment(
  db: DbOrTx,
  values: SandboxPayment & { idempotencyKey: string; createdAt: Date },
): Promise<boolean> {
  const made = await db
    .insert(sandboxPayments)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: sandboxPayments.id });
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
  declineCode: string | null;
  lastFour?: string;
  /** A try with a card; a key that was tried moves nothing. */
  charge?: { key: string; outcome: string };
  event: { id: string; type: string; body: string; createdAt: Date };
};

/** One statement: the payment, the try and the event that tells of it. False: it was not in such a state any more. */
export async function moveSandboxPayment(db: DbOrTx, move: Move): Promise<boolean> {
  const { id, from, to, declineCode, lastFour = null, charge, event } = move;
  const at = sql`${event.createdAt.toISOString()}::timestamptz`;
  const isUntried = charge
    ? sql`and not exists (select 1 from sandbox_charges where idempotency_key = ${charge.key})`
    : sql``;
  const tried = charge
    ? sql`, tried as (
        insert into sandbox_charges (idempotency_key, payment_id, outcome, created_at)
        select ${charge.key}, id, ${charge.outcome}, ${at} from moved
      )`
    : sql``;
  const { rows } = await db.execute<{ id: string }>(sql`
    with moved as (
      update sandbox_payments
      set state = ${to}, decline_code = ${declineCode}, last_four = coalesce(${lastFour}, last_four)
      where id = ${id} and state in (${sql.join(
        from.map((state) => sql`${state}`),
        sql`, `,
      )}) ${isUntried}
      returning id
    ) ${tried}, told as (
      insert into sandbox_events (id, type, body, created_at, next_try_at)
      select ${event.id}, ${event.type}, ${event.body}, ${at}, ${at} from moved
    )
    select id from moved`);
  return rows.length > 0;
}

/** False: the key was used before. */
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

/** Null: it was never paid. A constraint refuses more than was. */
export async function takeBackSandboxPayment(
  db: DbOrTx,
  { id, amountCents }: { id: string; amountCents: number },
): Promise<(SandboxPayment & { refundedCents: number }) | null> {
  const [row] = await db
    .update(sandboxPayments)
    .set({ refundedCents: sql`${sandboxPayments.refundedCents} + ${amountCents}` })
    .where(and(eq(sandboxPayments.id, id), eq(sandboxPayments.state, 'succeeded')))
    .returning({ ...paymentColumns, refundedCents: sandboxPayments.refundedCents });
  return row ?? null;
}

export async function insertSandboxEvent(
  db: DbOrTx,
  event: { id: string; type: string; body: string; createdAt: Date },
): Promise<void> {
  await db.insert(sandboxEvents).values({ ...event, nextTryAt: event.createdAt });
}

/**
 * Those whose turn it is, oldest first, for whoever gets to tell them: the next try is put off at once, by half a minute
 * at least, so that of two processes one tells each, and one that dies is followed by the other.
 */
export async function takeSandboxEvents(
  db: DbOrTx,
  { now, limit }: { now: Date; limit: number },
): Promise<{ id: string; body: string }[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ id: string; body: string }>(sql`
    update sandbox_events
    set tries = tries + 1,
      next_try_at = ${at} + make_interval(secs => least(3600, 30 * power(2, least(tries, 10))))
    where id in (
      select id from sandbox_events
      where delivered_at is null and next_try_at <= ${at}
      order by created_at limit ${limit}
      for update skip locked
    )
    returning id, body`);
  return rows;
}

export async function markSandboxEventsTold(
  db: DbOrTx,
  { ids, at }: { ids: readonly string[]; at: Date },
): Promise<void> {
  await db
    .update(sandboxEvents)
    .set({ deliveredAt: at })
    .where(inArray(sandboxEvents.id, [...ids]));
}

export async function deleteSandboxEventsTold(db: DbOrTx, { before }: { before: Date }): Promise<void> {
  await db.delete(sandboxEvents).where(lt(sandboxEvents.deliveredAt, before));
}

/** The one there is, or this one from now on. */
export async function ensureWebhookSecret(db: DbOrTx, fresh: string): Promise<string> {
  await db.insert(sandboxSecrets).values({ id: 1, webhookSecret: fresh }).onConflictDoNothing();
  const [row] = await db
    .select({ webhookSecret: sandboxSecrets.webhookSecret })
    .from(sandboxSecrets)
    .where(eq(sandboxSecrets.id, 1));
  if (!row) throw new Error('The sandbox has no webhook secret');
  return row.webhookSecret;
}
