// Orders and their lines in SQL. States change only from an expected state, under the order's lock.
import { and, desc, eq, inArray, sql } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { orderLines, orderParts, orders } from '#server/db/schema/order.ts';
import { identityKey } from '#shared/features/account/account.rules.ts';
import type { OrderState } from '#shared/features/order/order.states.ts';
import type { PartItem } from '#shared/features/entitlement/entitlement.states.ts';
import { payments } from '#server/db/schema/payment.ts';

export type OrderRow = typeof orders.$inferSelect;

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

/** Of a line for a booking: when its share can be paid out. */
export async function updatePayableFrom(
  tx: Tx,
  { lineId, payableFrom }: { lineId: number; payableFrom: Date },
): Promise<void> {
  await tx.update(orderParts).set({ payableFrom }).where(eq(orderParts.lineId, lineId));
}

export type ContentRow = {
  lineId: number;
  title: string;
  quantity: number;
  lineCents: number;
  /** What a membership lowered the price by. */
  memberCents: number;
  itemType: PartItem;
} & OrderedPart;

type OrderedPart = Pick<
  typeof orderParts.$inferSelect,
  'sellerId' | 'amountCents' | 'discountCents' | 'taxCents' | 'creditCents' | 'feeCents'
>;

/** Parts with their lines; prices never change after the order is created, so no lock is needed. */
export const contentsOfOrder = sql<ContentRow[]>`(
  select json_agg(json_build_object('lineId', l.id, 'title', l.title, 'quantity', l.quantity,
    'lineCents', l.amount_cents, 'memberCents', l.member_cents, 'itemType', p.item_type, 'sellerId', p.seller_id, 'amountCents', p.amount_cents,
    'discountCents', p.discount_cents, 'taxCents', p.tax_cents, 'creditCents', p.credit_cents, 'feeCents', p.fee_cents) order by l.position, p.id)
  from order_parts p join order_lines l on l.id = p.line_id where p.order_id = orders.id)`;

export async function updateOrderState(
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
  lines: { itemType: PartItem; title: string; quantity: number; amountCents: number; memberCents: number }[];
  parts: OrderedPart[];
  /** What the buyer gets: files, courses, or both. */
  gives: ReadonlySet<PartItem>;
};

/** The lines for display, and the parts for dividing money. */
export async function listContents(db: DbOrTx, { orderId }: { orderId: number }): Promise<Contents> {
  const [row] = await db.select({ contents: contentsOfOrder }).from(orders).where(eq(orders.id, orderId));
  return toContents(row?.contents ?? []);
}

export function toContents(rows: readonly ContentRow[]): Contents {
  const lines = rows.filter(({ lineId }, at) => lineId !== rows[at - 1]?.lineId);
  return {
    gives: new Set(rows.map(({ itemType }) => itemType)),
    lines: lines.map(({ itemType, title, quantity, lineCents, memberCents }) => ({
      itemType,
      title,
      quantity,
      amountCents: lineCents,
      memberCents,
    })),
    parts: rows.map(({ sellerId, amountCents, discountCents, taxCents, creditCents, feeCents }) => ({
      sellerId,
      amountCents,
      discountCents,
      taxCents,
      creditCents,
      feeCents,
    })),
  };
}

export async function endLines(tx: Tx, { orderId }: { orderId: number }): Promise<void> {
  await tx.update(orderLines).set({ isLive: false }).where(eq(orderLines.orderId, orderId));
}

/** `isTwice`: bought before, all of it, by the same account or address; otherwise owned in some other way. */
export type BoughtBefore = { title: string; isTwice: boolean };

/** Lines with nothing the buyer doesn't already have by another order, or the account in any way. */
export async function listBoughtBefore(
  tx: Tx,
  { orderId, userId, email }: { orderId: number; userId: number | null; email: string },
): Promise<BoughtBefore[]> {
  const { rows } = await tx.execute<BoughtBefore>(sql`
    select title, has_all as "isTwice" from (
      select l.title, l.position, not exists (
        select 1 from order_parts p where p.line_id = l.id and not exists (
          select 1 from order_parts q join order_lines other on other.id = q.line_id
          join orders o on o.id = other.order_id
          where q.item_type = p.item_type and q.item_id = p.item_id and other.is_live and o.id <> ${orderId}
            and (o.user_id = ${userId}::int
              or (o.user_id is null and lower(o.email) = ${identityKey(email)})))
      ) as has_all, not exists (
        select 1 from order_parts p where p.line_id = l.id and not exists (
          select 1 from entitlements e
          where e.user_id = ${userId}::int and e.item_type = p.item_type and e.item_id = p.item_id
            and e.state = 'active' and (e.ends_at is null or e.ends_at > now()))
      ) as is_owned
      from order_lines l where l.order_id = ${orderId}
    ) each where has_all or is_owned order by position`);
  return rows;
}

/**
 * The account that has confirmed the order's address, while an order is being paid. Its row is locked first: an address
 * being confirmed right now counts as confirmed, and one confirmed next finds the order paid. Either way it is assigned.
 */
