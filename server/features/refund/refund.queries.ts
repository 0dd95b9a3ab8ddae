// Refunds and refund requests in SQL.
import { and, asc, count, desc, eq, ne, sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { orderLines, orders } from '#server/db/schema/order.ts';
import { refundRequests, refunds } from '#server/db/schema/refund.ts';
import { payments } from '#server/db/schema/payment.ts';
import type { RefundState } from '#shared/features/refund/refund.states.ts';
import type { Return } from '#shared/features/refund/refund.rules.ts';

export type PaidPayment = typeof payments.$inferSelect;
export type RefundRecord = typeof refunds.$inferSelect;

export async function findRefund(db: DbOrTx, { id }: { id: number }): Promise<RefundRecord | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id));
  return row ?? null;
}

export async function findRefundAtGateway(
  db: DbOrTx,
  { gatewayId }: { gatewayId: string },
): Promise<RefundRecord | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.gatewayId, gatewayId));
  return row ?? null;
}

export async function findRefundByKey(
  db: DbOrTx,
  { orderId, requestKey }: { orderId: number; requestKey: string },
): Promise<RefundRecord | null> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.requestKey, requestKey)));
  return row ?? null;
}

export async function findPaymentOfRefund(
  db: DbOrTx,
  { paymentId }: { paymentId: number },
): Promise<PaidPayment | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, paymentId));
  return row ?? null;
}

/** The captured payment. */
export async function findCapturedPayment(
  db: DbOrTx,
  { orderId }: { orderId: number },
): Promise<PaidPayment | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.state, 'succeeded')));
  return row ?? null;
}

/** Everything that decides whether money can be refunded, in one query: callers hold the order's lock, others wait. */
export async function findRefundability(
  tx: Tx,
  { orderId }: { orderId: number },
): Promise<{ paymentId: number | null; isDisputed: boolean }> {
  const { rows } = await tx.execute<{ paymentId: number | null; isDisputed: boolean }>(sql`
    select (select id from payments where order_id = ${orderId} and state = 'succeeded') as "paymentId",
      exists (
        select 1 from disputes where order_id = ${orderId} and state in ('open', 'under_review')
      ) as "isDisputed"`);
  return rows[0] ?? { paymentId: null, isDisputed: false };
}

/** False if it was no longer in that state. */
export async function updateRefundState(
  tx: Tx,
  {
    id,
    from,
    ...set
  }: { id: number; from: RefundState } & Pick<typeof refunds.$inferInsert, 'gatewayId' | 'state' | 'endedAt'>,
): Promise<boolean> {
  const moved = await tx
    .update(refunds)
    .set(set)
    .where(and(eq(refunds.id, id), eq(refunds.state, from)))
    .returning({ id: refunds.id });
  return moved.length > 0;
}

export async function listRefundsOf(db: DbOrTx, { orderId }: { orderId: number }) {
  return db
    .select({ refund: refunds, title: orderLines.title })
    .from(refunds)
    .leftJoin(orderLines, eq(orderLines.id, refunds.lineId))
    .where(eq(refunds.orderId, orderId))
    .orderBy(asc(refunds.id));
}

export type RequestRecord = typeof refundRequests.$inferSelect;

export async function listRequestsOf(db: DbOrTx, { orderId }: { orderId: number }) {
  return db
    .select({ request: refundRequests, title: orderLines.title })
    .from(refundRequests)
    .leftJoin(orderLines, eq(orderLines.id, refundRequests.lineId))
    .where(eq(refundRequests.orderId, orderId))
    .orderBy(asc(refundRequests.id));
}

export async function insertRequest(
  tx: Tx,
  values: typeof refundRequests.$inferInsert,
): Promise<RequestRecord | null> {
  const [row] = await tx.insert(refundRequests).values(values).onConflictDoNothing().returning();
  return row ?? null;
}

/** All requests, or only those about one seller's items. */
export type RefundDeciders = { sellerId: number | null };

/** A seller decides only about what is entirely theirs, never about another seller's money. */
function isForSeller({ sellerId }: RefundDeciders): SQL | undefined {
  if (sellerId === null) return undefined;
  // Written out, because Drizzle omits the table name in single-table queries, and the order would be the part's own.
  return sql`(
    select bool_and(p.seller_id is not distinct from ${sellerId}) from order_parts p
    where p.order_id = refund_requests.order_id
      and (refund_requests.line_id is null or p.line_id = refund_requests.line_id))`;
}

export async function findRequest(
  db: DbOrTx,
  { id, ...deciders }: { id: number } & RefundDeciders,
): Promise<RequestRecord | null> {
  const [row] = await db
    .select()
    .from(refundRequests)
    .where(and(eq(refundRequests.id, id), isForSeller(deciders)));
  return row ?? null;
}

/** Null if someone else was faster. */
export async function endRequest(
  tx: Tx,
  { id, ...set }: { id: number } & Partial<typeof refundRequests.$inferInsert>,
): Promise<RequestRecord | null> {
  const [row] = await tx
    .update(refundRequests)
    .set(set)
    .where(and(eq(refundRequests.id, id), eq(refundRequests.state, 'asked')))
    .returning();
  return row ?? null;
}

type Queue = RefundDeciders & { state: 'asked' | 'decided'; limit: number; offset: number };

const isIn = (state: Queue['state']) =>
  state === 'asked' ? eq(refundRequests.state, 'asked') : ne(refundRequests.state, 'asked');

