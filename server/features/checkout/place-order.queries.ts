// Making an order, in SQL.
import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { prepared, preparedSql } from '#server/db/prepared.ts';
import { cartItems } from '#server/db/schema/cart.ts';
import { DEFAULT_CURRENCY } from '#shared/money.ts';
import { orders, type orderLines, type orderParts } from '#server/db/schema/checkout.ts';
import type { OrderRow, PayableOrder, PaymentRow } from '#server/features/payment/apply-payment.queries.ts';

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

/** Which state is part of the text: only so the plan that is kept uses the index of what is pending. */
const selectPending = prepared((db) =>
  db
    .select({ id: orders.id, fingerprint: orders.fingerprint, expiresAt: orders.expiresAt })
    .from(orders)
    .where(and(eq(orders.userId, sql.placeholder('userId')), sql`${orders.state} = 'pending'`))
    .prepare('pending_order'),
);

export async function findPendingOrder(db: DbOrTx, { userId }: { userId: number }) {
  const [order] = await selectPending(db).execute({ userId });
  return order ?? null;
}

type Recipient = Pick<typeof orders.$inferInsert, 'email' | 'name' | 'zip' | 'city' | 'region' | 'country'>;

/** Who it goes to may change until it is paid. Nothing is held where nothing changes: many tabs may come at once. */
export async function updateRecipient(
  db: DbOrTx,
  { id, email, name, zip = null, city = null, region = null, country = null }: { id: number } & Recipient,
): Promise<void> {
  const before = sql`(${orders.email}, ${orders.name}, ${orders.zip}, ${orders.city}, ${orders.region}, ${orders.country})`;
  await db
    .update(orders)
    .set({ email, name, zip, city, region, country })
    .where(
      and(
        eq(orders.id, id),
        eq(orders.state, 'pending'),
        sql`${before} is distinct from (${email}, ${name}, ${zip}, ${city}, ${region}, ${country})`,
      ),
    );
}

type NewPart = Omit<typeof orderParts.$inferInsert, 'orderId' | 'lineId'>;
/** Of one thing in a bundle: from a part of an earlier order, or from the line of this order at that position. */
type NewDeduction = Pick<NewPart, 'itemType' | 'itemId' | 'amountCents'> & {
  heldCents: number;
  sourcePartId: number | null;
  sourcePosition: number | null;
};
type NewLine = Omit<typeof orderLines.$inferInsert, 'orderId' | 'position'> & {
  parts: NewPart[];
  deductions?: NewDeduction[];
};

/** What an order is when nothing else is said. */
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
  refundedCents: 0,
  couponCode: null,
  paidAt: null,
  endedAt: null,
  isCounted: null,
} as const;

type Unsaid = keyof typeof UNSAID;

export type NewOrder = {
  order: Omit<OrderRow, 'id' | 'number' | Unsaid> & Partial<Pick<OrderRow, Unsaid>>;
  lines: NewLine[];
  /** Of the whole order; null where there is nothing to pay. */
  payment: Pick<PaymentRow, 'gateway' | 'checkAt'> | null;
  /** The request that makes it, if it has a key. */
  claim: { scope: string; key: string } | null;
};

const given = sql.placeholder;