export async function lockVerifiedOwner(tx: Tx, { email }: { email: string }): Promise<number | null> {
  const [row] = await tx
    .select({ id: users.id, verifiedAt: users.emailVerifiedAt })
    .from(users)
    .where(and(eq(users.emailKey, identityKey(email)), eq(users.state, 'active')))
    .for('share');
  return row?.verifiedAt ? row.id : null;
}

const given = sql.placeholder;

/**
 * Part of the statement that completes an order, the `due` one (placeholders userId, buyer, isGuest, now): marks the
 * order and its lines as paid, and activates the deductions planned for its bundles.
 */
export const markOrderPaidSql = sql`paid as (
      update orders set state = 'paid', paid_at = ${given('now')}, ended_at = ${given('now')},
        user_id = ${given('userId')}::int, is_counted = false
      where id = (select id from due) and state = ${given('from')}
    ), lines as (
      update order_lines l set is_live = true, buyer = case
        when ${given('buyer')}::text is null or (${given('isGuest')}::boolean and exists (
          select 1 from order_lines o where o.buyer = ${given('buyer')} and o.is_live
            and o.item_type = l.item_type and o.item_id = l.item_id and o.id <> l.id)) then l.buyer
        else ${given('buyer')} end
      where order_id = (select id from due)
    ), deducted as (
      update order_deductions d set state = 'standing' from order_parts p
      where p.order_id = (select id from due) and d.part_id = p.id and d.state = 'planned'
    )`;

/**
 * The start of the statement that creates an order: the order (`made`), its lines, parts and deductions. The
 * placeholders are the order's columns, and lines, parts and deductions as JSON (see insertOrder in checkout).
 */
export const createOrderSql = sql`made as (
      insert into orders (user_id, email, name, zip, city, region, country, state, currency, subtotal_cents, discount_cents,
        tax_cents, credit_cents, total_cents, refunded_cents, coupon_code, is_invoice, is_from_cart, fingerprint, created_at, expires_at, paid_at,
        ended_at, is_counted)
      values (${given('userId')}, ${given('email')}, ${given('name')}, ${given('zip')}, ${given('city')},
        ${given('region')}, ${given('country')}, ${given('state')}, ${given('currency')}, ${given('subtotalCents')}, ${given('discountCents')},
        ${given('taxCents')}, ${given('creditCents')}, ${given('totalCents')}, ${given('refundedCents')}, ${given('couponCode')},
        ${given('isInvoice')}, ${given('isFromCart')}, ${given('fingerprint')}, ${given('createdAt')}, ${given('expiresAt')}, ${given('paidAt')},
        ${given('endedAt')}, ${given('isCounted')})
      returning id, number
    ), lines as (
      insert into order_lines (order_id, position, item_type, item_id, title, kind, seller_name, unit_price_cents,
        quantity, owned_cents, member_cents, amount_cents, discount_cents, tax_cents, buyer)
      select made.id, l.position, l."itemType", l."itemId", l.title, l.kind, l."sellerName", l."unitPriceCents",
        l.quantity, l."ownedCents", coalesce(l."memberCents", 0), l."amountCents", coalesce(l."discountCents", 0), coalesce(l."taxCents", 0), l.buyer
      from made, jsonb_to_recordset(${given('lines')}::jsonb) as l(position smallint, "itemType" text,
        "itemId" int, title text, kind text, "sellerName" text, "unitPriceCents" bigint, quantity int,
        "ownedCents" bigint, "memberCents" bigint, "amountCents" bigint, "discountCents" bigint, "taxCents" bigint,
        buyer text)
      returning id, order_id, position
    ), parts as (
      insert into order_parts (order_id, line_id, item_type, item_id, title, seller_id, amount_cents, discount_cents,
        tax_cents, credit_cents, fee_cents, payable_from)
      select lines.order_id, lines.id, p."itemType", p."itemId", p.title, p."sellerId", p."amountCents",
        coalesce(p."discountCents", 0), coalesce(p."taxCents", 0), coalesce(p."creditCents", 0), p."feeCents", p."payableFrom"
      from jsonb_to_recordset(${given('parts')}::jsonb) as p(position smallint, "itemType" text,
        "itemId" int, title text, "sellerId" int, "amountCents" bigint, "discountCents" bigint,
        "taxCents" bigint, "creditCents" bigint, "feeCents" bigint, "payableFrom" timestamptz)
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
    )`;

/** Why the card was last declined, as shown to the buyer. */
export async function findLastError(db: DbOrTx, { orderId }: { orderId: number }): Promise<string | null> {
  const isLive = sql`${payments.state} in ('open', 'requires_action', 'processing')`;
  const [row] = await db
    .select({ lastError: payments.lastError })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(isLive), desc(payments.id))
    .limit(1);
  return row?.lastError ?? null;
}

type Recipient = Pick<typeof orders.$inferInsert, 'email' | 'name' | 'zip' | 'city' | 'region' | 'country'>;

/** The recipient may change until the order is paid. Writes nothing if nothing changed, so that many tabs don't lock it. */
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
