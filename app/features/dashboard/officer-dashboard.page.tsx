// The officers' home: what waits first, then the numbers of thirty days and one's own decisions.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import type { ContractOutput } from '#shared/contract.ts';
import { getOfficerDashboard } from '#shared/features/dashboard/dashboard.contract.ts';
import { formatMoment } from '#shared/dates.ts';
import { Columns, StaffPage } from '#app/components/staff/staff-page.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { WaitingLine, WaitingList } from '#app/components/staff/waiting-list.tsx';
import { When } from '#app/components/staff/when.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { dayInWords, greetingFor } from '#app/lib/greeting.ts';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { contractQuery } from '#app/lib/query.ts';
import { VerifyEmailNotice } from './verify-email-notice.tsx';
import '#app/components/staff/dashboard.css';

export const handle: StaffHandle = { permission: 'curriculum.manage' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Curriculum dashboard',
    description: 'What waits for curriculum officers.',
    path: '/admin/curriculum-officer',
    isHidden: true,
  });
}

type Work = ContractOutput<typeof getOfficerDashboard>;

export default function OfficerDashboardPage() {
  const user = useUser();
  const query = useQuery({ ...contractQuery(getOfficerDashboard, {}), staleTime: 0 });
  const waits = query.data && thingsWaiting(query.data);
  return (
    <>
      {user && <VerifyEmailNotice user={user} />}
      <StaffPage
        title={greetingFor(user?.firstName ?? '')}
        intro={`${dayInWords()}. ${waits === undefined ? '' : waitingWords(waits)}`}
        actions={
          query.data && (
            <ButtonLink variant="primary" to="/admin/curriculum">
              Open the review queue
            </ButtonLink>
          )
        }
      >
        <QueryView query={query} what="what waits for you" skeleton={<WorkSkeleton />}>
          {(work) => <Work work={work} />}
        </QueryView>
      </StaffPage>
    </>
  );
}

function thingsWaiting({ counts, openNotices, applications }: Work): number {
  return counts.waiting + counts.changed + openNotices + applications.waiting;
}

function waitingWords(things: number): string {
  if (things === 0) return 'Nothing waits for you.';
  return things === 1 ? 'One thing waits for you.' : `${things} things wait for you.`;
}

function Work({ work }: { work: Work }) {
  return (
    <Columns shape="main" className="mt-8">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
        <section aria-labelledby="waiting">
          <h2 id="waiting" className="t-s mb-4">
            Waiting for you
          </h2>
          <Waiting work={work} />
        </section>
        <section aria-labelledby="numbers">
          <h2 id="numbers" className="t-s mb-4">
            The last {work.numbers.days} days, all officers
          </h2>
          <Numbers numbers={work.numbers} />
        </section>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
        <section aria-labelledby="kept">
          <h2 id="kept" className="t-s mb-4">
            Also in your care
          </h2>
          <InYourCare />
        </section>
        <section aria-labelledby="decisions">
          <h2 id="decisions" className="t-s mb-4">
            Your last decisions
          </h2>
          <Decisions decisions={work.decisions} />
        </section>
      </div>
    </Columns>
  );
}

const many = (count: number, one: string, several: string) => (count === 1 ? one : `${count} ${several}`);

function Waiting({ work }: { work: Work }) {
  const { counts, waiting, changed, openNotices, notices, applications } = work;
  const [oldest, oldestChange, firstDue] = [waiting[0], changed[0], notices[0]];
  const isOverdue = firstDue?.isOverdue ?? false;
  return (
    <WaitingList label="Waiting for you">
      {firstDue && (
        <WaitingLine
          tone={isOverdue ? 'bad' : 'warn'}
          title={many(openNotices, 'One rights notice', 'rights notices')}
          action={
            <ButtonLink size="s" to="/admin/rights-notices">
              Answer
            </ButtonLink>
          }
        >
          {isOverdue ? 'The answer was due on ' : 'The first must be answered by '}
          {formatMoment(firstDue.dueAt)}: “{firstDue.title}”.
        </WaitingLine>
      )}
      {oldest && (
        <WaitingLine
          title={many(counts.waiting, 'One resource in review', 'resources in review')}
          action={
            <ButtonLink size="s" to="/admin/curriculum">
              Review
            </ButtonLink>
          }
        >
          The oldest was sent <When iso={oldest.since} />:{' '}
          <Link className="link" to={`/admin/curriculum?item=${oldest.id}`}>
            {oldest.title}
          </Link>
          , by {oldest.sellerName}.
        </WaitingLine>
      )}
      {oldestChange && (
        <WaitingLine
          title={many(counts.changed, 'One resource changed', 'resources changed')}
          action={
            <ButtonLink size="s" to="/admin/curriculum?tab=changed">
              Look
            </ButtonLink>
          }
        >
          Changed by their sellers since they were approved, the first <When iso={oldestChange.since} />.
        </WaitingLine>
      )}
      {applications.waiting > 0 && (
        <WaitingLine
          title={many(applications.waiting, 'One application to sell', 'applications to sell')}
          action={
            <ButtonLink size="s" to="/admin/applications">
              Decide
            </ButtonLink>
          }
        >
          {applications.oldestAt && (
            <>
              The oldest came <When iso={applications.oldestAt} />.
            </>
          )}
        </WaitingLine>
      )}
      {thingsWaiting(work) === 0 && (
        <WaitingLine tone="ok" title="All done">
          Every resource is looked at, every notice and application answered.
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

function Numbers({ numbers }: { numbers: Work['numbers'] }) {
  const { decided, published, medianHours } = numbers;
  const others = decided - published;
  return (
    <dl className="figs num mt-0 md:grid-cols-3">
      <div>
        <dt>Decided</dt>
        <dd>
          <span className="figs-number">{decided}</span>
          <span className="small">{others} sent back or rejected</span>
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
          <span className="small">{medianHours === null ? 'nothing decided yet' : 'half were quicker'}</span>
        </dd>
      </div>
    </dl>
  );
}

/** Officers' pages that the menu beside this one has no entry for. */
const IN_YOUR_CARE = [
  { to: '/admin/dance-styles', label: 'Dance styles', what: 'Add, rename, order, retire' },
  { to: '/admin/bundles', label: 'Bundles', what: 'Things sold together for less' },
  { to: '/admin/rights-notices', label: 'Rights notices', what: 'All of them, also those settled' },
  { to: '/admin/applications', label: 'Applications to sell', what: 'Waiting and decided' },
];

function InYourCare() {
  return (
    <ul className="border-t border-ink">
      {IN_YOUR_CARE.map(({ to, label, what }) => (
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

function Decisions({ decisions }: { decisions: Work['decisions'] }) {
  if (decisions.length === 0) {
    return <p className="meta">You have not decided anything yet. The queue is a good place to begin.</p>;
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

function WorkSkeleton() {
  return (
    <SkeletonGroup label="Loading what waits for you">
      <Columns shape="main" className="mt-8">
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </Columns>
    </SkeletonGroup>
  );
}
