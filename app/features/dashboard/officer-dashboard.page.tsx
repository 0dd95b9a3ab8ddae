// The officers' dashboard: open work, the last thirty days, and the viewer's own decisions.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import { formatMoment } from '#shared/dates.ts';
import { quoteAtEnd } from '#shared/quote.ts';
import { useMayOpen } from '#app/components/staff/staff-link.tsx';
import { Columns, StaffPage } from '#app/components/staff/staff-page.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { WaitingLine, WaitingList } from '#app/components/staff/waiting-list.tsx';
import { When } from '#app/components/staff/when.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { formatDayOfGreeting, greetingFor } from '#app/lib/greeting.ts';
import { VerifyEmailNotice } from '#app/features/account/verify-email-notice.tsx';
import { useWaitingOrders } from '#app/features/order/waiting-orders.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { getOfficerDashboardQuery, type OfficerDashboard } from './dashboard.api.ts';
import '#app/components/staff/dashboard.css';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Curriculum dashboard',
    description: 'Open work for curriculum officers.',
    path: '/admin/curriculum-officer',
    isHidden: true,
  });
}

export default function OfficerDashboardPage() {
  const user = useUser();
  const waitingOrders = useWaitingOrders(user);
  const query = useQuery(getOfficerDashboardQuery());
  const waiting = query.data && countWaiting(query.data);
  return (
    <>
      {user && <VerifyEmailNotice user={user} waitingOrders={waitingOrders} />}
      <StaffPage
        title={greetingFor(user?.firstName ?? '')}
        intro={`${formatDayOfGreeting()}. ${waiting === undefined ? '' : formatWaiting(waiting)}`}
        actions={
          query.data && (
            <ButtonLink variant="primary" to="/admin/curriculum">
              Open the review queue
            </ButtonLink>
          )
        }
      >
        <QueryView query={query} what="your dashboard" skeleton={<DashboardSkeleton />}>
          {(dashboard) => <Dashboard dashboard={dashboard} />}
        </QueryView>
      </StaffPage>
    </>
  );
}

function countWaiting({ counts, openNotices, applications }: OfficerDashboard): number {
  return counts.waiting + counts.changed + openNotices + applications.waiting;
}

function formatWaiting(count: number): string {
  if (count === 0) return 'Nothing is waiting for you.';
  return count === 1 ? '1 item is waiting for you.' : `${count} items are waiting for you.`;
}

function Dashboard({ dashboard }: { dashboard: OfficerDashboard }) {
  return (
    <Columns shape="main" className="mt-8">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
        <section aria-labelledby="waiting">
          <h2 id="waiting" className="t-s mb-4">
            Waiting for you
          </h2>
          <Waiting dashboard={dashboard} />
        </section>
        <section aria-labelledby="numbers">
          <h2 id="numbers" className="t-s mb-4">
            The last {dashboard.numbers.days} days, all officers
          </h2>
          <Numbers numbers={dashboard.numbers} />
        </section>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
        <section aria-labelledby="more">
          <h2 id="more" className="t-s mb-4">
            More to manage
          </h2>
          <MoreToManage />
        </section>
        <section aria-labelledby="decisions">
          <h2 id="decisions" className="t-s mb-4">
            Your latest decisions
          </h2>
          <Decisions decisions={dashboard.decisions} />
        </section>
      </div>
    </Columns>
  );
}

const many = (count: number, one: string, several: string) => (count === 1 ? one : `${count} ${several}`);

