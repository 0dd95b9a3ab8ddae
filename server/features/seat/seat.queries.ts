// Seats in SQL: compare-and-swap on their state, with the table's constraints as the last word.
// Locks are taken in one order: the licence's line, the seat, the entitlements.
import { and, eq, inArray, isNotNull, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { orderLines, orders } from '#server/db/schema/order.ts';
import { seats } from '#server/db/schema/seat.ts';

/** A refund of the line waits until this transaction ends, or this one sees that it was refunded. */
export async function isLineLive(tx: Tx, { lineId }: { lineId: number }): Promise<boolean> {
  const [row] = await tx
    .select({ isLive: orderLines.isLive })
    .from(orderLines)
    .where(eq(orderLines.id, lineId))
    .for('share');
  return row?.isLive ?? false;
}

export type Offer = { email: string; keyHash: Buffer; now: Date };

const OFFERED = (offer: Offer) =>
  sql`state = 'invited', email = ${offer.email}, key_hash = ${offer.keyHash}, invited_at = ${offer.now}`;

/** The id of the claimed seat; null if none is free. Fails on seats_email if that address already has one. */
export async function claimFreeSeat(
  tx: Tx,
  { lineId, ...offer }: Offer & { lineId: number },
): Promise<number | null> {
  // Skips seats that others are claiming, and waits for them only if there is no other.
  for (const way of [sql`for update skip locked`, sql`for update`]) {
    const { rows } = await tx.execute<{ id: number }>(sql`
      update seats set ${OFFERED(offer)}
      where state = 'free' and id = (
        select id from seats where line_id = ${lineId} and state = 'free' order by position limit 1 ${way}
      ) returning id`);
    if (rows[0]) return rows[0].id;
  }
  return null;
}

const lineOfOwner = (db: DbOrTx, userId: number) =>
  db
    .select({ id: orderLines.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orders.userId, userId), isNotNull(orders.paidAt)));

/** A seat of this buyer's licence, in its current state. */
export async function findOwnSeat(db: DbOrTx, { id, userId }: { id: number; userId: number }) {
  const { lineId, state, email } = seats;
  const [row] = await db
    .select({ id: seats.id, lineId, state, email })
    .from(seats)
    .where(and(eq(seats.id, id), inArray(lineId, lineOfOwner(db, userId))));
  return row ?? null;
}

/** A new link for the same invitation. */
export async function renewKey(
  tx: Tx,
  { id, keyHash, now }: { id: number; keyHash: Buffer; now: Date },
): Promise<string | null> {
  const [row] = await tx
    .update(seats)
    .set({ keyHash, invitedAt: now })
    .where(and(eq(seats.id, id), eq(seats.state, 'invited')))
    .returning({ email: seats.email });
  return row?.email ?? null;
}

export type ReleasedSeat = { lineId: number; email: string; holderId: number | null; tenure: number };

/** The previous state, or null if it has changed; callers must name the holder. */
export async function releaseSeat(
  tx: Tx,
  { id, ...whose }: { id: number } & ({ email: string } | { holderId: number } | { keyHash: Buffer }),
): Promise<ReleasedSeat | null> {
  const [before] = await tx
    .select({ lineId: seats.lineId, email: seats.email, holderId: seats.holderId, tenure: seats.tenure })
    .from(seats)
    .where(and(eq(seats.id, id), isWhose(whose)))
    .for('update');
  if (!before) return null;
  await tx
    .update(seats)
    .set({ state: 'free', email: null, keyHash: null, invitedAt: null, holderId: null, heldAt: null })
    .where(eq(seats.id, id));
  return { ...before, email: before.email ?? '' };
}

function isWhose(whose: { email: string } | { holderId: number } | { keyHash: Buffer }) {
  if ('email' in whose) return eq(sql`lower(${seats.email})`, whose.email);
  return 'holderId' in whose ? eq(seats.holderId, whose.holderId) : eq(seats.keyHash, whose.keyHash);
}

/** Released in this transaction, so nobody else can have it. Fails on seats_email like claimFreeSeat. */
export async function offerSeat(tx: Tx, { id, ...offer }: Offer & { id: number }): Promise<void> {
  await tx.execute(sql`update seats set ${OFFERED(offer)} where id = ${id} and state = 'free'`);
}

/** What an invitation offers, by the id in its link. */
export async function findOffer(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      id: seats.id,
      lineId: seats.lineId,
      state: seats.state,
      email: seats.email,
      keyHash: seats.keyHash,
      holderId: seats.holderId,
      isLive: orderLines.isLive,
      title: orderLines.title,
      sellerName: orderLines.sellerName,
      itemType: orderLines.itemType,
      itemId: orderLines.itemId,
      orderName: orders.name,
      buyerId: orders.userId,
      firstName: users.firstName,
      lastName: users.lastName,
      buyerEmail: users.email,
    })
    .from(seats)
    .innerJoin(orderLines, eq(orderLines.id, seats.lineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .leftJoin(users, eq(users.id, orders.userId))
    .where(eq(seats.id, id));
  return row ?? null;
}

/** How often it was accepted, including now; null if it isn't theirs, or has ended. Fails on seats_holder. */
export async function holdSeat(
  tx: Tx,
  { id, keyHash, userId, now }: { id: number; keyHash: Buffer; userId: number; now: Date },
): Promise<number | null> {
  const { rows } = await tx.execute<{ tenure: number }>(sql`
    update seats s set state = 'held', holder_id = u.id, held_at = ${now}, key_hash = null, tenure = s.tenure + 1
    from users u
    where s.id = ${id} and s.state = 'invited' and s.key_hash = ${keyHash}
      and u.id = ${userId} and u.state = 'active' and u.email_verified_at is not null and u.email_key = lower(s.email)
    returning s.tenure`);
  return rows[0]?.tenure ?? null;
}

/** Part of the statement that completes an order, the `due` one: every unit after the first becomes a seat. */
export const createSeatsSql = sql`seated as (
      insert into seats (line_id, position)
      select l.id, n from order_lines l, generate_series(2, l.quantity) n
      where l.order_id = (select id from due)
      on conflict do nothing
    )`;
