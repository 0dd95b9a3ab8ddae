// A ledger of a million lines, written in bulk and summed up by the job's own statement: one seller has a tenth of it.
import type pg from 'pg';
import { connectDatabase } from '#server/db/client.ts';
import { rollUpLedger } from '#server/features/ledger/ledger.queries.ts';

export type Size = { lines: number; heavyLines: number; sellers: number; days: number };

/** What the heavy seller's shop is run by. */
export const HEAVY = 'bench-heavy';
const ENTRIES_A_SALE = 3;
const AT_ONCE = 5000;

export async function fillLedger(databaseUrl: string, size: Size): Promise<void> {
  const { pool, db, close } = connectDatabase({ connectionString: databaseUrl }, { max: 1 });
  const sales = Math.ceil(size.lines / ENTRIES_A_SALE);
  try {
    // What triggers and foreign keys would check one by one holds by how the rows are made, and is proved at the end.
    await pool.query(
      `set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0`,
    );
    await insertSellers(pool, size);
    await insertSales(pool, { ...size, sales });
    await insertPayouts(pool);
    await insertSums(pool);
    await pool.query('set session_replication_role = origin');
    await pool.query('vacuum analyze');
    while ((await rollUpLedger(db, { limit: AT_ONCE })) > 0);
    await pool.query('vacuum analyze');
  } finally {
    await close();
  }
}

async function insertSellers(pool: pg.Pool, { sellers }: Size): Promise<void> {
  await pool.query(
    `with made as (
       insert into users (username, username_key, email, email_key, email_verified_at, first_name, last_name, password_hash,
         role, roles)
       select name, name, name || '@releve.example', name || '@releve.example', now(), 'Bench', name, 'none', 'seller',
         '{seller}'
       from (select case when n = 0 then $2 else 'bench-seller-' || n end as name from generate_series(0, $1::int) n) named
       returning id, username
     )
     insert into sellers (user_id, name, slug, created_at, updated_at)
     select id, username, username, now(), now() from made`,
    [sellers, HEAVY],
  );
}

/** Each an order of one line; the heavy seller's among the others', over the days up to now. */
async function insertSales(
  pool: pg.Pool,
  { sales, heavyLines, sellers, days }: Size & { sales: number },
): Promise<void> {
  await pool.query(
    `create temporary table sold as
     with keepers as (
       select user_id, row_number() over (order by slug = $5 desc, user_id) - 1 as place from sellers
       where slug like 'bench-%'
     ), numbered as (
       select n, 10000000 + n as id,
         case when n % greatest(1, $1::int / $2::int) = 0 and n / greatest(1, $1::int / $2::int) <= $2::int then 0
           else 1 + n % $3::int end as place,
         900 + n % 4100 as cents, now() - (($1::int - n) * ($4::float8 / $1)) * interval '1 day' - interval '1 hour' as at
       from generate_series(1, $1::int) n
     )
     select n, id, k.user_id as seller_id, cents, (cents * 1500 + 5000) / 10000 as fee, at,
       (select min(id) from resources where price_cents > 0) + n % 100 as item_id
     from numbered join keepers k on k.place = numbered.place`,
    [sales, heavyLines, sellers, days, HEAVY],
  );
  const steps = [
    `insert into orders (id, email, name, state, subtotal_cents, total_cents, is_from_cart, fingerprint, created_at,
       expires_at, paid_at, ended_at, is_counted) overriding system value
     select id, 'buyer-' || n % 5000 || '@example.com', 'Buyer ' || n % 5000, 'paid', cents, cents, true, 'bench', at, at,
       at, at, true from sold`,
    `insert into order_lines (id, order_id, position, item_type, item_id, title, kind, seller_name, unit_price_cents,
       quantity, amount_cents, buyer) overriding system value
     select id, id, 0, 'resource', item_id, 'A plan for week ' || n % 52, 'resource', 'Bench', cents, 1, cents, 'e' || n
     from sold`,
    `insert into order_parts (id, order_id, line_id, item_type, item_id, title, seller_id, amount_cents, fee_cents)
       overriding system value
     select id, id, id, 'resource', item_id, 'A plan for week ' || n % 52, seller_id, cents, fee from sold`,
    `insert into earnings (part_id, order_id, seller_id, share_cents, available_at)
     select id, id, seller_id, cents - fee, at + interval '7 days' from sold`,
    `insert into ledger_transactions (id, kind, cause, order_id, created_at) overriding system value
     select id, 'sale', 'bench ' || n, id, at from sold`,
    `insert into ledger_entries (transaction_id, account, seller_id, amount_cents, currency)
     select t.id, line.account, line.seller_id, line.cents, 'USD'
     from sold join ledger_transactions t on t.cause = 'bench ' || n
     cross join lateral (values ('gateway', null, cents), ('platform_revenue', null, -fee),
       ('seller_payable', seller_id, fee - cents)) as line(account, seller_id, cents) order by t.id`,
    `insert into ledger_unrolled select id from ledger_transactions where cause like 'bench %'`,
    'analyze',
  ];
  for (const step of steps) await pool.query(step);
}

