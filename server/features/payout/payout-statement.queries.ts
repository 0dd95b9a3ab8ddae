// A seller's ledger account in SQL. Balances come from the daily rollup plus the entries since; the lines
// of a month are one index range.
import { sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx } from '#server/db/client.ts';
import type { LedgerKind } from '#shared/features/ledger/ledger.states.ts';

/** Start inclusive, end exclusive. Both are midnight UTC. */
export type Span = { from: string; to: string };

/** A seller's ledger totals by day and kind: the rolled-up days, and the transactions not rolled up yet. */
function daysOf(sellerId: number): SQL {
  return sql`(
    select day, kind, amount_cents, entry_count from ledger_days
    where account = 'seller_payable' and seller_id = ${sellerId}
    union all
    select (t.created_at at time zone 'UTC')::date, t.kind, e.amount_cents, 1
    from ledger_unrolled u join ledger_transactions t on t.id = u.transaction_id
    join ledger_entries e on e.transaction_id = t.id
    where e.account = 'seller_payable' and e.seller_id = ${sellerId}
  ) days`;
}

/** The balance before and after, and the number of lines between. */
export async function sumPeriod(db: DbOrTx, { sellerId, from, to }: Span & { sellerId: number }) {
  const { rows } = await db.execute<{ opening: string; closing: string; lines: string }>(sql`
    select coalesce(-sum(amount_cents) filter (where day < ${from}::date), 0) as opening,
      coalesce(-sum(amount_cents), 0) as closing,
      coalesce(sum(entry_count) filter (where day >= ${from}::date), 0) as lines
    from ${daysOf(sellerId)} where day < ${to}::date`);
  const [row] = rows;
  return {
    openingCents: Number(row?.opening ?? 0),
    closingCents: Number(row?.closing ?? 0),
    lines: Number(row?.lines ?? 0),
  };
}

export async function sumKindsByMonth(
  db: DbOrTx,
  { sellerId, from, to }: Span & { sellerId: number },
): Promise<{ month: string; kind: LedgerKind; cents: number }[]> {
  const { rows } = await db.execute<{ month: string; kind: LedgerKind; cents: string }>(sql`
    select to_char(day, 'YYYY-MM') as month, kind, -sum(amount_cents) as cents
    from ${daysOf(sellerId)} where day >= ${from}::date and day < ${to}::date group by 1, 2`);
  return rows.map((row) => ({ ...row, cents: Number(row.cents) }));
}

/** What buyers paid and our fee on it, by the month of the sale. */
export async function sumSalesByMonth(
  db: DbOrTx,
  { sellerId, from, to }: Span & { sellerId: number },
): Promise<{ month: string; grossCents: number; discountCents: number; feeCents: number }[]> {
  const { rows } = await db.execute<{ month: string; gross: string; discount: string; fee: string }>(sql`
    select to_char(o.paid_at at time zone 'UTC', 'YYYY-MM') as month, sum(p.amount_cents) as gross,
      sum(p.discount_cents) as discount, sum(p.fee_cents) as fee
    from order_parts p join orders o on o.id = p.order_id
    where p.seller_id = ${sellerId} and o.paid_at >= ${from}::timestamp at time zone 'UTC'
      and o.paid_at < ${to}::timestamp at time zone 'UTC'
    group by 1`);
  return rows.map(({ month, gross, discount, fee }) => ({
    month,
    grossCents: Number(gross),
    discountCents: Number(discount),
    feeCents: Number(fee),
  }));
}

type LineRecord = {
  id: number;
  at: string;
  kind: LedgerKind;
  cause: string;
  orderId: number | null;
  cents: string;
};
export type LineRow = Omit<LineRecord, 'at' | 'cents'> & { at: Date; cents: number };

type Place = { at: Date; id: number };
type Asked = Span & { sellerId: number; limit: number };

const within = ({ sellerId, from, to }: Asked) => sql`e.seller_id = ${sellerId}
  and e.booked_at >= ${from}::timestamp at time zone 'UTC' and e.booked_at < ${to}::timestamp at time zone 'UTC'`;

