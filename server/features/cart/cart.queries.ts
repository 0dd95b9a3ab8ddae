// Carts of signed-in users, in SQL. Every query is scoped to the owner.
import { and, asc, eq, sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { preparedSql } from '#server/db/prepared.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { cartItems, cartMerges } from '#server/db/schema/cart.ts';
import { liveEventsSql } from '#server/platform/live-event.service.ts';
import { MAX_QUANTITY } from '#shared/features/cart/cart.rules.ts';

const columns = {
  id: cartItems.id,
  itemType: cartItems.itemType,
  itemId: cartItems.itemId,
  quantity: cartItems.quantity,
  seenPriceCents: cartItems.seenPriceCents,
  createdAt: cartItems.createdAt,
};

export type CartRow = Pick<typeof cartItems.$inferSelect, keyof typeof columns>;
export type NewCartRow = Omit<CartRow, 'id' | 'createdAt'>;
type Whose = { userId: number };

/** In the order they were added. */
export async function listCartRows(db: DbOrTx, { userId }: Whose): Promise<CartRow[]> {
  return db
    .select(columns)
    .from(cartItems)
    .where(eq(cartItems.userId, userId))
    .orderBy(asc(cartItems.createdAt), asc(cartItems.id));
}

/** Locks the cart: two concurrent additions would both see the last free place. */
export async function listHeldKeys(tx: Tx, { userId }: Whose) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  return tx
    .select({ itemType: cartItems.itemType, itemId: cartItems.itemId })
    .from(cartItems)
    .where(eq(cartItems.userId, userId));
}

/** A booking is for one client, whatever the browser says. */
const oneBooking = (quantity: SQL) =>
  sql`case when ${cartItems.itemType} = 'booking' then 1 else ${quantity} end`;

const given = sql.placeholder;

/** With the event for the buyer's other tabs. */
const addRows = preparedSql<CartRow>(
  'cart_items_added',
  sql`with told as (
      insert into cart_items (user_id, item_type, item_id, quantity, seen_price_cents, created_at, touched_at)
      select ${given('userId')}::int, r."itemType", r."itemId", r.quantity, r."seenPriceCents", ${given('now')}::timestamptz,
        ${given('now')}::timestamptz
      from jsonb_to_recordset(${given('rows')}::jsonb)
        as r("itemType" text, "itemId" int, quantity int, "seenPriceCents" int)
      on conflict (user_id, item_type, item_id) do update set
        quantity = ${oneBooking(sql`least(${cartItems.quantity} + excluded.quantity, ${MAX_QUANTITY})`)},
        seen_price_cents = excluded.seen_price_cents, touched_at = excluded.touched_at
      returning *
    ), ${liveEventsSql({ kind: sql`'cart'`, payload: sql`'{}'`, now: sql`${given('now')}` })}
    select id, item_type as "itemType", item_id as "itemId", quantity, seen_price_cents as "seenPriceCents",
      created_at as "createdAt" from told`,
);

/** Fails on cart_items_at_most if the cart is full. If an item is already there, its quantity grows and its current price counts as shown. */
export async function upsertCartRows(
  db: DbOrTx,
  { userId, rows, now }: Whose & { rows: readonly NewCartRow[]; now: Date },
): Promise<CartRow[]> {
  return rows.length === 0 ? [] : addRows(db, { userId, rows: JSON.stringify(rows), now });
}

type Line = Whose & { id: number };

export async function updateQuantity(
  db: DbOrTx,
  { quantity, touchedAt, ...line }: Line & { quantity: number; touchedAt: Date },
): Promise<CartRow | null> {
  const [row] = await db
    .update(cartItems)
    .set({ quantity: oneBooking(sql`${quantity}::int`), touchedAt })
    .where(isLine(line))
    .returning(columns);
  return row ?? null;
}

/** Null if there was none. */
export async function deleteCartRow(db: DbOrTx, line: Line): Promise<CartRow | null> {
  const [gone] = await db.delete(cartItems).where(isLine(line)).returning(columns);
  return gone ?? null;
}

function isLine({ id, userId }: Line) {
  return and(eq(cartItems.id, id), eq(cartItems.userId, userId));
}

export async function deleteCart(db: DbOrTx, { userId }: Whose): Promise<CartRow[]> {
  return db.delete(cartItems).where(eq(cartItems.userId, userId)).returning(columns);
}

export async function updateShownPrices(
  db: DbOrTx,
  { userId, seen }: Whose & { seen: readonly { id: number; cents: number }[] },
): Promise<void> {
  if (seen.length === 0) return;
  const ids = sql.param(seen.map(({ id }) => id));
  const cents = sql.param(seen.map((line) => line.cents));
  await db.execute(sql`update ${cartItems} set seen_price_cents = now.cents
    from unnest(${ids}::int[], ${cents}::int[]) as now(id, cents)
    where ${cartItems.id} = now.id and ${cartItems.userId} = ${userId}`);
}

type Merge = Whose & { key: string };

/** True: this call merges. A concurrent call with the same key waits until the first ends, and then gets false. */
export async function insertMerge(tx: Tx, merge: Merge & { createdAt: Date }): Promise<boolean> {
  const made = await tx
    .insert(cartMerges)
    .values({ ...merge, merged: 0 })
    .onConflictDoNothing()
    .returning({ key: cartMerges.key });
  return made.length > 0;
}

export async function updateMerged(tx: Tx, { merged, ...merge }: Merge & { merged: number }): Promise<void> {
  await tx.update(cartMerges).set({ merged }).where(isMerge(merge));
}

export async function findMerged(tx: Tx, merge: Merge): Promise<number | null> {
  const [row] = await tx.select({ merged: cartMerges.merged }).from(cartMerges).where(isMerge(merge));
  return row?.merged ?? null;
}

function isMerge({ userId, key }: Merge) {
  return and(eq(cartMerges.userId, userId), eq(cartMerges.key, key));
}

/** Part of the statement that completes an order, the `due` one (placeholder userId): removes what was bought from the cart. */
export const removeBoughtSql = sql`emptied as (
      delete from cart_items c using order_lines l
      where c.user_id = ${sql.placeholder('userId')}::int and l.order_id = (select id from due)
        and c.item_type = l.item_type and c.item_id = l.item_id
    )`;
