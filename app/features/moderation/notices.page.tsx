// Rights notices, for officers: the most pressing first; one of them whole when the address names it.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import { ListPager } from '#app/components/staff/list-pager.tsx';
import { ListSkeleton } from '#app/components/staff/list-skeleton.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { idsOf, oneOf, pageOf, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import type { NoticeRow } from '#shared/features/moderation/rights-notice.contract.ts';
import {
  NOTICE_STATE_LABELS,
  NOTICE_STATES,
  type NoticeState,
  REPORT_REASON_LABELS,
  STATES_WITH_DEADLINE,
} from '#shared/features/moderation/rights-notice.states.ts';
import { Deadline, Thing } from './notice-parts.tsx';
import { NoticeSheet } from './notice-sheet.tsx';
import { type NoticePage, listNoticesQuery } from './rights-notice.api.ts';

export const handle: StaffHandle = { permission: 'curriculum.manage' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Rights notices',
    description: 'What people report about resources, and what becomes of it.',
    path: '/admin/rights-notices',
    isHidden: true,
  });
}

export default function NoticesPage() {
  const { params } = useListAddress();
  const [id] = idsOf(params.getAll('notice')) ?? [];
  return id ? <NoticeSheet id={Number(id)} /> : <NoticeList />;
}

function NoticeList() {
  const { params, to } = useListAddress();
  const state = oneOf(NOTICE_STATES, params.get('state')) ?? 'open';
  const query = useQuery(listNoticesQuery({ state, page: pageOf(params) }));
  const late = query.data?.overdue;
  const others = late ? NOTICE_STATES.filter((each) => each !== state && late[each] > 0) : [];
  return (
    <StaffPage
      title="Rights notices"
      intro="What people report about resources. Private data first, then whatever is due next."
    >
      <div className="mt-4">
        <TabLinks
          label="State"
          tabs={NOTICE_STATES.map((value) => ({
            label: NOTICE_STATE_LABELS[value],
            to: to({ state: value === 'open' ? undefined : value }),
            count: query.data?.counts[value],
            isCurrent: state === value,
          }))}
        />
      </div>
      {others.map((each) => (
        <Notice key={each} tone="warn" className="mt-6">
          {late?.[each] === 1 ? 'One more is' : `${late?.[each]} more are`} overdue under{' '}
          <Link className="link" to={to({ state: each === 'open' ? undefined : each })}>
            {NOTICE_STATE_LABELS[each]}
          </Link>
          .
        </Notice>
      ))}
      <QueryView
        query={query}
        what="the rights notices"
        skeleton={<ListSkeleton label="Loading rights notices" />}
      >
        {(page) => <Rows page={page} state={state} />}
      </QueryView>
    </StaffPage>
  );
}

const EMPTY: Readonly<Record<NoticeState, { title: string; text: string }>> = {
  open: { title: 'Nothing to decide', text: 'Every notice has its answer. New ones appear here at once.' },
  dismissed: { title: 'None dismissed', text: 'Notices that changed nothing will be listed here.' },
  upheld: {
    title: 'Nothing waits for a seller',
    text: 'What was just taken down stands here while its seller may answer.',
  },
  countered: {
    title: 'No counter-notices',
    text: 'Sellers’ answers stand here until the resource goes back or stays down.',
  },
  put_back: { title: 'None put back', text: 'Resources that went back will be listed here.' },
  kept_down: { title: 'None kept down', text: 'Notices that are closed for good will be listed here.' },
};

function Rows({ page, state }: { page: NoticePage; state: NoticeState }) {
  const { to } = useListAddress();
  const { items } = page;
  if (items.length === 0) {
    return (
      <EmptyState className="mt-8" title={EMPTY[state].title}>
        {EMPTY[state].text}
      </EmptyState>
    );
  }
  return (
    <>
      <Table
        caption="Rights notices"
        className="mt-4"
        columns={columnsOf(state, (id) => to({ notice: id }))}
        rows={items}
        keyOf={({ id }) => String(id)}
      />
      <ListPager {...page} />
    </>
  );
}

const DUE_HEADERS: Partial<Record<NoticeState, string>> = {
  open: 'Answer due',
  upheld: 'Seller may answer',
  countered: 'Goes back',
};

function columnsOf(state: NoticeState, noticeTo: (id: number) => string): TableColumn<NoticeRow>[] {
  const hasDeadline = (STATES_WITH_DEADLINE as readonly NoticeState[]).includes(state);
  return [
    {
      key: 'thing',
      header: 'Resource',
      card: 'title',
      cell: ({ id, resource, seller, otherCount }) => (
        <Thing
          thumbnailUrl={resource.thumbnailUrl}
          title={
            <Link className="font-semibold hover:underline" to={noticeTo(id)}>
              {resource.title}
            </Link>
          }
        >
          {seller.name}
          {otherCount > 0 && `, ${otherCount === 1 ? '1 other notice' : `${otherCount} other notices`}`}
        </Thing>
      ),
    },
    {
      key: 'reason',
      header: 'What is wrong',
      card: 'line',
      cell: ({ reason, isUrgent }) => (
        <span>
          {REPORT_REASON_LABELS[reason]} {isUrgent && <Badge tone="bad">Urgent</Badge>}
        </span>
      ),
    },
    {
      key: 'filed',
      header: 'Filed',
      card: 'hide',
      cell: ({ createdAt }) => <When iso={createdAt} />,
    },
    ...(hasDeadline
      ? [
          {
            key: 'due',
            header: DUE_HEADERS[state] ?? 'Due',
            card: 'line' as const,
            cell: (row: NoticeRow) => <Deadline {...row} />,
          },
        ]
      : []),
  ];
}