async function listLines(db: DbOrTx, asked: Asked, rest: { and: SQL; order: SQL; offset: number }) {
  const { rows } = await db.execute<LineRecord>(sql`
    select e.id, e.booked_at as at, t.kind, t.cause, t.order_id as "orderId", -e.amount_cents as cents
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where ${within(asked)} ${rest.and}
    order by ${rest.order} limit ${asked.limit} offset ${rest.offset}`);
  return rows.map((row): LineRow => ({ ...row, at: new Date(row.at), cents: Number(row.cents) }));
}

/** Newest first. */
export async function listPageOfLines(
  db: DbOrTx,
  { offset, ...asked }: Asked & { offset: number },
): Promise<LineRow[]> {
  return listLines(db, asked, { and: sql``, order: sql`e.booked_at desc, e.id desc`, offset });
}

/** Oldest first, after a cursor; for files. */
export async function listLinesAfter(
  db: DbOrTx,
  { after, ...asked }: Asked & { after: Place | null },
): Promise<LineRow[]> {
  const and = after
    ? sql`and (e.booked_at, e.id) > (${after.at.toISOString()}::timestamptz, ${after.id})`
    : sql``;
  return listLines(db, asked, { and, order: sql`e.booked_at, e.id`, offset: 0 });
}

/** Of the newest lines, which are on the pages before. */
export async function sumLatest(db: DbOrTx, asked: Asked): Promise<number> {
  if (asked.limit === 0) return 0;
  const { rows } = await db.execute<{ cents: string }>(sql`
    select coalesce(-sum(amount_cents), 0) as cents from (
      select e.amount_cents from ledger_entries e where ${within(asked)}
      order by e.booked_at desc, e.id desc limit ${asked.limit}) newest`);
  return Number(rows[0]?.cents ?? 0);
}

export type SoldOrder = {
  orderId: number;
  number: string;
  titles: string[];
  paidCents: number;
  feeCents: number;
};

/** The seller's items in each order. */
export async function listSoldOrders(
  db: DbOrTx,
  { sellerId, orderIds }: { sellerId: number; orderIds: readonly number[] },
): Promise<SoldOrder[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await db.execute<
    Omit<SoldOrder, 'paidCents' | 'feeCents'> & { paid: string; fee: string }
  >(sql`
    select p.order_id as "orderId", o.number, array_agg(p.title order by p.id) as titles,
      sum(p.amount_cents - p.discount_cents) as paid, sum(p.fee_cents) as fee
    from order_parts p join orders o on o.id = p.order_id
    where p.order_id = any(${sql.param(orderIds)}::int[]) and p.seller_id = ${sellerId}
    group by p.order_id, o.number`);
  return rows.map(({ paid, fee, ...row }) => ({ ...row, paidCents: Number(paid), feeCents: Number(fee) }));
}

/** The seller's part of each refund. */
export async function listRefundedTitles(
  db: DbOrTx,
  { sellerId, refundIds }: { sellerId: number; refundIds: readonly number[] },
): Promise<Map<number, string[]>> {
  if (refundIds.length === 0) return new Map();
  const { rows } = await db.execute<{ id: number; titles: string[] }>(sql`
    select r.refund_id as id, array_agg(p.title order by p.id) as titles
    from refund_parts r join order_parts p on p.id = r.part_id
    where r.refund_id = any(${sql.param(refundIds)}::int[]) and p.seller_id = ${sellerId} and r.amount_cents > 0
    group by 1`);
  return new Map(rows.map(({ id, titles }) => [id, titles]));
}

export type MemberShare = { month: string; percent: number; useCount: number; membershipCount: number };

/** By month, such as 2026-10. */
export async function listMemberShares(
  db: DbOrTx,
  { sellerId, months }: { sellerId: number; months: readonly string[] },
): Promise<Map<string, MemberShare>> {
  if (months.length === 0) return new Map();
  const { rows } = await db.execute<MemberShare>(sql`
    select to_char(s.month, 'YYYY-MM-DD') as month, m.percent, s.use_count as "useCount",
      s.membership_count as "membershipCount"
    from member_shares s join member_share_months m on m.month = s.month
    where s.payee_id = ${sellerId} and to_char(s.month, 'YYYY-MM') = any(${sql.param(months)}::text[])`);
  return new Map(rows.map((row) => [row.month.slice(0, 7), row]));
}
