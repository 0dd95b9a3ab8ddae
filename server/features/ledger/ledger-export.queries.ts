// CSV exports for accounting, in SQL.
import { sql } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import type { LedgerAccount, LedgerKind } from '#shared/features/ledger/ledger.states.ts';
import { allSold, type Days } from './revenue.queries.ts';
import { ALL_OF_LEDGER } from './ledger.queries.ts';

export type ExportedEntry = {
  id: number;
  transactionId: number;
  createdAt: Date;
  kind: LedgerKind;
  cause: string;
  orderNumber: string | null;
  account: LedgerAccount;
  sellerId: number | null;
  sellerName: string | null;
  cents: string;
  currency: string;
};

/** Where the last batch ended, as PostgreSQL formats it: more precise than a JavaScript date. */
export type EntryCursor = { at: string; transactionId: number; entryId: number };

/** The next batch in order of time; a slow reader holds no transaction open. */
export async function listEntriesAfter(
  db: DbOrTx,
  { from, to, after, limit }: Days & { after: EntryCursor | null; limit: number },
) {
  const { rows } = await db.execute<ExportedEntry & { at: string }>(sql`
    select e.id, t.id as "transactionId", t.created_at as "createdAt", t.created_at::text as at, t.kind, t.cause,
      o.number as "orderNumber", e.account, e.seller_id as "sellerId",
      coalesce(s.name, nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username) as "sellerName",
      e.amount_cents as cents, e.currency
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    left join orders o on o.id = t.order_id
    left join users u on u.id = e.seller_id left join sellers s on s.user_id = e.seller_id
    where t.created_at >= ${from}::date::timestamp at time zone 'UTC'
      and t.created_at < (${to}::date + 1)::timestamp at time zone 'UTC'
      and (${after?.at ?? null}::timestamptz is null or t.created_at >= ${after?.at ?? null}::timestamptz
        and (t.created_at, t.id, e.id) > (${after?.at ?? null}::timestamptz, ${after?.transactionId ?? null}::int,
          ${after?.entryId ?? null}::int))
    order by t.created_at, t.id, e.id limit ${limit}`);
  return rows;
}

export type SellerTotals = Record<
  | 'sold'
  | 'gross'
  | 'discounts'
  | 'fees'
  | 'tax'
  | 'share'
  | 'refunds'
  | 'disputes'
  | 'paidOut'
  | 'takenBack'
  | 'members'
  | 'balance',
  string
> & { id: number; name: string; email: string };

/** Every seller with sales or payouts in these days, or a balance at their end. By id. */
export async function listSellerTotals(
  db: DbOrTx,
  { from, to, after, limit }: Days & { after: number; limit: number },
): Promise<SellerTotals[]> {
  const { rows } = await db.execute<SellerTotals>(sql`
    with involved as (
      select distinct seller_id as id from ${ALL_OF_LEDGER} as every_seller
      where account = 'seller_payable' and seller_id > ${after} and day <= ${to}::date order by 1 limit ${limit}
    ), sold as (
      select seller_id as id, sum(sold_count) as sold, sum(amount_cents) as gross, sum(discount_cents) as discounts,
        sum(fee_cents) as fees, sum(tax_cents) as tax
      from ${allSold('day')} as all_sold
      where day between ${from}::date and ${to}::date and seller_id in (select id from involved) group by 1
    ), booked as (
      select seller_id as id,
        -sum(amount_cents) filter (where day >= ${from}::date and kind = 'sale') as share,
        sum(amount_cents) filter (where day >= ${from}::date and kind in ('refund', 'refund_failed')) as refunds,
        sum(amount_cents) filter (where day >= ${from}::date and kind = 'dispute') as disputes,
        sum(amount_cents) filter (where day >= ${from}::date and kind in ('payout', 'payout_failed')) as paid_out,
        -sum(amount_cents) filter (where day >= ${from}::date and kind = 'reversal') as taken_back,
        -sum(amount_cents) filter (where day >= ${from}::date and kind = 'member_share') as members,
        -sum(amount_cents) as balance
      from ${ALL_OF_LEDGER} as all_of_it
      where account = 'seller_payable' and day <= ${to}::date and seller_id in (select id from involved) group by 1
    )
    select u.id, u.email, coalesce(s.name, nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username) as name,
      coalesce(sold.sold, 0) as sold, coalesce(sold.gross, 0) as gross, coalesce(sold.discounts, 0) as discounts,
      coalesce(sold.fees, 0) as fees, coalesce(sold.tax, 0) as tax, coalesce(booked.share, 0) as share,
      coalesce(booked.refunds, 0) as refunds, coalesce(booked.disputes, 0) as disputes,
      coalesce(booked.paid_out, 0) as "paidOut", coalesce(booked.taken_back, 0) as "takenBack",
      coalesce(booked.members, 0) as members,
      coalesce(booked.balance, 0) as balance
    from involved join users u on u.id = involved.id left join sellers s on s.user_id = u.id
    left join sold on sold.id = u.id left join booked on booked.id = u.id order by u.id`);
  return rows;
}
