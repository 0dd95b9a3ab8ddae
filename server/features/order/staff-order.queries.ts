// One order with everything related to it, in a fixed number of queries.
import { asc, desc, eq, sql, and, count, or, type SQL } from '#server/db/drizzle.ts';
import { alias } from '#server/db/drizzle-pg.ts';
import type { DbOrTx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { orderLines, orderParts, orders } from '#server/db/schema/order.ts';
import { mailOutbox } from '#server/db/schema/platform.ts';
import { earnings } from '#server/db/schema/payout.ts';
import { disputes, refundRequests, refunds } from '#server/db/schema/refund.ts';
import { sellers } from '#server/db/schema/seller.ts';
import { payments } from '#server/db/schema/payment.ts';
import { asText, containsWords } from '#server/db/search.ts';
import { ORDER_STATES, type OrderState, orderIdIn } from '#shared/features/order/order.states.ts';
import {
  COUNT_LIMIT,
  type StaffOrderHas,
  type StaffOrderSort,
} from '#shared/features/order/staff-order.schema.ts';
import { hasOpenDispute, hasOpenRequest, refundingCents } from './order-money.queries.ts';

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
      // Joined so that Drizzle qualifies each column: otherwise `id` would be the seat's.
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
      >`coalesce(${sellers.name}, nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.username})`,
      earning: earnings,
    })
    .from(orderParts)
    .leftJoin(users, eq(users.id, orderParts.sellerId))
    .leftJoin(sellers, eq(sellers.userId, orderParts.sellerId))
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

/** Emails about an order have its number in their subject. */
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

export type StaffOrderFilter = {
  q?: string | undefined;
  state?: OrderState | undefined;
  has?: StaffOrderHas | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort: StaffOrderSort;
};

/** Every way to find an order has its own index; the results are combined as a list of ids. */
function isNamed(q: string | undefined): SQL | undefined {
  const typed = asText(q ?? '');
  if (typed === '') return undefined;
  const number = orderIdIn(typed);
  const inTitles = sql`select order_id from order_lines where ${containsWords(sql`lower(title)`, typed)}`;
  const atGateway = sql`
    select order_id from payments where gateway in ('sandbox', 'stripe') and gateway_id = ${typed}
    union select order_id from refunds where gateway_id = ${typed}
    union select order_id from disputes where gateway in ('sandbox', 'stripe') and gateway_id = ${typed}`;
  return or(
    containsWords(sql`lower(email || ' ' || name)`, typed),
    sql`${orders.id} = any(array(${inTitles}))`,
    sql`${orders.id} = any(array(${atGateway}))`,
    number === null ? undefined : eq(orders.id, number),
  );
}

/** Only a few are open at any time, so they are looked up first. */
function isWaiting(has: StaffOrderHas | undefined): SQL | undefined {
  if (has === 'request') {
    return sql`${orders.id} = any(array(select order_id from refund_requests where state = 'asked'))`;
  }
  if (has === 'dispute') {
    return sql`${orders.id} = any(array(select order_id from disputes where state in ('open', 'under_review')))`;
  }
  return undefined;
}

function isFound({ q, has, from, to }: StaffOrderFilter): SQL | undefined {
  return and(
    isNamed(q),
    isWaiting(has),
    from === undefined ? undefined : sql`${orders.createdAt} >= ${from}::date::timestamp at time zone 'UTC'`,
    to === undefined ? undefined : sql`${orders.createdAt} < (${to}::date + 1)::timestamp at time zone 'UTC'`,
  );
}

const ORDERS: Record<StaffOrderSort, SQL[]> = {
  newest: [desc(orders.id)],
  oldest: [asc(orders.id)],
  total: [desc(orders.totalCents), desc(orders.id)],
  'total-low': [asc(orders.totalCents), asc(orders.id)],
};

export async function listStaffOrderRows(
  db: DbOrTx,
  filter: StaffOrderFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .select({
      id: orders.id,
      number: orders.number,
      state: orders.state,
      name: orders.name,
      email: orders.email,
      userId: orders.userId,
      totalCents: orders.totalCents,
      refundedCents: orders.refundedCents,
      currency: orders.currency,
      createdAt: orders.createdAt,
      paidAt: orders.paidAt,
      titles: sql<
        string[]
      >`array(select l.title from order_lines l where l.order_id = orders.id order by l.position)`,
      hasRequest: hasOpenRequest,
      hasDispute: hasOpenDispute,
      refundingCents,
    })
    .from(orders)
    .where(and(isFound(filter), filter.state && eq(orders.state, filter.state)))
    .orderBy(...ORDERS[filter.sort])
    .limit(limit)
    .offset(offset);
}

/** One count per tab, under the same search; capped at ten thousand, so that large lists stay fast. */
export async function countStaffOrders(db: DbOrTx, filter: StaffOrderFilter) {
  // Selective filters are evaluated once; otherwise each state is counted from its index, up to the cap.
  const isNarrow = filter.q !== undefined || filter.has !== undefined;
  const counted = new Map(await (isNarrow ? countFound(db, filter) : countFirst(db, filter)));
  const upTo = (many: number) => Math.min(many, COUNT_LIMIT);
  const each = Object.fromEntries(ORDER_STATES.map((state) => [state, upTo(counted.get(state) ?? 0)]));
  const all = [...counted.values()].reduce((sum, one) => sum + one, 0);
  return { all: upTo(all), ...(each as Record<OrderState, number>) };
}

type Counted = [OrderState, number][];

async function countFound(db: DbOrTx, filter: StaffOrderFilter): Promise<Counted> {
  const rows = await db
    .select({ state: orders.state, count: count() })
    .from(orders)
    .where(isFound(filter))
    .groupBy(orders.state);
  return rows.map((row) => [row.state, row.count]);
}

async function countFirst(db: DbOrTx, filter: StaffOrderFilter): Promise<Counted> {
  const one = (state: OrderState) => sql`select ${state}::text as state, count(*)::int as count from (
    select 1 from orders where ${and(eq(orders.state, state), isFound(filter))} limit ${COUNT_LIMIT}) first`;
  const { rows } = await db.execute<{ state: OrderState; count: number }>(
    sql.join(ORDER_STATES.map(one), sql` union all `),
  );
  return rows.map((row) => [row.state, row.count]);
}

type Waiting = { paymentsSetAside: number; refundRequests: number; openDisputes: number };

/** Work waiting for staff, for the dashboard. */
export async function countWaiting(db: DbOrTx): Promise<Waiting> {
  const { rows } = await db.execute<Waiting>(sql`
    select (select count(*)::int from payment_problems where resolved_at is null) as "paymentsSetAside",
      (select count(*)::int from refund_requests where state = 'asked') as "refundRequests",
      (select count(*)::int from disputes where state in ('open', 'under_review')) as "openDisputes"`);
  return rows[0] ?? { paymentsSetAside: 0, refundRequests: 0, openDisputes: 0 };
}
