// One order with everything that hangs on it, in SQL: a fixed number of questions, whatever its size.
import { asc, desc, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DbOrTx } from '#server/db/client.ts';
import { users } from '#server/db/schema/account.ts';
import { orderLines, orderParts, orders } from '#server/db/schema/order.ts';
import { mailOutbox } from '#server/db/schema/mail.ts';
import { earnings } from '#server/db/schema/payout.ts';
import { disputes, refundRequests, refunds } from '#server/db/schema/refund.ts';
import { stores } from '#server/db/schema/seller.ts';
import { payments } from '#server/db/schema/payment.ts';

export async function findStaffOrder(db: DbOrTx, { id }: { id: number }) {
  const [row] = await db
    .select({
      order: orders,
      buyer: { id: users.id, firstName: users.firstName, lastName: users.lastName, username: users.username },
    })
    .from(orders)
    .leftJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, id));
  return row ?? null;
}

type Whose = { orderId: number };

const seatsIn = (state: string) =>
  sql<number>`(select count(*)::int from seats s where s.line_id = ${orderLines.id} and s.state = ${state})`;

export async function listLinesOf(db: DbOrTx, { orderId }: Whose) {
  return (
    db
      .select({
        line: orderLines,
        held: seatsIn('held'),
        invited: seatsIn('invited'),
        free: seatsIn('free'),
      })
      .from(orderLines)
      // Joined so that Drizzle names the table of each column: without it `id` would be the seat's.
      .innerJoin(orders, eq(orders.id, orderLines.orderId))
      .where(eq(orderLines.orderId, orderId))
      .orderBy(asc(orderLines.position))
  );
}

export async function listPartsOf(db: DbOrTx, { orderId }: Whose) {
  return db
    .select({
      part: orderParts,
      sellerName: sql<
        string | null
      >`coalesce(${stores.name}, nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.username})`,
      earning: earnings,
    })
    .from(orderParts)
    .leftJoin(users, eq(users.id, orderParts.sellerId))
    .leftJoin(stores, eq(stores.userId, orderParts.sellerId))
    .leftJoin(earnings, eq(earnings.partId, orderParts.id))
    .where(eq(orderParts.orderId, orderId))
    .orderBy(asc(orderParts.id));
}

export async function listPaymentsOf(db: DbOrTx, { orderId }: Whose) {
  return db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(asc(payments.id));
}

const decider = alias(users, 'decider');
const deciderColumns = {
  firstName: decider.firstName,
  lastName: decider.lastName,
  username: decider.username,
};

export async function listRefundsOf(db: DbOrTx, { orderId }: Whose) {
  return db
    .select({ refund: refunds, title: orderLines.title, decider: deciderColumns })
    .from(refunds)
    .leftJoin(orderLines, eq(orderLines.id, refunds.lineId))
    .leftJoin(decider, eq(decider.id, refunds.decidedBy))
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.id));
}

export async function listRequestsOf(db: DbOrTx, { orderId }: Whose) {
  return db
    .select({ request: refundRequests, title: orderLines.title, decider: deciderColumns })
    .from(refundRequests)
    .leftJoin(orderLines, eq(orderLines.id, refundRequests.lineId))
    .leftJoin(decider, eq(decider.id, refundRequests.decidedBy))
    .where(eq(refundRequests.orderId, orderId))
    .orderBy(asc(refundRequests.id));
}

export async function listDisputesOf(db: DbOrTx, { orderId }: Whose) {
  return db.select().from(disputes).where(eq(disputes.orderId, orderId)).orderBy(asc(disputes.id));
}

/** Mails about an order name its number in their subject. */
export async function listMailsOf(
  db: DbOrTx,
  { email, number, limit }: { email: string; number: string; limit: number },
) {
  const { id, subject, createdAt, sentAt, lastError } = mailOutbox;
  return db
    .select({ id, subject, createdAt, sentAt, lastError })
    .from(mailOutbox)
    .where(sql`${mailOutbox.to} = ${email} and position(${number} in ${mailOutbox.subject}) > 0`)
    .orderBy(desc(mailOutbox.createdAt))
    .limit(limit);
}
