// The ledger as CSV for accounting: one month by entry, or by seller.
import { stringify } from 'csv-stringify/sync';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import { recordAudit } from '#server/platform/audit.service.ts';
import type { Download } from '#shared/contract.ts';
import { centsToDecimal } from '#shared/money.ts';
import { LEDGER_ACCOUNT_LABELS, LEDGER_KIND_LABELS } from '#shared/features/ledger/ledger.states.ts';
import {
  listEntriesAfter,
  listSellerTotals,
  type EntryCursor,
  type ExportedEntry,
  type SellerTotals,
} from './ledger-export.queries.ts';
import type { Days } from './revenue.queries.ts';

/** Rows in memory at once while a file is written. */
const BATCH = 1000;

/** First and last day. */
export function daysOfMonth(month: string): Days {
  const [year = 0, at = 1] = month.split('-').map(Number);
  return { from: `${month}-01`, to: new Date(Date.UTC(year, at, 0)).toISOString().slice(0, 10) };
}

export async function exportLedger(ctx: AppContext, viewer: Viewer, month: string): Promise<Download> {
  await noteExport(ctx, viewer, { month, what: 'entries' });
  return {
    content: csvOf(ENTRY_COLUMNS, entryRows(ctx, daysOfMonth(month))),
    fileName: `ledger-${month}.csv`,
  };
}

export async function exportLedgerSellers(ctx: AppContext, viewer: Viewer, month: string): Promise<Download> {
  await noteExport(ctx, viewer, { month, what: 'sellers' });
  return {
    content: csvOf(SELLER_COLUMNS, sellerRows(ctx, daysOfMonth(month))),
    fileName: `sellers-${month}.csv`,
  };
}

async function noteExport(ctx: AppContext, viewer: Viewer, details: { month: string; what: string }) {
  await recordAudit(ctx, ctx.db, {
    actor: viewer,
    action: 'ledger.export',
    subject: ['export', `ledger ${details.what}`],
    details,
  });
}

type Column = { header: string; key: string };

async function* csvOf(columns: readonly Column[], batches: AsyncIterable<object[]>): AsyncGenerator<string> {
  // The byte order mark tells Excel this is UTF-8.
  yield stringify([], { header: true, columns: [...columns], bom: true });
  for await (const rows of batches) yield stringify(rows, { columns: [...columns] });
}

/**
 * Spreadsheets would run a cell that looks like a formula: a leading apostrophe makes it text. Only for free
 * text: an amount may start with a minus, and must stay a number.
 */
function asWritten(text: string): string {
  return /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
}

const ENTRY_COLUMNS: readonly Column[] = [
  { header: 'Entry', key: 'id' },
  { header: 'Transaction', key: 'transactionId' },
  { header: 'Time (UTC)', key: 'time' },
  { header: 'Kind', key: 'kind' },
  { header: 'Cause', key: 'cause' },
  { header: 'Order', key: 'order' },
  { header: 'Account', key: 'account' },
  { header: 'Account name', key: 'accountName' },
  { header: 'Seller number', key: 'sellerId' },
  { header: 'Seller', key: 'seller' },
  { header: 'Amount', key: 'amount' },
  { header: 'Currency', key: 'currency' },
];

async function* entryRows(ctx: AppContext, days: Days): AsyncGenerator<object[]> {
  for (let after: EntryCursor | null = null; ;) {
    const rows = await listEntriesAfter(ctx.db, { ...days, after, limit: BATCH });
    yield rows.map(toEntryRow);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = { at: last.at, transactionId: last.transactionId, entryId: last.id };
  }
}

function toEntryRow({
  kind,
  cause,
  account,
  sellerName,
  cents,
  createdAt,
  orderNumber,
  ...row
}: ExportedEntry) {
  return {
    ...row,
    time: new Date(createdAt).toISOString(),
    kind: LEDGER_KIND_LABELS[kind],
    cause: asWritten(cause),
    order: orderNumber ?? '',
    account,
    accountName: LEDGER_ACCOUNT_LABELS[account],
    seller: asWritten(sellerName ?? ''),
    amount: centsToDecimal(Number(cents)),
  };
}

const SELLER_COLUMNS: readonly Column[] = [
  { header: 'Seller number', key: 'id' },
  { header: 'Seller', key: 'name' },
  { header: 'E-mail', key: 'email' },
  { header: 'Sold', key: 'sold' },
  { header: 'Gross', key: 'gross' },
  { header: 'Discounts', key: 'discounts' },
  { header: 'Fees', key: 'fees' },
  { header: 'Earned', key: 'share' },
  { header: 'Refunds', key: 'refunds' },
  { header: 'Disputes', key: 'disputes' },
  { header: 'Net', key: 'net' },
  { header: 'Tax collected', key: 'tax' },
  { header: 'Paid out', key: 'paidOut' },
  { header: 'Taken back', key: 'takenBack' },
  { header: 'Share of memberships', key: 'members' },
  { header: 'Balance at the end', key: 'balance' },
];

async function* sellerRows(ctx: AppContext, days: Days): AsyncGenerator<object[]> {
  for (let after = 0; ;) {
    const rows = await listSellerTotals(ctx.db, { ...days, after, limit: BATCH });
    yield rows.map(toSellerRow);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last.id;
  }
}

/** Earned is gross without discounts and fees; net is that without what went back. */
function toSellerRow({ id, name, email, sold, share, refunds, disputes, ...sums }: SellerTotals) {
  const money = (cents: string) => centsToDecimal(Number(cents));
  return {
    id,
    name: asWritten(name),
    email: asWritten(email),
    sold,
    share: money(share),
    refunds: money(refunds),
    disputes: money(disputes),
    net: centsToDecimal(Number(share) - Number(refunds) - Number(disputes)),
    gross: money(sums.gross),
    discounts: money(sums.discounts),
    fees: money(sums.fees),
    tax: money(sums.tax),
    paidOut: money(sums.paidOut),
    takenBack: money(sums.takenBack),
    members: money(sums.members),
    balance: money(sums.balance),
  };
}
