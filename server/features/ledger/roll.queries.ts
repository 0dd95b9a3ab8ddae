// Summing the ledger up by day, and adding all of it up anew to prove it, in SQL.
import { desc, lt, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { ledgerProofs } from '#server/db/schema/ledger.ts';

/**
 * Takes so many transactions that ledger_days does not hold yet and adds them to it, in one statement: whoever reads days
 * and waiting transactions together, in one statement too, counts each exactly once. Two at work take different ones;
 * both write the days in one order and so never wait for each other in a circle. Which ones is found out once and by
 * itself: asked within the delete, the planner may ask again for each of them. Answers how many it took.
 */
export async function rollUp(db: DbOrTx, { limit }: { limit: number }): Promise<number> {
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

export type ProofRow = typeof ledgerProofs.$inferSelect;

/** Every entry is read; all of it as of one moment, as it is one statement. */
export async function addUpLedger(tx: Tx): Promise<Omit<ProofRow, 'id' | 'checkedAt'>> {
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

export async function insertProof(db: DbOrTx, proof: typeof ledgerProofs.$inferInsert): Promise<void> {
  await db.insert(ledgerProofs).values(proof);
}

export async function findLastProof(db: DbOrTx): Promise<ProofRow | null> {
  const [row] = await db.select().from(ledgerProofs).orderBy(desc(ledgerProofs.checkedAt)).limit(1);
  return row ?? null;
}

export async function deleteProofsBefore(db: DbOrTx, { time }: { time: Date }): Promise<void> {
  await db.delete(ledgerProofs).where(lt(ledgerProofs.checkedAt, time));
}
