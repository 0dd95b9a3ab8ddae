// Order keys of guests, in SQL.
import { and, desc, eq, gt, inArray, isNull, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { orderKeys, orderLines, orders } from '#server/db/schema/order.ts';

export async function insertOrderKey(db: DbOrTx, values: typeof orderKeys.$inferInsert): Promise<void> {
  await db.insert(orderKeys).values(values);
}

export async function findOrderOfKey(db: DbOrTx, { keyHash }: { keyHash: Buffer }): Promise<number | null> {
  const [row] = await db
    .select({ orderId: orderKeys.orderId })
    .from(orderKeys)
    .where(eq(orderKeys.keyHash, keyHash));
  return row?.orderId ?? null;
}

const PAID = ['paid', 'partially_refunded', 'refunded'] as const;

/** Orders of an address without an account, newest first. */
export async function listGuestOrders(
  db: DbOrTx,
  { emailKey, since, limit }: { emailKey: string; since: Date; limit: number },
) {
  return db
    .select()
    .from(orders)
    .where(
      and(
        isNull(orders.userId),
        sql`lower(${orders.email}) = ${emailKey}`,
        inArray(orders.state, [...PAID]),
        gt(orders.createdAt, since),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(limit);
}

const MAX_WAITING = 20;

/** Paid, not refunded and without an owner, oldest first. */
export async function listWaitingNumbers(
  db: DbOrTx,
  { emailKey }: { emailKey: string },
): Promise<{ number: string }[]> {
  return db
    .select({ number: orders.number })
    .from(orders)
    .where(
      and(
        isNull(orders.userId),
        sql`lower(${orders.email}) = ${emailKey}`,
        inArray(orders.state, ['paid', 'partially_refunded']),
      ),
    )
    .orderBy(orders.id)
    .limit(MAX_WAITING);
}

/** Assigns the orders to this user and returns them. */
export async function assignGuestOrders(
  tx: Tx,
  { emailKey, userId }: { emailKey: string; userId: number },
): Promise<number[]> {
  const given = await tx
    .update(orders)
    .set({ userId })
    .where(
      and(isNull(orders.userId), sql`lower(${orders.email}) = ${emailKey}`, inArray(orders.state, [...PAID])),
    )
    .returning({ id: orders.id });
  return given.map(({ id }) => id);
}

/** A line the user already has through another order stays unassigned; both remain in the ledger. */
export async function assignOrderLines(
  tx: Tx,
  { orderId, buyer }: { orderId: number; buyer: string },
): Promise<void> {
  await tx
    .update(orderLines)
    .set({ buyer })
    .where(
      and(
        eq(orderLines.orderId, orderId),
        sql`not exists (select 1 from order_lines o where o.buyer = ${buyer} and o.is_live
          and o.item_type = ${orderLines.itemType} and o.item_id = ${orderLines.itemId})`,
      ),
    );
}
