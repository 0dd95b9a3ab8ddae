// The ledger as it is read, in SQL.
import { and, desc, eq, lt, sql, type SQL } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { users } from '#server/db/schema/account.ts';
import { orders } from '#server/db/schema/order.ts';
import { ledgerEntries, ledgerTransactions } from '#server/db/schema/ledger.ts';
import { stores } from '#server/db/schema/seller.ts';
import { MAX_ID } from '#shared/ids.ts';
import type { LedgerAccount, LedgerKind } from '#shared/features/ledger/ledger.states.ts';
import { ALL_BALANCES } from './roll.queries.ts';

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

/** No transaction has more entries than this in one account of one owner. */
const MOST_ENTRIES = 4;

/**
 * Transactions that touch an account. Where nothing else is asked, the page is a short walk along the account's own index,
 * however many lines it has; otherwise each transaction found is looked at.
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

/** The whole of the filter but where the page begins. */
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

/** Of several transactions, in one question. */
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
    .leftJoin(stores, eq(stores.userId, ledgerEntries.sellerId))
    .where(sql`${ledgerEntries.transactionId} = any(${sql.param(ids)}::int[])`)
    .orderBy(ledgerEntries.transactionId, ledgerEntries.id);
}

/** By the shop's name; without a shop by the person's own. */
function sellerName() {
  return sql<string>`coalesce(${stores.name}, nullif(trim(${users.firstName} || ' ' || ${users.lastName}), ''), ${users.username})`;
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

/** Whose accounts are not even, those who are owed most first. */
export async function listSellerBalances(db: DbOrTx, { limit }: { limit: number }) {
  const { rows } = await db.execute<{ id: number; name: string; cents: string }>(sql`
    select owed.seller_id as id, owed.cents, ${sellerName()} as name from (
      select seller_id, sum(amount_cents) as cents from ${ALL_BALANCES} as all_balances
      where account = 'seller_payable' group by seller_id having sum(amount_cents) <> 0
      order by sum(amount_cents), seller_id limit ${limit}
    ) owed join ${users} on ${users.id} = owed.seller_id
    left join ${stores} on ${stores.userId} = owed.seller_id order by owed.cents, owed.seller_id`);
  return rows.map(({ cents, ...row }) => ({ ...row, cents: Number(cents) }));
}
