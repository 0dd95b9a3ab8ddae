// The ledger in SQL.
import { and, desc, eq, lt, sql, type SQL } from '#server/db/drizzle.ts';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { users } from '#server/db/schema/platform-user.ts';
import { orders } from '#server/db/schema/order.ts';
import { ledgerEntries, ledgerTransactions, ledgerChecks } from '#server/db/schema/ledger.ts';
import { sellers } from '#server/db/schema/seller.ts';
import { MAX_ID } from '#shared/ids.ts';
import type { LedgerAccount, LedgerKind } from '#shared/features/ledger/ledger.states.ts';

export type LedgerFilter = {
  account?: LedgerAccount | undefined;
  sellerId?: number | undefined;
  kind?: LedgerKind | undefined;
  orderId?: number | undefined;
  /** First and last day, UTC. */
  from?: string | undefined;
  to?: string | undefined;
};

const startOf = (day: string) => sql`${day}::date::timestamp at time zone 'UTC'`;
const endOf = (day: string) => sql`(${day}::date + 1)::timestamp at time zone 'UTC'`;

type Page = { after: number | undefined; limit: number };

/** More entries than any transaction has in one account of one owner. */
const MOST_ENTRIES = 4;

/**
 * Transactions that touch an account. Without other filters, a page is a short scan of the account's own index, however
 * many entries it has; otherwise each transaction found is checked.
 */
function touches({ account, sellerId, kind, orderId, from, to }: LedgerFilter, page: Page): SQL | undefined {
  if (account === undefined && sellerId === undefined) return undefined;
  const owner = sellerId === undefined ? sql`e.seller_id is null` : sql`e.seller_id = ${sellerId}`;
  const isSomeSeller = account === 'seller_payable' && sellerId === undefined;
  const inAccount = sql`e.account = ${account ?? 'seller_payable'} and ${isSomeSeller ? sql`true` : owner}`;
  const isAlone = [kind, orderId, from, to].every((other) => other === undefined);
  if (!isAlone || isSomeSeller) {
    return sql`exists (select 1 from ledger_entries e where e.transaction_id = ${ledgerTransactions.id} and ${inAccount})`;
  }
  return sql`${ledgerTransactions.id} in (
    select e.transaction_id from ledger_entries e
    where ${inAccount} and e.transaction_id < ${page.after ?? MAX_ID}
    order by e.transaction_id desc limit ${page.limit * MOST_ENTRIES})`;
}

/** All filters except where the page starts. */
function isFound(filter: LedgerFilter, page: Page): SQL | undefined {
  const { kind, orderId, from, to } = filter;
  const { createdAt } = ledgerTransactions;
  const inDays = and(
    from === undefined ? undefined : sql`${createdAt} >= ${startOf(from)}`,
    to === undefined ? undefined : sql`${createdAt} < ${endOf(to)}`,
  );
  return and(
    inDays,
    kind && eq(ledgerTransactions.kind, kind),
    orderId === undefined ? undefined : eq(ledgerTransactions.orderId, orderId),
    touches(filter, page),
  );
}

/** Newest first. */
export async function listTransactions(db: DbOrTx, filter: LedgerFilter, { after, limit }: Page) {
  return db
    .select({
      id: ledgerTransactions.id,
      kind: ledgerTransactions.kind,
      cause: ledgerTransactions.cause,
      createdAt: ledgerTransactions.createdAt,
      order: { id: orders.id, number: orders.number },
    })
    .from(ledgerTransactions)
    .leftJoin(orders, eq(orders.id, ledgerTransactions.orderId))
    .where(
      and(
        isFound(filter, { after, limit }),
        after === undefined ? undefined : lt(ledgerTransactions.id, after),
      ),
    )
    .orderBy(desc(ledgerTransactions.id))
    .limit(limit);
}

/** For several transactions, in one query. */
export async function listEntries(db: DbOrTx, { ids }: { ids: number[] }) {
  return db
    .select({
      transactionId: ledgerEntries.transactionId,
      account: ledgerEntries.account,
      sellerId: ledgerEntries.sellerId,
      sellerName: sellerName(),
      amountCents: ledgerEntries.amountCents,
      currency: ledgerEntries.currency,
    })
    .from(ledgerEntries)
    .leftJoin(users, eq(users.id, ledgerEntries.sellerId))
    .leftJoin(sellers, eq(sellers.userId, ledgerEntries.sellerId))
    .where(sql`${ledgerEntries.transactionId} = any(${sql.param(ids)}::int[])`)
    .orderBy(ledgerEntries.transactionId, ledgerEntries.id);
}

