// One rights notice in full: report, resource, reporter, counter-notice and the officers' options.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DetailPage, DetailSheet } from '#app/components/staff/detail-page.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { useListAddress } from '#app/lib/list-address.ts';
import { formatMoment } from '#shared/dates.ts';
import type { NoticeDetail } from '#shared/features/moderation/rights-notice.contract.ts';
import {
  isRestoredAutomatically,
  REPORT_REASON_LABELS,
} from '#shared/features/moderation/rights-notice.states.ts';
import { RESOURCE_STATE_LABELS } from '#shared/features/resource/resource.states.ts';
import {
  formatDeadline,
  NoticeActions,
  NoticePart,
  NoticeStateBadge,
  ResourceSummary,
  Quote,
} from './notice-parts.tsx';
import { getNoticeQuery } from './rights-notice.api.ts';
import { StaffLink } from '#app/components/staff/staff-link.tsx';

export function NoticeSheet({ id }: { id: number }) {
  const { to } = useListAddress();
  return (
    <DetailPage
      query={useQuery(getNoticeQuery(id))}
      noun="rights notice"
      back={{ to: to({ notice: undefined }), label: 'All rights notices' }}
    >
      {(notice) => <Sheet notice={notice} />}
    </DetailPage>
  );
}

function Sheet({ notice }: { notice: NoticeDetail }) {
  return (
    <DetailSheet
      title={REPORT_REASON_LABELS[notice.reason]}
      state={
        <>
          <NoticeStateBadge state={notice.state} />
          {notice.isUrgent && <Badge tone="bad">Urgent</Badge>}
          <span>
            Notice {notice.id}, filed <When iso={notice.createdAt} />
          </span>
        </>
      }
      actions={<NoticeActions notice={notice} />}
      notices={<Next notice={notice} />}
      aside={
        <>
          <Resource notice={notice} />
          <People notice={notice} />
          <Others notice={notice} />
        </>
      }
    >
      <NoticePart title="Report">
        {notice.body ? (
          <Quote>{notice.body}</Quote>
        ) : (
          <p className="meta">The reporter deleted their account, so the text is gone.</p>
        )}
      </NoticePart>
      <Decision notice={notice} />
    </DetailSheet>
  );
}

function Next({ notice }: { notice: NoticeDetail }) {
  const { state, reason, dueAt, isOverdue, refusal } = notice;
  const messages = {
    open: <>Decide by {formatMoment(dueAt)}</>,
    upheld: <>The seller can file a counter-notice until {formatMoment(dueAt)}</>,
    countered: isRestoredAutomatically(reason) ? (
      <>The resource goes back on sale on {formatMoment(dueAt)} unless you reject the counter-notice</>
    ) : (
      <>Private data isn’t restored automatically. Decide by {formatMoment(dueAt)}</>
    ),
  };
  const text = state in messages ? messages[state as keyof typeof messages] : null;
  if (!text && !refusal) return null;
  return (
    <Notice tone={isOverdue ? 'bad' : 'warn'} className="mt-6">
      {text && (
        <>
          {text} ({formatDeadline(dueAt).toLowerCase()}).{' '}
        </>
      )}
      {refusal}
    </Notice>
  );
}

function Decision({ notice }: { notice: NoticeDetail }) {
  const { decidedAt, decidedBy, decisionReason, counterBody, counteredAt, closedAt, closedBy } = notice;
  const isClosedLater = closedAt && notice.state !== 'dismissed';
  return (
    <>
      {decidedAt && (
        <NoticePart title={notice.state === 'dismissed' ? 'Dismissed' : 'Taken down'}>
          {decisionReason && <Quote>{decisionReason}</Quote>}
          <p className="small mt-2">
            {decidedBy ?? 'A former staff member'}, <When iso={decidedAt} />
          </p>
        </NoticePart>
      )}
      {counteredAt && (
        <NoticePart title="The seller’s counter-notice">
          {counterBody ? (
            <Quote>{counterBody}</Quote>
          ) : (
            <p className="meta">The seller deleted their account, so the text is gone.</p>
          )}
          <p className="small mt-2">
            Filed <When iso={counteredAt} />, stated in good faith
          </p>
        </NoticePart>
      )}
      {isClosedLater && (
        <NoticePart title={notice.state === 'put_back' ? 'Restored' : 'Stays down'}>
          {notice.closeReason && <Quote>{notice.closeReason}</Quote>}
          <p className="small mt-2">
            {closedBy ?? 'Automatically, after the deadline'}, <When iso={closedAt} />
          </p>
        </NoticePart>
      )}
    </>
  );
}

function Resource({ notice: { resource, salesCount } }: { notice: NoticeDetail }) {
  return (
    <NoticePart title="Resource">
      <ResourceSummary
        thumbnailUrl={resource.thumbnailUrl}
        title={
          <Link className="link font-semibold" to={`/curriculum/${resource.id}`}>
            {resource.title}
          </Link>
        }
      >
        Open in the review queue
      </ResourceSummary>
      <RunningOrder className="meta mt-3">
        <OrderLine figure={resource.isTakenDown ? 'Taken down' : RESOURCE_STATE_LABELS[resource.state]}>
          State
        </OrderLine>
        <OrderLine figure={resource.price === '0.00' ? 'Free' : `$${resource.price}`}>Price</OrderLine>
        <OrderLine figure={salesCount}>Sales</OrderLine>
      </RunningOrder>
    </NoticePart>
  );
}

function People({ notice }: { notice: NoticeDetail }) {
  return (
    <NoticePart title="Seller and reporter">
      <RunningOrder className="meta">
        <OrderLine
          figure={
            <StaffLink className="link" to={`/admin/sellers?seller=${notice.seller.id}`}>
              {notice.seller.name}
            </StaffLink>
          }
        >
          Seller
        </OrderLine>
        <OrderLine figure={notice.reporter.name}>Reporter</OrderLine>
        <OrderLine figure={notice.reporterEmail}>Address</OrderLine>
        <OrderLine figure={notice.reporterNoticeCount}>Notices by this user</OrderLine>
      </RunningOrder>
      <p className="small mt-3">The seller never sees who reported the resource.</p>
    </NoticePart>
  );
}

function Others({ notice: { others } }: { notice: NoticeDetail }) {
  const { to } = useListAddress();
  if (others.length === 0) return null;
  return (
    <NoticePart title="Other notices about this resource">
      <ul>
        {others.map(({ id, reason, state, reporter, createdAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-rule py-3 text-sm leading-ui"
          >
            <span className="min-w-0">
              <Link className="font-semibold hover:underline" to={to({ notice: id })}>
                {REPORT_REASON_LABELS[reason]}
              </Link>
              <span className="small block">
                {reporter.name}, <When iso={createdAt} />
              </span>
            </span>
            <NoticeStateBadge state={state} />
          </li>
        ))}
      </ul>
    </NoticePart>
  );
}
