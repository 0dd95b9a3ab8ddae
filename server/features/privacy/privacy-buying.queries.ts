// What buying, and selling in bundles, leave of one person in SQL: read for their own file, and forgotten with their
// account. Orders are kept for the books: amounts and lines stay, whose they were goes.
import { and, asc, eq, exists, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/account.ts';
import { bundles } from '#server/db/schema/bundle.ts';
import { cartItems, cartMerges, cartReminders } from '#server/db/schema/cart.ts';
import {
  enrolments,
  idempotencyKeys,
  orderKeys,
  orderLines,
  orderParts,
  orders,
} from '#server/db/schema/checkout.ts';
import { courses } from '#server/db/schema/course.ts';

type Whose = { userId: number };
type WhoseMail = Whose & { email: string };

export async function readCart(db: DbOrTx, { userId }: Whose) {
  const { itemType, itemId, quantity, createdAt } = cartItems;
  return db
    .select({ itemType, itemId, quantity, createdAt })
    .from(cartItems)
    .where(eq(cartItems.userId, userId))
    .orderBy(asc(cartItems.id));
}

export async function deleteCart(tx: Tx, { userId }: Whose): Promise<void> {
  await tx.delete(cartItems).where(eq(cartItems.userId, userId));
  await tx.delete(cartMerges).where(eq(cartMerges.userId, userId));
  await tx.delete(cartReminders).where(eq(cartReminders.userId, userId));
}

/** Whether they want reminders of a cart they left, and the last one. */
export async function readCartReminders(db: DbOrTx, { userId }: Whose) {
  const { isWanted, remindedAt } = cartReminders;
  return db.select({ isWanted, remindedAt }).from(cartReminders).where(eq(cartReminders.userId, userId));
}

/** That guest carts were merged, and when; the keys themselves mean nothing to anyone. */
export async function readMerges(db: DbOrTx, { userId }: Whose) {
  return db
    .select({ merged: cartMerges.merged, createdAt: cartMerges.createdAt })
    .from(cartMerges)
    .where(eq(cartMerges.userId, userId))
    .orderBy(asc(cartMerges.createdAt));
}

/** Theirs, and what was bought as a guest with the address they have proved to be their own. */
function isTheirOrder(db: DbOrTx, { userId, email }: WhoseMail) {
  const hasProved = db
    .select({ one: sql`1` })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailVerifiedAt)));
  const isGuests = and(
    isNull(orders.userId),
    sql`lower(${orders.email}) = lower(${email})`,
    exists(hasProved),
  );
  return or(eq(orders.userId, userId), isGuests);
}

export async function readOrders(db: DbOrTx, whose: WhoseMail) {
  const { id, number, state, email, name, zip, city, region, country, currency, createdAt, paidAt } = orders;
  const { totalCents, refundedCents, discountCents, couponCode } = orders;
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
      totalCents,
      refundedCents,
      discountCents,
      couponCode,
      currency,
      createdAt,
      paidAt,
    })
    .from(orders)
    .where(isTheirOrder(db, whose))
    .orderBy(asc(id));
  if (rows.length === 0) return [];
  const lines = await db
    .select({
      orderId: orderLines.orderId,
      title: orderLines.title,
      quantity: orderLines.quantity,
      unitPriceCents: orderLines.unitPriceCents,
      amountCents: orderLines.amountCents,
    })
    .from(orderLines)
    .where(
      inArray(
        orderLines.orderId,
        rows.map((row) => row.id),
      ),
    )
    .orderBy(asc(orderLines.orderId), asc(orderLines.position));
  return rows.map(({ id: orderId, ...row }) => ({
    ...row,
    lines: lines.filter((line) => line.orderId === orderId).map(({ orderId: _order, ...line }) => line),
  }));
}

/** Amounts and lines stay; name, address and place go, and with them every link that opens one of these orders. */
export async function anonymiseOrders(tx: Tx, whose: WhoseMail): Promise<void> {
  const { userId } = whose;
  const theirs = await tx
    .update(orders)
    .set({
      name: '',
      // A domain that is guaranteed never to exist (RFC 2606).
      email: `deleted-${userId}@invalid`,
      zip: null,
      city: null,
      region: null,
      country: null,
    })
    .where(isTheirOrder(tx, whose))
    .returning({ id: orders.id });
  const ids = sql`any(${sql.param(theirs.map(({ id }) => id))}::int[])`;
  await tx.delete(orderKeys).where(sql`${orderKeys.orderId} = ${ids}`);
  await tx.delete(idempotencyKeys).where(sql`${idempotencyKeys.orderId} = ${ids}`);
  // Uses of coupons count for a person; of guests, by address. How often one was used stays.
  await tx.execute(
    sql`update coupon_uses set person = 'gone-' || id, network = null, card = null where order_id = ${ids}`,
  );
  // Lines of guests name their buyer by address.
  await tx
    .update(orderLines)
    .set({ buyer: sql`'gone-' || ${orderLines.id}` })
    .where(and(sql`${orderLines.orderId} = ${ids}`, sql`${orderLines.buyer} like 'e%'`));
}

/** What they sold, and what of it was theirs; never who bought it. */
export async function readSales(db: DbOrTx, { userId }: Whose) {
  const { title, itemType, itemId, amountCents, feeCents } = orderParts;
  return db
    .select({ order: orders.number, itemType, itemId, title, amountCents, feeCents, paidAt: orders.paidAt })
    .from(orderParts)
    .innerJoin(orders, eq(orders.id, orderParts.orderId))
    .where(and(eq(orderParts.sellerId, userId), isNotNull(orders.paidAt)))
    .orderBy(asc(orderParts.id));
}

export async function readEnrolments(db: DbOrTx, { userId }: Whose) {
  const { courseId, state, createdAt } = enrolments;
  return db
    .select({ courseId, title: courses.title, state, createdAt })
    .from(enrolments)
    .innerJoin(courses, eq(courses.id, courseId))
    .where(eq(enrolments.userId, userId))
    .orderBy(asc(enrolments.id));
}

/** That somebody took part stays with the course; they name the person by number only. */
export async function endEnrolments(tx: Tx, { userId }: Whose): Promise<void> {
  await tx.update(enrolments).set({ state: 'ended' }).where(eq(enrolments.userId, userId));
}

export async function readBundles(db: DbOrTx, { userId }: Whose) {
  const { id, title, description, priceCents, currency, state, salesCount, createdAt } = bundles;
  return db
    .select({ id, title, description, priceCents, currency, state, salesCount, createdAt })
    .from(bundles)
    .where(eq(bundles.sellerId, userId))
    .orderBy(asc(id));
}

/** Drafts go; what was on sale stays for the orders that name it, off sale. */
export async function closeBundles(tx: Tx, { userId, now }: Whose & { now: Date }): Promise<void> {
  await tx.delete(bundles).where(and(eq(bundles.sellerId, userId), isNull(bundles.publishedAt)));
  await tx
    .update(bundles)
    .set({ state: 'archived', description: '', revision: sql`${bundles.revision} + 1`, updatedAt: now })
    .where(eq(bundles.sellerId, userId));
}
