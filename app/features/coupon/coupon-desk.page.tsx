// Coupons of the house and of sellers: how each stands, what it was used for, and what it brought. The whole state is in
// the address.
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useLocation, type MetaArgs } from 'react-router';
import type { Coupon } from '#shared/features/coupon/coupon-desk.contract.ts';
import { worthLabel } from '#shared/features/coupon/coupon.rules.ts';
import { COUPON_STANDING_LABELS, type CouponStanding } from '#shared/features/coupon/coupon.states.ts';
import { decimalToCents, formatMoney } from '#shared/money.ts';
import { rolesOf } from '#shared/roles.ts';
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
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { useUser } from '#app/features/account/account.api.ts';
import { SellerTabs } from '#app/features/seller/seller-tabs.tsx';
import { ShopSuspended, useSuspendedShop } from '#app/features/seller/shop-suspended.tsx';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { oneOf, pageOf, useListAddress, wordsOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { deskAt, deskListQuery, HOME, useCouponDesk, type CouponList, type Desk } from './coupon-desk.api.ts';
import { CouponDialog } from './coupon-form.tsx';
import { CouponStandingBadge, forWords, limitWords, usesWords } from './coupon-words.tsx';

export const handle: StaffHandle = { permission: 'coupons.manage' };

export function meta({ matches, location }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Coupons',
    description: 'Coupons, their use and what they brought.',
    path: HOME[deskAt(location.pathname)],
    isHidden: true,
  });
}

const INTROS: Readonly<Record<Desk, string>> = {
  seller: 'Codes that make what you sell cheaper. Buyers enter them in the cart or when they pay.',
  staff:
    'Codes that make orders cheaper. Buyers enter them in the cart or when they pay. Once used, what a coupon is worth stays: switch it off and make a new one.',
};

/** As people ask for them. */
const TABS: readonly CouponStanding[] = ['active', 'planned', 'over', 'used_up', 'off'];
const OWNERS = ['house', 'sellers'] as const;

export default function CouponDeskPage() {
  const desk = deskAt(useLocation().pathname);
  return desk === 'seller' ? <SellerDesk /> : <StaffDesk />;
}

function StaffDesk() {
  const user = useUser();
  return <DeskList desk="staff" isOpen tabs={user && <StaffTabs area="money" roles={rolesOf(user)} />} />;
}

function SellerDesk() {
  const suspended = useSuspendedShop();
  return (
    <DeskList desk="seller" isOpen={!suspended} tabs={<SellerTabs />}>
      {suspended && <ShopSuspended shop={suspended} />}
    </DeskList>
  );
}

type DeskListProps = { desk: Desk; isOpen: boolean; tabs: ReactNode; children?: ReactNode };

function DeskList({ desk, isOpen, tabs, children }: DeskListProps) {
  const { params, to } = useListAddress();
  const standing = oneOf(TABS, params.get('standing'));
  const of = oneOf(OWNERS, params.get('of'));
  const query = useQuery(deskListQuery(desk, { q: wordsOf(params), standing, of, page: pageOf(params) }));
  const isNarrowed = Boolean(standing || of || wordsOf(params));
  return (
    <StaffPage title="Coupons" intro={INTROS[desk]} tabs={tabs} actions={isOpen && <NewCoupon desk={desk} />}>
      {children}
      <div className="mt-4">
        <TabLinks
          label="How they stand"
          tabs={[undefined, ...TABS].map((one) => ({
            label: one ? COUPON_STANDING_LABELS[one] : 'All',
            to: to({ standing: one }),
            count: query.data?.counts[one ?? 'all'],
            isCurrent: standing === one,
          }))}
        />
      </div>
      <div className="mt-6 mb-4 flex flex-wrap gap-3">
        <ListSearch
          label="Search coupons"
          placeholder={desk === 'staff' ? 'Code, shop or note' : 'Code or note'}
        />
        {desk === 'staff' && (
          <ListFilter
            name="of"
            label="Whose"
            all="Everybody's"
            options={[
              { value: 'house', label: 'Of the house' },
              { value: 'sellers', label: 'Of sellers' },
            ]}
          />
        )}
      </div>
      <QueryView query={query} what="the coupons" skeleton={<ListSkeleton label="Loading coupons" />}>
        {(page) =>
          page.items.length > 0 ? (
            <Coupons page={page} desk={desk} />
          ) : (
            <NoCoupons desk={desk} isNarrowed={isNarrowed} isOpen={isOpen} />
          )
        }
      </QueryView>
    </StaffPage>
  );
}

