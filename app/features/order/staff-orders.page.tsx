// All orders, for staff who handle money.
import { type MetaArgs, Link } from 'react-router';
import { ORDER_STATE_LABELS, ORDER_STATES } from '#shared/features/order/order.states.ts';
import {
  COUNT_LIMIT,
  STAFF_ORDER_HAS,
  STAFF_ORDER_HAS_LABELS,
  STAFF_ORDER_SORTS,
} from '#shared/features/order/staff-order.schema.ts';
import { rolesOf } from '#shared/roles.ts';
import { dayIn } from '#app/components/staff/list-controls.tsx';
import { StaffList, useStaffList, type StaffColumn } from '#app/components/staff/staff-list.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { oneOf, pageOf, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { GrantDialog } from '#app/features/entitlement/grant-dialog.tsx';
import { listStaffOrdersQuery } from './staff-order.api.ts';
import type { StaffOrderRow } from '#shared/features/order/staff-order.contract.ts';
import { formatMoney } from '#shared/money.ts';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { OrderStateBadge } from './order-totals.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Orders',
    description: 'All orders.',
    path: '/admin/orders',
    isHidden: true,
  });
}

function filtersIn(params: URLSearchParams) {
  return {
    q: searchOf(params),
    state: oneOf(ORDER_STATES, params.get('state')),
    has: oneOf(STAFF_ORDER_HAS, params.get('has')),
    from: dayIn(params, 'from'),
    to: dayIn(params, 'to'),
    sort: oneOf(STAFF_ORDER_SORTS, params.get('sort')) ?? ('newest' as const),
    page: pageOf(params),
  };
}

const countText = (count: number) => `${count.toLocaleString('en')}${count < COUNT_LIMIT ? '' : '+'}`;

export default function StaffOrdersPage() {
  const user = useUser();
  const list = useStaffList(filtersIn, listStaffOrdersQuery);
  const { data } = list;
  const countOf = (state: keyof NonNullable<typeof data>['counts']) => data && countText(data.counts[state]);
  return (
    <StaffList
      list={list}
      nouns="orders"
      title="Orders"
      pageTabs={user && <StaffTabs area="money" roles={rolesOf(user)} />}
      actions={<GrantDialog trigger={<Button>Grant access</Button>} />}
      tabs={{
        label: 'State',
        name: 'state',
        tabs: [
          { label: 'All', count: countOf('all') },
          ...ORDER_STATES.map((state) => ({
            value: state,
            label: ORDER_STATE_LABELS[state],
            count: countOf(state),
          })),
        ],
      }}
      search={{ placeholder: 'Order number, buyer, title or payment' }}
      filters={[
        {
          name: 'has',
          label: 'Needs attention',
          all: 'All orders',
          options: STAFF_ORDER_HAS.map((value) => ({ value, label: STAFF_ORDER_HAS_LABELS[value] })),
        },
      ]}
      hasDates
      columns={STAFF_ORDER_COLUMNS}
      empty={{ title: 'No orders yet', text: 'Orders appear here as soon as someone buys something.' }}
      noMatch={{ text: 'Try fewer words, another state or different dates.' }}
      totalText={data && countText(data.total)}
    />
  );
}

export const STAFF_ORDER_COLUMNS: readonly StaffColumn<StaffOrderRow>[] = [
  {
    key: 'order',
    header: 'Order',
    card: 'title',
    cell: ({ id, number, name, email }) => (
      <span className="block min-w-0 wrap-anywhere md:min-w-52">
        <Link className="font-semibold num hover:underline" to={`/admin/orders/${id}`}>
          {number}
        </Link>
        <span className="small block">{name || 'Former member'}</span>
        <span className="small block">{email}</span>
      </span>
    ),
  },
  {
    key: 'items',
    header: 'Items',
    card: 'text',
    cell: ({ titles: [first = 'Nothing', ...others] }) => (
      <span className="wrap-anywhere">
        {first}
        {others.length > 0 && <span className="small block">and {others.length} more</span>}
      </span>
    ),
  },
  {
    key: 'state',
    header: 'State',
    card: 'state',
    cell: ({ state, refunding, currency, hasRequest, hasDispute }) => (
      <span className="flex flex-wrap gap-1.5">
        <OrderStateBadge state={state} />
        {Number(refunding) > 0 && (
          <Badge tone="act">{formatMoney(refunding, currency)} refund on its way</Badge>
        )}
        {hasRequest && <Badge tone="warn">Refund requested</Badge>}
        {hasDispute && <Badge tone="bad">Disputed</Badge>}
      </span>
    ),
  },
  {
    key: 'total',
    header: 'Total',
    card: 'figure',
    align: 'right',
    sort: { descending: 'total', ascending: 'total-low' },
    cell: ({ total, refunded, currency }) => (
      <>
        {formatMoney(total, currency)}
        {Number(refunded) > 0 && <span className="small block">−{formatMoney(refunded, currency)}</span>}
      </>
    ),
  },
  {
    key: 'when',
    header: 'Placed',
    card: 'hide',
    sort: { descending: 'newest', ascending: 'oldest' },
    cell: ({ createdAt }) => <When iso={createdAt} />,
  },
];
