// Bundles, and the orders behind what users of the demo school own: the rows checkout would have written, in few
// statements however many there are.
import { sql } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';
import { bundleItems, bundles } from '#server/db/schema/bundle.ts';
import { coupons } from '#server/db/schema/coupon.ts';
import { REFUND_WINDOW_DAYS } from '#shared/features/refund/refund.rules.ts';
import { DEFAULT_FEE_POINTS } from '#shared/features/checkout/pricing.rules.ts';

type NewBundle = typeof bundles.$inferInsert & {
  things: Pick<typeof bundleItems.$inferInsert, 'resourceId' | 'courseId'>[];
};

export async function insertBundles(tx: Tx, rows: readonly NewBundle[]): Promise<void> {
  const inserted = await tx
    .insert(bundles)
    .values(rows.map(({ things: _things, ...bundle }) => bundle))
    .returning({ id: bundles.id, title: bundles.title });
  const idOf = new Map(inserted.map(({ id, title }) => [title, id]));
  await tx
    .insert(bundleItems)
    .values(
      rows.flatMap(({ title, things }) =>
        things.map((thing, position) => ({ ...thing, position, bundleId: idOf.get(title) ?? 0 })),
      ),
    );
}

/**
 * One order with one line for each item someone paid for, at its current price. Each starts as a row of entitlements
 * and has its id as the fingerprint, by which the later steps find it. Members’ orders exist already; their payments and
 * ledger entries are made here too.
 */
export async function insertOrdersBehind(tx: Tx): Promise<void> {
  await insertOrders(tx);
  await insertLines(tx);
  await insertPayments(tx);
  await insertLedgerEntries(tx);
  await insertEarnings(tx);
  await nameLines(tx);
  await tx.execute(sql`
    insert into enrollments (user_id, course_id, created_at)
    select user_id, item_id, min(created_at) from entitlements where item_type = 'course' group by user_id, item_id`);
}

const FROM_ENTITLEMENT = sql`join entitlements e on o.fingerprint = 'demo-' || e.id`;

const BOUGHT = sql`(
  select e.id, e.user_id, e.created_at, coalesce(r.price_cents, c.price_cents) as cents
  from entitlements e
  left join resources r on e.item_type = 'resource' and r.id = e.item_id
  left join courses c on e.item_type = 'course' and c.id = e.item_id
  where e.cause = 'order_line'
)`;

async function insertOrders(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into orders (user_id, email, name, state, subtotal_cents, total_cents, is_from_cart, fingerprint, created_at,
      expires_at, paid_at, ended_at)
    select u.id, u.email, u.first_name || ' ' || u.last_name, 'paid', b.cents, b.cents, true, 'demo-' || b.id,
      b.created_at - interval '2 minutes', b.created_at + interval '1 day', b.created_at, b.created_at
    from ${BOUGHT} b join users u on u.id = b.user_id order by b.created_at, b.id`);
}

/** A line has one part: nothing here was sold in a bundle. */
async function insertLines(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into order_lines (order_id, position, item_type, item_id, title, kind, seller_name, unit_price_cents, quantity,
      amount_cents, buyer, is_live)
    select o.id, 0, e.item_type, e.item_id, coalesce(r.title, c.title), coalesce(c.kind, 'resource'),
      coalesce(s.name, t.first_name || ' ' || t.last_name), o.total_cents, 1, o.total_cents, 'u' || o.user_id, true
    from orders o ${FROM_ENTITLEMENT}
    left join resources r on e.item_type = 'resource' and r.id = e.item_id
    left join sellers s on s.user_id = r.seller_id
    left join courses c on e.item_type = 'course' and c.id = e.item_id
    left join users t on t.id = c.instructor_id order by o.id`);
  await tx.execute(sql`
    insert into order_parts (order_id, line_id, item_type, item_id, title, seller_id, amount_cents, fee_cents)
    select l.order_id, l.id, l.item_type, l.item_id, l.title, coalesce(r.seller_id, c.instructor_id), l.amount_cents,
      (l.amount_cents * ${DEFAULT_FEE_POINTS} + 5000) / 10000
    from order_lines l left join resources r on l.item_type = 'resource' and r.id = l.item_id
    left join courses c on l.item_type = 'course' and c.id = l.item_id
    where l.item_type <> 'membership' order by l.id`);
}