function NoCoupons({ desk, isNarrowed, isOpen }: { desk: Desk; isNarrowed: boolean; isOpen: boolean }) {
  return isNarrowed ? (
    <EmptyState
      className="mt-6"
      title="Nothing fits"
      action={<ButtonLink to={HOME[desk]}>Show all of them</ButtonLink>}
    >
      No coupon is like that. Try fewer words or another state.
    </EmptyState>
  ) : (
    <EmptyState className="mt-6" title="No coupons yet" action={isOpen && <NewCoupon desk={desk} isFirst />}>
      A tenth off a first order, or five dollars off a bundle: say what it takes off, and for how long.
    </EmptyState>
  );
}

function NewCoupon({ desk, isFirst }: { desk: Desk; isFirst?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={isFirst ? 'second' : 'primary'}
        icon={<Plus className="icon" aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {isFirst ? 'Make the first one' : 'New coupon'}
      </Button>
      {isOpen && <CouponDialog desk={desk} coupon={null} isOpen onOpenChange={setOpen} />}
    </>
  );
}

function Coupons({ page, desk }: { page: CouponList; desk: Desk }) {
  const [changing, setChanging] = useState<Coupon | null>(null);
  const { items } = page;
  return (
    <>
      <Table
        caption="Coupons"
        columns={columnsOf(desk, setChanging)}
        rows={items}
        keyOf={({ id }) => String(id)}
      />
      <ListPager {...page} />
      {changing && (
        <CouponDialog desk={desk} coupon={changing} isOpen onOpenChange={() => setChanging(null)} />
      )}
    </>
  );
}

const centsOf = (amount: string | null) => (amount === null ? null : decimalToCents(amount));

function columnsOf(desk: Desk, onChange: (coupon: Coupon) => void): TableColumn<Coupon>[] {
  return [
    {
      key: 'code',
      header: 'Coupon',
      card: 'title',
      cell: ({ code, seller, note }) => (
        <span className="block wrap-anywhere md:w-36">
          <span className="num font-semibold">{code}</span>
          <span className="small line-clamp-3" title={note || undefined}>
            {[desk === 'staff' && (seller?.name ?? 'Of the house'), note].filter(Boolean).join('. ')}
          </span>
        </span>
      ),
    },
    {
      key: 'standing',
      header: 'State',
      card: 'state',
      cell: ({ standing }) => <CouponStandingBadge standing={standing} />,
    },
    {
      key: 'worth',
      header: 'Worth',
      card: 'text',
      cell: (coupon) => (
        <span className="wrap-anywhere">
          {worthLabel({ ...coupon, amountCents: centsOf(coupon.amount) })}
          <span className="small line-clamp-4">{forWords(coupon)}</span>
          <span className="small block">{limitWords(coupon).join(', ')}</span>
        </span>
      ),
    },
    { key: 'uses', header: 'Uses', align: 'right', card: 'line', cell: usesWords },
    {
      key: 'given',
      header: 'Taken off',
      align: 'right',
      card: 'line',
      cell: ({ discountGiven }) => moneyOrDash(discountGiven),
    },
    {
      key: 'revenue',
      header: 'Revenue',
      align: 'right',
      card: 'line',
      cell: ({ revenue }) => moneyOrDash(revenue),
    },
    {
      key: 'acts',
      header: 'Actions',
      isHeaderHidden: true,
      card: 'line',
      cell: (coupon) => <Acts desk={desk} coupon={coupon} onChange={() => onChange(coupon)} />,
    },
  ];
}

const moneyOrDash = (amount: string) => (decimalToCents(amount) === 0 ? '–' : formatMoney(amount));

type ActsProps = { desk: Desk; coupon: Coupon; onChange: () => void };

/** Switching off can be taken back by switching on, so nobody is asked twice. */
function Acts({ desk, coupon, onChange }: ActsProps) {
  const { id, code, isActive } = coupon;
  const { turn } = useCouponDesk(desk);
  const flip = () =>
    turn.mutate(
      { id, isActive: !isActive },
      {
        onSuccess: () => toast({ title: isActive ? `${code} is switched off` : `${code} can be used again` }),
        onError: (error) =>
          toast({ title: 'That did not work', description: failureTextOf(error), variant: 'destructive' }),
      },
    );
  return (
    <span className="flex flex-wrap justify-end gap-x-1 gap-y-2 whitespace-nowrap md:flex-nowrap">
      <Button size="s" onClick={onChange}>
        Change<span className="sr-only"> {code}</span>
      </Button>
      <Button size="s" variant="quiet" isBusy={turn.isPending} onClick={flip}>
        {isActive ? 'Switch off' : 'Switch on'}
        <span className="sr-only"> {code}</span>
      </Button>
    </span>
  );
}
