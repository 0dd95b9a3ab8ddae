// A seller's statement: every line of a month with what it is, and the year by months; as answers and as files.
import { stringify } from 'csv-stringify/sync';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { Download } from '#shared/contract.ts';
import type { Statement, StatementLine } from '#shared/features/payout/payout.contract.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { centsToDecimal } from '#shared/money.ts';
import { LEDGER_KIND_LABELS } from '#shared/features/ledger/ledger.states.ts';
import { getShop } from './payout-account.service.ts';
import {
  listLinesAfter,
  listPageOfLines,
  listRefundedTitles,
  listSoldOrders,
  sumNewest,
  sumSpan,
  type LineRow,
  type SoldOrder,
  type Span,
} from './payout-statement.queries.ts';

export function spanOfMonth(month: string): Span {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = new Date(Date.UTC(year, number, 1));
  return { from: `${month}-01`, to: next.toISOString().slice(0, 10) };
}

const thisMonth = ({ clock }: AppContext) => clock.now().toISOString().slice(0, 7);

export async function getStatement(
  ctx: AppContext,
  viewer: Viewer,
  { month = thisMonth(ctx), page }: { month?: string | undefined; page: number },
): Promise<Statement> {
  const { userId: sellerId } = await getShop(ctx, viewer);
  const asked = { sellerId, ...spanOfMonth(month) };
  const offset = (page - 1) * PAGE_SIZE;
  const [sums, rows, newerCents] = await Promise.all([
    sumSpan(ctx.db, asked),
    listPageOfLines(ctx.db, { ...asked, limit: PAGE_SIZE, offset }),
    sumNewest(ctx.db, { ...asked, limit: offset }),
  ]);
  const toLine = await describer(ctx, sellerId, rows);
  let balance = sums.closingCents - newerCents;
  const items = rows.map((row) => {
    const line = toLine(row, balance);
    balance -= row.cents;
    return line;
  });
  return {
    items,
    total: sums.lines,
    page,
    pageSize: PAGE_SIZE,
    month,
    opening: centsToDecimal(sums.openingCents),
    closing: centsToDecimal(sums.closingCents),
  };
}

const refundIdIn = ({ cause }: LineRow) => Number(/^refund (\d+)/.exec(cause)?.[1] ?? 0);

/** Asks once for all the orders of the lines it will describe, and once for what refunds were of. */
async function describer(ctx: AppContext, sellerId: number, rows: readonly LineRow[]) {
  const orderIds = [...new Set(rows.flatMap(({ orderId }) => orderId ?? []))];
  const sold = new Map<number, SoldOrder>();
  for (const order of await listSoldOrders(ctx.db, { sellerId, orderIds })) sold.set(order.orderId, order);
  const refundIds = rows.map(refundIdIn).filter((id) => id > 0);
  const refunded = await listRefundedTitles(ctx.db, { sellerId, refundIds });
  return (row: LineRow, balanceCents: number) => {
    const line = toLine(row, sold.get(row.orderId ?? 0), balanceCents);
    return { ...line, titles: refunded.get(refundIdIn(row)) ?? line.titles };
  };
}

function toLine(row: LineRow, order: SoldOrder | undefined, balanceCents: number): StatementLine {
  const isSale = row.kind === 'sale' && order !== undefined;
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    orderNumber: order?.number ?? null,
    payoutId: Number(/^payout (\d+)/.exec(row.cause)?.[1] ?? 0) || null,
    titles: order?.titles ?? [],
    paid: isSale ? centsToDecimal(order.paidCents) : null,
    fee: isSale ? centsToDecimal(order.feeCents) : null,
    amount: centsToDecimal(row.cents),
    balance: centsToDecimal(balanceCents),
  };
}

const COLUMNS = ['Date', 'What', 'Order', 'Payout', 'Titles', 'Buyer paid', 'Fee', 'Amount', 'Balance'];
const ROWS_AT_ONCE = 500;

export async function exportStatement(
  ctx: AppContext,
  viewer: Viewer,
  { month = thisMonth(ctx) }: { month?: string | undefined },
): Promise<Download> {
  const { userId: sellerId } = await getShop(ctx, viewer);
  const { openingCents } = await sumSpan(ctx.db, { sellerId, ...spanOfMonth(month) });
  return { content: linesOf(ctx, { sellerId, month, openingCents }), fileName: `statement-${month}.csv` };
}

/** The mark tells Excel these are UTF-8 letters; a cell that begins like a formula is made text, amounts aside. */
export function csvOf(rows: readonly (readonly unknown[])[], { isFirst }: { isFirst: boolean }): string {
  return stringify(
    rows.map((row) => row.map(asCell)),
    { bom: isFirst },
  );
}

const AMOUNT = /^-?\d+\.\d\d$/;
const FORMULA = /^[=+\-@\t\r]/;

function asCell(value: unknown): unknown {
  if (typeof value !== 'string' || AMOUNT.test(value) || !FORMULA.test(value)) return value;
  return `'${value}`;
}

async function* linesOf(
  ctx: AppContext,
  { sellerId, month, openingCents }: { sellerId: number; month: string; openingCents: number },
): AsyncGenerator<string> {
  const span = spanOfMonth(month);
  yield csvOf(
    [COLUMNS, [span.from, 'Opening balance', '', '', '', '', '', '', centsToDecimal(openingCents)]],
    {
      isFirst: true,
    },
  );
  let balance = openingCents;
  let after: LineRow | null = null;
  for (;;) {
    const rows: LineRow[] = await listLinesAfter(ctx.db, { sellerId, ...span, limit: ROWS_AT_ONCE, after });
    if (rows.length === 0) return;
    const describe = await describer(ctx, sellerId, rows);
    const cells = rows.map((row) => {
      balance += row.cents;
      return toCells(describe(row, balance));
    });
    yield csvOf(cells, { isFirst: false });
    after = rows.at(-1) ?? null;
  }
}

function toCells(line: StatementLine): unknown[] {
  const { at, kind, orderNumber, payoutId, titles, paid, fee, amount, balance } = line;
  return [at, LEDGER_KIND_LABELS[kind], orderNumber, payoutId, titles.join('; '), paid, fee, amount, balance];
}
