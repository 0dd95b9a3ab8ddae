// Seats of licences that concern one person, in SQL: those they hold or are offered, and those they hand out; and the
// copies of documents that bear their name.
import { and, asc, eq, exists, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/account.ts';
import { orderLines, orders } from '#server/db/schema/checkout.ts';
import { entitlements } from '#server/db/schema/entitlement.ts';
import { seats } from '#server/db/schema/seat.ts';
import { licenceStamps } from '#server/db/schema/stamp.ts';

type Whose = { userId: number; email: string };

/** Theirs, or offered to the address they have proved to be their own. */
function isForThem(db: DbOrTx, { userId, email }: Whose) {
  const hasProved = db
    .select({ one: sql`1` })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)));
  return or(
    eq(seats.holderId, userId),
    and(eq(seats.state, 'invited'), sql`lower(${seats.email}) = lower(${email})`, exists(hasProved)),
  );
}

/** Whom they gave seats to is left out: those are other people. */
export async function readSeats(db: DbOrTx, whose: Whose) {
  const { state, position, invitedAt, heldAt } = seats;
  const columns = { title: orderLines.title, state, invitedAt, heldAt };
  const forMe = await db
    .select(columns)
    .from(seats)
    .innerJoin(orderLines, eq(orderLines.id, seats.lineId))
    .where(isForThem(db, whose))
    .orderBy(asc(seats.id));
  const handedOut = await db
    .select({ ...columns, position, order: orders.number })
    .from(seats)
    .innerJoin(orderLines, eq(orderLines.id, seats.lineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orders.userId, whose.userId), sql`${state} <> 'free'`))
    .orderBy(asc(seats.id));
  return { forMe, handedOut };
}

const FREE = {
  state: 'free',
  email: null,
  keyHash: null,
  invitedAt: null,
  holderId: null,
  heldAt: null,
} as const;

/**
 * Their seats are free for others of the studio; what they offered and nobody took is offered no more. Those who hold
 * a seat of theirs keep it: it was paid for.
 */
export async function leaveSeats(tx: Tx, whose: Whose): Promise<void> {
  const { userId } = whose;
  await tx
    .update(entitlements)
    .set({ state: 'revoked' })
    .where(
      and(eq(entitlements.userId, userId), eq(entitlements.cause, 'seat'), eq(entitlements.state, 'active')),
    );
  await tx.update(seats).set(FREE).where(isForThem(tx, whose));
  const theirLines = tx
    .select({ id: orderLines.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(orders.userId, userId));
  await tx
    .update(seats)
    .set(FREE)
    .where(and(eq(seats.state, 'invited'), inArray(seats.lineId, theirLines)));
}

/** Made for them, or for an order that is theirs now. */
function isTheirCopy(db: DbOrTx, { userId }: { userId: number }) {
  const theirOrders = db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  return or(eq(licenceStamps.userId, userId), inArray(licenceStamps.orderId, theirOrders));
}

export async function readNamedCopies(db: DbOrTx, { userId }: { userId: number }) {
  const { fileId, createdAt } = licenceStamps;
  return db
    .select({ fileId, createdAt })
    .from(licenceStamps)
    .where(isTheirCopy(db, { userId }))
    .orderBy(asc(fileId));
}

export async function deleteNamedCopies(tx: Tx, { userId }: { userId: number }): Promise<void> {
  await tx.delete(licenceStamps).where(isTheirCopy(tx, { userId }));
}
