// Refunds, disputes and payouts of the demo school, in SQL: the rows they would have written.
import { sql, type SQL } from '#server/db/drizzle.ts';
import type { Tx } from '#server/db/client.ts';

type Buyer = { id: number; email: string; firstName: string; lastName: string; username: string };
type SoldPart = {
  itemType: 'resource' | 'course';
  itemId: number;
  title: string;
  sellerId: number | null;
  priceCents: number;
};
export type Sale = {
  buyer: Buyer;
  item: {
    itemType: 'resource' | 'bundle';
    itemId: number;
    title: string;
    sellerName: string;
    priceCents: number;
  };
  parts: SoldPart[];
};

async function rowsOf<Row>(tx: Tx, query: SQL): Promise<Row[]> {
  return (await tx.execute(query)).rows as Row[];
}

/** A user who has nothing of it yet, and isn't one of the demo accounts. */
export async function findBundleSale(
  tx: Tx,
  { title, at }: { title: string; at: Date },
): Promise<Sale | null> {
  const [item] = await rowsOf<Sale['item']>(
    tx,
    sql`select 'bundle' as "itemType", b.id as "itemId", b.title, b.price_cents as "priceCents",
      coalesce(s.name, 'Relevé') as "sellerName"
    from bundles b left join sellers s on s.user_id = b.seller_id where b.title = ${title}`,
  );
  if (!item) return null;
  const parts = await rowsOf<SoldPart>(
    tx,
    sql`select case when r.id is null then 'course' else 'resource' end as "itemType", coalesce(r.id, c.id) as "itemId",
      coalesce(r.title, c.title) as title, r.seller_id as "sellerId", coalesce(r.price_cents, c.price_cents) as "priceCents"
    from bundle_items i left join resources r on r.id = i.resource_id left join courses c on c.id = i.course_id
    where i.bundle_id = ${item.itemId} order by i.position`,
  );
  const [buyer] = await rowsOf<Buyer>(
    tx,
    sql`select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.username from users u
    where u.state = 'active' and u.roles = '{user}' and u.username <> 'member'
      and u.created_at < ${at}::timestamptz - interval '7 days' and not exists (
      select 1 from entitlements e join bundle_items i on i.bundle_id = ${item.itemId} and (
        e.item_type = 'resource' and e.item_id = i.resource_id or e.item_type = 'course' and e.item_id = i.course_id
      ) where e.user_id = u.id
    ) order by u.id limit 1`,
  );
  return buyer ? { buyer, item, parts } : null;
}

/** An item of that seller which the buyer does not have. */
export async function findSeatSale(
  tx: Tx,
  { buyer: username, seller }: { buyer: string; seller: string },
): Promise<Sale | null> {
  const [found] = await rowsOf<Buyer & Omit<Sale['item'], 'itemType'> & { sellerId: number }>(
    tx,
    sql`select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.username,
      r.id as "itemId", r.title, r.price_cents as "priceCents", s.name as "sellerName", r.seller_id as "sellerId"
    from users u, resources r join sellers s on s.user_id = r.seller_id join users k on k.id = s.user_id
    where u.username = ${username} and k.username = ${seller} and r.state = 'published' and r.price_cents > 0
      and not exists (select 1 from entitlements e where e.user_id = u.id and e.item_type = 'resource' and e.item_id = r.id)
    order by r.id limit 1`,
  );
  if (!found) return null;
  const { itemId, title, priceCents, sellerName, sellerId, ...buyer } = found;
  return {
    buyer,
    item: { itemType: 'resource', itemId, title, sellerName, priceCents },
    parts: [{ itemType: 'resource', itemId, title, sellerId, priceCents }],
  };
}

/** Charged, also in the sandbox's tables. The sale is added to the daily totals right away. */
export async function chargePayment(tx: Tx, { orderId }: { orderId: number }): Promise<number> {
  const [payment] = await rowsOf<{ id: number }>(
    tx,
    sql`update payments set state = 'succeeded', gateway_id = 'pi_demo_' || order_id, attempts = 1
    where order_id = ${orderId} returning id`,
  );
  await tx.execute(sql`
    insert into sandbox_payments (id, idempotency_key, client_secret, amount_cents, currency, state, last_four, metadata,
      created_at)
    select gateway_id, 'demo payment ' || id, gateway_id || '_secret_' || replace(gen_random_uuid()::text, '-', ''),
      amount_cents, currency, 'succeeded', '4242', jsonb_build_object('orderId', order_id::text), created_at
    from payments where order_id = ${orderId}`);
  return payment?.id ?? 0;
}

