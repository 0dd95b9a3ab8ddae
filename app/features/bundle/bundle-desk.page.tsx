// The bundles of a seller, or of the house: search, states, and the way to each. The whole state is in the address.
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Link, useLocation, type MetaArgs } from 'react-router';
import { BUNDLE_STATE_LABELS, BUNDLE_STATES } from '#shared/features/bundle/bundle.rules.ts';
import { formatCount } from '#shared/numbers.ts';
import { formatMoney } from '#shared/money.ts';
import { ListPager } from '#app/components/staff/list-pager.tsx';
import { ListSearch } from '#app/components/staff/list-search.tsx';
import { ListSkeleton } from '#app/components/staff/list-skeleton.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { When } from '#app/components/staff/when.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import { ShopSuspended, useSuspendedShop } from '#app/features/seller/shop-suspended.tsx';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { oneOf, pageOf, useListAddress, wordsOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { BundleStack } from './bundle-card.tsx';
import {
  deskAt,
  deskListQuery,
  HOME,
  type BundleList,
  type BundleListRow,
  type Desk,
} from './bundle-desk.api.ts';
import { BundleStateBadge } from './bundle-state-badge.tsx';

export const handle: StaffHandle = { permission: 'curriculum.manage' };

export function meta({ matches, location }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Bundles',
    description: 'Things sold together for less.',
    path: HOME[deskAt(location.pathname)],
    isHidden: true,
  });
}

const INTROS: Readonly<Record<Desk, string>> = {
  seller:
    'Several of your things for less than they cost one by one. Whoever has some of them already pays less.',
  staff: 'Things of any seller, sold together by the house for less than they cost one by one.',
};

export default function BundleDeskPage() {
  const desk = deskAt(useLocation().pathname);
  return desk === 'seller' ? <SellerDesk /> : <DeskList desk="staff" isOpen />;
}

function SellerDesk() {
  const suspended = useSuspendedShop();
  return (
    <DeskList desk="seller" isOpen={!suspended}>
      {suspended && <ShopSuspended shop={suspended} />}
    </DeskList>
  );
}

const OWNERS = ['house', 'sellers'] as const;

type DeskListProps = { desk: Desk; isOpen: boolean; children?: React.ReactNode };

function DeskList({ desk, isOpen, children }: DeskListProps) {
  const { params, to } = useListAddress();
  const state = oneOf(BUNDLE_STATES, params.get('state'));
  const by = oneOf(OWNERS, params.get('by')) ?? 'house';
  const query = useQuery(deskListQuery(desk, { q: wordsOf(params), state, by, page: pageOf(params) }));
  return (
    <StaffPage
      title="Bundles"
      intro={INTROS[desk]}
      actions={isOpen && <NewBundle desk={desk} />}
      tabs={
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
    >
      {children}
      <div className="mt-4">
        <TabLinks
          label="State"
          tabs={[undefined, ...BUNDLE_STATES].map((one) => ({
            label: one ? BUNDLE_STATE_LABELS[one] : 'All',
            to: to({ state: one }),
            count: query.data?.counts[one ?? 'all'],
            isCurrent: state === one,
          }))}
        />
      </div>
      <div className="mt-6 mb-4 flex">
        <ListSearch label="Search bundles" placeholder="Title" />
      </div>
      <QueryView query={query} what="the bundles" skeleton={<ListSkeleton label="Loading bundles" />}>
        {(page) => (
          <Rows
            page={page}
            titleTo={by === 'sellers' ? (id) => `/bundles/${id}` : (id) => `${HOME[desk]}/${id}`}
            hasSellers={by === 'sellers'}
            empty={
              state || wordsOf(params) ? (
                <EmptyState
                  className="mt-6"
                  title="Nothing fits"
                  action={<ButtonLink to={HOME[desk]}>Show all of them</ButtonLink>}
                >
                  No bundle has what you asked for. Try fewer words or another state.
                </EmptyState>
              ) : (
                <EmptyState
                  className="mt-6"
                  title="No bundles yet"
                  action={isOpen && by === 'house' ? <NewBundle desk={desk} isFirst /> : undefined}
                >
                  Choose things that belong together, such as a term of plans and its music, and say what they
                  cost together.
                </EmptyState>
              )
            }
          />
        )}
      </QueryView>
    </StaffPage>
  );
}

function NewBundle({ desk, isFirst }: { desk: Desk; isFirst?: boolean }) {
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

type RowsProps = {
  page: BundleList;
  titleTo: (id: number) => string;
  hasSellers: boolean;
  empty: React.ReactNode;
};

function Rows({ page, titleTo, hasSellers, empty }: RowsProps) {
  const { items } = page;
  if (items.length === 0) return empty;
  return (
    <>
      <Table
        caption="Bundles"
        columns={columnsOf(titleTo, hasSellers)}
        rows={items}
        keyOf={({ id }) => String(id)}
      />
      <ListPager {...page} />
    </>
  );
}

function columnsOf(titleTo: (id: number) => string, hasSellers: boolean): TableColumn<BundleListRow>[] {
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
