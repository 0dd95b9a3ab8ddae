// Revenue: totals for a period compared with the one before, a chart, top sellers and top items.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import { formatCalendarDay } from '#shared/dates.ts';
import {
  REVENUE_METRIC_LABELS,
  REVENUE_METRICS,
  REVENUE_PERIOD_LABELS,
  REVENUE_PERIODS,
  type Revenue,
  type RevenueMetric,
} from '#shared/features/ledger/ledger.contract.ts';
import { formatCount } from '#shared/numbers.ts';
import { formatMoney } from '#shared/money.ts';
import { rolesOf } from '#shared/roles.ts';
import { Columns, StaffPage } from '#app/components/staff/staff-page.tsx';
import { FiguresSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { ChartFrame } from '#app/components/ui/chart-frame.tsx';
import { ChipLink } from '#app/components/ui/chip.tsx';
import { LineChart } from '#app/components/ui/line-chart.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { useUser } from '#app/lib/user.api.ts';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { cx } from '#app/lib/cx.ts';
import { oneOf, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { shortMonth } from '#app/lib/trend.ts';
import { getRevenueQuery } from './ledger.api.ts';
import '#app/components/staff/dashboard.css';

export const handle: StaffHandle = { permission: 'payments.manage' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Revenue',
    description: 'Sales, fees, refunds and payouts.',
    path: '/admin/revenue',
    isHidden: true,
  });
}

export default function RevenuePage() {
  const user = useUser();
  const { params, to } = useListAddress();
  const period = oneOf(REVENUE_PERIODS, params.get('period')) ?? '30d';
  const query = useQuery(getRevenueQuery(period));
  return (
    <StaffPage
      title="Revenue"
      tabs={user && <StaffTabs area="money" roles={rolesOf(user)} />}
      actions={
        <nav className="flex flex-wrap gap-2" aria-label="Period">
          {REVENUE_PERIODS.map((value) => (
            <ChipLink
              key={value}
              to={to({ period: value === '30d' ? undefined : value })}
              isCurrent={value === period}
            >
              {REVENUE_PERIOD_LABELS[value]}
            </ChipLink>
          ))}
        </nav>
      }
    >
      <QueryView query={query} what="revenue" skeleton={<RevenueSkeleton />}>
        {(revenue) => <Figures revenue={revenue} />}
      </QueryView>
    </StaffPage>
  );
}

const HEAD: readonly RevenueMetric[] = ['sales', 'fees', 'refunds', 'payouts'];

function Figures({ revenue }: { revenue: Revenue }) {
  const { totals, before, topSellers, topThings } = revenue;
  return (
    <>
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
      <Columns shape="main" className="mt-10">
        <Chart revenue={revenue} />
        <AllFigures revenue={revenue} />
      </Columns>
      <Columns shape="half" className="mt-12">
        <Top title="Top sellers" empty="No sales in this period.">
          {topSellers.map(({ id, name, sold, gross, share }) => (
            <OrderLine key={id} figure={formatMoney(gross)}>
              <Link className="link" to={`/admin/ledger?sellerId=${id}`}>
                {name}
              </Link>
              <span className="small block">
                {formatCount(sold)} sold, {formatMoney(share)} theirs
              </span>
            </OrderLine>
          ))}
        </Top>
        <Top title="Top items" empty="No sales in this period.">
          {topThings.map(({ itemType, itemId, title, sold, gross }) => (
            <OrderLine key={`${itemType} ${itemId}`} figure={formatMoney(gross)}>
              {itemType === 'booking' || itemType === 'membership' ? (
                title
              ) : (
                <Link className="link" to={`${itemType === 'course' ? '/courses' : '/curriculum'}/${itemId}`}>
                  {title}
                </Link>
              )}
              <span className="small block">{formatCount(sold)} sold</span>
            </OrderLine>
          ))}
        </Top>
      </Columns>
    </>
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

function AllFigures({ revenue: { totals } }: { revenue: Revenue }) {
  const { to, params } = useListAddress();
  const of = figureIn(params);
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="t-s mb-1 flex min-h-11 items-center border-b border-ink pb-1">
        This period
      </h2>
      <RunningOrder className="num">
        {REVENUE_METRICS.map((name) => (
          <OrderLine key={name} figure={formatMoney(totals[name])}>
            <Link
              className={cx('link', name === of && 'font-semibold')}
              to={to({ of: name === 'sales' ? undefined : name })}
              aria-current={name === of ? 'true' : undefined}
              preventScrollReset
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

const figureIn = (params: URLSearchParams) => oneOf(REVENUE_METRICS, params.get('of')) ?? 'sales';

function Chart({ revenue: { series, grain, totals } }: { revenue: Revenue }) {
  const { params } = useListAddress();
  const of = figureIn(params);
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

function Top({ title, empty, children }: { title: string; empty: string; children: React.ReactNode[] }) {
  return (
    <section>
      <h2 className="t-s mb-1 flex min-h-11 items-center border-b border-ink pb-1">{title}</h2>
      {children.length === 0 ? (
        <p className="meta py-3">{empty}</p>
      ) : (
        <RunningOrder className="num">{children}</RunningOrder>
      )}
    </section>
  );
}

function RevenueSkeleton() {
  return (
    <SkeletonGroup label="Loading revenue">
      <FiguresSkeleton />
      <Columns shape="main" className="mt-10">
        <Skeleton className="chart" />
        <Skeleton className="h-56" />
      </Columns>
    </SkeletonGroup>
  );
}
