// Bundles of a seller or of the platform, with search and states. The whole state is in the URL.
import Plus from 'icon:plus';
import { Link, useLocation, type MetaArgs } from 'react-router';
import { BUNDLE_STATE_LABELS, BUNDLE_STATES } from '#shared/features/bundle/bundle.rules.ts';
import { formatCount } from '#shared/numbers.ts';
import { formatMoney } from '#shared/money.ts';
import { StaffList, useStaffList, type StaffColumn } from '#app/components/staff/staff-list.tsx';
import { When } from '#app/components/staff/when.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { SellerSuspended, useSellerSuspension } from '#app/components/seller/seller-suspended.tsx';
import { oneOf, pageOf, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { BundleStack } from './bundle-card.tsx';
import {
  managementScopeOf,
  managedListQuery,
  HOME,
  type BundleListRow,
  type ManagementScope,
} from './bundle-management.api.ts';
import { BundleStateBadge } from './bundle-state-badge.tsx';

export function meta({ matches, location }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Bundles',
    description: 'Items sold together for less.',
    path: HOME[managementScopeOf(location.pathname)],
    isHidden: true,
  });
}

const INTROS: Readonly<Record<ManagementScope, string>> = {
  seller:
    'Sell several of your items together for less than they cost separately. Buyers who already have some of them pay less.',
  staff: 'Items of any seller, sold together by the platform for less than they cost separately.',
};

export default function BundleManagementPage() {
  const scope = managementScopeOf(useLocation().pathname);
  return scope === 'seller' ? <SellerBundles /> : <BundleList scope="staff" isOpen />;
}

function SellerBundles() {
  const suspended = useSellerSuspension();
  return (
    <BundleList
      scope="seller"
      isOpen={!suspended}
      notice={suspended && <SellerSuspended seller={suspended} />}
    />
  );
}

const OWNERS = ['house', 'sellers'] as const;

const filtersIn = (params: URLSearchParams) => ({
  q: searchOf(params),
  state: oneOf(BUNDLE_STATES, params.get('state')),
  by: oneOf(OWNERS, params.get('by')) ?? 'house',
  page: pageOf(params),
});

type BundleListProps = { scope: ManagementScope; isOpen: boolean; notice?: React.ReactNode };

function BundleList({ scope, isOpen, notice }: BundleListProps) {
  const list = useStaffList(filtersIn, (filters) => managedListQuery(scope, filters));
  const { by } = list.filters;
  return (
    <StaffList
      list={list}
      nouns="bundles"
      title="Bundles"
      intro={INTROS[scope]}
      actions={isOpen && <NewBundle scope={scope} />}
      pageTabs={
        scope === 'staff' && (
          <TabLinks
            label="Owner"
            tabs={[
              { label: 'Platform', to: HOME.staff, isCurrent: by === 'house' },
              { label: 'Sellers', to: `${HOME.staff}?by=sellers`, isCurrent: by === 'sellers' },
            ]}
          />
        )
      }
      notice={notice}
      tabs={{
        label: 'State',
        name: 'state',
        tabs: [
          { label: 'All', count: list.data?.counts.all },
          ...BUNDLE_STATES.map((state) => ({
            value: state,
            label: BUNDLE_STATE_LABELS[state],
            count: list.data?.counts[state],
          })),
        ],
      }}
      search={{ placeholder: 'Title' }}
      columns={columnsOf(
        by === 'sellers' ? (id) => `/bundles/${id}` : (id) => `${HOME[scope]}/${id}`,
        by === 'sellers',
      )}
      empty={{
        title: 'No bundles yet',
        text: 'Choose items that belong together, such as a term’s lesson plans and their music, and set one price for all of them.',
        action: isOpen && by === 'house' && <NewBundle scope={scope} isFirst />,
      }}
    />
  );
}

function NewBundle({ scope, isFirst }: { scope: ManagementScope; isFirst?: boolean }) {
  return (
    <ButtonLink
      variant={isFirst ? 'second' : 'primary'}
      to={`${HOME[scope]}/new`}
      icon={<Plus className="icon" aria-hidden="true" />}
    >
      {isFirst ? 'Create a bundle' : 'New bundle'}
    </ButtonLink>
  );
}

function columnsOf(titleTo: (id: number) => string, hasSellers: boolean): StaffColumn<BundleListRow>[] {
  return [
    {
      key: 'title',
      header: 'Bundle',
      card: 'title',
      cell: ({ id, title, itemCount, seller, covers }) => (
        <span className="flex items-center gap-3 max-md:mb-1">
          <span className="w-10 shrink-0">
            <BundleStack covers={covers} sizes="3rem" />
          </span>
          <span className="min-w-0 wrap-anywhere">
            <Link className="font-semibold hover:underline" to={titleTo(id)}>
              {title}
            </Link>
            <span className="small block">
              {itemCount} things{hasSellers && seller && `, ${seller.name}`}
            </span>
          </span>
        </span>
      ),
    },
    { key: 'state', header: 'State', card: 'state', cell: (row) => <BundleStateBadge {...row} /> },
    {
      key: 'price',
      header: 'Price',
      align: 'right',
      card: 'figure',
      cell: ({ price }) => formatMoney(price),
    },
    {
      key: 'saving',
      header: 'Saves',
      align: 'right',
      card: 'hide',
      cell: ({ saving, savingPercent }) =>
        savingPercent > 0 ? `${formatMoney(saving)}, ${savingPercent} %` : '–',
    },
    {
      key: 'sold',
      header: 'Sold',
      align: 'right',
      card: 'hide',
      cell: ({ salesCount }) => (salesCount === 0 ? '–' : formatCount(salesCount)),
    },
    { key: 'updated', header: 'Changed', card: 'hide', cell: ({ updatedAt }) => <When iso={updatedAt} /> },
  ];
}
