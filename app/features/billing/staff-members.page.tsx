// All memberships for staff: search, filter, sort, page, CSV, and giving one.
import { useQuery } from '@tanstack/react-query';
import { Link, type MetaArgs } from 'react-router';
import * as contract from '#shared/features/billing/staff-member.contract.ts';
import {
  MEMBER_GROUP_LABELS,
  MEMBER_GROUPS,
  MEMBER_SORTS,
  MEMBER_SOURCE_LABELS,
} from '#shared/features/billing/staff-member.schema.ts';
import {
  MEMBERSHIP_SOURCES,
  MEMBERSHIP_STATE_LABELS,
  MEMBERSHIP_STATES,
} from '#shared/features/membership/membership.states.ts';
import { PLAN_PERIOD_LABELS } from '#shared/features/plan/plan.rules.ts';
import { formatDay, formatMonth } from '#shared/dates.ts';
import { parseId } from '#shared/ids.ts';
import { formatMoney } from '#shared/money.ts';
import { rolesOf } from '#shared/roles.ts';
import { StaffList, useStaffList, type StaffColumn } from '#app/components/staff/staff-list.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { UserCell } from '#app/components/staff/user-cell.tsx';
import { RemoveChip } from '#app/components/ui/chip.tsx';
import { oneOf, pageOf, searchOf, useListAddress } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { GrantMembershipDialog } from './grant-membership-dialog.tsx';
import { MemberStateBadge } from './member-state-badge.tsx';
import { listMembersQuery, listPlanNamesQuery, MEMBERS_HOME, type MemberRow } from './staff-member.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Members',
    description: 'All memberships.',
    path: MEMBERS_HOME,
    isHidden: true,
  });
}

const MONTH = /^20\d\d-(?:0[1-9]|1[0-2])$/;
const monthIn = (params: URLSearchParams, name: string) => {
  const month = params.get(name) ?? '';
  return MONTH.test(month) ? month : undefined;
};

function filtersIn(params: URLSearchParams) {
  return {
    q: searchOf(params),
    state: oneOf(MEMBERSHIP_STATES, params.get('state')),
    group: oneOf(MEMBER_GROUPS, params.get('group')),
    planId: parseId(params.get('planId') ?? '') ?? undefined,
    source: oneOf(MEMBERSHIP_SOURCES, params.get('source')),
    joined: monthIn(params, 'joined'),
    ended: monthIn(params, 'ended'),
    trial: monthIn(params, 'trial'),
    sort: oneOf(MEMBER_SORTS, params.get('sort')) ?? ('newest' as const),
    page: pageOf(params),
  };
}

export default function StaffMembersPage() {
  const user = useUser();
  const list = useStaffList(filtersIn, listMembersQuery);
  const plans = useQuery(listPlanNamesQuery()).data?.items ?? [];
  const counts = list.data?.counts;
  return (
    <StaffList
      list={list}
      nouns="members"
      title="Members"
      pageTabs={user && <StaffTabs area="memberships" roles={rolesOf(user)} />}
      csv={contract.exportMembers.path}
      actions={<GrantMembershipDialog />}
      tabs={{
        label: 'State',
        name: 'state',
        tabs: [
          { label: 'All', count: counts?.all },
          ...MEMBERSHIP_STATES.map((state) => ({
            value: state,
            label: MEMBERSHIP_STATE_LABELS[state],
            count: counts?.[state],
          })),
        ],
      }}
      search={{ placeholder: 'Name, username or email' }}
      filters={[
        {
          name: 'planId',
          label: 'Plan',
          all: 'All plans',
          options: plans.map(({ id, name }) => ({ value: String(id), label: name })),
        },
        {
          name: 'group',
          label: 'Group',
          all: 'Everyone',
          options: MEMBER_GROUPS.map((value) => ({ value, label: MEMBER_GROUP_LABELS[value] })),
        },
        {
          name: 'source',
          label: 'Paid for',
          all: 'Any way',
          options: MEMBERSHIP_SOURCES.map((value) => ({ value, label: MEMBER_SOURCE_LABELS[value] })),
        },
      ]}
      chips={<MonthChips />}
      columns={COLUMNS}
      hasFaces
      empty={{ title: 'No members yet', text: 'Everyone who joins, or tries a plan, is listed here.' }}
    />
  );
}

const MONTH_CHIPS = [
  ['joined', 'First paid in'],
  ['ended', 'Ended in'],
  ['trial', 'Trial ended in'],
] as const;

/** From the figures. */
function MonthChips() {
  const { params, to } = useListAddress();
  return MONTH_CHIPS.map(([name, label]) => {
    const month = monthIn(params, name);
    return (
      month && (
        <RemoveChip key={name} to={to({ [name]: undefined })}>
          {label} {formatMonth(`${month}-01T12:00:00Z`)}
        </RemoveChip>
      )
    );
  });
}

const COLUMNS: readonly StaffColumn<MemberRow>[] = [
  { key: 'member', header: 'Member', card: 'title', cell: ({ user }) => <UserCell user={user} /> },
  {
    key: 'plan',
    header: 'Plan',
    card: 'text',
    cell: ({ id, planName, period, source }) => (
      <>
        <Link className="link wrap-anywhere" to={`${MEMBERS_HOME}/${id}`}>
          {planName}
        </Link>
        <span className="small block">
          {source === 'paid' ? PLAN_PERIOD_LABELS[period] : MEMBER_SOURCE_LABELS[source]}
        </span>
      </>
    ),
  },
  { key: 'state', header: 'State', card: 'state', cell: (row) => <MemberStateBadge {...row} /> },
  {
    key: 'next',
    header: 'Next payment',
    card: 'figure',
    align: 'right',
    sort: { ascending: 'ends-first', descending: 'ends-last' },
    cell: (row) => <NextPayment member={row} />,
  },
  {
    key: 'since',
    header: 'Since',
    card: 'hide',
    sort: { descending: 'newest', ascending: 'oldest' },
    cell: ({ createdAt }) => formatDay(createdAt),
  },
];

function NextPayment({
  member: { nextPayment, state, endsAt, endedAt, pausedUntil },
}: {
  member: MemberRow;
}) {
  if (nextPayment) {
    return (
      <>
        {formatMoney(nextPayment.amount)}
        <span className="small block">{formatDay(nextPayment.at)}</span>
      </>
    );
  }
  if (endedAt) return <span className="small">Ended {formatDay(endedAt)}</span>;
  if (pausedUntil) return <span className="small">Paused until {formatDay(pausedUntil)}</span>;
  if (state === 'incomplete') return <span className="small">Not paid yet</span>;
  return <span className="small">Ends {formatDay(endsAt)}</span>;
}
