// Keys of requests that must not happen twice, in SQL.
import { and, eq, isNull, lt, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { idempotencyKeys } from '#server/db/schema/platform-idempotency.ts';

export type KeyOf = { scope: string; key: string };

const isKey = ({ scope, key }: KeyOf) => and(eq(idempotencyKeys.scope, scope), eq(idempotencyKeys.key, key));
const isUnanswered = (key: KeyOf) => and(isKey(key), isNull(idempotencyKeys.status));

const insertNew = prepared((db) =>
  db
    .insert(idempotencyKeys)
    .values({
      scope: sql.placeholder('scope'),
      key: sql.placeholder('key'),
      bodyHash: sql.placeholder('bodyHash'),
      claimedUntil: sql.placeholder('claimedUntil'),
      createdAt: sql.placeholder('createdAt'),
    })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
    .prepare('key_inserted'),
);

type NewKey = KeyOf & { bodyHash: string; claimedUntil: Date; createdAt: Date };

/** True for the first request. */
export async function insertKey(db: DbOrTx, values: NewKey): Promise<boolean> {
  const inserted = await insertNew(db).execute(values);
  return inserted.length > 0;
}

export async function findKey(db: DbOrTx, key: KeyOf) {
  const { bodyHash, status, answer, claimedUntil } = idempotencyKeys;
  const [row] = await db
    .select({ bodyHash, status, answer, claimedUntil })
    .from(idempotencyKeys)
    .where(isKey(key));
  return row ?? null;
}

/** Of the requests that notice the first one died, one continues; null for the others. */
export async function takeOverKey(db: DbOrTx, key: KeyOf, { now, until }: { now: Date; until: Date }) {
  const [row] = await db
    .update(idempotencyKeys)
    .set({ claimedUntil: until })
    .where(and(isUnanswered(key), lt(idempotencyKeys.claimedUntil, now)))
    .returning({ orderId: idempotencyKeys.orderId });
  return row ?? null;
}

export async function setKeyOrder(db: DbOrTx, key: KeyOf, orderId: number): Promise<void> {
  await db.update(idempotencyKeys).set({ orderId }).where(isKey(key));
}

const updateAnswer = prepared((db) =>
  db
    .update(idempotencyKeys)
    .set({ status: sql`${sql.placeholder('status')}`, answer: sql`${sql.placeholder('answer')}` })
    .where(
      and(
        eq(idempotencyKeys.scope, sql.placeholder('scope')),
        eq(idempotencyKeys.key, sql.placeholder('key')),
        isNull(idempotencyKeys.status),
      ),
    )
    .prepare('key_answered'),
);

export async function setKeyAnswer(
  db: DbOrTx,
  key: KeyOf,
  answered: { status: number; answer: Record<string, unknown> },
): Promise<void> {
  await updateAnswer(db).execute({ ...key, ...answered });
}

/** Releases the key for another attempt: without a trace if no order was created, otherwise with that order. */
export async function releaseKey(db: DbOrTx, key: KeyOf): Promise<void> {
  const deleted = await db
    .delete(idempotencyKeys)
    .where(and(isUnanswered(key), isNull(idempotencyKeys.orderId)))
    .returning({ key: idempotencyKeys.key });
  if (deleted.length > 0) return;
  await db
    .update(idempotencyKeys)
    .set({ claimedUntil: new Date(0) })
    .where(isUnanswered(key));
}

export async function deleteKeysBefore(db: DbOrTx, { time }: { time: Date }): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, time));
}

/**
 * Part of the statement that completes an order, the `due` one (placeholder scope): stores the response to the request that
 * created it, even if the process handling that request has died.
 */
export const answerPaidSql = sql`answered as (
      update idempotency_keys set status = 200,
        answer = jsonb_build_object('orderId', (select id from due), 'status', 'paid')
      where order_id = (select id from due) and scope = ${sql.placeholder('scope')} and status is null
    )`;

/** Part of the statement that creates an order, after its \`made\` (placeholders scope, key): ties the request to the order. */
export const linkOrderSql = sql`claimed as (
      update idempotency_keys set order_id = made.id from made
      where scope = ${sql.placeholder('scope')} and key = ${sql.placeholder('key')}
    )`;