/** Pending ones by age, oldest first; decided ones newest first. */
export async function listRequestQueue(db: DbOrTx, { state, limit, offset, ...deciders }: Queue) {
  const decider = users;
  const matches = and(isIn(state), isForSeller(deciders));
  const rows = await db
    .select({
      request: refundRequests,
      title: orderLines.title,
      quantity: orderLines.quantity,
      order: {
        id: orders.id,
        number: orders.number,
        name: orders.name,
        totalCents: orders.totalCents,
        paidAt: orders.paidAt,
      },
      leftCents: sql<number>`(
        select coalesce(sum(p.amount_cents - p.discount_cents + p.tax_cents - p.returned_cents - coalesce((
          select max(d.held_cents) from order_deductions d join order_parts bundle on bundle.id = d.part_id
          where d.source_part_id = p.id and d.state = 'standing'
            and (refund_requests.line_id is not null or bundle.order_id <> p.order_id)), 0)), 0)::float8
        from order_parts p where p.order_id = refund_requests.order_id
          and (refund_requests.line_id is null or p.line_id = refund_requests.line_id))`,
      decider: { firstName: decider.firstName, lastName: decider.lastName, username: decider.username },
    })
    .from(refundRequests)
    .innerJoin(orders, eq(orders.id, refundRequests.orderId))
    .leftJoin(orderLines, eq(orderLines.id, refundRequests.lineId))
    .leftJoin(decider, eq(decider.id, refundRequests.decidedBy))
    .where(matches)
    .orderBy(state === 'asked' ? asc(refundRequests.createdAt) : desc(refundRequests.decidedAt))
    .limit(limit)
    .offset(offset);
  const [counted] = await db.select({ total: count() }).from(refundRequests).where(matches);
  const [waiting] = await db
    .select({ total: count() })
    .from(refundRequests)
    .where(and(isIn('asked'), isForSeller(deciders)));
  return { rows, total: counted?.total ?? 0, waiting: waiting?.total ?? 0 };
}

/** Sellers with an item in it, to notify about a decision or refund. */
export async function listSellersOf(
  db: DbOrTx,
  { orderId, lineId }: { orderId: number; lineId: number | null },
): Promise<{ id: number; email: string; firstName: string }[]> {
  const { rows } = await db.execute(sql`
    select distinct u.id, u.email, u.first_name as "firstName" from order_parts p join users u on u.id = p.seller_id
    where p.order_id = ${orderId} and (${lineId}::int is null or p.line_id = ${lineId}) order by u.id`);
  return rows as { id: number; email: string; firstName: string }[];
}

export async function insertRefund(tx: Tx, values: typeof refunds.$inferInsert): Promise<number> {
  const [row] = await tx.insert(refunds).values(values).returning({ id: refunds.id });
  return row?.id ?? 0;
}

export type RefundActor = { table: 'refund' | 'dispute'; id: number };

const TABLES = {
  refund: {
    name: sql.raw('refund_parts'),
    id: sql.raw('refund_id'),
    credit: {
      column: sql.raw(', credit_cents'),
      value: sql.raw(', "creditCents"'),
      known: sql.raw('g.credit_cents'),
    },
  },
  // A bank takes money only.
  dispute: {
    name: sql.raw('dispute_parts'),
    id: sql.raw('dispute_id'),
    credit: { column: sql.raw(''), value: sql.raw(''), known: sql.raw('0') },
  },
} as const;

/** Adds to what this refund or dispute returns of each part. */
export async function insertReturns(
  tx: Tx,
  { table, id }: RefundActor,
  returns: readonly Return[],
): Promise<void> {
  const { name, id: idColumn, credit } = TABLES[table];
  await tx.execute(sql`
    insert into ${name} as known (${idColumn}, part_id, amount_cents, tax_cents, share_cents${credit.column})
    select ${id}, "partId", "amountCents", "taxCents", "shareCents"${credit.value}
    from jsonb_to_recordset(${JSON.stringify(returns)}::jsonb)
      as r("partId" int, "amountCents" bigint, "taxCents" bigint, "shareCents" bigint, "creditCents" bigint)
    on conflict (${idColumn}, part_id) do update set amount_cents = known.amount_cents + excluded.amount_cents,
      tax_cents = known.tax_cents + excluded.tax_cents, share_cents = known.share_cents + excluded.share_cents`);
}

/** A dispute may be lost again, with other parts. */
export async function deleteDisputeReturns(tx: Tx, { id }: { id: number }): Promise<void> {
  await tx.execute(sql`delete from dispute_parts where dispute_id = ${id}`);
}

function isTheirs({ table, id }: RefundActor): SQL {
  return sql`${TABLES[table].id} = ${id}`;
}

export type RecordedRefund = Return & { sellerId: number | null; payoutId: number | null };

/** With the seller it belongs to, and the payout it was part of. */
export async function listReturns(db: DbOrTx, returner: RefundActor): Promise<RecordedRefund[]> {
  const { rows } = await db.execute(sql`
    select g.part_id as "partId", p.seller_id as "sellerId", e.payout_id as "payoutId",
      g.amount_cents::float8 as "amountCents", g.tax_cents::float8 as "taxCents", g.share_cents::float8 as "shareCents",
      ${TABLES[returner.table].credit.known}::float8 as "creditCents"
    from ${TABLES[returner.table].name} g join order_parts p on p.id = g.part_id
    left join earnings e on e.part_id = g.part_id
    where ${isTheirs(returner)} order by g.part_id`);
  return rows as RecordedRefund[];
}