function Waiting({ dashboard }: { dashboard: OfficerDashboard }) {
  const { counts, waiting, changed, openNotices, notices, applications } = dashboard;
  const [oldest, oldestChange, firstDue] = [waiting[0], changed[0], notices[0]];
  const isOverdue = firstDue?.isOverdue ?? false;
  return (
    <WaitingList label="Waiting for you">
      {firstDue && (
        <WaitingLine
          tone={isOverdue ? 'bad' : 'warn'}
          title={many(openNotices, '1 rights notice', 'rights notices')}
          action={
            <ButtonLink size="s" to="/admin/rights-notices">
              Review
            </ButtonLink>
          }
        >
          {isOverdue ? 'A decision was due by ' : 'The first decision is due by '}
          {formatMoment(firstDue.dueAt)}: {quoteAtEnd(firstDue.title)}
        </WaitingLine>
      )}
      {oldest && (
        <WaitingLine
          title={many(counts.waiting, '1 resource in review', 'resources in review')}
          action={
            <ButtonLink size="s" to="/admin/curriculum">
              Review
            </ButtonLink>
          }
        >
          The oldest was submitted <When iso={oldest.since} />:{' '}
          <Link className="link" to={`/admin/curriculum?item=${oldest.id}`}>
            {oldest.title}
          </Link>
          , by {oldest.sellerName}.
        </WaitingLine>
      )}
      {oldestChange && (
        <WaitingLine
          title={many(counts.changed, '1 changed resource', 'changed resources')}
          action={
            <ButtonLink size="s" to="/admin/curriculum?tab=changed">
              Review
            </ButtonLink>
          }
        >
          Edited by their sellers after approval, the first one <When iso={oldestChange.since} />.
        </WaitingLine>
      )}
      {applications.waiting > 0 && (
        <WaitingLine
          title={many(applications.waiting, '1 application to sell', 'applications to sell')}
          action={
            <ButtonLink size="s" to="/admin/applications">
              Decide
            </ButtonLink>
          }
        >
          {applications.oldestAt && (
            <>
              The oldest is from <When iso={applications.oldestAt} />.
            </>
          )}
        </WaitingLine>
      )}
      {countWaiting(dashboard) === 0 && (
        <WaitingLine tone="ok" title="All done">
          No open reviews, notices or applications.
        </WaitingLine>
      )}
    </WaitingList>
  );
}

/** “40 min”, “5 h”, “2.5 days”. */
function durationText(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`;
  if (hours < 48) return `${Math.round(hours)} h`;
  return `${(hours / 24).toFixed(1)} days`;
}

function Numbers({ numbers }: { numbers: OfficerDashboard['numbers'] }) {
  const { decided, published, medianHours } = numbers;
  const others = decided - published;
  return (
    <dl className="figs num mt-0 md:grid-cols-3">
      <div>
        <dt>Decided</dt>
        <dd>
          <span className="figs-number">{decided}</span>
          <span className="small">{others} returned or rejected</span>
        </dd>
      </div>
      <div>
        <dt>Published</dt>
        <dd>
          <span className="figs-number">{published}</span>
          <span className="small">new on sale</span>
        </dd>
      </div>
      <div>
        <dt>Time to decision</dt>
        <dd>
          <span className="figs-number">{medianHours === null ? '–' : durationText(medianHours)}</span>
          <span className="small">{medianHours === null ? 'no decisions yet' : 'median'}</span>
        </dd>
      </div>
    </dl>
  );
}

/** Officers' pages without an entry in the sidebar menu. */
const MORE_TO_MANAGE = [
  { to: '/admin/dance-styles', label: 'Dance styles', what: 'Add, rename, sort, retire' },
  { to: '/admin/bundles', label: 'Bundles', what: 'Items sold together for less' },
  { to: '/admin/rights-notices', label: 'Rights notices', what: 'Open and closed' },
  { to: '/admin/applications', label: 'Applications to sell', what: 'Open and decided' },
];

function MoreToManage() {
  const mayOpen = useMayOpen();
  return (
    <ul className="border-t border-ink">
      {MORE_TO_MANAGE.filter(({ to }) => mayOpen(to)).map(({ to, label, what }) => (
        <li key={to} className="border-b border-rule py-2.5 text-sm leading-ui">
          <Link className="link font-semibold" to={to}>
            {label}
          </Link>
          <span className="small block">{what}</span>
        </li>
      ))}
    </ul>
  );
}

function Decisions({ decisions }: { decisions: OfficerDashboard['decisions'] }) {
  if (decisions.length === 0) {
    return <p className="meta">No decisions yet. Start with the review queue.</p>;
  }
  return (
    <ul className="border-t border-ink">
      {decisions.map(({ id, label, title, reason, resourceId, createdAt }) => (
        <li key={id} className="border-b border-rule py-3 text-sm leading-ui wrap-anywhere">
          <strong className="font-semibold">{label}</strong>{' '}
          <span className="small">
            <When iso={createdAt} />
          </span>
          <br />
          <Link className="link" to={`/admin/curriculum?item=${resourceId}`}>
            {title}
          </Link>
          {reason && <span className="small line-clamp-2">{reason}</span>}
        </li>
      ))}
    </ul>
  );
}

function DashboardSkeleton() {
  return (
    <SkeletonGroup label="Loading your dashboard">
      <Columns shape="main" className="mt-8">
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </Columns>
    </SkeletonGroup>
  );
}
