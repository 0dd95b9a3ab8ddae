// The shared inbox of support: what is our turn first, the longest wait on top.
import { Link, type MetaArgs } from 'react-router';
import { SUPPORT_STATES } from '#shared/features/message/message.rules.ts';
import { ASSIGNED_FILTERS, SUPPORT_STATE_LABELS } from '#shared/features/support/support.rules.ts';
import { rolesOf } from '#shared/roles.ts';
import { StaffList, useStaffList, type StaffColumn } from '#app/components/staff/staff-list.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { When } from '#app/components/staff/when.tsx';
import { oneOf, pageOf, searchOf } from '#app/lib/list-address.ts';
import { useOpenReports } from '#app/features/message/message-staff.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { formatMinutes, SupportStateBadge } from './support-parts.tsx';
import { listSupportRequestsQuery, type SupportRequest } from './support.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Messages',
    description: 'Questions to support.',
    path: '/admin/messages',
    isHidden: true,
  });
}

const readFilters = (params: URLSearchParams) => ({
  q: searchOf(params),
  state: oneOf(SUPPORT_STATES, params.get('state')),
  assigned: oneOf(ASSIGNED_FILTERS, params.get('assigned')),
  page: pageOf(params),
});

const COLUMNS: readonly StaffColumn<SupportRequest>[] = [
  {
    key: 'subject',
    header: 'Question',
    card: 'title',
    cell: ({ id, subject, preview }) => (
      <>
        <Link className="link font-semibold wrap-anywhere" to={`/admin/messages/${id}`}>
          {subject}
        </Link>
        <span className="small line-clamp-1 wrap-anywhere">{preview}</span>
      </>
    ),
  },
  {
    key: 'customer',
    header: 'From',
    card: 'figure',
    cell: ({ customer: { name, isGuest } }) => (isGuest ? `${name} (guest)` : name),
  },
  {
    key: 'state',
    header: 'State',
    card: 'state',
    cell: ({ state }) => <SupportStateBadge state={state} />,
  },
  {
    key: 'assignee',
    header: 'Assigned to',
    card: 'hide',
    cell: ({ assignee }) => assignee?.name ?? <span className="text-ink-2">Nobody</span>,
  },
  {
    key: 'response',
    header: 'First answer',
    card: 'hide',
    cell: ({ firstResponseMinutes }) =>
      firstResponseMinutes === null ? 'Not yet' : `After ${formatMinutes(firstResponseMinutes)}`,
  },
  {
    key: 'last',
    header: 'Last message',
    card: 'hide',
    cell: ({ lastMessageAt }) => <When iso={lastMessageAt} />,
  },
];

export default function SupportInboxPage() {
  const user = useUser();
  const reports = useOpenReports();
  const list = useStaffList(readFilters, listSupportRequestsQuery);
  const counts = list.data?.counts;
  const median = list.data?.medianFirstResponseMinutes ?? null;
  return (
    <StaffList
      list={list}
      nouns="questions"
      title="Messages"
      intro={
        median === null
          ? 'Questions to support. Those that wait for us come first.'
          : `Questions to support. Half of them got a first answer within ${formatMinutes(median)} in the last 30 days.`
      }
      pageTabs={
        user && (
          <StaffTabs area="messages" roles={rolesOf(user)} waiting={{ '/admin/messages/reports': reports }} />
        )
      }
      tabs={{
        label: 'State',
        name: 'state',
        tabs: [
          { label: 'All', count: counts && counts.open + counts.waiting + counts.solved },
          ...SUPPORT_STATES.map((state) => ({
            label: SUPPORT_STATE_LABELS[state],
            value: state,
            count: counts?.[state],
          })),
        ],
      }}
      search={{ placeholder: 'Name, email, order number or a word' }}
      filters={[
        {
          name: 'assigned',
          label: 'Assigned to',
          all: 'Anyone',
          options: [
            { value: 'mine', label: 'Me' },
            { value: 'unassigned', label: 'Nobody' },
          ],
        },
      ]}
      columns={COLUMNS}
      empty={{ title: 'No questions yet', text: 'What people write on the contact page is listed here.' }}
    />
  );
}
