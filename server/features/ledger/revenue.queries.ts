// Revenue over time in SQL, from daily sums, whatever the size of the ledger.
import { sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import type { PartItem } from '#shared/features/entitlement/entitlement.states.ts';
import type { LedgerAccount, LedgerKind } from '#shared/features/ledger/ledger.states.ts';
import { ALL_OF_LEDGER } from './ledger.queries.ts';

export type Grain = 'day' | 'month';
/** First and last day, UTC. */
export type Days = { from: string; to: string };
/** Whole days or whole months. */
type Span = Days & { grain: Grain };

/**
 * Daily or monthly totals, and orders that are paid but not counted yet. A month is stored under its first day, so
 * ranges start there.
 */
export const allSold = (grain: Grain) => sql`(
  select ${grain === 'day' ? sql`day` : sql`month as day`}, seller_id, item_type, item_id, sold_count, amount_cents,
    discount_cents, tax_cents, fee_cents
  from ${grain === 'day' ? sql`sales_days` : sql`sales_months`}
  union all
  select (o.paid_at at time zone 'UTC')::date, coalesce(p.seller_id, 0), p.item_type, p.item_id, l.quantity,
    p.amount_cents, p.discount_cents, p.tax_cents, p.fee_cents
  from orders o join order_parts p on p.order_id = o.id join order_lines l on l.id = p.line_id
  where o.id = any(array(select id from orders where is_counted = false))
)`;

/** Without sellers' accounts: their share is what the others don't keep. */
export async function sumLedgerEntries(db: DbOrTx, { from, to, grain }: Span) {
  const { rows } = await db.execute<{
    at: string;
    account: LedgerAccount;
    kind: LedgerKind;
    cents: string;
  }>(sql`
    select ${bucket(grain)} as at, account, kind, sum(amount_cents) as cents from ${ALL_OF_LEDGER} as all_of_it
    where account in ('gateway', 'platform_revenue', 'buyer_payable', 'tax_payable', 'disputed') and seller_id = 0
      and day between ${from}::date and ${to}::date
    group by 1, 2, 3`);
  return rows.map(({ cents, ...row }) => ({ ...row, cents: Number(cents) }));
}

export async function sumDiscounts(db: DbOrTx, { from, to, grain }: Span) {
  const { rows } = await db.execute<{ at: string; cents: string }>(sql`
    select ${bucket(grain)} as at, sum(discount_cents) as cents from ${allSold(grain)} as all_sold
    where day between ${from}::date and ${to}::date and discount_cents > 0 group by 1`);
  return rows.map(({ at, cents }) => ({ at, cents: Number(cents) }));
}

function bucket(grain: Grain) {
  return grain === 'day' ? sql`to_char(day, 'YYYY-MM-DD')` : sql`to_char(day, 'YYYY-MM')`;
}

export async function listTopSellers(db: DbOrTx, { from, to, grain, limit }: Span & { limit: number }) {
  const { rows } = await db.execute<{
    id: number;
    name: string;
    sold: number;
    gross: string;
    share: string;
  }>(sql`
    select top.seller_id as id, top.sold, top.gross, top.share,
      coalesce(s.name, nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username) as name
    from (
      select seller_id, sum(sold_count)::int as sold, sum(amount_cents - discount_cents) as gross,
        sum(amount_cents - discount_cents - fee_cents) as share
      from ${allSold(grain)} as all_sold where day between ${from}::date and ${to}::date and seller_id <> 0
      group by seller_id order by 3 desc, 1 limit ${limit}
    ) top join users u on u.id = top.seller_id left join sellers s on s.user_id = top.seller_id
    order by top.gross desc, top.seller_id`);
  return rows.map(({ gross, share, ...row }) => ({ ...row, gross: Number(gross), share: Number(share) }));
}

export async function listTopItems(db: DbOrTx, { from, to, grain, limit }: Span & { limit: number }) {
  const { rows } = await db.execute<{
    itemType: PartItem;
    itemId: number;
    title: string;
    sold: number;
    gross: string;
  }>(sql`
    select top.item_type as "itemType", top.item_id as "itemId", top.sold, top.gross,
      coalesce(r.title, c.title, t.title, m.name || ' membership', 'Removed') as title
    from (
      select item_type, item_id, sum(sold_count)::int as sold, sum(amount_cents - discount_cents) as gross
      from ${allSold(grain)} as all_sold where day between ${from}::date and ${to}::date
      group by 1, 2 order by 4 desc, 1, 2 limit ${limit}
    ) top
    left join resources r on top.item_type = 'resource' and r.id = top.item_id
    left join courses c on top.item_type = 'course' and c.id = top.item_id
    left join session_types t on top.item_type = 'booking' and t.id = top.item_id
    left join plans m on top.item_type = 'membership' and m.id = top.item_id
    order by top.gross desc, top.item_type, top.item_id`);
  return rows.map(({ gross, ...row }) => ({ ...row, gross: Number(gross) }));
}

const addTo = (table: 'sales_days' | 'sales_months', column: 'day' | 'month', span: SQL) => sql`
      insert into ${sql.identifier(table)} as known (${sql.identifier(column)}, seller_id, item_type, item_id, sold_count,
        amount_cents, discount_cents, tax_cents, fee_cents)
      select ${span}, seller_id, item_type, item_id, sum(quantity), sum(amount_cents), sum(discount_cents),
        sum(tax_cents), sum(fee_cents)
      from parts group by 1, 2, 3, 4 order by 2, 1, 3, 4
      on conflict (seller_id, ${sql.identifier(column)}, item_type, item_id) do update
      set sold_count = known.sold_count + excluded.sold_count,
        amount_cents = known.amount_cents + excluded.amount_cents,
        discount_cents = known.discount_cents + excluded.discount_cents,
        tax_cents = known.tax_cents + excluded.tax_cents,
        fee_cents = known.fee_cents + excluded.fee_cents`;

/** Part of the statement that counts sales: adds `parts` to the daily and monthly sums. */
export const addSalesSql = sql`by_day as (${addTo('sales_days', 'day', sql`day`)}
    ), by_month as (${addTo('sales_months', 'month', sql`date_trunc('month', day::timestamp)::date`)}
    )`;
