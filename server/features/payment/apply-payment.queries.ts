// What happens to an order when its payment moves, in SQL. States move by compare-and-swap under a lock.
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { prepared, preparedSql } from '#server/db/prepared.ts';
import { orderLines, orderParts, orders, payments } from '#server/db/schema/checkout.ts';
import { entitlements } from '#server/db/schema/entitlement.ts';
import { settings } from '#server/db/schema/site.ts';
import { refunds } from '#server/db/schema/refund.ts';
import { PAYOUT_WINDOW_DAYS } from '#shared/features/payout/payout.states.ts';
import type { LedgerLine } from '#shared/features/ledger/ledger.rules.ts';
import type { EntitlementItem } from '#shared/features/entitlement/entitlement.states.ts';
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

export type PayableOrder = {
  order: OrderRow;
  payment: PaymentRow | null;
  /** Made by this very request, whose key is tied to it. */
  isNew?: true;
};

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

type ContentRow = {
  lineId: number;
  title: string;
  quantity: number;
  lineCents: number;
  itemType: EntitlementItem;
} & OrderedPart;
type OrderedPart = Pick<
  typeof orderParts.$inferSelect,
  'sellerId' | 'amountCents' | 'discountCents' | 'taxCents' | 'feeCents'
>;

/** Each part with its line; prices never change once the order is made, so they need no lock. */
const contentsOfOrder = sql<ContentRow[]>`(
  select json_agg(json_build_object('lineId', l.id, 'title', l.title, 'quantity', l.quantity,
    'lineCents', l.amount_cents, 'itemType', p.item_type, 'sellerId', p.seller_id, 'amountCents', p.amount_cents,
    'discountCents', p.discount_cents, 'taxCents', p.tax_cents, 'feeCents', p.fee_cents) order by l.position, p.id)
  from order_parts p join order_lines l on l.id = p.line_id where p.order_id = orders.id)`;

/** What the receipt says of the house. */
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

export type LockedPayable = {
  order: OrderRow;
  payment: PaymentRow;
  contents: Contents;
  site: { siteName: string; supportEmail: string };
};

