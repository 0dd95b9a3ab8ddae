// The admin dashboard: open work, money and users. The number of days is in the URL.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, type MetaArgs } from 'react-router';
import type { RevenuePeriod } from '#shared/features/ledger/ledger.contract.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ChipLink } from '#app/components/ui/chip.tsx';
import { FiguresSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { Columns, StaffPage } from '#app/components/staff/staff-page.tsx';
import { When } from '#app/components/staff/when.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { oneOf, useListAddress } from '#app/lib/list-address.ts';
import { VerifyEmailNotice } from '#app/features/account/verify-email-notice.tsx';
import { getRevenueQuery } from '#app/features/ledger/ledger.api.ts';
import { AllFigures, RevenueChart, RevenueTotals } from '#app/features/ledger/revenue-figures.tsx';
import { useWaitingOrders } from '#app/features/order/waiting-orders.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import {
  getSiteSetupQuery,
  getStaffDashboardQuery,
  type SiteSetup,
  type StaffDashboard,
} from './dashboard.api.ts';
import { formatDayOfGreeting, greetingFor } from '#app/lib/greeting.ts';
import { openSteps, SiteSetupList } from './site-setup.tsx';
import { ActiveUsersChart, SignUpsChart, StaffStatCards } from './staff-stats.tsx';
import { WaitingLine, WaitingList } from '#app/components/staff/waiting-list.tsx';
import '#app/components/staff/dashboard.css';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Staff dashboard',
    description: 'Open work, money and users.',
    path: '/admin',
    isHidden: true,
  });
}

const SPANS = ['7', '30', '90'] as const;

export default function StaffDashboardPage() {
  const user = useUser();
  const waitingOrders = useWaitingOrders(user);
  const { params, to } = useListAddress();
  const days = oneOf(SPANS, params.get('days')) ?? '30';
  const query = useQuery(getStaffDashboardQuery(Number(days)));
  const setup = useQuery(getSiteSetupQuery());
  return (
    <>
      {user && <VerifyEmailNotice user={user} waitingOrders={waitingOrders} />}
      <StaffPage
        title={greetingFor(user?.firstName ?? '')}
        intro={`${formatDayOfGreeting()}. ${formatWaiting(query.data, setup.data)}`}
        actions={
          <nav className="flex gap-2" aria-label="Days">
            {SPANS.map((span) => (
              <ChipLink
                key={span}
                to={to({ days: span === '30' ? undefined : span })}
                isCurrent={span === days}
              >
                {span} days
              </ChipLink>
            ))}
          </nav>
        }
      >
        {setup.data && <SiteSetupList setup={setup.data} />}
        <QueryView query={query} what="the dashboard" skeleton={<StatsSkeleton of="the dashboard" />}>
          {(stats) => (
            <Stats
              stats={stats}
              isSetUp={setup.data && openSteps(setup.data).length === 0}
              period={`${days}d`}
            />
          )}
        </QueryView>
      </StaffPage>
    </>
  );
}

function formatWaiting(stats: StaffDashboard | undefined, setup: SiteSetup | undefined): string {
  if (!stats || !setup) return '';
  const { applicationsWaiting, failedJobs, paymentsSetAside, refundRequests, openDisputes } = stats;
  const counts = [applicationsWaiting, failedJobs, paymentsSetAside, refundRequests, openDisputes];
  const tasks = counts.filter((count) => count > 0).length;
  if (tasks === 0) {
    return openSteps(setup).length > 0 ? 'The site isn’t ready to open yet.' : 'Nothing is waiting for you.';
  }
  return tasks === 1 ? '1 task is waiting for you.' : `${tasks} tasks are waiting for you.`;
}

/** `isSetUp`: the site lacks nothing; undefined until we know. */
type StatsProps = { stats: StaffDashboard; isSetUp: boolean | undefined; period: RevenuePeriod };

function Stats({ stats, isSetUp, period }: StatsProps) {
  return (
    <>
      {(isSetUp || countWaiting(stats) > 0) && (
        <Part title="Waiting for you">
          <div className="mt-4">
            <Waiting stats={stats} />
          </div>
        </Part>
      )}
      <Money period={period} />
      <Part
        title="Users"
        action={
          <Link className="link" to="/admin/users">
            All users
          </Link>
        }
      >
        <StaffStatCards stats={stats} />
        <Columns shape="half" className="mt-10">
          <SignUpsChart stats={stats} />
          <ActiveUsersChart stats={stats} />
        </Columns>
      </Part>
    </>
  );
}

