// Payments in SQL. States change by compare-and-swap under a lock.
import { and, eq, inArray, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { orders } from '#server/db/schema/order.ts';
import { settings } from '#server/db/schema/platform.ts';
import {
  type Contents,
  type OrderRow,
  contentsOfOrder,
  toContents,
} from '#server/features/order/order.service.ts';
import { payments } from '#server/db/schema/payment.ts';
import { LIVE_PAYMENT_STATES } from '#shared/features/payment/payment.states.ts';

export type PaymentRow = typeof payments.$inferSelect;

export async function findPayment(db: DbOrTx, { id }: { id: number }): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id));
  return row ?? null;
}

/** The live payment of an order, else the newest. */
const LIVE_FIRST = sql`${payments.state} in ('open', 'requires_action', 'processing') desc, ${payments.id} desc`;

/** The payment that is or was meant to pay for the order. */
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

export type PayableOrder = {
  order: OrderRow;
  payment: PaymentRow | null;
  /** Created by this very request, whose key is linked to it. */
  isNew?: true;
};

/** The order together with its payment. */
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

/** What the receipt says about the platform. */
const SITE = { siteName: settings.siteName, supportEmail: settings.supportEmail };

const selectPayableLocked = prepared((db) =>
  db
    .select({ order: orders, payment: payments, contents: contentsOfOrder, site: SITE })
    .from(orders)
    .innerJoin(payments, eq(payments.orderId, orders.id))
    .innerJoin(settings, eq(settings.id, 1))
    .where(eq(payments.id, sql.placeholder('paymentId')))
    .for('update', { of: [orders, payments] })
    .prepare('lock_payable'),
);

/** All that completing an order takes. */
export type CompletePayable = {
  order: OrderRow;
  payment: PaymentRow;
  contents: Contents;
  site: { siteName: string; supportEmail: string };
};

/** Always locks the order before its payment, to avoid deadlocks. */
export async function lockPayable(
  tx: Tx,
  { paymentId }: { paymentId: number },
): Promise<CompletePayable | null> {
  const [row] = await selectPayableLocked(tx).execute({ paymentId });
  return row ? { ...row, contents: toContents(row.contents) } : null;
}

type PaymentMove = { id: number; from?: readonly PaymentRow['state'][] } & Partial<
  Pick<PaymentRow, 'state' | 'lastError' | 'updatedAt' | 'checkAt'>
>;

/** By default, only while the payment isn't final. */
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

const updateTry = prepared((db) =>
  db
    .update(payments)
    .set({
      attempts: sql`${payments.attempts} + 1`,
      gatewayId: sql`coalesce(${payments.gatewayId}, ${sql.placeholder('gatewayId')})`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .from(orders)
    .innerJoin(settings, eq(settings.id, 1))
    .where(
      and(
        eq(payments.id, sql.placeholder('id')),
        eq(orders.id, payments.orderId),
        inArray(payments.state, [...LIVE_PAYMENT_STATES]),
      ),
    )
    .returning({ order: orders, payment: payments, contents: contentsOfOrder, site: SITE })
    .prepare('begin_try'),
);

/**
 * Numbers the attempt that may start now, with the gateway's id stored before any card is charged. Returns the order and
 * its payment; null if the payment no longer waits for a card.
 */
export async function startAttempt(
  db: DbOrTx,
  { id, gatewayId, now }: { id: number; gatewayId: string; now: Date },
): Promise<CompletePayable | null> {
  const [row] = await updateTry(db).execute({ id, gatewayId, now });
  return row ? { ...row, contents: toContents(row.contents) } : null;
}

/** Part of the statement that creates an order, after its `made`: a payment for the whole of it, if there is anything to pay. */
export const createPaymentSql = sql`asked as (
      insert into payments (order_id, gateway, amount_cents, currency, created_at, updated_at, check_at)
      select made.id, ${sql.placeholder('gateway')}::text, ${sql.placeholder('totalCents')}::bigint, ${sql.placeholder('currency')}::text,
        ${sql.placeholder('createdAt')}::timestamptz, ${sql.placeholder('createdAt')}::timestamptz, ${sql.placeholder('checkAt')}::timestamptz
      from made where ${sql.placeholder('gateway')}::text is not null
      returning id
    )`;
