// Revenue: totals for a period compared with the one before, a chart, top sellers and top items.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import {
  REVENUE_METRICS,
  REVENUE_PERIOD_LABELS,
  REVENUE_PERIODS,
  type Revenue,
} from '#shared/features/ledger/ledger.contract.ts';
import { formatCount } from '#shared/numbers.ts';
import { formatMoney } from '#shared/money.ts';
import { rolesOf } from '#shared/roles.ts';
import { Columns, StaffPage } from '#app/components/staff/staff-page.tsx';
import { FiguresSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { ChipLink } from '#app/components/ui/chip.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { oneOf, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { getRevenueQuery } from './ledger.api.ts';
import { AllFigures, RevenueChart, RevenueTotals } from './revenue-figures.tsx';

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

function Figures({ revenue }: { revenue: Revenue }) {
  const { topSellers, topThings } = revenue;
  const { params, to } = useListAddress();
  const of = oneOf(REVENUE_METRICS, params.get('of')) ?? 'sales';
  return (
    <>
      <RevenueTotals revenue={revenue} />
      <Columns shape="main" className="mt-10">
        <RevenueChart revenue={revenue} of={of} />
        <AllFigures
          revenue={revenue}
          hrefOf={(name) => to({ of: name === 'sales' ? undefined : name })}
          current={of}
        />
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