/** The seller's name, or the user's own. */
function sellerName() {
  return sql<string>`coalesce(${sellers.name}, nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.username})`;
}

export async function listBalances(db: DbOrTx) {
  const { rows } = await db.execute<{
    account: LedgerAccount;
    currency: string;
    cents: string;
    entries: number;
  }>(sql`
    select account, currency, sum(amount_cents) as cents, sum(entry_count)::int as entries
    from ${ALL_BALANCES} as all_balances group by account, currency`);
  return rows.map(({ cents, ...row }) => ({ ...row, cents: Number(cents) }));
}

/** Sellers with a balance, the largest first. */
export async function listSellerBalances(db: DbOrTx, { limit }: { limit: number }) {
  const { rows } = await db.execute<{ id: number; name: string; cents: string }>(sql`
    select owed.seller_id as id, owed.cents, ${sellerName()} as name from (
      select seller_id, sum(amount_cents) as cents from ${ALL_BALANCES} as all_balances
      where account = 'seller_payable' group by seller_id having sum(amount_cents) <> 0
      order by sum(amount_cents), seller_id limit ${limit}
    ) owed join ${users} on ${users.id} = owed.seller_id
    left join ${sellers} on ${sellers.userId} = owed.seller_id order by owed.cents, owed.seller_id`);
  return rows.map(({ cents, ...row }) => ({ ...row, cents: Number(cents) }));
}

type Entry = Omit<typeof ledgerEntries.$inferInsert, 'transactionId'>;

/** False if the same cause was recorded before. Zero entries are left out. */
export async function insertLedgerTransaction(
  tx: Tx,
  { entries, ...transaction }: typeof ledgerTransactions.$inferInsert & { entries: readonly Entry[] },
): Promise<boolean> {
  const [written] = await tx
    .insert(ledgerTransactions)
    .values(transaction)
    .onConflictDoNothing()
    .returning({ id: ledgerTransactions.id });
  if (!written) return false;
  const rows = entries
    .filter(({ amountCents }) => amountCents !== 0)
    .map((entry) => ({ ...entry, transactionId: written.id }));
  if (rows.length > 0) await tx.insert(ledgerEntries).values(rows);
  return true;
}

/** The entries of this cause. */
export async function listEntriesOf(db: DbOrTx, { cause }: { cause: string }) {
  const { account, sellerId, amountCents, currency } = ledgerEntries;
  return db
    .select({ account, sellerId, amountCents, currency })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .where(eq(ledgerTransactions.cause, cause));
}

const given = sql.placeholder;

/** Part of the statement that completes an order, the `due` one (placeholders cause, entries, now): the sale, if money was paid. */
export const recordSaleSql = sql`booked as (
      insert into ledger_transactions (kind, cause, order_id, created_at)
      select 'sale', ${given('cause')}::text, id, ${given('now')}::timestamptz from due
      where ${given('cause')}::text is not null
      on conflict do nothing returning id
    ), entered as (
      insert into ledger_entries (transaction_id, account, seller_id, amount_cents, currency)
      select booked.id, e.account, e."sellerId", e."amountCents", e.currency from booked,
        jsonb_to_recordset(${given('entries')}::jsonb)
          as e(account text, "sellerId" int, "amountCents" bigint, currency text)
      where e."amountCents" <> 0
    )`;

/**
 * Moves up to so many transactions from the queue into ledger_days, in one statement: a statement that reads days and
 * queued transactions together counts each exactly once. Concurrent runs take different ones and write the days in the
 * same order, so they can't deadlock. The ids are selected once, separately: inside the delete, the planner might
 * select them again for each row. Returns how many were moved.
 */
export async function rollUpLedger(db: DbOrTx, { limit }: { limit: number }): Promise<number> {
  const { rows } = await db.execute<{ taken: number }>(sql`
    with due as materialized (
      select transaction_id from ledger_unrolled order by transaction_id limit ${limit} for update skip locked
    ), taken as (
      delete from ledger_unrolled u using due where u.transaction_id = due.transaction_id returning u.transaction_id
    ), sums as (
      select (t.created_at at time zone 'UTC')::date as day, e.account, coalesce(e.seller_id, 0) as seller_id, t.kind,
        e.currency, sum(e.amount_cents) as cents, count(*) as entries
      from taken join ledger_transactions t on t.id = taken.transaction_id
      join ledger_entries e on e.transaction_id = t.id group by 1, 2, 3, 4, 5
    ), balanced as (
      insert into ledger_balances (account, seller_id, currency, amount_cents, entry_count)
      select account, seller_id, currency, sum(cents), sum(entries) from sums group by 1, 2, 3 order by 1, 2, 3
      on conflict (account, seller_id, currency) do update
      set amount_cents = ledger_balances.amount_cents + excluded.amount_cents,
        entry_count = ledger_balances.entry_count + excluded.entry_count
    ), added as (
      insert into ledger_days (day, account, seller_id, kind, currency, amount_cents, entry_count)
      select day, account, seller_id, kind, currency, cents, entries from sums order by 2, 3, 1, 4, 5
      on conflict (account, seller_id, day, kind, currency) do update
      set amount_cents = ledger_days.amount_cents + excluded.amount_cents,
        entry_count = ledger_days.entry_count + excluded.entry_count
    )
    select count(*)::int as taken from taken`);
  return rows[0]?.taken ?? 0;
}

