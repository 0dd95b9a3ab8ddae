// Sellers, for officers: everyone who has a shop, and those who ask for one. One seller whole when the address names them.
import { useQuery } from '@tanstack/react-query';
import { type MetaArgs, Link } from 'react-router';
import {
  APPLICATION_STATES,
  APPLICATION_STATE_LABELS,
} from '#shared/features/application/application.states.ts';
import { STORE_STATES } from '#shared/features/seller/slug.rules.ts';
import { hasPermission, rolesOf } from '#shared/roles.ts';
import { ListPager } from '#app/components/staff/list-pager.tsx';
import { ListSearch } from '#app/components/staff/list-search.tsx';
import { ListSkeleton } from '#app/components/staff/list-skeleton.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { useUser } from '#app/features/account/account.api.ts';
import { ApplicationsQueue } from '#app/features/application/applications-queue.tsx';
import { applicationsQuery } from '#app/features/user-admin/users.api.ts';
import { SellerMoney } from '#app/features/payout/seller-money.tsx';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { idsOf, oneOf, pageOf, useListAddress, wordsOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { SellerSheet, SellerStateBadge, ratingWords } from './seller-sheet.tsx';
import { sellersQuery, type StaffSellers } from './sellers-staff.api.ts';
import { avatarCandidates } from '#shared/avatar.ts';
import { formatDay } from '#shared/dates.ts';
import type { StaffSellerRow } from '#shared/features/seller/seller-staff.contract.ts';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';

export const handle: StaffHandle = { permission: 'sellers.manage' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Sellers',
    description: 'Everyone who sells here.',
    path: '/admin/sellers',
    isHidden: true,
  });
}

export default function SellersPage() {
  const { params } = useListAddress();
  const [id] = idsOf(params.getAll('seller')) ?? [];
  const user = useUser();
  const mayPay = user && hasPermission(rolesOf(user), 'payments.manage');
  if (id) {
    return (
      <SellerSheet
        id={Number(id)}
        {...(mayPay && { renderMoney: (seller) => <SellerMoney seller={seller} /> })}
      />
    );
  }
  return <Sellers isApplications={params.get('tab') === 'applications'} />;
}

function Sellers({ isApplications }: { isApplications: boolean }) {
  const user = useUser();
  const roles = user ? rolesOf(user) : [];
  const mayDecide = hasPermission(roles, 'sellers.approve');
  const waiting = useQuery({ ...applicationsQuery({ kind: 'sell', state: 'waiting' }), enabled: mayDecide });
  const showsApplications = mayDecide && isApplications;
  return (
    <StaffPage
      title="Sellers"
      intro={
        showsApplications
          ? 'People who want to sell here, those who wait longest first.'
          : 'Everyone with a shop. Suspending one takes its things out of the store at once; whoever bought them keeps them.'
      }
      tabs={
        mayDecide && (
          <TabLinks
            label="Sellers"
            tabs={[
              { label: 'Sellers', to: '/admin/sellers', isCurrent: !showsApplications },
              {
                label: 'Applications to sell',
                to: '/admin/sellers?tab=applications',
                count: waiting.data?.counts.waiting,
                isCurrent: showsApplications,
              },
            ]}
          />
        )
      }
    >
      {showsApplications ? <Applications /> : <Shops />}
    </StaffPage>
  );
}

const STATE_TABS = [
  ['All', undefined, 'all'],
  ['Open', 'approved', 'approved'],
  ['Suspended', 'suspended', 'suspended'],
] as const;

function Shops() {
  const { params, to } = useListAddress();
  const state = oneOf(STORE_STATES, params.get('state'));
  const query = useQuery(sellersQuery({ q: wordsOf(params), state, page: pageOf(params) }));
  return (
    <>
      <div className="mt-4">
        <TabLinks
          label="State"
          tabs={STATE_TABS.map(([label, value, counted]) => ({
            label,
            to: to({ state: value }),
            count: query.data?.counts[counted],
            isCurrent: state === value,
          }))}
        />
      </div>
      <div className="mt-6 mb-4 flex">
        <ListSearch label="Search sellers" placeholder="Shop, person or number" />
      </div>
      <QueryView
        query={query}
        what="the sellers"
        skeleton={<ListSkeleton label="Loading sellers" hasFaces />}
      >
        {(sellers) => <ShopList sellers={sellers} isFiltered={Boolean(state ?? wordsOf(params))} />}
      </QueryView>
    </>
  );
}

