// A seller's statement: the lines of a month, and the year by month; as JSON and as CSV.
import { stringify } from 'csv-stringify/sync';
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { Download } from '#shared/contract.ts';
import type { Statement, StatementLine, YearSummary } from '#shared/features/payout/payout.contract.ts';
import { PAGE_SIZE } from '#shared/lists.ts';
import { centsToDecimal } from '#shared/money.ts';
import { LEDGER_KIND_LABELS, type LedgerKind } from '#shared/features/ledger/ledger.states.ts';
import { describeMemberShare } from '#shared/features/member-share/member-share.rules.ts';
import { getPayoutSeller } from './payout-account.service.ts';
import {
  listLinesAfter,
  listMemberShares,
  listPageOfLines,
  listRefundedTitles,
  listSoldOrders,
  sumLatest,
  sumPeriod,
  type LineRow,
  type SoldOrder,
  type Span,
  sumKindsByMonth,
  sumSalesByMonth,
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
  const { userId: sellerId } = await getPayoutSeller(ctx, viewer);
  const asked = { sellerId, ...spanOfMonth(month) };
  const offset = (page - 1) * PAGE_SIZE;
  const [sums, rows, newerCents] = await Promise.all([
    sumPeriod(ctx.db, asked),
    listPageOfLines(ctx.db, { ...asked, limit: PAGE_SIZE, offset }),
    sumLatest(ctx.db, { ...asked, limit: offset }),
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

const shareMonthIn = ({ cause }: LineRow) => /^member_share (\S+)/.exec(cause)?.[1] ?? '';

/** One query for the orders of all lines, and one for what refunds were for. */
async function describer(ctx: AppContext, sellerId: number, rows: readonly LineRow[]) {
  const orderIds = [...new Set(rows.flatMap(({ orderId }) => orderId ?? []))];
  const sold = new Map<number, SoldOrder>();
  for (const order of await listSoldOrders(ctx.db, { sellerId, orderIds })) sold.set(order.orderId, order);
  const refundIds = rows.map(refundIdIn).filter((id) => id > 0);
  const refunded = await listRefundedTitles(ctx.db, { sellerId, refundIds });
  const months = rows.map(shareMonthIn).filter(Boolean);
  const shares = await listMemberShares(ctx.db, { sellerId, months });
  return (row: LineRow, balanceCents: number) => {
    const share = shares.get(shareMonthIn(row));
    const line = toLine(row, sold.get(row.orderId ?? 0), balanceCents);
    return {
      ...line,
      titles: refunded.get(refundIdIn(row)) ?? line.titles,
      note: share ? describeMemberShare(share) : null,
    };
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
    note: null,
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
  const { userId: sellerId } = await getPayoutSeller(ctx, viewer);
  const { openingCents } = await sumPeriod(ctx.db, { sellerId, ...spanOfMonth(month) });
  return { content: linesOf(ctx, { sellerId, month, openingCents }), fileName: `statement-${month}.csv` };
}

/** The byte order mark tells Excel this is UTF-8; cells that look like formulas are escaped, except amounts. */
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
  const { at, kind, orderNumber, payoutId, titles, note, paid, fee, amount, balance } = line;
  return [
    at,
    LEDGER_KIND_LABELS[kind],
    orderNumber,
    payoutId,
    note ?? titles.join('; '),
    paid,
    fee,
    amount,
    balance,
  ];
}

const FIGURES = ['gross', 'discounts', 'fees', 'refunds', 'members', 'net', 'paidOut'] as const;
type Figures = Record<(typeof FIGURES)[number], number>;
type Decimals = Record<(typeof FIGURES)[number], string>;

const PAID_OUT: ReadonlySet<LedgerKind> = new Set(['payout', 'payout_failed', 'payout_paid', 'reversal']);
const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'));

export async function getYearSummary(
  ctx: AppContext,
  viewer: Viewer,
  { year }: { year: number },
): Promise<YearSummary> {
  const { userId: sellerId } = await getPayoutSeller(ctx, viewer);
  const asked = { sellerId, from: `${year}-01-01`, to: `${year + 1}-01-01` };
  const [sales, kinds] = await Promise.all([sumSalesByMonth(ctx.db, asked), sumKindsByMonth(ctx.db, asked)]);
  const months = MONTHS.map((number) => {
    const month = `${year}-${number}`;
    const sold = sales.find((row) => row.month === month);
    const booked = kinds.filter((row) => row.month === month);
    const sum = (isMeant: (kind: LedgerKind) => boolean) =>
      booked.reduce((all, { kind, cents }) => (isMeant(kind) ? all + cents : all), 0);
    const figures: Figures = {
      gross: sold?.grossCents ?? 0,
      discounts: sold?.discountCents ?? 0,
      fees: sold?.feeCents ?? 0,
      refunds: -sum((kind) => kind !== 'sale' && kind !== 'member_share' && !PAID_OUT.has(kind)),
      members: sum((kind) => kind === 'member_share'),
      net: sum((kind) => !PAID_OUT.has(kind)),
      paidOut: -sum((kind) => PAID_OUT.has(kind)),
    };
    return { month, figures };
  });
  const total = months.reduce((all, { figures }) => added(all, figures), NOTHING);
  return {
    year,
    months: months.map(({ month, figures }) => ({ month, ...asDecimals(figures) })),
    total: asDecimals(total),
  };
}

const NOTHING: Figures = { gross: 0, discounts: 0, fees: 0, refunds: 0, members: 0, net: 0, paidOut: 0 };

function added(a: Figures, b: Figures): Figures {
  return Object.fromEntries(FIGURES.map((name) => [name, a[name] + b[name]])) as Figures;
}

function asDecimals(figures: Figures): Decimals {
  return Object.fromEntries(FIGURES.map((name) => [name, centsToDecimal(figures[name])])) as Decimals;
}

const YEAR_COLUMNS = ['Month', 'Gross', 'Discounts', 'Fees', 'Refunds', 'Memberships', 'Net', 'Paid out'];

export async function exportYearSummary(
  ctx: AppContext,
  viewer: Viewer,
  { year }: { year: number },
): Promise<Download> {
  const { months, total } = await getYearSummary(ctx, viewer, { year });
  const cells = (name: string, row: Decimals) => [name, ...FIGURES.map((figure) => row[figure])];
  const rows = [YEAR_COLUMNS, ...months.map((row) => cells(row.month, row)), cells(String(year), total)];
  return { content: oneOf(csvOf(rows, { isFirst: true })), fileName: `year-${year}.csv` };
}

async function* oneOf(text: string): AsyncGenerator<string> {
  yield text;
}
