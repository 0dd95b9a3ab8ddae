// A seller's year, month by month, for their tax return.
import { useQuery } from '@tanstack/react-query';
import Download from 'icon:download';
import { fillPath } from '#shared/contract.ts';
import { formatMonth } from '#shared/dates.ts';
import { exportYearSummary, type YearSummary } from '#shared/features/payout/payout.contract.ts';
import { formatMoney } from '#shared/money.ts';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { buttonClass } from '#app/components/ui/button.tsx';
import { ChipLink } from '#app/components/ui/chip.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import { useListAddress } from '#app/lib/list-address.ts';
import { yearsSince } from './months.ts';
import { getYearSummaryQuery } from './payments.api.ts';

export function Year({ firstMonth }: { firstMonth: string | null }) {
  const { params, to } = useListAddress();
  const years = yearsSince(firstMonth);
  const [latest = 0] = years;
  const year = years.find((one) => String(one) === params.get('year')) ?? latest;
  const query = useQuery(getYearSummaryQuery(year));
  return (
    <section aria-label="By year" className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <nav className="flex flex-wrap gap-2" aria-label="Years">
          {years.map((one) => (
            <ChipLink key={one} to={to({ year: one === latest ? undefined : one })} isCurrent={one === year}>
              {String(one)}
            </ChipLink>
          ))}
        </nav>
        <a className={buttonClass({ size: 's' })} href={fillPath(exportYearSummary.path, { year })} download>
          <Download className="icon" aria-hidden="true" />
          CSV
        </a>
      </div>
      <QueryView query={query} what="the year" skeleton={<ListSkeleton label="Loading the year" />}>
        {(summary) => <Months summary={summary} />}
      </QueryView>
    </section>
  );
}

type Row = YearSummary['months'][number];

function Months({ summary: { year, months, total } }: { summary: YearSummary }) {
  return (
    <>
      <Table
        caption={`${year} by month`}
        className="mt-4"
        columns={COLUMNS}
        rows={[...months.filter(hasMoved), { month: String(year), ...total }]}
        keyOf={({ month }) => month}
      />
      <p className="meta mt-4 max-w-measure">
        Gross is the price of what you sold; discounts are what coupons took off. Refunds are your share of
        refunded sales; memberships is your share of what members paid when they used your items. Net is what
        you earned: it’s paid out after seven days, so net and paid out differ from month to month. Months
        without activity are left out.
      </p>
    </>
  );
}

const FIGURES = [
  ['gross', 'Gross'],
  ['discounts', 'Discounts'],
  ['fees', 'Fees'],
  ['refunds', 'Refunds'],
  ['members', 'Memberships'],
  ['net', 'Net'],
  ['paidOut', 'Paid out'],
] as const satisfies readonly (readonly [keyof Row, string])[];

const hasMoved = (row: Row) => FIGURES.some(([name]) => Number(row[name]) !== 0);

const isYear = ({ month }: Row) => month.length === 4;

const COLUMNS: TableColumn<Row>[] = [
  {
    key: 'month',
    header: 'Month',
    card: 'title',
    cell: (row) => (
      <span className="font-semibold">
        {isYear(row) ? `All of ${row.month}` : formatMonth(`${row.month}-01T00:00:00Z`)}
      </span>
    ),
  },
  ...FIGURES.map(([name, header]): TableColumn<Row> => ({
    key: name,
    header,
    align: 'right',
    card: name === 'net' ? 'figure' : 'line',
    cell: (row) => (
      <span className={isYear(row) || name === 'net' ? 'num font-semibold' : 'num'}>
        {formatMoney(row[name])}
      </span>
    ),
  })),
];
