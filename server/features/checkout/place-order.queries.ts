// Making an order, in SQL.
import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { executeNamed } from '#server/db/prepared.ts';
import { cartItems } from '#server/db/schema/cart.ts';
import { orders, type orderLines, type orderParts, type payments } from '#server/db/schema/checkout.ts';

export async function listCartLines(db: DbOrTx, { userId }: { userId: number }) {
  const { itemType, itemId, quantity, seenPriceCents } = cartItems;
  return db
    .select({ itemType, itemId, quantity, seenPriceCents })
    .from(cartItems)
    .where(eq(cartItems.userId, userId))
    .orderBy(cartItems.createdAt, cartItems.id)
    .prepare('cart_to_order')
    .execute();
}

export async function findPendingOrder(db: DbOrTx, { userId }: { userId: number }) {
  const [order] = await db
    .select({ id: orders.id, fingerprint: orders.fingerprint, expiresAt: orders.expiresAt })
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.state, 'pending')))
    .prepare('pending_order')
    .execute();
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

type NewPart = Omit<typeof orderParts.$inferInsert, 'orderId' | 'lineId'>;
type NewLine = Omit<typeof orderLines.$inferInsert, 'orderId' | 'position'> & { parts: NewPart[] };

export type NewOrder = {
  order: typeof orders.$inferInsert;
  lines: NewLine[];
  /** Null where there is nothing to pay. */
  payment: Omit<typeof payments.$inferInsert, 'orderId'> | null;
  /** The request that makes it, if it has a key. */
  claim: { scope: string; key: string } | null;
};

/** Two statements, however many lines: a rush of buyers is when the database has most to do. */
export async function insertOrder(tx: Tx, { order, lines, payment, claim }: NewOrder): Promise<number> {
  const [made] = await tx
    .insert(orders)
    .values(order)
    .returning({ id: orders.id })
    .prepare('order_written')
    .execute();
  if (!made) throw new Error('The order was not written');
  const numbered = lines.map(({ parts, ...line }, position) => ({ position, line, parts }));
  const lineRows = numbered.map(({ position, line }) => ({ position, ...line }));
  const partRows = numbered.flatMap(({ position, parts }) => parts.map((part) => ({ position, ...part })));
  const contents = sql`
    with lines as (
      insert into order_lines (order_id, position, item_type, item_id, title, kind, seller_name, unit_price_cents,
        quantity, owned_cents, amount_cents, buyer)
      select ${made.id}, l.position, l."itemType", l."itemId", l.title, l.kind, l."sellerName", l."unitPriceCents",
        l.quantity, l."ownedCents", l."amountCents", l.buyer
      from jsonb_to_recordset(${JSON.stringify(lineRows)}::jsonb) as l(position smallint, "itemType" text,
        "itemId" int, title text, kind text, "sellerName" text, "unitPriceCents" bigint, quantity int,
        "ownedCents" bigint, "amountCents" bigint, buyer text)
      returning id, position
    ), parts as (
      insert into order_parts (order_id, line_id, item_type, item_id, title, seller_id, amount_cents, fee_cents)
      select ${made.id}, lines.id, p."itemType", p."itemId", p.title, p."sellerId", p."amountCents", p."feeCents"
      from jsonb_to_recordset(${JSON.stringify(partRows)}::jsonb) as p(position smallint, "itemType" text,
        "itemId" int, title text, "sellerId" int, "amountCents" bigint, "feeCents" bigint)
      join lines on lines.position = p.position
    ), claimed as (
      update idempotency_keys set order_id = ${made.id}
      where scope = ${claim?.scope ?? null} and key = ${claim?.key ?? null}
    )
    insert into payments (order_id, gateway, amount_cents, currency, created_at, updated_at, check_at)
    select ${made.id}, ${payment?.gateway ?? null}, ${payment?.amountCents ?? null}, ${payment?.currency ?? null},
      ${payment?.createdAt ?? null}, ${payment?.updatedAt ?? null}, ${payment?.checkAt ?? null}
    where ${payment !== null}`;
  await executeNamed(tx, 'order_contents_written', contents);
  return made.id;
}