/** As a list, which PostgreSQL always takes for a short one: it then never reads the whole ledger for the sake of a few. */
const WAITING = sql`array(select transaction_id from ledger_unrolled)`;

/** Days and what waits for them, as one table: a row is a sum of entries. */
export const ALL_OF_LEDGER = sql`(
  select day, account, seller_id, kind, currency, amount_cents, entry_count from ledger_days
  union all
  select (t.created_at at time zone 'UTC')::date, e.account, coalesce(e.seller_id, 0), t.kind, e.currency,
    e.amount_cents, 1
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id where t.id = any(${WAITING})
)`;

/** The same for balances of now: a row for each account, and what waits. */
export const ALL_BALANCES = sql`(
  select account, seller_id, currency, amount_cents, entry_count from ledger_balances
  union all
  select e.account, coalesce(e.seller_id, 0), e.currency, e.amount_cents, 1
  from ledger_entries e where e.transaction_id = any(${WAITING})
)`;

export type LedgerCheckRow = typeof ledgerChecks.$inferSelect;

/** Reads every entry in one statement, so everything is of one moment. */
export async function addUpLedger(tx: Tx): Promise<Omit<LedgerCheckRow, 'id' | 'checkedAt'>> {
  await tx.execute(sql`set local statement_timeout = '10min'`);
  const { rows } = await tx.execute<
    Record<'transactions' | 'entries' | 'total' | 'unbalanced' | 'stray', string>
  >(sql`
    with sums as (
      select transaction_id, currency, sum(amount_cents) as cents, count(*) as entries
      from ledger_entries group by 1, 2
    ), found as (
      select count(distinct transaction_id) filter (where cents <> 0) as unbalanced,
        coalesce(sum(entries), 0) as entries, coalesce(sum(cents), 0) as total from sums
    ), by_entry as (
      select account, coalesce(seller_id, 0) as seller_id, currency, sum(amount_cents) as cents, count(*) as entries
      from ledger_entries group by 1, 2, 3
    ), by_day as (
      select account, seller_id, currency, sum(amount_cents) as cents, sum(entry_count) as entries
      from ${ALL_OF_LEDGER} as all_of_it group by 1, 2, 3
    ), by_account as (
      select account, seller_id, currency, sum(amount_cents) as cents, sum(entry_count) as entries
      from ${ALL_BALANCES} as all_balances group by 1, 2, 3
    ), stray as (
      select count(*) as stray from by_entry full join by_day using (account, seller_id, currency)
      full join by_account using (account, seller_id, currency)
      where (by_entry.cents, by_entry.entries) is distinct from (by_day.cents, by_day.entries)
        or (by_entry.cents, by_entry.entries) is distinct from (by_account.cents, by_account.entries)
    )
    select (select count(*) from ledger_transactions) as transactions, found.*, stray.* from found, stray`);
  const [row] = rows;
  return {
    transactionCount: Number(row?.transactions),
    entryCount: Number(row?.entries),
    totalCents: Number(row?.total),
    unbalancedCount: Number(row?.unbalanced),
    strayCount: Number(row?.stray),
  };
}

export async function insertLedgerCheck(db: DbOrTx, proof: typeof ledgerChecks.$inferInsert): Promise<void> {
  await db.insert(ledgerChecks).values(proof);
}

export async function findLatestLedgerCheck(db: DbOrTx): Promise<LedgerCheckRow | null> {
  const [row] = await db.select().from(ledgerChecks).orderBy(desc(ledgerChecks.checkedAt)).limit(1);
  return row ?? null;
}

export async function deleteLedgerChecksBefore(db: DbOrTx, { time }: { time: Date }): Promise<void> {
  await db.delete(ledgerChecks).where(lt(ledgerChecks.checkedAt, time));
}
