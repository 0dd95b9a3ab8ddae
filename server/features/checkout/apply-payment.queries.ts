// What happens to an order when its payment moves, in SQL. States move by compare-and-swap under a lock.
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/account.ts';
import { executeNamed } from '#server/db/prepared.ts';
import { orderLines, orderParts, orders, payments, refunds } from '#server/db/schema/checkout.ts';
import { entitlements } from '#server/db/schema/entitlement.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import type { LedgerLine } from '#shared/features/checkout/ledger.rules.ts';
import { LIVE_PAYMENT_STATES, type OrderState } from '#shared/features/checkout/checkout.states.ts';

export type OrderRow = typeof orders.$inferSelect;
export type PaymentRow = typeof payments.$inferSelect;

export async function findPayment(db: DbOrTx, { id }: { id: number }): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row ?? null;
}

/** Of several payments the live one, else the newest. */
const LIVE_FIRST = sql`${payments.state} in ('open', 'requires_action', 'processing') desc, ${payments.id} desc`;

/** The one that is or was meant to pay for it. */
export async function findPaymentOfOrder(
  db: DbOrTx,
  { orderId }: { orderId: number },
): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(LIVE_FIRST)
    .limit(1);
  return row ?? null;
}

export type PayableOrder = { order: OrderRow; payment: PaymentRow | null };

/** Both at once. */
export async function findPayable(
  db: DbOrTx,
  { orderId }: { orderId: number },
): Promise<PayableOrder | null> {
  const [row] = await db
    .select({ order: orders, payment: payments })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(orders.id, orderId))
    .orderBy(LIVE_FIRST)
    .limit(1)
    .prepare('payable_order')
    .execute();
  return row ?? null;
}

export async function findOrderRow(db: DbOrTx, { id }: { id: number }): Promise<OrderRow | null> {
  const [row] = await db.select().from(orders).where(eq(orders.id, id));
  return row ?? null;
}

export async function lockOrder(tx: Tx, { id }: { id: number }): Promise<OrderRow | null> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(eq(orders.id, id))
    .for('update')
    .prepare('lock_order')
    .execute();
  return row ?? null;
}

export async function lockPayment(tx: Tx, { id }: { id: number }): Promise<PaymentRow | null> {
  const [row] = await tx
    .select()
    .from(payments)
    .where(eq(payments.id, id))
    .for('update')
    .prepare('lock_payment')
    .execute();
  return row ?? null;
}

/** The order before its payment, as everywhere, or two who lock both would wait for each other. */
export async function lockPayable(
  tx: Tx,
  { paymentId }: { paymentId: number },
): Promise<{ order: OrderRow; payment: PaymentRow } | null> {
  const [row] = await tx
    .select({ order: orders, payment: payments })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(payments.id, paymentId))
    .for('update')
    .prepare('lock_payable')
    .execute();
  return row ?? null;
}

type PaymentMove = { id: number; from?: readonly PaymentRow['state'][] } & Partial<
  Pick<PaymentRow, 'state' | 'lastError' | 'updatedAt' | 'checkAt'>
>;

/** Unless it is said otherwise: only while nothing final is known of it. */
export async function movePayment(
  tx: DbOrTx,
  { id, from = LIVE_PAYMENT_STATES, ...set }: PaymentMove,
): Promise<boolean> {
  const moved = await tx
    .update(payments)
    .set(set)
    .where(and(eq(payments.id, id), inArray(payments.state, [...from])))
    .returning({ id: payments.id });
  return moved.length > 0;
}

export async function setGatewayId(
  db: DbOrTx,
  { id, gatewayId }: { id: number; gatewayId: string },
): Promise<void> {
  await db
    .update(payments)
    .set({ gatewayId })
    .where(and(eq(payments.id, id), sql`${payments.gatewayId} is null`));
}

/**
 * The number of the try that may begin now, with the gateway's own number written down before any card is charged;
 * null: the payment no longer waits for a card.
 */
export async function beginTry(
  db: DbOrTx,
  { id, gatewayId, now }: { id: number; gatewayId: string; now: Date },
): Promise<number | null> {
  const [row] = await db
    .update(payments)
    .set({
      tries: sql`${payments.tries} + 1`,
      gatewayId: sql`coalesce(${payments.gatewayId}, ${gatewayId})`,
      updatedAt: now,
    })
    .where(and(eq(payments.id, id), inArray(payments.state, [...LIVE_PAYMENT_STATES])))
    .returning({ tries: payments.tries })
    .prepare('begin_try')
    .execute();
  return row?.tries ?? null;
}

export async function moveOrder(
  tx: Tx,
  {
    id,
    from,
    ...set
  }: { id: number; from: readonly OrderState[] } & Partial<
    Pick<OrderRow, 'state' | 'paidAt' | 'endedAt' | 'userId' | 'refundedCents'>
  >,
): Promise<boolean> {
  const moved = await tx
    .update(orders)
    .set(set)
    .where(and(eq(orders.id, id), inArray(orders.state, [...from])))
    .returning({ id: orders.id });
  return moved.length > 0;
}