/** One is accepted, one invited, the rest free. */
export async function handOutSeats(tx: Tx, { lineOf, at }: { lineOf: number; at: Date }): Promise<void> {
  await tx.execute(sql`
    with holder as (
      select u.id, u.email, l.id as line_id, l.item_id from users u, order_lines l
      where l.order_id = ${lineOf} and u.state = 'active' and u.roles = '{user}' and u.username <> 'member'
        and u.created_at < ${at}::timestamptz - interval '7 days'
        and not exists (select 1 from entitlements e where e.user_id = u.id and e.item_type = l.item_type
          and e.item_id = l.item_id)
      order by u.id desc limit 1
    ), taken as (
      update seats s set state = 'held', email = holder.email, holder_id = holder.id, invited_at = ${at}, held_at = ${at},
        tenure = 1
      from holder where s.line_id = holder.line_id and s.position = 2 returning s.id, holder.id as user_id, holder.item_id
    )
    insert into entitlements (user_id, item_type, item_id, cause, cause_ref, created_at)
    select user_id, 'resource', item_id, 'seat', id || '.1', ${at} from taken`);
  await tx.execute(sql`
    update seats s set state = 'invited', email = 'ruben@studio-granada.example', invited_at = ${at},
      key_hash = sha256(uuid_send(gen_random_uuid()))
    from order_lines l where l.id = s.line_id and l.order_id = ${lineOf} and s.position = 3`);
}

export type RecentSale = {
  orderId: number;
  paymentId: number;
  partId: number;
  lineId: number;
  cents: number;
};

/** With one line each, bought by users nobody signs in as; newest first. */
export async function listRecentSales(
  tx: Tx,
  { seller, limit }: { seller: string; limit: number },
): Promise<RecentSale[]> {
  return rowsOf<RecentSale>(
    tx,
    sql`select p.order_id as "orderId", y.id as "paymentId", p.id as "partId", p.line_id as "lineId",
      p.amount_cents::int as cents
    from order_parts p join orders o on o.id = p.order_id join payments y on y.order_id = o.id
    join users s on s.id = p.seller_id join users b on b.id = o.user_id
    where s.username = ${seller} and o.fingerprint like 'demo-%' and p.amount_cents >= 1000
      and b.username not in ('admin', 'officer', 'seller', 'instructor', 'member', 'multi')
    order by o.paid_at desc, o.id desc limit ${limit}`,
  );
}

