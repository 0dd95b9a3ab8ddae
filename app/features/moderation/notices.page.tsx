// Rights notices for officers, most urgent first; `?notice=` opens one.
import { Link, type MetaArgs } from 'react-router';
import {
  StaffList,
  useStaffList,
  type EmptyText,
  type StaffColumn,
} from '#app/components/staff/staff-list.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
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
import { Deadline, ResourceSummary } from './notice-parts.tsx';
import { NoticeSheet } from './notice-sheet.tsx';
import { listNoticesQuery } from './rights-notice.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Rights notices',
    description: 'Reports about resources and how they were resolved.',
    path: '/admin/rights-notices',
    isHidden: true,
  });
}

export default function NoticesPage() {
  const { params } = useListAddress();
  const [id] = idsOf(params.getAll('notice')) ?? [];
  return id ? <NoticeSheet id={Number(id)} /> : <NoticeList />;
}

const filtersIn = (params: URLSearchParams) => ({
  state: oneOf(NOTICE_STATES, params.get('state')) ?? 'open',
  page: pageOf(params),
});

function NoticeList() {
  const { to } = useListAddress();
  const list = useStaffList(filtersIn, listNoticesQuery);
  const { state } = list.filters;
  return (
    <StaffList
      list={list}
      nouns="rights notices"
      title="Rights notices"
      intro="Reports about resources. Private data comes first, then the next deadline."
      notice={list.data && <OverdueElsewhere overdue={list.data.overdue} state={state} />}
      tabs={{
        label: 'State',
        name: 'state',
        tabs: NOTICE_STATES.map((value) => ({
          value,
          label: NOTICE_STATE_LABELS[value],
          count: list.data?.counts[value],
        })),
      }}
      columns={columnsOf(state, (id) => to({ notice: id }))}
      empty={EMPTY[state]}
      noMatch={{ action: undefined, ...EMPTY[state] }}
    />
  );
}

type OverdueProps = { overdue: Record<NoticeState, number>; state: NoticeState };

function OverdueElsewhere({ overdue, state }: OverdueProps) {
  const { to } = useListAddress();
  return NOTICE_STATES.filter((each) => each !== state && overdue[each] > 0).map((each) => (
    <Notice key={each} tone="warn" className="mt-6">
      {overdue[each] === 1 ? '1 more is' : `${overdue[each]} more are`} overdue under{' '}
      <Link className="link" to={to({ state: each === 'open' ? undefined : each })}>
        {NOTICE_STATE_LABELS[each]}
      </Link>
      .
    </Notice>
  ));
}

const EMPTY: Readonly<Record<NoticeState, EmptyText>> = {
  open: { title: 'No open notices', text: 'Every notice has been decided.' },
  dismissed: { title: 'No dismissed notices', text: 'Notices you dismiss are listed here.' },
  upheld: {
    title: 'No takedowns',
    text: 'Resources you take down are listed here until the seller responds or the deadline passes.',
  },
  countered: {
    title: 'No counter-notices',
    text: 'Sellers’ counter-notices are listed here until they’re accepted or rejected.',
  },
  put_back: {
    title: 'No restored resources',
    text: 'Resources restored after a counter-notice are listed here.',
  },
  kept_down: { title: 'No closed notices', text: 'Takedowns that became final are listed here.' },
};

const DUE_HEADERS: Partial<Record<NoticeState, string>> = {
  open: 'Decision due',
  upheld: 'Counter-notice due',
  countered: 'Restored on',
};

function columnsOf(state: NoticeState, noticeTo: (id: number) => string): StaffColumn<NoticeRow>[] {
  const hasDeadline = (STATES_WITH_DEADLINE as readonly NoticeState[]).includes(state);
  return [
    {
      key: 'thing',
      header: 'Resource',
      card: 'title',
      cell: ({ id, resource, seller, otherCount }) => (
        <ResourceSummary
          thumbnailUrl={resource.thumbnailUrl}
          title={
            <Link className="font-semibold hover:underline" to={noticeTo(id)}>
              {resource.title}
            </Link>
          }
        >
          {seller.name}
          {otherCount > 0 && `, ${otherCount === 1 ? '1 other notice' : `${otherCount} other notices`}`}
        </ResourceSummary>
      ),
    },
    {
      key: 'reason',
      header: 'Reason',
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
