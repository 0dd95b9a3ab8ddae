// The seller's start page: stats of the last 30 days, best resources and open tasks.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { OwnStats } from '#shared/features/seller/own-seller.contract.ts';
import { Columns } from '#app/components/staff/staff-page.tsx';
import { FiguresSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { getOwnStatsQuery, listOwnTasksQuery } from './own-seller.api.ts';
import { WeeklyViews } from './seller-charts.tsx';
import { SellerStatsPanel } from './seller-stats.tsx';
import { lastDays } from './seller-range.ts';
import { ResourceStats } from './seller-resources-table.tsx';
import { SellerWaiting } from './seller-tasks.tsx';

const MONTH = 30;
const TWELVE_WEEKS = 84;
const BEST_SHOWN = 5;

export function SellerOverview() {
  const month = useQuery(getOwnStatsQuery(lastDays(MONTH)));
  const weeks = useQuery(getOwnStatsQuery(lastDays(TWELVE_WEEKS)));
  const waiting = useQuery(listOwnTasksQuery());
  return (
    <>
      <QueryView query={month} what="your stats" skeleton={<StatsSkeleton />}>
        {(numbers) => <SellerStatsPanel numbers={numbers} />}
      </QueryView>
      <Columns shape="main" className="mt-10">
        {/* First on a phone and for screen readers; next to the chart on a desktop. */}
        <section aria-labelledby="waiting" className="md:order-last">
          <h2 id="waiting" className="t-s mb-4">
            Waiting for you
          </h2>
          <QueryView query={waiting} what="your tasks" skeleton={<Skeleton className="h-40" />} isAside>
            {(tasks) => <SellerWaiting {...tasks} />}
          </QueryView>
        </section>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          <QueryView query={weeks} what="your views" skeleton={<Skeleton className="chart" />} isAside>
            {(numbers) => <WeeklyViews numbers={numbers} />}
          </QueryView>
          {month.data && <Best numbers={month.data} />}
        </div>
      </Columns>
    </>
  );
}

function Best({ numbers: { resources, hasSold } }: { numbers: OwnStats }) {
  if (resources.length === 0) {
    return (
      <EmptyState
        title="Nothing on sale yet"
        action={<ButtonLink to="/seller/resources/add">Add your first resource</ButtonLink>}
      >
        Your published resources appear here, with their views and sales.
      </EmptyState>
    );
  }
  return (
    <section aria-labelledby="best">
      <div className="flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="best" className="t-s">
          Best in the last 30 days
        </h2>
        <Link className="link" to="/my-resources">
          All resources
        </Link>
      </div>
      <div className="mt-3">
        <ResourceStats
          caption="Best in the last 30 days"
          rows={resources.slice(0, BEST_SHOWN)}
          hasSold={hasSold}
          isShort
        />
      </div>
    </section>
  );
}

export function StatsSkeleton() {
  return (
    <SkeletonGroup label="Loading your stats">
      <FiguresSkeleton />
    </SkeletonGroup>
  );
}