export async function insertRequest(
  tx: Tx,
  { orderId, lineId, at }: RecentSale & { at: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into refund_requests (order_id, line_id, reason, created_at)
    values (${orderId}, ${lineId}, 'I bought this for a class that was cancelled, and have not opened it yet.', ${at})`);
}

export async function insertDispute(
  tx: Tx,
  { paymentId, at, answerBy }: RecentSale & { at: Date; answerBy: Date },
): Promise<void> {
  await tx.execute(sql`
    with asked as (
      insert into disputes (order_id, payment_id, gateway, gateway_id, amount_cents, currency, reason, state, answer_by,
        created_at, updated_at)
      select order_id, id, gateway, 'dp_demo_' || order_id, amount_cents, currency, 'unrecognized', 'open', ${answerBy},
        ${at}, ${at}
      from payments where id = ${paymentId} returning *
    ), told as (
      insert into sandbox_disputes (id, payment_id, amount_cents, reason, state, created_at)
      select gateway_id, 'pi_demo_' || order_id, amount_cents, reason, 'needs_response', created_at from asked
    ), booked as (
      insert into ledger_transactions (kind, cause, order_id, created_at)
      select 'dispute', 'dispute ' || id || ' ' || step, order_id, created_at from asked returning id
    )
    insert into ledger_entries (transaction_id, account, amount_cents, currency)
    select booked.id, line.account, line.sign * asked.amount_cents, asked.currency from booked, asked,
      (values ('gateway', -1), ('disputed', 1)) as line(account, sign)`);
}

/** A quarter is refunded; the seller returns their share of it, the platform its fee. */
export async function insertPartialRefund(
  tx: Tx,
  { orderId, paymentId, partId, cents, at }: RecentSale & { at: Date },
): Promise<void> {
  const amount = Math.round(cents / 4);
  const [refund] = await rowsOf<{ id: number; share: number; sellerId: number }>(
    tx,
    sql`with made as (
      insert into refunds (order_id, payment_id, kind, amount_cents, reason, state, gateway_id, decided_by, created_at,
        ended_at)
      values (${orderId}, ${paymentId}, 'amount', ${amount}, 'Two of the eight pages were missing from the first edition.',
        'succeeded', 're_demo_' || ${orderId}::int, (select id from users where username = 'admin'), ${at}, ${at})
      returning id
    )
    select made.id, ${amount}::int - ${amount}::int * p.fee_cents::int / p.amount_cents::int as share,
      p.seller_id as "sellerId"
    from made, order_parts p where p.id = ${partId}`,
  );
  if (!refund) return;
  const { id, share, sellerId } = refund;
  await tx.execute(sql`
    insert into refund_parts (refund_id, part_id, amount_cents, tax_cents, share_cents)
    values (${id}, ${partId}, ${amount}, 0, ${share})`);
  await tx.execute(sql`update order_parts set returned_cents = ${amount} where id = ${partId}`);
  await tx.execute(sql`update earnings set returned_cents = ${share} where part_id = ${partId}`);
  await tx.execute(sql`
    update orders set state = 'partially_refunded', refunded_cents = ${amount} where id = ${orderId}`);
  await tx.execute(sql`
    with told as (
      update sandbox_payments set refunded_cents = ${amount} where id = 'pi_demo_' || ${orderId}::int
    ), given as (
      insert into sandbox_refunds (id, idempotency_key, payment_id, amount_cents, created_at)
      values ('re_demo_' || ${orderId}::int, 'demo refund ' || ${id}::int, 'pi_demo_' || ${orderId}::int, ${amount}, ${at})
    ), booked as (
      insert into ledger_transactions (kind, cause, order_id, created_at)
      values ('refund', 'refund ' || ${id}::int, ${orderId}, ${at}) returning id
    )
    insert into ledger_entries (transaction_id, account, seller_id, amount_cents, currency)
    select booked.id, line.account, line.seller_id, line.cents, 'USD' from booked, (values
      ('gateway', null, -${amount}::bigint),
      ('platform_revenue', null, ${amount}::bigint - ${share}::bigint),
      ('seller_payable', ${sellerId}::int, ${share}::bigint)
    ) as line(account, seller_id, cents) where line.cents <> 0`);
}

/** All but one seller have a payout account at the test bank. */
export async function openPayoutAccounts(
  tx: Tx,
  { without, at }: { without: string; at: Date },
): Promise<void> {
  await tx.execute(sql`
    with keepers as (
      select u.id, u.email from sellers s join users u on u.id = s.user_id where u.username <> ${without}
    ), banked as (
      insert into sandbox_accounts (id, idempotency_key, email, state, created_at)
      select 'acct_demo_' || id, 'demo account ' || id, email, 'ready', ${at}::timestamptz from keepers
    )
    insert into payout_accounts (user_id, gateway, gateway_id, state, created_at, updated_at)
    select id, 'sandbox', 'acct_demo_' || id, 'ready', ${at}::timestamptz, ${at}::timestamptz from keepers`);
}

/** Everything whose refund window had closed by then, one transfer per seller, completed an hour later. */
export async function insertPayoutRun(tx: Tx, { at }: { at: Date }): Promise<void> {
  const arrived = new Date(at.getTime() + 3_600_000);
  const [run] = await rowsOf<{ id: number }>(
    tx,
    sql`insert into payout_runs (started_at, ended_at) values (${at}, ${arrived}) returning id`,
  );
  const runId = run?.id ?? 0;
  await tx.execute(sql`
    insert into payouts (run_id, seller_id, amount_cents, currency, state, gateway, account_id, gateway_id, created_at,
      ended_at)
    select ${runId}::int, e.seller_id, sum(e.share_cents - e.returned_cents), 'USD', 'paid', 'sandbox', a.gateway_id,
      'tr_demo_' || ${runId}::int || '_' || e.seller_id, ${at}::timestamptz, ${arrived}::timestamptz
    from earnings e join payout_accounts a on a.user_id = e.seller_id
    where e.state = 'waiting' and e.available_at <= ${at} and e.share_cents > e.returned_cents
    group by e.seller_id, a.gateway_id order by e.seller_id`);
  await tx.execute(sql`
    update earnings e set state = 'paid', payout_id = p.id from payouts p
    where p.run_id = ${runId} and e.seller_id = p.seller_id and e.state = 'waiting' and e.available_at <= ${at}
      and e.share_cents > e.returned_cents`);
  await tx.execute(sql`
    insert into sandbox_transfers (id, idempotency_key, account_id, amount_cents, created_at)
    select gateway_id, 'demo ' || gateway_id, account_id, amount_cents, created_at from payouts where run_id = ${runId}`);
  await tx.execute(sql`
    update sandbox_accounts a set balance_cents = balance_cents + p.amount_cents from payouts p
    where p.run_id = ${runId} and p.account_id = a.id`);
  await tx.execute(sql`
    update payout_runs set payout_count = mine.payouts, amount_cents = mine.cents from (
      select count(*) as payouts, coalesce(sum(amount_cents), 0) as cents from payouts where run_id = ${runId}
    ) mine where id = ${runId}`);
  await tx.execute(sql`
    with booked as (
      insert into ledger_transactions (kind, cause, created_at)
      select step.kind, 'payout ' || p.id || step.said, case when step.said = '' then p.created_at else p.ended_at end
      from payouts p, (values ('payout', ''), ('payout_paid', ' paid')) as step(kind, said)
      where p.run_id = ${runId} order by p.id, step.said returning id, kind, cause
    )
    insert into ledger_entries (transaction_id, account, seller_id, amount_cents, currency)
    select booked.id, line.account, case when line.account = 'seller_payable' then p.seller_id end,
      line.sign * p.amount_cents, p.currency
    from booked join payouts p on p.id = split_part(booked.cause, ' ', 2)::int
    join (values ('payout', 'seller_payable', 1), ('payout', 'in_transit', -1), ('payout_paid', 'in_transit', 1),
      ('payout_paid', 'gateway', -1)) as line(kind, account, sign) on line.kind = booked.kind
    order by booked.id`);
}
