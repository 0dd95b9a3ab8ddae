// Personal data of orders. Amounts and lines stay for the ledger; the buyer's name, email and address go, and with them
// every link that opens the order.
import { and, asc, eq, inArray, isNotNull, isNull, like, or, sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { orderKeys, orderLines, orderParts, orders, startLinks } from '#server/db/schema/order.ts';
import { daysAfter } from '#server/clock.ts';
import { deleteStartLinksBefore } from './start-link.queries.ts';
import type { DataSubject, PersonalData } from '#server/platform/personal-data.ts';

export const orderPersonalData: PersonalData = {
  tables: [orders, orderParts, startLinks],
  collect: { orders: collectOrders, sales: collectSales },
  async erase(_ctx, tx, { userId, orderIds }) {
    const ids = [...orderIds];
    await tx
      .update(orders)
      .set({
        name: '',
        // RFC 2606 guarantees that this domain never exists.
        email: `deleted-${userId}@invalid`,
        zip: null,
        city: null,
        region: null,
        country: null,
      })
      .where(inArray(orders.id, ids));
    await tx.delete(orderKeys).where(inArray(orderKeys.orderId, ids));
    await tx.delete(startLinks).where(inArray(startLinks.orderId, ids));
    // Lines of guest orders identify the buyer by email address.
    await tx
      .update(orderLines)
      .set({ buyer: sql`'gone-' || ${orderLines.id}` })
      .where(and(inArray(orderLines.orderId, ids), like(orderLines.buyer, 'e%')));
  },
  prune: ({ db, clock }) => deleteStartLinksBefore(db, { before: daysAfter(clock.now(), -START_LINK_DAYS) }),
};

/** Until then, a link that no longer works can still ask for a new one. */
const START_LINK_DAYS = 30;

async function collectOrders(db: DbOrTx, { orderIds }: DataSubject) {
  const { id, number, state, email, name, zip, city, region, country, currency, createdAt, paidAt } = orders;
  const { totalCents, refundedCents, discountCents, creditCents, couponCode } = orders;
  const rows = await db
    .select({
      id,
      number,
      state,
      email,
      name,
      zip,
      city,
      region,
      country,
      creditCents,
      totalCents,
      refundedCents,
      discountCents,
      couponCode,
      currency,
      createdAt,
      paidAt,
    })
    .from(orders)
    .where(inArray(id, [...orderIds]))
    .orderBy(asc(id));
  const { orderId, title, quantity, unitPriceCents, amountCents } = orderLines;
  const lines = await db
    .select({ orderId, title, quantity, unitPriceCents, amountCents })
    .from(orderLines)
    .where(inArray(orderId, [...orderIds]))
    .orderBy(asc(orderId), asc(orderLines.position));
  return rows.map(({ id: rowId, ...row }) => ({
    ...row,
    lines: lines.filter((line) => line.orderId === rowId).map(({ orderId: _order, ...line }) => line),
  }));
}

/** What they sold and earned; never who bought it. */
async function collectSales(db: DbOrTx, { userId }: DataSubject) {
  const { title, itemType, itemId, amountCents, feeCents } = orderParts;
  return db
    .select({ order: orders.number, itemType, itemId, title, amountCents, feeCents, paidAt: orders.paidAt })
    .from(orderParts)
    .innerJoin(orders, eq(orders.id, orderParts.orderId))
    .where(and(eq(orderParts.sellerId, userId), isNotNull(orders.paidAt)))
    .orderBy(asc(orderParts.id));
}

/** Their orders, and those placed as a guest with an address they have since confirmed. */
export async function listOwnOrderIds(
  db: DbOrTx,
  { userId, email, isEmailVerified }: Omit<DataSubject, 'orderIds'>,
): Promise<number[]> {
  const isGuestOrder = and(isNull(orders.userId), sql`lower(${orders.email}) = lower(${email})`);
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(or(eq(orders.userId, userId), isEmailVerified ? isGuestOrder : undefined))
    .orderBy(asc(orders.id));
  return rows.map(({ id }) => id);
}
