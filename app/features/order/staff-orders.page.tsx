// All orders, for those who look after money: search, filter, sort, page. The whole state is in the address.
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, type MetaArgs } from 'react-router';
import { ORDER_STATE_LABELS, ORDER_STATES } from '#shared/features/checkout/checkout.states.ts';
import {
  MOST_COUNTED,
  STAFF_ORDER_HAS,
  STAFF_ORDER_HAS_LABELS,
  STAFF_ORDER_SORTS,
} from '#shared/features/order/staff-order.schema.ts';
import { rolesOf } from '#shared/roles.ts';
import { dayIn, ListDates } from '#app/components/staff/list-dates.tsx';
import { ListFilter } from '#app/components/staff/list-filter.tsx';
import { ListPager } from '#app/components/staff/list-pager.tsx';
import { ListSearch } from '#app/components/staff/list-search.tsx';
import { ListSkeleton } from '#app/components/staff/list-skeleton.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { useUser } from '#app/features/account/account.api.ts';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { oneOf, pageOf, useListAddress, wordsOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { GrantDialog } from './grant-dialog.tsx';
import { staffOrdersQuery, type StaffOrdersPage } from './staff-order.api.ts';
import { StaffOrdersTable } from './staff-orders-table.tsx';

export const handle: StaffHandle = { permission: 'payments.manage' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Orders',
    description: 'Orders of the site.',
    path: '/admin/orders',
    isHidden: true,
  });
}

function filtersIn(params: URLSearchParams) {
  return {
    q: wordsOf(params),
    state: oneOf(ORDER_STATES, params.get('state')),
    has: oneOf(STAFF_ORDER_HAS, params.get('has')),
    from: dayIn(params, 'from'),
    to: dayIn(params, 'to'),
    sort: oneOf(STAFF_ORDER_SORTS, params.get('sort')) ?? ('newest' as const),
    page: pageOf(params),
  };
}
type Filters = ReturnType<typeof filtersIn>;

const countText = (count: number) => `${count.toLocaleString('en')}${count < MOST_COUNTED ? '' : '+'}`;

export default function StaffOrdersPage() {
  const user = useUser();
  const { params } = useListAddress();
  const filters = filtersIn(params);
  const query = useQuery(staffOrdersQuery(filters));
  const isFiltered = Boolean(filters.q ?? filters.state ?? filters.has ?? filters.from ?? filters.to);
  return (
    <StaffPage
      title="Orders"
      tabs={user && <StaffTabs area="money" roles={rolesOf(user)} />}
      actions={<GrantDialog trigger={<Button>Give access</Button>} />}
    >
      <div className="mt-4">
        <StateTabs filters={filters} counts={query.data?.counts} />
      </div>
      <div className="mt-6 mb-4 flex flex-wrap items-start gap-3">
        <ListSearch label="Search orders" placeholder="Number, person, title or payment" />
        <ListFilter
          name="has"
          label="What waits"
          all="All of them"
          options={STAFF_ORDER_HAS.map((value) => ({ value, label: STAFF_ORDER_HAS_LABELS[value] }))}
        />
        <ListDates />
        {isFiltered && (
          <Link className="btn btn-quiet" to="/admin/orders">
            Clear
          </Link>
        )}
      </div>
      <QueryView query={query} what="the orders" skeleton={<ListSkeleton label="Loading orders" />}>
        {(page) => <Orders page={page} filters={filters} />}
      </QueryView>
    </StaffPage>
  );
}

function StateTabs({ filters, counts }: { filters: Filters; counts: StaffOrdersPage['counts'] | undefined }) {
  const { to } = useListAddress();
  const tab = (label: string, state: Filters['state']) => ({
    label,
    to: to({ state }),
    count: counts && countText(counts[state ?? 'all']),
    isCurrent: filters.state === state,
  });
  return (
    <TabLinks
      label="State"
      tabs={[tab('All', undefined), ...ORDER_STATES.map((state) => tab(ORDER_STATE_LABELS[state], state))]}
    />
  );
}

function Orders({ page, filters }: { page: StaffOrdersPage; filters: Filters }) {
  const { search } = useLocation();
  const { to } = useListAddress();
  if (page.items.length === 0) {
    return (
      <EmptyState
        className="mt-6"
        title={search === '' ? 'No orders yet' : 'No order fits'}
        action={search !== '' && <ButtonLink to="/admin/orders">Show all orders</ButtonLink>}
      >
        {search === ''
          ? 'What people buy is listed here from the first order on.'
          : 'Try fewer words, another state or other days.'}
      </EmptyState>
    );
  }
  return (
    <>
      <StaffOrdersTable rows={page.items} sort={filters.sort} sortTo={(sort) => to({ sort })} />
      <ListPager {...page} totalText={countText(page.total)} />
    </>
  );
}
