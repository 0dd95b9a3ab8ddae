// Bundles of a seller or of the platform, with search and states. The whole state is in the URL.
import { Plus } from 'lucide-react';
import { Link, useLocation, type MetaArgs } from 'react-router';
import { BUNDLE_STATE_LABELS, BUNDLE_STATES } from '#shared/features/bundle/bundle.rules.ts';
import { formatCount } from '#shared/numbers.ts';
import { formatMoney } from '#shared/money.ts';
import { StaffList, useStaffList, type StaffColumn } from '#app/components/staff/staff-list.tsx';
import { When } from '#app/components/staff/when.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { SellerSuspended, useSellerSuspension } from '#app/components/seller/seller-suspended.tsx';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { oneOf, pageOf, wordsOf } from '#app/lib/list-address.ts';
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

export const handle: StaffHandle = { permission: 'curriculum.manage' };

export function meta({ matches, location }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Bundles',
    description: 'Things sold together for less.',
    path: HOME[managementScopeOf(location.pathname)],
    isHidden: true,
  });
}

const INTROS: Readonly<Record<ManagementScope, string>> = {
  seller:
    'Several of your things for less than they cost one by one. Whoever has some of them already pays less.',
  staff: 'Things of any seller, sold together by the house for less than they cost one by one.',
};

export default function BundleDeskPage() {
  const desk = managementScopeOf(useLocation().pathname);
  return desk === 'seller' ? <SellerDesk /> : <DeskList desk="staff" isOpen />;
}

function SellerDesk() {
  const suspended = useSellerSuspension();
  return (
    <DeskList desk="seller" isOpen={!suspended} notice={suspended && <SellerSuspended shop={suspended} />} />
  );
}

const OWNERS = ['house', 'sellers'] as const;

const filtersIn = (params: URLSearchParams) => ({
  q: wordsOf(params),
  state: oneOf(BUNDLE_STATES, params.get('state')),
  by: oneOf(OWNERS, params.get('by')) ?? 'house',
  page: pageOf(params),
});

type DeskListProps = { desk: ManagementScope; isOpen: boolean; notice?: React.ReactNode };

function DeskList({ desk, isOpen, notice }: DeskListProps) {
  const list = useStaffList(filtersIn, (filters) => managedListQuery(desk, filters));
  const { by } = list.filters;
  return (
    <StaffList
      list={list}
      nouns="bundles"
      title="Bundles"
      intro={INTROS[desk]}
      actions={isOpen && <NewBundle desk={desk} />}
      pageTabs={
        desk === 'staff' && (
          <TabLinks
            label="Whose"
            tabs={[
              { label: 'Of the house', to: HOME.staff, isCurrent: by === 'house' },
              { label: 'Of sellers', to: `${HOME.staff}?by=sellers`, isCurrent: by === 'sellers' },
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
        by === 'sellers' ? (id) => `/bundles/${id}` : (id) => `${HOME[desk]}/${id}`,
        by === 'sellers',
      )}
      empty={{
        title: 'No bundles yet',
        text: 'Choose things that belong together, such as a term of plans and its music, and say what they cost together.',
        action: isOpen && by === 'house' && <NewBundle desk={desk} isFirst />,
      }}
    />
  );
}

function NewBundle({ desk, isFirst }: { desk: ManagementScope; isFirst?: boolean }) {
  return (
    <ButtonLink
      variant={isFirst ? 'second' : 'primary'}
      to={`${HOME[desk]}/new`}
      icon={<Plus className="icon" aria-hidden="true" />}
    >
      {isFirst ? 'Make the first one' : 'New bundle'}
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
