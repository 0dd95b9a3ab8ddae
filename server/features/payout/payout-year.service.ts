// A seller's year by months: what was sold, what was kept, what went back, what was paid out.
import type { AppContext } from '#server/context.ts';
import type { Viewer } from '#server/platform/session.service.ts';
import type { Download } from '#shared/contract.ts';
import type { YearSummary } from '#shared/features/payout/payout.contract.ts';
import { centsToDecimal } from '#shared/money.ts';
import type { LedgerKind } from '#shared/features/ledger/ledger.states.ts';
import { getShop } from './payout-account.service.ts';
import { sumKindsByMonth, sumSalesByMonth } from './payout-statement.queries.ts';
import { csvOf } from './payout-statement.service.ts';

const FIGURES = ['gross', 'discounts', 'fees', 'refunds', 'net', 'paidOut'] as const;
type Figures = Record<(typeof FIGURES)[number], number>;
type Decimals = Record<(typeof FIGURES)[number], string>;

const PAID_OUT: ReadonlySet<LedgerKind> = new Set(['payout', 'payout_failed', 'payout_paid', 'reversal']);
const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'));

export async function getYearSummary(
  ctx: AppContext,
  viewer: Viewer,
  { year }: { year: number },
): Promise<YearSummary> {
  const { userId: sellerId } = await getShop(ctx, viewer);
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
      refunds: -sum((kind) => kind !== 'sale' && !PAID_OUT.has(kind)),
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

const NOTHING: Figures = { gross: 0, discounts: 0, fees: 0, refunds: 0, net: 0, paidOut: 0 };

function added(a: Figures, b: Figures): Figures {
  return Object.fromEntries(FIGURES.map((name) => [name, a[name] + b[name]])) as Figures;
}

function asDecimals(figures: Figures): Decimals {
  return Object.fromEntries(FIGURES.map((name) => [name, centsToDecimal(figures[name])])) as Decimals;
}

const COLUMNS = ['Month', 'Gross', 'Discounts', 'Fees', 'Refunds', 'Net', 'Paid out'];

export async function exportYearSummary(
  ctx: AppContext,
  viewer: Viewer,
  { year }: { year: number },
): Promise<Download> {
  const { months, total } = await getYearSummary(ctx, viewer, { year });
  const cells = (name: string, row: Decimals) => [name, ...FIGURES.map((figure) => row[figure])];
  const rows = [COLUMNS, ...months.map((row) => cells(row.month, row)), cells(String(year), total)];
  return { content: oneOf(csvOf(rows, { isFirst: true })), fileName: `year-${year}.csv` };
}

async function* oneOf(text: string): AsyncGenerator<string> {
  yield text;
}