/** What is in it: lines as they are read, parts as they are shared out. */
export async function listContents(db: DbOrTx, { orderId }: { orderId: number }) {
  const rows = await db
    .select({
      lineId: orderLines.id,
      title: orderLines.title,
      quantity: orderLines.quantity,
      lineCents: orderLines.amountCents,
      sellerId: orderParts.sellerId,
      amountCents: orderParts.amountCents,
      feeCents: orderParts.feeCents,
    })
    .from(orderParts)
    .innerJoin(orderLines, eq(orderLines.id, orderParts.lineId))
    .where(eq(orderParts.orderId, orderId))
    .orderBy(orderLines.position, orderParts.id)
    .prepare('order_contents')
    .execute();
  const lines = rows.filter(({ lineId }, at) => lineId !== rows[at - 1]?.lineId);
  return {
    lines: lines.map(({ title, quantity, lineCents }) => ({ title, quantity, amountCents: lineCents })),
    parts: rows.map(({ sellerId, amountCents, feeCents }) => ({ sellerId, amountCents, feeCents })),
  };
}

export async function endLines(tx: Tx, { orderId }: { orderId: number }): Promise<void> {
  await tx.update(orderLines).set({ isLive: false }).where(eq(orderLines.orderId, orderId));
}

export type Completion = {
  orderId: number;
  /** Null: nobody's account yet. */
  userId: number | null;
  buyer: string;
  now: Date;
  sale: { cause: string; entries: (LedgerLine & { currency: string })[] } | null;
};

/**
 * All that a paid order gives, in one statement: its state, its lines, access, places in courses, the cart without what
 * was bought, the books. Fails on order_lines_bought_once where the buyer has one of these things by another order.
 */
export async function completeOrder(
  tx: Tx,
  { orderId, userId, buyer, now, sale }: Completion,
): Promise<void> {
  const everything = sql`
    with paid as (
      update orders set state = 'paid', paid_at = ${now}, ended_at = ${now}, user_id = ${userId}::int,
        is_counted = false
      where id = ${orderId} and state = 'pending'
    ), lines as (
      update order_lines set is_live = true, buyer = ${buyer} where order_id = ${orderId}
    ), emptied as (
      delete from cart_items c using order_lines l
      where c.user_id = ${userId}::int and l.order_id = ${orderId}
        and c.item_type = l.item_type and c.item_id = l.item_id
    ), ${accessOf({ orderId, userId, now })}, booked as (
      insert into ledger_transactions (kind, cause, order_id, created_at)
      select 'sale', ${sale?.cause ?? null}, ${orderId}, ${now}::timestamptz where ${sale !== null}
      on conflict do nothing returning id
    )
    insert into ledger_entries (transaction_id, account, seller_id, amount_cents, currency)
    select booked.id, e.account, e."sellerId", e."amountCents", e.currency from booked,
      jsonb_to_recordset(${JSON.stringify(sale?.entries ?? [])}::jsonb)
        as e(account text, "sellerId" int, "amountCents" bigint, currency text)
    where e."amountCents" <> 0`;
  await executeNamed(tx, 'complete_order', everything);
}

/** Access to each part, and a place in each course; nobody's order gives nobody anything. */
function accessOf({ orderId, userId, now }: { orderId: number; userId: number | null; now: Date }) {
  return sql`given as (
      insert into entitlements (user_id, item_type, item_id, cause, cause_ref, created_at)
      select ${userId}::int, p.item_type, p.item_id, 'order_line', p.line_id::text, ${now}::timestamptz
      from order_parts p where p.order_id = ${orderId} and ${userId}::int is not null
      on conflict do nothing
    ), enrolled as (
      insert into enrolments (user_id, course_id, created_at)
      select ${userId}::int, p.item_id, ${now}::timestamptz from order_parts p
      where p.order_id = ${orderId} and p.item_type = 'course' and ${userId}::int is not null
      on conflict do nothing
    )`;
}

/** For an order that is paid already and has found its owner. */
export async function insertAccess(
  tx: Tx,
  given: { orderId: number; userId: number; now: Date },
): Promise<void> {
  await tx.execute(sql`with ${accessOf(given)} select 1`);
}

/** Takes the causes this order gave, and those alone. */
export async function revokeAccess(
  tx: Tx,
  { orderId, userId }: { orderId: number; userId: number },
): Promise<void> {
  await tx.execute(sql`
    update ${entitlements} e set state = 'revoked' from ${orderParts} p
    where p.order_id = ${orderId} and e.user_id = ${userId} and e.item_type = p.item_type and e.item_id = p.item_id
      and e.cause = 'order_line' and e.cause_ref = p.line_id::text and e.state = 'active'
  `);
}

/** An account that has proved the address to be its own. */
export async function findVerifiedOwner(db: DbOrTx, { email }: { email: string }): Promise<number | null> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.emailKey, identityKey(email)),
        sql`${users.emailVerifiedAt} is not null`,
        eq(users.state, 'active'),
      ),
    );
  return row?.id ?? null;
}

export async function insertRefund(tx: Tx, values: typeof refunds.$inferInsert): Promise<number> {
  const [row] = await tx.insert(refunds).values(values).returning({ id: refunds.id });
  return row?.id ?? 0;
}
