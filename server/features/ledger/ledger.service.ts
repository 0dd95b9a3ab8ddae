// The ledger for staff: transactions, balances, and the check that they agree.
import type { AppContext } from '#server/context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { ContractParsed, ContractResult } from '#shared/contract.ts';
import type * as contract from '#shared/features/ledger/ledger.contract.ts';
import { orderIdIn } from '#shared/features/order/order.states.ts';
import { centsToDecimal, sumCents, DEFAULT_CURRENCY } from '#shared/money.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { LEDGER_ACCOUNTS, type LedgerKind } from '#shared/features/ledger/ledger.states.ts';
import {
  listBalances,
  listEntries,
  listSellerBalances,
  listTransactions,
  type LedgerFilter,
  insertLedgerTransaction,
  addUpLedger,
  deleteLedgerChecksBefore,
  findLatestLedgerCheck,
  insertLedgerCheck,
  type LedgerCheckRow,
} from './ledger.queries.ts';
import type { Tx } from '#server/db/client.ts';
import type { LedgerLine } from '#shared/features/ledger/ledger.rules.ts';

const SELLERS_SHOWN = 20;
const PROOFS_KEPT_MS = 90 * 86_400_000;

export async function listLedger(
  ctx: AppContext,
  { order, after, ...filter }: ContractParsed<typeof contract.listLedger>['query'],
): Promise<ContractResult<typeof contract.listLedger>> {
  const orderId = order ? orderIdIn(order) : undefined;
  // Not an order number: nothing matches.
  if (orderId === null) return { items: [], next: null };
  const items = await listWithEntries(ctx, { ...filter, orderId }, { after, limit: PAGE_SIZE + 1 });
  const page = items.slice(0, PAGE_SIZE);
  return { items: page, next: items.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null };
}

/** All transactions of one order, newest first; there are never many. */
export function listOfOrder(ctx: AppContext, orderId: number): Promise<contract.LedgerTransaction[]> {
  return listWithEntries(ctx, { orderId }, { after: undefined, limit: 200 });
}

async function listWithEntries(
  ctx: AppContext,
  filter: LedgerFilter,
  paging: { after: number | undefined; limit: number },
): Promise<contract.LedgerTransaction[]> {
  const rows = await listTransactions(ctx.db, filter, paging);
  const entries = rows.length > 0 ? await listEntries(ctx.db, { ids: rows.map(({ id }) => id) }) : [];
  const byTransaction = Map.groupBy(entries, ({ transactionId }) => transactionId);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    entries: (byTransaction.get(row.id) ?? []).map(
      ({ account, sellerId, sellerName, amountCents, currency }) => ({
        account,
        seller: sellerId === null ? null : { id: sellerId, name: sellerName },
        amount: centsToDecimal(amountCents),
        currency,
      }),
    ),
  }));
}

export async function getLedgerBalances(
  ctx: AppContext,
): Promise<ContractResult<typeof contract.getLedgerBalances>> {
  const [balances, sellers, proof] = await Promise.all([
    listBalances(ctx.db),
    listSellerBalances(ctx.db, { limit: SELLERS_SHOWN }),
    findLatestLedgerCheck(ctx.db),
  ]);
  const accounts = balances
    .toSorted((a, b) => LEDGER_ACCOUNTS.indexOf(a.account) - LEDGER_ACCOUNTS.indexOf(b.account))
    .map(({ account, currency, cents, entries }) => ({
      account,
      currency,
      balance: centsToDecimal(cents),
      entryCount: entries,
    }));
  return {
    accounts,
    total: centsToDecimal(sumCents(balances.map(({ cents }) => cents))),
    sellers: sellers.map(({ cents, ...seller }) => ({ ...seller, balance: centsToDecimal(cents) })),
    proof: proof && toProof(proof),
  };
}

/** Reads every entry and stores the result. */
export async function checkLedger(ctx: AppContext): Promise<contract.LedgerCheck> {
  const checkedAt = ctx.clock.now();
  const proof = { checkedAt, ...(await inTransaction(ctx.db, addUpLedger)) };
  await insertLedgerCheck(ctx.db, proof);
  await deleteLedgerChecksBefore(ctx.db, { time: new Date(checkedAt.getTime() - PROOFS_KEPT_MS) });
  return toProof(proof);
}

function toProof({ checkedAt, totalCents, ...counts }: Omit<LedgerCheckRow, 'id'>): contract.LedgerCheck {
  const { transactionCount, entryCount, unbalancedCount, strayCount } = counts;
  return {
    checkedAt: checkedAt.toISOString(),
    total: centsToDecimal(totalCents),
    transactionCount,
    entryCount,
    unbalancedCount,
    strayCount,
  };
}

export type NewLedgerEntry = {
  kind: LedgerKind;
  /** The same cause is recorded once. */
  cause: string;
  orderId?: number | null;
  at: Date;
  lines: readonly LedgerLine[];
  currency?: string;
};

/** False if it was recorded before. */
export async function recordLedgerEntries(tx: Tx, entry: NewLedgerEntry): Promise<boolean> {
  const { kind, cause, orderId = null, at, lines, currency = DEFAULT_CURRENCY } = entry;
  const entries = lines.map((line) => ({ ...line, currency }));
  return insertLedgerTransaction(tx, { kind, cause, orderId, createdAt: at, entries });
}

export { insertLedgerTransaction, listEntriesOf, recordSaleSql } from './ledger.queries.ts';
