// Gifts of a membership in SQL.
import { and, asc, desc, eq, isNull, lte, ne, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { membershipGifts, membershipInvoices } from '#server/db/schema/membership.ts';
import { orders } from '#server/db/schema/order.ts';
import { planPrices, plans } from '#server/db/schema/plan.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { containsWords } from '#server/db/search.ts';
import type { GiftState } from '#shared/features/membership/membership.states.ts';

export type GiftRow = typeof membershipGifts.$inferSelect;

/** Not paid yet. */
export async function insertGift(tx: Tx, values: typeof membershipGifts.$inferInsert): Promise<GiftRow> {
  const [row] = await tx.insert(membershipGifts).values(values).returning();
  if (!row) throw new Error('The gift was not inserted');
  return row;
}

export async function setGiftOrder(tx: Tx, { id, orderId }: { id: number; orderId: number }): Promise<void> {
  await tx.update(membershipGifts).set({ orderId }).where(eq(membershipGifts.id, id));
}

/** False if the order is not that of a gift, or was settled before. */
export async function markGiftPaid(tx: Tx, { orderId }: { orderId: number }): Promise<boolean> {
  const rows = await tx
    .update(membershipGifts)
    .set({ state: 'ready' })
    .where(and(eq(membershipGifts.orderId, orderId), eq(membershipGifts.state, 'pending')))
    .returning({ id: membershipGifts.id });
  return rows.length > 0;
}

/**
 * Void while its order's line is no longer its buyer's; as it was once a dispute about it is won after all. Waits for
 * someone who redeems it at the same time.
 */
export async function settleGift(tx: Tx, { orderId }: { orderId: number }): Promise<void> {
  await tx.execute(sql`
    update membership_gifts g set state = case when not paid.is_live then 'refunded'
      when g.invoice_id is null then 'ready' else 'redeemed' end
    from (select exists (select 1 from order_lines where order_id = ${orderId} and is_live) as is_live,
      exists (select 1 from disputes where order_id = ${orderId} and state = 'won') as is_won) paid
    where g.order_id = ${orderId} and g.state <> 'pending' and (not paid.is_live or paid.is_won and g.state = 'refunded')`);
}

/** Whoever locks it redeems it, or finds it redeemed. */
export async function lockGift(tx: Tx, { code }: { code: string }): Promise<GiftRow | null> {
  const [row] = await tx
    .select()
    .from(membershipGifts)
    .where(eq(membershipGifts.code, code))
    .for('no key update');
  return row ?? null;
}

export async function lockGiftById(tx: Tx, { id }: { id: number }): Promise<GiftRow | null> {
  const [row] = await tx
    .select()
    .from(membershipGifts)
    .where(eq(membershipGifts.id, id))
    .for('no key update');
  return row ?? null;
}

export async function findGift(db: DbOrTx, { code }: { code: string }): Promise<GiftRow | null> {
  const [row] = await db
    .select()
    .from(membershipGifts)
    .where(and(eq(membershipGifts.code, code), ne(membershipGifts.state, 'pending')));
  return row ?? null;
}

/** Fails on membership_gifts_redeemed unless it can be redeemed. */
export async function markGiftRedeemed(
  tx: Tx,
  { id, invoiceId, now }: { id: number; invoiceId: number; now: Date },
): Promise<void> {
  await tx
    .update(membershipGifts)
    .set({ state: 'redeemed', invoiceId, redeemedAt: now })
    .where(and(eq(membershipGifts.id, id), eq(membershipGifts.state, 'ready')));
}

/** Whose day has come; today's first. */
export async function listGiftsToSend(
  db: DbOrTx,
  { today, limit }: { today: string; limit: number },
): Promise<number[]> {
  const rows = await db
    .select({ id: membershipGifts.id })
    .from(membershipGifts)
    .where(
      and(
        eq(membershipGifts.state, 'ready'),
        isNull(membershipGifts.sentAt),
        lte(membershipGifts.sendOn, today),
      ),
    )
    .orderBy(asc(membershipGifts.sendOn), asc(membershipGifts.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function markGiftSent(tx: Tx, { id, now }: { id: number; now: Date }): Promise<void> {
  await tx.update(membershipGifts).set({ sentAt: now }).where(eq(membershipGifts.id, id));
}

const giftColumns = {
  id: membershipGifts.id,
  state: membershipGifts.state,
  code: membershipGifts.code,
  planName: plans.name,
  recipientName: membershipGifts.recipientName,
  recipientEmail: membershipGifts.recipientEmail,
  sendOn: membershipGifts.sendOn,
  sentAt: membershipGifts.sentAt,
  createdAt: membershipGifts.createdAt,
  redeemedAt: membershipGifts.redeemedAt,
};

export type ListedGift = Awaited<ReturnType<typeof listGiftsOf>>[number];

export async function listGiftsOf(db: DbOrTx, { buyerId }: { buyerId: number }) {
  return db
    .select(giftColumns)
    .from(membershipGifts)
    .innerJoin(planPrices, eq(planPrices.id, membershipGifts.priceId))
    .innerJoin(plans, eq(plans.id, planPrices.planId))
    .where(and(eq(membershipGifts.buyerId, buyerId), ne(membershipGifts.state, 'pending')))
    .orderBy(desc(membershipGifts.id));
}

type StaffFilter = { q?: string | undefined; state?: Exclude<GiftState, 'pending'> | undefined };

const isFound = ({ q }: StaffFilter) =>
  and(
    ne(membershipGifts.state, 'pending'),
    containsWords(
      sql`lower(${membershipGifts.recipientName} || ' ' || ${membershipGifts.recipientEmail} || ' ' || ${membershipGifts.fromName} || ' ' || ${users.email})`,
      q,
    ),
  );

export async function listGiftRows(db: DbOrTx, filter: StaffFilter & { limit: number; offset: number }) {
  return db
    .select({
      ...giftColumns,
      fromName: membershipGifts.fromName,
      buyerId: users.id,
      buyerEmail: users.email,
      orderId: orders.id,
      orderNumber: orders.number,
      totalCents: orders.totalCents,
      membershipId: membershipInvoices.membershipId,
    })
    .from(membershipGifts)
    .innerJoin(planPrices, eq(planPrices.id, membershipGifts.priceId))
    .innerJoin(plans, eq(plans.id, planPrices.planId))
    .innerJoin(users, eq(users.id, membershipGifts.buyerId))
    .leftJoin(orders, eq(orders.id, membershipGifts.orderId))
    .leftJoin(membershipInvoices, eq(membershipInvoices.id, membershipGifts.invoiceId))
    .where(and(isFound(filter), filter.state && eq(membershipGifts.state, filter.state)))
    .orderBy(desc(membershipGifts.id))
    .limit(filter.limit)
    .offset(filter.offset);
}

export async function countGifts(db: DbOrTx, filter: StaffFilter) {
  const rows = await db
    .select({ state: membershipGifts.state, count: sql<number>`count(*)::int` })
    .from(membershipGifts)
    .innerJoin(users, eq(users.id, membershipGifts.buyerId))
    .where(isFound(filter))
    .groupBy(membershipGifts.state);
  const of = (state: GiftState) => rows.find((row) => row.state === state)?.count ?? 0;
  const counts = { ready: of('ready'), redeemed: of('redeemed'), refunded: of('refunded') };
  return { all: counts.ready + counts.redeemed + counts.refunded, ...counts };
}