/** Without a rule of its own: figures and lists begin with one. */
function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="mt-12 first:mt-8">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="t-s">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

function Money({ period }: { period: RevenuePeriod }) {
  const query = useQuery(getRevenueQuery(period));
  return (
    <Part
      title="Money"
      action={
        <span className="flex gap-4">
          <Link className="link" to="/admin/orders">
            Orders
          </Link>
          <Link className="link" to="/admin/ledger">
            Ledger
          </Link>
        </span>
      }
    >
      <QueryView query={query} what="revenue" skeleton={<StatsSkeleton of="revenue" />}>
        {(revenue) => (
          <>
            <RevenueTotals revenue={revenue} />
            <Columns shape="main" className="mt-10">
              <RevenueChart revenue={revenue} of="sales" />
              <AllFigures
                revenue={revenue}
                hrefOf={(name) => `/admin/revenue?${String(new URLSearchParams({ period, of: name }))}`}
              />
            </Columns>
          </>
        )}
      </QueryView>
    </Part>
  );
}

function countWaiting(stats: StaffDashboard): number {
  const { failedJobs, applicationsWaiting, paymentsSetAside, refundRequests, openDisputes } = stats;
  return failedJobs + applicationsWaiting + paymentsSetAside + refundRequests + openDisputes;
}

function Waiting({ stats }: { stats: StaffDashboard }) {
  const { applicationsWaiting, oldestApplicationAt, failedJobs, paymentsSetAside } = stats;
  const { refundRequests, openDisputes } = stats;
  return (
    <WaitingList label="Waiting for you">
      {failedJobs > 0 && (
        <WaitingLine
          tone="bad"
          title={failedJobs === 1 ? '1 job failed' : `${failedJobs} jobs failed`}
          action={
            <ButtonLink size="s" to="/admin/deployment">
              Review
            </ButtonLink>
          }
        >
          Background work that didn’t finish. You can run it again.
        </WaitingLine>
      )}
      {paymentsSetAside > 0 && (
        <WaitingLine
          tone="bad"
          title={paymentsSetAside === 1 ? '1 payment problem' : `${paymentsSetAside} payment problems`}
          action={
            <ButtonLink size="s" to="/admin/payments">
              Review
            </ButtonLink>
          }
        >
          The payment doesn’t match the order, so nothing was delivered.
        </WaitingLine>
      )}
      {openDisputes > 0 && (
        <WaitingLine
          tone="bad"
          title={openDisputes === 1 ? '1 disputed payment' : `${openDisputes} disputed payments`}
          action={
            <ButtonLink size="s" to="/admin/orders?has=dispute">
              Review
            </ButtonLink>
          }
        >
          The buyer’s bank is holding the money while it investigates. Sellers’ earnings from it are on hold.
        </WaitingLine>
      )}
      {refundRequests > 0 && (
        <WaitingLine
          title={refundRequests === 1 ? '1 refund request' : `${refundRequests} refund requests`}
          action={
            <ButtonLink size="s" to="/admin/refunds">
              Review
            </ButtonLink>
          }
        >
          Sellers can approve or decline these too.
        </WaitingLine>
      )}
      {applicationsWaiting > 0 && (
        <WaitingLine
          title={applicationsWaiting === 1 ? '1 application' : `${applicationsWaiting} applications`}
          action={
            <ButtonLink size="s" to="/admin/applications">
              Decide
            </ButtonLink>
          }
        >
          To sell or teach.
          {oldestApplicationAt && (
            <>
              {' '}
              The oldest is from <When iso={oldestApplicationAt} />.
            </>
          )}
        </WaitingLine>
      )}
      {countWaiting(stats) === 0 && (
        <WaitingLine tone="ok" title="All done">
          No open applications or requests, no failed jobs and no payment problems.
        </WaitingLine>
      )}
    </WaitingList>
  );
}

function StatsSkeleton({ of }: { of: string }) {
  return (
    <SkeletonGroup label={`Loading ${of}`}>
      <FiguresSkeleton />
      <Columns shape="main" className="mt-10">
        <Skeleton className="chart" />
        <Skeleton className="h-40" />
      </Columns>
    </SkeletonGroup>
  );
}
