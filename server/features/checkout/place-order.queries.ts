// Making an order, in SQL.
import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/account.ts';
import { cartItems } from '#server/db/schema/cart.ts';
import { orderLines, orderParts, orders, payments } from '#server/db/schema/checkout.ts';

/** Of one person, one order is made at a time. */
export async function lockBuyer(tx: Tx, { userId }: { userId: number }): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

export async function listCartLines(db: DbOrTx, { userId }: { userId: number }) {
  const { itemType, itemId, quantity, seenPriceCents } = cartItems;
  return db
    .select({ itemType, itemId, quantity, seenPriceCents })
    .from(cartItems)
    .where(eq(cartItems.userId, userId))
    .orderBy(cartItems.createdAt, cartItems.id);
}

export async function findPendingOrder(db: DbOrTx, { userId }: { userId: number }) {
  const [order] = await db
    .select({ id: orders.id, fingerprint: orders.fingerprint, expiresAt: orders.expiresAt })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.state, 'pending')));
  return order ?? null;
}

type Recipient = Pick<typeof orders.$inferInsert, 'email' | 'name' | 'zip' | 'city' | 'region'>;

/** Who it goes to may change until it is paid. */
export async function updateRecipient(
  tx: Tx,
  { id, ...recipient }: { id: number } & Recipient,
): Promise<void> {
  await tx
    .update(orders)
    .set(recipient)
    .where(and(eq(orders.id, id), eq(orders.state, 'pending')));
}

type NewLine = Omit<typeof orderLines.$inferInsert, 'orderId' | 'position'> & {
  parts: Omit<typeof orderParts.$inferInsert, 'orderId' | 'lineId'>[];
};

export type NewOrder = { order: typeof orders.$inferInsert; lines: NewLine[] };

export async function insertOrder(tx: Tx, { order, lines }: NewOrder): Promise<number> {
  const [made] = await tx.insert(orders).values(order).returning({ id: orders.id });
  if (!made) throw new Error('The order was not written');
  const orderId = made.id;
  const rows = lines.map(({ parts: _, ...line }, position) => ({ ...line, orderId, position }));
  const inserted = await tx
    .insert(orderLines)
    .values(rows)
    .returning({ id: orderLines.id, position: orderLines.position });
  const idAt = new Map(inserted.map(({ id, position }) => [position, id]));
  await tx
    .insert(orderParts)
    .values(
      lines.flatMap(({ parts }, position) =>
        parts.map((part) => ({ ...part, orderId, lineId: idAt.get(position) ?? 0 })),
      ),
    );
  return orderId;
}

export async function insertPayment(tx: Tx, values: typeof payments.$inferInsert): Promise<void> {
  await tx.insert(payments).values(values);
}

/** What was bought leaves the cart, whichever way it was bought. */
export async function deleteBoughtFromCart(
  tx: Tx,
  { userId, orderId }: { userId: number; orderId: number },
): Promise<void> {
  await tx.execute(sql`
    delete from ${cartItems} c using ${orderLines} l
    where c.user_id = ${userId} and l.order_id = ${orderId} and c.item_type = l.item_type and c.item_id = l.item_id
  `);
}
