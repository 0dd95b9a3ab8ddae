// Creating an order, in SQL.
import { and, eq, gt, or, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { prepared, preparedSql } from '#server/db/prepared.ts';
import { cartItems } from '#server/db/schema/cart.ts';
import { orders, orderLines, type orderParts } from '#server/db/schema/order.ts';
import { type OrderRow, createOrderSql } from '#server/features/order/order.service.ts';
import {
  type PayableOrder,
  type PaymentRow,
  createPaymentSql,
} from '#server/features/payment/payment.service.ts';
import { useCreditSql } from '#server/features/membership/booking-credit.service.ts';
import { DEFAULT_CURRENCY } from '#shared/money.ts';
import { linkOrderSql } from '#server/platform/idempotency.service.ts';

const { itemType, itemId, quantity, seenPriceCents } = cartItems;

const selectCartLines = prepared((db) =>
  db
    .select({ itemType, itemId, quantity, seenPriceCents })
    .from(cartItems)
    .where(eq(cartItems.userId, sql.placeholder('userId')))
    .orderBy(cartItems.createdAt, cartItems.id)
    .prepare('cart_to_order'),
);

export async function listCartLines(db: DbOrTx, { userId }: { userId: number }) {
  return selectCartLines(db).execute({ userId });
}

/** The state is a literal, so that the prepared plan uses the partial index of pending orders. */
const selectPending = prepared((db) =>
  db
    .select({ id: orders.id, fingerprint: orders.fingerprint, expiresAt: orders.expiresAt })
    .from(orders)
    .where(
      and(
        eq(orders.userId, sql.placeholder('userId')),
        sql`${orders.state} = 'pending' and not ${orders.isInvoice}`,
      ),
    )
    .prepare('pending_order'),
);

export async function findPendingOrder(db: DbOrTx, { userId }: { userId: number }) {
  const [order] = await selectPending(db).execute({ userId });
  return order ?? null;
}

/** A lower price, or booking credit. */
export async function needsMembership(db: DbOrTx, { orderId }: { orderId: number }): Promise<boolean> {
  const [row] = await db
    .select({ id: orderLines.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orders.id, orderId), or(gt(orderLines.memberCents, 0), gt(orders.creditCents, 0))))
    .limit(1);
  return row !== undefined;
}

type NewPart = Omit<typeof orderParts.$inferInsert, 'orderId' | 'lineId'>;
/** For one item in a bundle: from a part of an earlier order, or from another line of this order. */
type NewDeduction = Pick<NewPart, 'itemType' | 'itemId' | 'amountCents'> & {
  heldCents: number;
  sourcePartId: number | null;
  sourcePosition: number | null;
};
type NewLine = Omit<typeof orderLines.$inferInsert, 'orderId' | 'position'> & {
  parts: NewPart[];
  deductions?: NewDeduction[];
};

/** Defaults of an order. */
const UNSAID = {
  userId: null,
  zip: null,
  city: null,
  region: null,
  country: null,
  state: 'pending',
  currency: DEFAULT_CURRENCY,
  discountCents: 0,
  taxCents: 0,
  creditCents: 0,
  refundedCents: 0,
  couponCode: null,
  isInvoice: false,
  paidAt: null,
  endedAt: null,
  isCounted: null,
} as const;

type Unsaid = keyof typeof UNSAID;

export type NewOrder = {
  order: Omit<OrderRow, 'id' | 'number' | Unsaid> & Partial<Pick<OrderRow, Unsaid>>;
  lines: NewLine[];
  /** For the whole order; null if there is nothing to pay. */
  payment: Pick<PaymentRow, 'gateway' | 'checkAt'> | null;
  /** The half-year whose credit pays for a part of it. */
  creditId?: number | null;
  /** The request that creates it, if it has a key. */
  claim: { scope: string; key: string } | null;
};

/** One statement for any number of lines: the database is busiest during a rush of buyers. */
const writeOrder = preparedSql<{ id: number; number: string; paymentId: number | null }>(
  'create_order',
  sql`with ${createOrderSql}, ${useCreditSql}, ${linkOrderSql}, ${createPaymentSql}
    select made.id, made.number, asked.id as "paymentId" from made left join asked on true`,
);

/** Returns both as they are in the database now. */
export async function insertOrder(
  db: DbOrTx,
  { order, lines, payment, claim, creditId = null }: NewOrder,
): Promise<PayableOrder> {
  const values = { ...UNSAID, ...order };
  const numbered = lines.map(({ parts, deductions = [], ...line }, position) => ({
    position,
    line,
    parts,
    deductions,
  }));
  const lineRows = numbered.map(({ position, line }) => ({ position, ...line }));
  const partRows = numbered.flatMap(({ position, parts }) => parts.map((part) => ({ position, ...part })));
  const [made] = await writeOrder(db, {
    ...values,
    lines: JSON.stringify(lineRows),
    parts: JSON.stringify(partRows),
    deductions: JSON.stringify(
      numbered.flatMap(({ position, deductions }) => deductions.map((one) => ({ position, ...one }))),
    ),
    creditId,
    scope: claim?.scope ?? null,
    key: claim?.key ?? null,
    gateway: payment?.gateway ?? null,
    checkAt: payment?.checkAt ?? null,
  });
  if (!made) throw new Error('The order was not inserted');
  const { id, number, paymentId } = made;
  const { totalCents, currency, createdAt } = values;
  return {
    order: { ...values, id, number },
    payment:
      payment && paymentId !== null
        ? {
            ...payment,
            id: paymentId,
            orderId: id,
            gatewayId: null,
            amountCents: totalCents,
            currency,
            state: 'open',
            attempts: 0,
            lastError: null,
            createdAt,
            updatedAt: createdAt,
            checks: 0,
          }
        : null,
  };
}