/** The order before its payment, as everywhere, or two who lock both would wait for each other. */
export async function lockPayable(
  tx: Tx,
  { paymentId }: { paymentId: number },
): Promise<LockedPayable | null> {
  const [row] = await selectPayableLocked(tx).execute({ paymentId });
  return row ? { ...row, contents: toContents(row.contents) } : null;
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

const updateTry = prepared((db) =>
  db
    .update(payments)
    .set({
      tries: sql`${payments.tries} + 1`,
      gatewayId: sql`coalesce(${payments.gatewayId}, ${sql.placeholder('gatewayId')})`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .where(and(eq(payments.id, sql.placeholder('id')), inArray(payments.state, [...LIVE_PAYMENT_STATES])))
    .returning({ tries: payments.tries })
    .prepare('begin_try'),
);

/**
 * The number of the try that may begin now, with the gateway's own number written down before any card is charged;
 * null: the payment no longer waits for a card.
 */
export async function beginTry(
  db: DbOrTx,
  { id, gatewayId, now }: { id: number; gatewayId: string; now: Date },
): Promise<number | null> {
  const [row] = await updateTry(db).execute({ id, gatewayId, now });
  return row?.tries ?? null;
}

export async function moveOrder(
  tx: Tx,
  {
    id,
    from,
    ...set
  }: { id: number; from: readonly OrderState[] } & Partial<
    Pick<OrderRow, 'state' | 'paidAt' | 'endedAt' | 'expiresAt' | 'userId' | 'refundedCents'>
  >,
): Promise<boolean> {
  const moved = await tx
    .update(orders)
    .set(set)
    .where(and(eq(orders.id, id), inArray(orders.state, [...from])))
    .returning({ id: orders.id });
  return moved.length > 0;
}

export type Contents = {
  lines: { title: string; quantity: number; amountCents: number }[];
  parts: OrderedPart[];
  /** What it gives: files to download, courses to learn, or both. */
  gives: ReadonlySet<EntitlementItem>;
};

/** What is in it: lines as they are read, parts as they are shared out. */
export async function listContents(db: DbOrTx, { orderId }: { orderId: number }): Promise<Contents> {
  const [row] = await db.select({ contents: contentsOfOrder }).from(orders).where(eq(orders.id, orderId));
  return toContents(row?.contents ?? []);
}

function toContents(rows: readonly ContentRow[]): Contents {
  const lines = rows.filter(({ lineId }, at) => lineId !== rows[at - 1]?.lineId);
  return {
    gives: new Set(rows.map(({ itemType }) => itemType)),
    lines: lines.map(({ title, quantity, lineCents }) => ({ title, quantity, amountCents: lineCents })),
    parts: rows.map(({ sellerId, amountCents, discountCents, taxCents, feeCents }) => ({
      sellerId,
      amountCents,
      discountCents,
      taxCents,
      feeCents,
    })),
  };
}

export async function endLines(tx: Tx, { orderId }: { orderId: number }): Promise<void> {
  await tx.update(orderLines).set({ isLive: false }).where(eq(orderLines.orderId, orderId));
}

export type Completion = {
  orderId: number;
  /** Null: nobody's account yet. */
  userId: number | null;
  /** Null: its lines stay nobody's. */
  buyer: string | null;
  /** Bought without signing in: what the account has already is theirs twice, and nobody is told. */
  isGuest?: boolean;
  now: Date;
  /** The payment that brings the money, if it is not known to have succeeded yet. */
  payment?: Pick<PaymentRow, 'id' | 'state'>;
  /** Of the keys whose requests are answered by this. */
  scope?: string | null;
  sale: { cause: string; entries: (LedgerLine & { currency: string })[] } | null;
};

const given = sql.placeholder;

const writeCompletion = preparedSql(
  'complete_order',
  sql`
    with paid as (
      update orders set state = 'paid', paid_at = ${given('now')}, ended_at = ${given('now')},
        user_id = ${given('userId')}::int, is_counted = false
      where id = ${given('orderId')} and state = ${given('from')}
    ), settled as (
      update payments set state = 'succeeded', last_error = null, updated_at = ${given('now')}, check_at = null
      where id = ${given('paymentId')} and state = ${given('paymentState')}
    ), lines as (
      update order_lines l set is_live = true, buyer = case
        when ${given('buyer')}::text is null or (${given('isGuest')}::boolean and exists (
          select 1 from order_lines o where o.buyer = ${given('buyer')} and o.is_live
            and o.item_type = l.item_type and o.item_id = l.item_id and o.id <> l.id)) then l.buyer
        else ${given('buyer')} end
      where order_id = ${given('orderId')}
    ), emptied as (
      delete from cart_items c using order_lines l
      where c.user_id = ${given('userId')}::int and l.order_id = ${given('orderId')}
        and c.item_type = l.item_type and c.item_id = l.item_id
    ), ${accessOf({ orderId: given('orderId'), userId: given('userId'), now: given('now') })}, seated as (
      insert into seats (line_id, position)
      select l.id, n from order_lines l, generate_series(2, l.quantity) n where l.order_id = ${given('orderId')}
      on conflict do nothing
    ), earned as (
      insert into earnings (part_id, order_id, seller_id, share_cents, available_at)
      select p.id, p.order_id, p.seller_id, p.amount_cents - p.discount_cents - p.fee_cents,
        ${given('availableAt')}::timestamptz
      from order_parts p
      where p.order_id = ${given('orderId')} and p.seller_id is not null
        and p.amount_cents - p.discount_cents > p.fee_cents
      on conflict do nothing
    ), deducted as (
      update order_deductions d set state = 'standing' from order_parts p
      where p.order_id = ${given('orderId')} and d.part_id = p.id and d.state = 'planned'
    ), redeemed as (
      update coupon_uses set state = 'used', ended_at = ${given('now')}, network = null, card = null
      where order_id = ${given('orderId')} and state = 'held'
    ), answered as (
      update idempotency_keys set status = 200,
        answer = jsonb_build_object('orderId', ${given('orderId')}::int, 'status', 'paid')
      where order_id = ${given('orderId')} and scope = ${given('scope')} and status is null
    ), booked as (
      insert into ledger_transactions (kind, cause, order_id, created_at)
      select 'sale', ${given('cause')}::text, ${given('orderId')}::int, ${given('now')}::timestamptz
      where ${given('cause')}::text is not null
      on conflict do nothing returning id
    )
    insert into ledger_entries (transaction_id, account, seller_id, amount_cents, currency)
    select booked.id, e.account, e."sellerId", e."amountCents", e.currency from booked,
      jsonb_to_recordset(${given('entries')}::jsonb)
        as e(account text, "sellerId" int, "amountCents" bigint, currency text)
    where e."amountCents" <> 0`,
);

/**
 * All that a paid order gives, in one statement: its state and its payment's, its lines, access, places in courses, seats
 * to hand out, what sellers have earned, the cart without what was bought, the coupon, the books, and the answer to the
 * request that made it: from then on its key says so, whatever becomes of the process that works on it. Fails on
 * order_lines_bought_once where the buyer has one of these things by another order, and, when the transaction ends, on
 * deduction_is_covered where what a bundle was reduced by has gone back meanwhile.
 */
export async function completeOrder(
  tx: Tx,
  { orderId, userId, buyer, isGuest = false, now, payment, scope = null, sale }: Completion,
): Promise<void> {
  await writeCompletion(tx, {
    orderId,
    // A value, not a word of the text: the plan that is kept looks the order up by its number, and not among all that wait.
    from: 'pending',
    userId,
    buyer,
    isGuest,
    now,
    availableAt: new Date(now.getTime() + PAYOUT_WINDOW_DAYS * 86_400_000),
    paymentId: payment?.id ?? null,
    paymentState: payment?.state ?? null,
    scope,
    cause: sale?.cause ?? null,
    entries: JSON.stringify(sale?.entries ?? []),
  });
}

/** Access to each part, held by the order itself where it is a guest's; with an owner, a place in each course. */
function accessOf({ orderId, userId, now }: Record<'orderId' | 'userId' | 'now', unknown>) {
  return sql`given as (
      insert into entitlements (user_id, item_type, item_id, cause, cause_ref, created_at)
      select ${userId}::int, p.item_type, p.item_id, 'order_line', p.line_id::text, ${now}::timestamptz
      from order_parts p where p.order_id = ${orderId}
      on conflict do nothing
    ), enrolled as (
      insert into enrolments (user_id, course_id, created_at)
      select ${userId}::int, p.item_id, ${now}::timestamptz from order_parts p
      where p.order_id = ${orderId} and p.item_type = 'course' and ${userId}::int is not null
      on conflict do nothing
    )`;
}

/**
 * For a guest's order that has found its owner: what the order held is theirs as it stands, so a line that was refunded
 * or is disputed gives them nothing. A course that is only paused comes along as suspended.
 */
export async function attachAccess(
  tx: Tx,
  { orderId, userId, now }: { orderId: number; userId: number; now: Date },
): Promise<void> {
  await tx.execute(sql`
    with attached as (
      update entitlements e set user_id = ${userId}
      from order_parts p join order_lines l on l.id = p.line_id
      where p.order_id = ${orderId} and e.user_id is null and e.cause = 'order_line' and e.cause_ref <> ''
        and e.cause_ref = p.line_id::text and e.item_type = p.item_type and e.item_id = p.item_id
      returning e.item_type, e.item_id, e.state, l.is_live
    )
    insert into enrolments (user_id, course_id, state, created_at)
    select ${userId}, item_id, case when state = 'active' then 'active' else 'suspended' end, ${now}::timestamptz
    from attached where item_type = 'course' and is_live
    on conflict do nothing`);
}

/** Takes the causes this order gave, and those alone. */
export async function revokeAccess(tx: Tx, { orderId }: { orderId: number }): Promise<void> {
  await tx.execute(sql`
    update ${entitlements} e set state = 'revoked' from ${orderParts} p
    where p.order_id = ${orderId} and e.item_type = p.item_type and e.item_id = p.item_id
      and e.cause = 'order_line' and e.cause_ref <> '' and e.cause_ref = p.line_id::text and e.state = 'active'
  `);
}

export async function insertRefund(tx: Tx, values: typeof refunds.$inferInsert): Promise<number> {
  const [row] = await tx.insert(refunds).values(values).returning({ id: refunds.id });
  return row?.id ?? 0;
}
