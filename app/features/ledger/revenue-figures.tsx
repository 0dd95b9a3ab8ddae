// Revenue of a period: totals compared with the period before, all figures, and one of them over time.
import { Link } from 'react-router';
import { formatCalendarDay } from '#shared/dates.ts';
import {
  REVENUE_METRIC_LABELS,
  REVENUE_METRICS,
  type Revenue,
  type RevenueMetric,
} from '#shared/features/ledger/ledger.contract.ts';
import { formatCount } from '#shared/numbers.ts';
import { formatMoney } from '#shared/money.ts';
import { ChartFrame } from '#app/components/ui/chart-frame.tsx';
import { LineChart } from '#app/components/ui/line-chart.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { cx } from '#app/lib/cx.ts';
import { shortMonth } from '#app/lib/trend.ts';
import '#app/components/staff/dashboard.css';

const HEAD: readonly RevenueMetric[] = ['sales', 'fees', 'refunds', 'payouts'];

export function RevenueTotals({ revenue: { totals, before } }: { revenue: Revenue }) {
  return (
    <dl className="figs num">
      {HEAD.map((name) => (
        <div key={name}>
          <dt>{REVENUE_METRIC_LABELS[name]}</dt>
          <dd>
            <span className="figs-number">{inShort(totals[name])}</span>
            <Change now={totals[name]} before={before[name]} isGood={isJoy(name)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Totals where more is better. */
const isJoy = (name: RevenueMetric) => name === 'sales' || name === 'fees';

/** Whole dollars; the list next to the chart shows cents. */
function inShort(amount: string): string {
  const dollars = Math.round(Number(amount));
  return `${dollars < 0 ? '−' : ''}$${formatCount(Math.abs(dollars))}`;
}

/** Colored only where more is better; more refunds aren't good news. */
function Change({ now, before, isGood }: { now: string; before: string; isGood: boolean }) {
  const [current, last] = [Number(now), Number(before)];
  if (current === last) return <span className="small">unchanged</span>;
  if (last === 0) return <span className="small">none in the previous period</span>;
  const percent = Math.max(1, Math.round((Math.abs(current - last) / Math.abs(last)) * 100));
  const isUp = current > last;
  return (
    <span className="small">
      <span className={cx('font-semibold', isGood && (isUp ? 'text-sage' : 'text-garnet'))}>
        {isUp ? '+' : '−'}
        {formatCount(percent)}%
      </span>{' '}
      on the period before
    </span>
  );
}

type AllFiguresProps = {
  revenue: Revenue;
  /** Where a figure is shown over time. */
  hrefOf: (name: RevenueMetric) => string;
  current?: RevenueMetric;
};

export function AllFigures({ revenue: { totals }, hrefOf, current }: AllFiguresProps) {
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="t-s mb-1 flex min-h-11 items-center border-b border-ink pb-1">
        This period
      </h2>
      <RunningOrder className="num">
        {REVENUE_METRICS.map((name) => (
          <OrderLine key={name} figure={formatMoney(totals[name])}>
            <Link
              className={cx('link', name === current && 'font-semibold')}
              to={hrefOf(name)}
              aria-current={name === current ? 'true' : undefined}
              preventScrollReset={current !== undefined}
            >
              {REVENUE_METRIC_LABELS[name]}
            </Link>
          </OrderLine>
        ))}
      </RunningOrder>
      <p className="small mt-3">
        Sales are what buyers paid, including tax and before refunds. Choose a figure to see it over time.
      </p>
    </section>
  );
}

export function RevenueChart({ revenue, of }: { revenue: Revenue; of: RevenueMetric }) {
  const { series, grain, totals } = revenue;
  const label = (at: string) => (grain === 'day' ? formatCalendarDay(at) : shortMonth(`${at}-01`));
  const points = series.map((step) => ({ label: label(step.at), value: Number(step[of]) }));
  const most = Math.max(0, ...points.map(({ value }) => value));
  const best = points.findIndex(({ value }) => value === most);
  const unit = grain === 'day' ? 'day' : 'month';
  const name = REVENUE_METRIC_LABELS[of];
  const money = (value: number) => formatMoney(value.toFixed(2));
  return (
    <ChartFrame
      title={`${name}, ${unit} by ${unit}`}
      sentence={
        most === 0
          ? `${name}: nothing in this period.`
          : `${formatMoney(totals[of])} in total; the highest ${unit} was ${points[best]?.label} with ${money(most)}.`
      }
      table={{
        columns: [
          grain === 'day' ? 'Day' : 'Month',
          ...REVENUE_METRICS.map((each) => REVENUE_METRIC_LABELS[each]),
        ],
        rows: series.map((step) => [
          label(step.at),
          ...REVENUE_METRICS.map((each) => formatMoney(step[each])),
        ]),
      }}
    >
      <LineChart
        points={points}
        formatValue={(value) => inShort(String(value))}
        {...(most > 0 && {
          highlight: {
            index: best,
            note: `${inShort(String(most))}, ${isJoy(of) ? 'best' : 'most in a'} ${unit}`,
          },
        })}
      />
    </ChartFrame>
  );
}