function ShopList({ sellers, isFiltered }: { sellers: StaffSellers; isFiltered: boolean }) {
  const { to } = useListAddress();
  const { items, total, page, pageSize } = sellers;
  if (items.length === 0) {
    return isFiltered ? (
      <EmptyState
        className="mt-6"
        title="No seller fits"
        action={<ButtonLink to="/admin/sellers">See all sellers</ButtonLink>}
      >
        Look for the name of the shop, of the person, or for their number.
      </EmptyState>
    ) : (
      <EmptyState className="mt-6" title="Nobody sells here yet">
        Approve an application, and the new seller will be listed here.
      </EmptyState>
    );
  }
  return (
    <>
      <SellersTable rows={items} sellerTo={(id) => to({ seller: id })} />
      <ListPager page={page} pageSize={pageSize} total={total} />
    </>
  );
}

function Applications() {
  const { params, to } = useListAddress();
  const state = oneOf(APPLICATION_STATES, params.get('state')) ?? 'waiting';
  const query = useQuery(applicationsQuery({ kind: 'sell', state, page: pageOf(params) }));
  return (
    <>
      <div className="mt-4">
        <TabLinks
          label="State"
          tabs={APPLICATION_STATES.map((value) => ({
            label: APPLICATION_STATE_LABELS[value],
            to: to({ state: value === 'waiting' ? undefined : value }),
            count: query.data?.counts[value],
            isCurrent: state === value,
          }))}
        />
      </div>
      <QueryView
        query={query}
        what="the applications"
        skeleton={<ListSkeleton label="Loading applications" hasFaces />}
      >
        {(applications) => <ApplicationsQueue applications={applications} state={state} />}
      </QueryView>
    </>
  );
}

type SellersTableProps = { rows: readonly StaffSellerRow[]; sellerTo: (id: number) => string };

export function SellersTable({ rows, sellerTo }: SellersTableProps) {
  return <Table caption="Sellers" columns={columnsOf(sellerTo)} rows={rows} keyOf={({ id }) => String(id)} />;
}

const columnsOf = (sellerTo: (id: number) => string): TableColumn<StaffSellerRow>[] => [
  {
    key: 'shop',
    header: 'Shop',
    card: 'title',
    cell: ({ id, shop, person, profileImageUrl }) => (
      <span className="flex min-w-0 items-center gap-3.5">
        <Avatar sources={avatarCandidates({ profileImageUrl, name: person, kind: 'user' })} name={person} />
        <span className="min-w-0 wrap-anywhere">
          <Link className="font-semibold hover:underline" to={sellerTo(id)}>
            {shop}
          </Link>
          <span className="small block">
            {person}, no. {id}
          </span>
        </span>
      </span>
    ),
  },
  { key: 'state', header: 'State', card: 'state', cell: (seller) => <SellerStateBadge {...seller} /> },
  { key: 'since', header: 'Since', card: 'hide', cell: ({ since }) => formatDay(since) },
  { key: 'things', header: 'On sale', card: 'line', align: 'right', cell: ({ onSale }) => onSale },
  { key: 'sales', header: 'Sales', card: 'line', align: 'right', cell: ({ sales }) => sales },
  {
    key: 'rating',
    header: 'Rating',
    card: 'hide',
    align: 'right',
    cell: ({ rating, reviewCount }) => ratingWords(rating, reviewCount),
  },
  {
    key: 'notices',
    header: 'Open notices',
    card: 'line',
    align: 'right',
    cell: ({ openNotices }) => openNotices,
  },
  { key: 'notes', header: 'Notes', card: 'hide', align: 'right', cell: ({ notes }) => notes },
];