/** One statement, however many lines: a rush of buyers is when the database has most to do. */
const writeOrder = preparedSql<{ id: number; number: string; paymentId: number | null }>(
  'order_written',
  sql`
    with made as (
      insert into orders (user_id, email, name, zip, city, region, country, state, currency, subtotal_cents, discount_cents,
        tax_cents, total_cents, refunded_cents, coupon_code, is_from_cart, fingerprint, created_at, expires_at, paid_at,
        ended_at, is_counted)
      values (${given('userId')}, ${given('email')}, ${given('name')}, ${given('zip')}, ${given('city')},
        ${given('region')}, ${given('country')}, ${given('state')}, ${given('currency')}, ${given('subtotalCents')}, ${given('discountCents')},
        ${given('taxCents')}, ${given('totalCents')}, ${given('refundedCents')}, ${given('couponCode')},
        ${given('isFromCart')}, ${given('fingerprint')}, ${given('createdAt')}, ${given('expiresAt')}, ${given('paidAt')},
        ${given('endedAt')}, ${given('isCounted')})
      returning id, number
    ), lines as (
      insert into order_lines (order_id, position, item_type, item_id, title, kind, seller_name, unit_price_cents,
        quantity, owned_cents, amount_cents, discount_cents, tax_cents, buyer)
      select made.id, l.position, l."itemType", l."itemId", l.title, l.kind, l."sellerName", l."unitPriceCents",
        l.quantity, l."ownedCents", l."amountCents", coalesce(l."discountCents", 0), coalesce(l."taxCents", 0), l.buyer
      from made, jsonb_to_recordset(${given('lines')}::jsonb) as l(position smallint, "itemType" text,
        "itemId" int, title text, kind text, "sellerName" text, "unitPriceCents" bigint, quantity int,
        "ownedCents" bigint, "amountCents" bigint, "discountCents" bigint, "taxCents" bigint, buyer text)
      returning id, order_id, position
    ), parts as (
      insert into order_parts (order_id, line_id, item_type, item_id, title, seller_id, amount_cents, discount_cents,
        tax_cents, fee_cents)
      select lines.order_id, lines.id, p."itemType", p."itemId", p.title, p."sellerId", p."amountCents",
        coalesce(p."discountCents", 0), coalesce(p."taxCents", 0), p."feeCents"
      from jsonb_to_recordset(${given('parts')}::jsonb) as p(position smallint, "itemType" text,
        "itemId" int, title text, "sellerId" int, "amountCents" bigint, "discountCents" bigint,
        "taxCents" bigint, "feeCents" bigint)
      join lines on lines.position = p.position
      returning id, line_id, item_type, item_id
    ), deducted as (
      insert into order_deductions (part_id, source_part_id, amount_cents, held_cents)
      select part.id, coalesce(d."sourcePartId", source.id), d."amountCents", d."heldCents"
      from jsonb_to_recordset(${given('deductions')}::jsonb) as d(position smallint, "itemType" text, "itemId" int,
        "sourcePartId" int, "sourcePosition" smallint, "amountCents" bigint, "heldCents" bigint)
      join lines on lines.position = d.position
      join parts part on part.line_id = lines.id and part.item_type = d."itemType" and part.item_id = d."itemId"
      left join lines source_line on source_line.position = d."sourcePosition"
      left join parts source on source.line_id = source_line.id and source.item_type = d."itemType"
        and source.item_id = d."itemId"
    ), claimed as (
      update idempotency_keys set order_id = made.id from made
      where scope = ${given('scope')} and key = ${given('key')}
    ), asked as (
      insert into payments (order_id, gateway, amount_cents, currency, created_at, updated_at, check_at)
      select made.id, ${given('gateway')}::text, ${given('totalCents')}::bigint, ${given('currency')}::text,
        ${given('createdAt')}::timestamptz, ${given('createdAt')}::timestamptz, ${given('checkAt')}::timestamptz
      from made where ${given('gateway')}::text is not null
      returning id
    )
    select made.id, made.number, asked.id as "paymentId" from made left join asked on true`,
);

/** Answers both as they are in the database now. */
export async function insertOrder(
  db: DbOrTx,
  { order, lines, payment, claim }: NewOrder,
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
    scope: claim?.scope ?? null,
    key: claim?.key ?? null,
    gateway: payment?.gateway ?? null,
    checkAt: payment?.checkAt ?? null,
  });
  if (!made) throw new Error('The order was not written');
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
            tries: 0,
            lastError: null,
            createdAt,
            updatedAt: createdAt,
            checks: 0,
          }
        : null,
  };
}