/** The sandbox has its own tables: a later refund looks the payment up there. */
async function insertPayments(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into payments (order_id, gateway, gateway_id, amount_cents, currency, state, attempts, created_at, updated_at)
    select id, 'sandbox', 'pi_demo_' || id, total_cents, currency, 'succeeded', 1, created_at, paid_at
    from orders order by id`);
  await tx.execute(sql`
    insert into sandbox_payments (id, idempotency_key, client_secret, amount_cents, currency, state, last_four, metadata,
      created_at)
    select gateway_id, 'demo payment ' || id, gateway_id || '_secret_' || replace(gen_random_uuid()::text, '-', ''),
      amount_cents, currency, 'succeeded', '4242', jsonb_build_object('orderId', order_id::text), created_at
    from payments`);
}

/** The same entries as shared/features/ledger/ledger.rules.ts. */
async function insertLedgerEntries(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into ledger_transactions (kind, cause, order_id, created_at)
    select 'sale', 'payment ' || id, order_id, updated_at from payments order by id`);
  await tx.execute(sql`
    insert into ledger_entries (transaction_id, account, seller_id, amount_cents, currency)
    select t.id, line.account, line.seller_id, line.cents, 'USD'
    from ledger_transactions t join order_parts p on p.order_id = t.order_id
    cross join lateral (values
      ('gateway', null, p.amount_cents),
      ('platform_revenue', null, -p.fee_cents),
      ('seller_payable', p.seller_id, p.fee_cents - p.amount_cents)
    ) as line (account, seller_id, cents)
    where line.cents <> 0 order by t.id`);
}

/** The earnings of sellers and instructors. */
async function insertEarnings(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into earnings (part_id, order_id, seller_id, share_cents, available_at)
    select p.id, p.order_id, p.seller_id, p.amount_cents - p.fee_cents,
      o.paid_at + make_interval(days => ${REFUND_WINDOW_DAYS})
    from order_parts p join orders o on o.id = p.order_id
    where p.seller_id is not null and p.amount_cents > p.fee_cents order by p.id`);
}

/** The daily totals that jobs would have created. */
export async function sumUpDays(tx: Tx): Promise<void> {
  // Sales counts are made up elsewhere and include these few.
  await tx.execute(sql`update orders set is_counted = null where is_counted = false`);
  await tx.execute(sql`
    insert into sales_days (day, seller_id, item_type, item_id, sold_count, amount_cents, discount_cents, tax_cents,
      fee_cents)
    select (o.paid_at at time zone 'UTC')::date, coalesce(p.seller_id, 0), p.item_type, p.item_id, sum(l.quantity),
      sum(p.amount_cents), sum(p.discount_cents), sum(p.tax_cents), sum(p.fee_cents)
    from order_parts p join order_lines l on l.id = p.line_id join orders o on o.id = p.order_id
    where o.paid_at is not null and o.is_counted is null group by 1, 2, 3, 4`);
  await tx.execute(sql`
    insert into sales_months (month, seller_id, item_type, item_id, sold_count, amount_cents, discount_cents, tax_cents,
      fee_cents)
    select date_trunc('month', day::timestamp)::date, seller_id, item_type, item_id, sum(sold_count), sum(amount_cents),
      sum(discount_cents), sum(tax_cents), sum(fee_cents)
    from sales_days group by 1, 2, 3, 4`);
  await tx.execute(sql`
    insert into ledger_days (day, account, seller_id, kind, currency, amount_cents, entry_count)
    select (t.created_at at time zone 'UTC')::date, e.account, coalesce(e.seller_id, 0), t.kind, e.currency,
      sum(e.amount_cents), count(*)
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id group by 1, 2, 3, 4, 5`);
  await tx.execute(sql`
    insert into ledger_balances (account, seller_id, currency, amount_cents, entry_count)
    select account, seller_id, currency, sum(amount_cents), sum(entry_count) from ledger_days group by 1, 2, 3`);
  await tx.execute(sql`delete from ledger_unrolled`);
}

/** Entitlements name the line that caused them. */
async function nameLines(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update entitlements e set cause_ref = l.id::text
    from order_lines l join orders o on o.id = l.order_id where o.fingerprint = 'demo-' || e.id`);
}

type NewCoupon = { row: typeof coupons.$inferInsert; bundle: string | undefined };

/** Those of a bundle find it by its title. */
export async function insertCoupons(tx: Tx, rows: readonly NewCoupon[]): Promise<void> {
  const made = await tx
    .insert(coupons)
    .values(rows.map(({ row }) => row))
    .returning({ id: coupons.id });
  for (const [at, { bundle }] of rows.entries()) {
    if (bundle === undefined) continue;
    await tx.execute(sql`insert into coupon_items (coupon_id, item_type, item_id)
      select ${made[at]?.id ?? 0}, 'bundle', id from bundles where title = ${bundle}`);
  }
}