/** Everything but the last month was paid out, a transfer a month for each seller. */
async function insertPayouts(pool: pg.Pool): Promise<void> {
  const steps = [
    `create temporary table monthly as
     select row_number() over (order by month, seller_id) as n, month, seller_id, cents from (
       select date_trunc('month', at) as month, seller_id, sum(cents - fee)::bigint as cents from sold
       where at < date_trunc('month', now()) - interval '1 month' group by 1, 2
     ) paid`,
    `insert into payout_runs (id, started_at, ended_at) overriding system value values (1000000, now(), now())`,
    `insert into payouts (id, run_id, seller_id, amount_cents, currency, state, gateway, account_id, gateway_id, created_at,
       ended_at) overriding system value
     select 1000000 + n, 1000000, seller_id, cents, 'USD', 'paid', 'sandbox', 'acct_bench', 'tr_bench_' || n,
       month + interval '1 month 8 days', month + interval '1 month 8 days 1 hour' from monthly`,
    `update earnings e set state = 'paid', payout_id = 1000000 + m.n from sold s join monthly m
       on m.seller_id = s.seller_id and m.month = date_trunc('month', s.at) where e.part_id = s.id`,
    `insert into ledger_transactions (id, kind, cause, created_at) overriding system value
     select 20000000 + row_number() over (order by m.n, step.at), step.kind,
       'bench payout ' || m.n || ' ' || step.at, m.month + interval '1 month 8 days' + step.at * interval '1 hour'
     from monthly m, (values ('payout', 0), ('payout_paid', 1)) as step(kind, at)`,
    `insert into ledger_entries (transaction_id, account, seller_id, amount_cents, currency)
     select t.id, line.account, case when line.account = 'seller_payable' then m.seller_id end, line.sign * m.cents, 'USD'
     from monthly m join (values (0, 'seller_payable', 1), (0, 'in_transit', -1), (1, 'in_transit', 1),
       (1, 'gateway', -1)) as line(at, account, sign) on true
     join ledger_transactions t on t.cause = 'bench payout ' || m.n || ' ' || line.at order by t.id`,
    `insert into ledger_unrolled select id from ledger_transactions where cause like 'bench payout %'`,
  ];
  for (const step of steps) await pool.query(step);
}

async function insertSums(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into sales_days (day, seller_id, item_type, item_id, sold_count, amount_cents, discount_cents, tax_cents,
       fee_cents)
     select (at at time zone 'UTC')::date, seller_id, 'resource', item_id, count(*), sum(cents), 0, 0, sum(fee)
     from sold group by 1, 2, 4`,
  );
  await pool.query('truncate sales_months');
  await pool.query(
    `insert into sales_months (month, seller_id, item_type, item_id, sold_count, amount_cents, discount_cents, tax_cents,
       fee_cents)
     select date_trunc('month', day::timestamp)::date, seller_id, item_type, item_id, sum(sold_count), sum(amount_cents),
       sum(discount_cents), sum(tax_cents), sum(fee_cents)
     from sales_days group by 1, 2, 3, 4`,
  );
}
