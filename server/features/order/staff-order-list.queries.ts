// The list of all orders for staff, in SQL.
import { and, asc, count, desc, eq, or, sql, type SQL } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { orders } from '#server/db/schema/order.ts';
import { asText, containsWords } from '#server/db/search.ts';
import { ORDER_STATES, type OrderState } from '#shared/features/order/order.states.ts';
import { orderIdIn } from '#shared/features/order/order-number.ts';
import {
  COUNT_LIMIT,
  type StaffOrderHas,
  type StaffOrderSort,
} from '#shared/features/order/staff-order.schema.ts';

export type StaffOrderFilter = {
  q?: string | undefined;
  state?: OrderState | undefined;
  has?: StaffOrderHas | undefined;
  from?: string | undefined;
  to?: string | undefined;
  sort: StaffOrderSort;
};

const hasOpenRequest = sql<boolean>`exists (
  select 1 from refund_requests r where r.order_id = orders.id and r.state = 'asked')`;
const hasOpenDispute = sql<boolean>`exists (
  select 1 from disputes d where d.order_id = orders.id and d.state in ('open', 'under_review'))`;

/** Each way to find an order has its own index; what they find comes as one list of numbers. */
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

/** Few are open at any time: they are looked up first. */
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
    })
    .from(orders)
    .where(and(isFound(filter), filter.state && eq(orders.state, filter.state)))
    .orderBy(...ORDERS[filter.sort])
    .limit(limit)
    .offset(offset);
}

/** One for each tab, under the same search; of the first ten thousand, so that a page of a large shop costs no more. */
export async function countStaffOrders(db: DbOrTx, filter: StaffOrderFilter) {
  // What few have in common is found once; of all orders each state's are read from its index, up to there.
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

/** What waits for staff, for the dashboard. */
export async function countWaiting(db: DbOrTx): Promise<Waiting> {
  const { rows } = await db.execute<Waiting>(sql`
    select (select count(*)::int from payment_problems where resolved_at is null) as "paymentsSetAside",
      (select count(*)::int from refund_requests where state = 'asked') as "refundRequests",
      (select count(*)::int from disputes where state in ('open', 'under_review')) as "openDisputes"`);
  return rows[0] ?? { paymentsSetAside: 0, refundRequests: 0, openDisputes: 0 };
}
