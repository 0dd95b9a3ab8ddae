// A seller's sales in the selected period: totals, charts and one row per item.
import { useQuery } from '@tanstack/react-query';
import { formatCalendarDay } from '#shared/dates.ts';
import type { SalesGrain, SalesStats } from '#shared/features/payout/sales.contract.ts';
import { formatCount } from '#shared/numbers.ts';
import { formatMoney } from '#shared/money.ts';
import { Columns } from '#app/components/staff/staff-page.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { ChartFrame } from '#app/components/ui/chart-frame.tsx';
import { ChipLink } from '#app/components/ui/chip.tsx';
import { LineChart } from '#app/components/ui/line-chart.tsx';
import { Skeleton } from '#app/components/ui/skeleton.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import { oneOf, useListAddress } from '#app/lib/list-address.ts';
import { bestDay, shortMonth } from '#app/lib/trend.ts';
import { BalanceStats } from './payout-columns.tsx';
import { getSalesStatsQuery } from './payments.api.ts';

const GRAINS = ['day', 'week', 'month'] as const satisfies readonly SalesGrain[];
const LABELS: Readonly<Record<SalesGrain, string>> = { day: 'By day', week: 'By week', month: 'By month' };

export function SalesMoney({ from, to: until }: { from: string; to: string }) {
  const { params, to } = useListAddress();
  const by = oneOf(GRAINS, params.get('by')) ?? 'day';
  const query = useQuery(getSalesStatsQuery({ from, to: until, by }));
  return (
    <section aria-labelledby="sales-money" className="mt-10">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="sales-money" className="t-s">
          Revenue
        </h2>
        <nav className="flex flex-wrap gap-2" aria-label="Grouped">
          {GRAINS.map((grain) => (
            <ChipLink
              key={grain}
              to={to({ by: grain === 'day' ? undefined : grain })}
              isCurrent={grain === by}
            >
              {LABELS[grain]}
            </ChipLink>
          ))}
        </nav>
      </div>
      <QueryView query={query} what="your revenue" skeleton={<Skeleton className="chart mt-4" />}>
        {(numbers) => <Numbers numbers={numbers} />}
      </QueryView>
    </section>
  );
}

function Numbers({ numbers }: { numbers: SalesStats }) {
  const { total, things: items } = numbers;
  if (total.sold === 0) return <p className="meta mt-3">No sales in this period.</p>;
  return (
    <>
      <BalanceStats
        figures={[
          { label: 'Your share', value: formatMoney(total.net), hint: 'after our fee, before refunds' },
          { label: 'Buyers paid', value: formatMoney(total.paid), hint: 'before tax' },
          { label: 'Sold', value: formatCount(total.sold), hint: 'each seat counts' },
          {
            label: 'Refunded',
            value: formatMoney(total.refunded),
            hint: total.refundRate === null ? 'no sales' : `${total.refundRate}% of sales`,
          },
        ]}
      />
      <Columns shape="half" className="mt-8">
        <MoneyChart numbers={numbers} what="net" title="Your share" />
        <MoneyChart numbers={numbers} what="paid" title="Buyers paid" />
      </Columns>
      <Table
        caption="Revenue by item"
        className="mt-8"
        columns={COLUMNS}
        rows={items}
        keyOf={({ id }) => String(id)}
      />
    </>
  );
}

type ChartProps = { numbers: SalesStats; what: 'net' | 'paid'; title: string };

function MoneyChart({ numbers: { buckets, by, total }, what, title }: ChartProps) {
  const nameOf = (at: string) => (by === 'month' ? shortMonth(`${at}T00:00:00Z`) : formatCalendarDay(at));
  const best = bestDay(buckets.map((bucket) => ({ day: bucket.at, value: Number(bucket[what]) })));
  const peak = best === undefined ? undefined : buckets[best];
  const isPeak = peak !== undefined && buckets.length > 2;
  return (
    <ChartFrame
      headingLevel={3}
      title={`${title}, ${LABELS[by].toLowerCase()}`}
      sentence={
        isPeak
          ? `${formatMoney(total[what])} in total; the best ${by} was ${nameOf(peak.at)} with ${formatMoney(peak[what])}.`
          : `${formatMoney(total[what])} in total.`
      }
      table={{
        columns: [by === 'week' ? 'Week from' : by === 'month' ? 'Month' : 'Day', title],
        rows: buckets.map((bucket) => [bucket.at, formatMoney(bucket[what])]),
      }}
    >
      <LineChart
        points={buckets.map((bucket) => ({ label: nameOf(bucket.at), value: Number(bucket[what]) }))}
        formatValue={(value) => formatMoney(value)}
        {...(isPeak &&
          best !== undefined && {
            highlight: { index: best, note: `${formatMoney(peak[what])}, best ${by}` },
          })}
      />
    </ChartFrame>
  );
}

type SoldItem = SalesStats['things'][number];

const COLUMNS: TableColumn<SoldItem>[] = [
  {
    key: 'title',
    header: 'Item',
    card: 'title',
    cell: ({ title }) => <span className="min-w-0 font-semibold wrap-anywhere">{title}</span>,
  },
  { key: 'sold', header: 'Sold', align: 'right', card: 'line', cell: ({ sold }) => formatCount(sold) },
  {
    key: 'conversion',
    header: 'Conversion',
    align: 'right',
    card: 'line',
    cell: ({ conversion }) => (conversion === null ? '–' : `${conversion}%`),
  },
  {
    key: 'refunded',
    header: 'Refunded',
    align: 'right',
    card: 'line',
    cell: ({ refunded }) => formatMoney(refunded),
  },
  {
    key: 'net',
    header: 'Your share',
    align: 'right',
    card: 'figure',
    cell: ({ net }) => <span className="num font-semibold">{formatMoney(net)}</span>,
  },
];
