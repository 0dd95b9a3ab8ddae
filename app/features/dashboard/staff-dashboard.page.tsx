// The dashboard of an admin: who came, who joined, what waits. The span of days is in the address.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ChipLink } from '#app/components/ui/chip.tsx';
import { FiguresSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { Columns, StaffPage } from '#app/components/staff/staff-page.tsx';
import { When } from '#app/components/staff/when.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { oneOf, useListAddress } from '#app/lib/list-address.ts';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { getStaffDashboardQuery, type StaffStats } from './dashboard.api.ts';
import { dayInWords, greetingFor } from '#app/lib/greeting.ts';
import { ActiveUsersChart, SignUpsChart, StaffStatCards } from './staff-stats.tsx';
import { VerifyEmailNotice } from './verify-email-notice.tsx';
import { WaitingLine, WaitingList } from '#app/components/staff/waiting-list.tsx';
import '#app/components/staff/dashboard.css';

export const handle: StaffHandle = { permission: 'dashboard.view' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Staff dashboard',
    description: 'The numbers of the site.',
    path: '/admin',
    isHidden: true,
  });
}

const SPANS = ['7', '30', '90'] as const;

export default function StaffDashboardPage() {
  const user = useUser();
  const { params, to } = useListAddress();
  const days = oneOf(SPANS, params.get('days')) ?? '30';
  const query = useQuery(getStaffDashboardQuery(Number(days)));
  return (
    <>
      {user && <VerifyEmailNotice user={user} />}
      <StaffPage
        title={greetingFor(user?.firstName ?? '')}
        intro={`${dayInWords()}. ${waitingWords(query.data)}`}
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
        <QueryView query={query} what="the numbers" skeleton={<StatsSkeleton />}>
          {(numbers) => <Numbers numbers={numbers} />}
        </QueryView>
      </StaffPage>
    </>
  );
}

const WAITING_WORDS = [
  'Nothing waits for you.',
  'One thing waits for you.',
  'Two things wait for you.',
  'Three things wait for you.',
  'Four things wait for you.',
  'Five things wait for you.',
];

function waitingWords(numbers: StaffStats | undefined): string {
  if (!numbers) return '';
  const { applicationsWaiting, failedJobs, paymentsSetAside, refundRequests, openDisputes } = numbers;
  const things = [applicationsWaiting, failedJobs, paymentsSetAside, refundRequests, openDisputes].filter(
    (count) => count > 0,
  ).length;
  return WAITING_WORDS[things] ?? '';
}

const MONEY_PAGES = [
  ['/admin/orders', 'orders'],
  ['/admin/ledger', 'ledger'],
  ['/admin/revenue', 'revenue'],
] as const;

function Numbers({ numbers }: { numbers: StaffStats }) {
  return (
    <>
      <StaffStatCards numbers={numbers} />
      <Columns shape="main" className="mt-10">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          <SignUpsChart numbers={numbers} />
          <ActiveUsersChart numbers={numbers} />
        </div>
        <section aria-labelledby="waiting">
          <h2 id="waiting" className="t-s mb-4">
            Waiting for you
          </h2>
          <Waiting numbers={numbers} />
          <p className="meta mt-8">
            Money:{' '}
            {MONEY_PAGES.map(([to, label], at) => (
              <span key={to}>
                {at > 0 && ', '}
                <Link className="link" to={to}>
                  {label}
                </Link>
              </span>
            ))}
          </p>
        </section>
      </Columns>
    </>
  );
}

function Waiting({ numbers }: { numbers: StaffStats }) {
  const { applicationsWaiting, oldestApplicationAt, failedJobs, paymentsSetAside } = numbers;
  const { refundRequests, openDisputes } = numbers;
  const waiting = failedJobs + applicationsWaiting + paymentsSetAside + refundRequests + openDisputes;
  return (
    <WaitingList label="Waiting for you">
      {failedJobs > 0 && (
        <WaitingLine
          tone="bad"
          title={failedJobs === 1 ? 'One job failed' : `${failedJobs} jobs failed`}
          action={
            <ButtonLink size="s" to="/admin/deployment">
              Look
            </ButtonLink>
          }
        >
          Work the site could not finish by itself. You can run it again.
        </WaitingLine>
      )}
      {paymentsSetAside > 0 && (
        <WaitingLine
          tone="bad"
          title={paymentsSetAside === 1 ? 'One payment set aside' : `${paymentsSetAside} payments set aside`}
          action={
            <ButtonLink size="s" to="/admin/payments">
              Look
            </ButtonLink>
          }
        >
          What the gateway says does not fit the order. Nothing was handed out.
        </WaitingLine>
      )}
      {openDisputes > 0 && (
        <WaitingLine
          tone="bad"
          title={openDisputes === 1 ? 'One payment is disputed' : `${openDisputes} payments are disputed`}
          action={
            <ButtonLink size="s" to="/admin/orders?has=dispute">
              Look
            </ButtonLink>
          }
        >
          A buyer’s bank has taken the money and asks. What sellers earned by it is held back.
        </WaitingLine>
      )}
      {refundRequests > 0 && (
        <WaitingLine
          title={refundRequests === 1 ? 'One refund asked for' : `${refundRequests} refunds asked for`}
          action={
            <ButtonLink size="s" to="/admin/refunds">
              Answer
            </ButtonLink>
          }
        >
          Buyers who want their money back. Sellers can answer too.
        </WaitingLine>
      )}
      {applicationsWaiting > 0 && (
        <WaitingLine
          title={applicationsWaiting === 1 ? 'One application' : `${applicationsWaiting} applications`}
          action={
            <ButtonLink size="s" to="/admin/applications">
              Decide
            </ButtonLink>
          }
        >
          To sell or teach here.
          {oldestApplicationAt && (
            <>
              {' '}
              The oldest came <When iso={oldestApplicationAt} />.
            </>
          )}
        </WaitingLine>
      )}
      {waiting === 0 && (
        <WaitingLine tone="ok" title="All done">
          Every application and request is answered, every job ran and every payment fits.
        </WaitingLine>
      )}
    </WaitingList>
  );
}

function StatsSkeleton() {
  return (
    <SkeletonGroup label="Loading the numbers">
      <FiguresSkeleton />
      <Columns shape="main" className="mt-10">
        <Skeleton className="chart" />
        <Skeleton className="h-40" />
      </Columns>
    </SkeletonGroup>
  );
}
