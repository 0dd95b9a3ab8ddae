// Sellers for staff: the list, open applications, and one seller in detail when the URL names one.
import { Avatar } from '#app/components/ui/avatar.tsx';
import type { StaffSellerRow } from '#shared/features/seller/seller-staff.contract.ts';
import { formatDay } from '#shared/dates.ts';
import { avatarCandidates } from '#shared/avatar.ts';
import { SellerStateBadge, formatRating } from './staff-seller-details.tsx';
import { Link } from 'react-router';
import { useQuery } from '@tanstack/react-query';
import type { MetaArgs } from 'react-router';
import { StaffList, useStaffList, type StaffColumn } from '#app/components/staff/staff-list.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { ApplicationList } from '#app/features/application/application-list.tsx';
import { listApplicationsQuery } from '#app/features/application/application.api.ts';
import { SellerMoney } from '#app/features/payout/seller-money.tsx';
import { idsOf, oneOf, pageOf, useListAddress, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { SELLER_STATES } from '#shared/features/seller/slug.rules.ts';
import { hasPermission, rolesOf } from '#shared/roles.ts';
import { SellerSheet } from './staff-seller-details.tsx';
import { listStaffSellersQuery } from './sellers-staff.api.ts';

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
  const roles = user ? rolesOf(user) : [];
  const maySeeMoney = hasPermission(roles, 'payouts.view');
  const mayManageMoney = hasPermission(roles, 'payouts.manage');
  if (id) {
    return (
      <SellerSheet
        id={Number(id)}
        {...(maySeeMoney && {
          renderMoney: (seller) => <SellerMoney seller={seller} mayManage={mayManageMoney} />,
        })}
      />
    );
  }
  return <Sellers isApplications={params.get('tab') === 'applications'} />;
}

function Sellers({ isApplications }: { isApplications: boolean }) {
  const user = useUser();
  const roles = user ? rolesOf(user) : [];
  const mayDecide = hasPermission(roles, 'sellers.approve');
  const waiting = useQuery({
    ...listApplicationsQuery({ kind: 'sell', state: 'waiting' }),
    enabled: mayDecide,
  });
  const showsApplications = mayDecide && isApplications;
  return (
    <StaffPage
      title="Sellers"
      intro={
        showsApplications
          ? 'Users who want to sell, oldest first.'
          : 'All sellers. Suspending one takes their items off sale right away; buyers keep what they bought.'
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
      {showsApplications ? <ApplicationList roles={roles} kind="sell" /> : <SellerList />}
    </StaffPage>
  );
}

const filtersIn = (params: URLSearchParams) => ({
  q: searchOf(params),
  state: oneOf(SELLER_STATES, params.get('state')),
  page: pageOf(params),
});

function SellerList() {
  const { to } = useListAddress();
  const list = useStaffList(filtersIn, listStaffSellersQuery);
  const counts = list.data?.counts;
  return (
    <StaffList
      list={list}
      nouns="sellers"
      caption="Sellers"
      tabs={{
        label: 'State',
        name: 'state',
        tabs: [
          { label: 'All', count: counts?.all },
          { value: 'approved', label: 'Open', count: counts?.approved },
          { value: 'suspended', label: 'Suspended', count: counts?.suspended },
        ],
      }}
      search={{ placeholder: 'Seller, user or id' }}
      columns={sellerColumns((id) => to({ seller: id }))}
      hasFaces
      empty={{
        title: 'No sellers yet',
        text: 'Approve an application, and the new seller will be listed here.',
      }}
      noMatch={{ text: 'Search by seller name, user name or id.' }}
    />
  );
}

const sellerColumns = (sellerTo: (id: number) => string): StaffColumn<StaffSellerRow>[] => [
  {
    key: 'shop',
    header: 'Seller',
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
    cell: ({ rating, reviewCount }) => formatRating(rating, reviewCount),
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
