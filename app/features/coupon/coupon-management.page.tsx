// Coupons of the platform and of sellers: state, uses and revenue. The whole state is in the URL.
import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useLocation, type MetaArgs } from 'react-router';
import type { Coupon } from '#shared/features/coupon/coupon-management.contract.ts';
import { couponValueLabel } from '#shared/features/coupon/coupon.rules.ts';
import { COUPON_STATE_LABELS, type CouponState } from '#shared/features/coupon/coupon.states.ts';
import { decimalToCents, formatMoney } from '#shared/money.ts';
import { rolesOf } from '#shared/roles.ts';
import { StaffList, useStaffList, type StaffColumn } from '#app/components/staff/staff-list.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { useUser } from '#app/lib/user.api.ts';
import { SellerTabs } from '#app/features/seller/seller-tabs.tsx';
import { SellerSuspended, useSellerSuspension } from '#app/components/seller/seller-suspended.tsx';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { failureTextOf } from '#app/lib/form-errors.ts';
import { oneOf, pageOf, wordsOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import {
  managementScopeOf,
  managedListQuery,
  HOME,
  useCouponManagement,
  type ManagementScope,
} from './coupon-management.api.ts';
import { CouponDialog } from './coupon-form.tsx';
import {
  CouponStateBadge,
  formatCouponScope,
  formatCouponLimit,
  formatCouponUses,
} from './coupon-labels.tsx';

export const handle: StaffHandle = { permission: 'coupons.manage' };

export function meta({ matches, location }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Coupons',
    description: 'Coupons with their uses and revenue.',
    path: HOME[managementScopeOf(location.pathname)],
    isHidden: true,
  });
}

const INTROS: Readonly<Record<ManagementScope, string>> = {
  seller: 'Codes that lower the price of what you sell. Buyers enter them in the cart or at checkout.',
  staff:
    'Codes that lower the price of an order. Buyers enter them in the cart or at checkout. Once a coupon has been used, its value is fixed: deactivate it and create a new one.',
};

/** In the order people look for them. */
const TABS: readonly CouponState[] = ['active', 'planned', 'over', 'used_up', 'off'];
const OWNERS = ['house', 'sellers'] as const;

export default function CouponDeskPage() {
  const desk = managementScopeOf(useLocation().pathname);
  return desk === 'seller' ? <SellerDesk /> : <StaffDesk />;
}

function StaffDesk() {
  const user = useUser();
  return <DeskList desk="staff" isOpen tabs={user && <StaffTabs area="money" roles={rolesOf(user)} />} />;
}

function SellerDesk() {
  const suspended = useSellerSuspension();
  return (
    <DeskList
      desk="seller"
      isOpen={!suspended}
      tabs={<SellerTabs />}
      notice={suspended && <SellerSuspended shop={suspended} />}
    />
  );
}

const filtersIn = (params: URLSearchParams) => ({
  q: wordsOf(params),
  standing: oneOf(TABS, params.get('standing')),
  of: oneOf(OWNERS, params.get('of')),
  page: pageOf(params),
});

type DeskListProps = { desk: ManagementScope; isOpen: boolean; tabs: ReactNode; notice?: ReactNode };

function DeskList({ desk, isOpen, tabs, notice }: DeskListProps) {
  const list = useStaffList(filtersIn, (filters) => managedListQuery(desk, filters));
  const counts = list.data?.counts;
  const [changing, setChanging] = useState<Coupon | null>(null);
  return (
    <>
      <StaffList
        list={list}
        nouns="coupons"
        title="Coupons"
        intro={INTROS[desk]}
        pageTabs={tabs}
        actions={isOpen && <NewCoupon desk={desk} />}
        notice={notice}
        tabs={{
          label: 'State',
          name: 'standing',
          tabs: [
            { label: 'All', count: counts?.all },
            ...TABS.map((standing) => ({
              value: standing,
              label: COUPON_STATE_LABELS[standing],
              count: counts?.[standing],
            })),
          ],
        }}
        search={{ placeholder: desk === 'staff' ? 'Code, seller or note' : 'Code or note' }}
        filters={desk === 'staff' ? [WHOSE] : []}
        columns={columnsOf(desk, setChanging)}
        empty={{
          title: 'No coupons yet',
          text: '10% off a first order, or $5.00 off a bundle: choose the discount and how long it lasts.',
          action: isOpen && <NewCoupon desk={desk} isFirst />,
        }}
      />
      {changing && (
        <CouponDialog desk={desk} coupon={changing} isOpen onOpenChange={() => setChanging(null)} />
      )}
    </>
  );
}

const WHOSE = {
  name: 'of',
  label: 'Owner',
  all: "Everybody's",
  options: [
    { value: 'house', label: 'Platform' },
    { value: 'sellers', label: 'Sellers' },
  ],
};

function NewCoupon({ desk, isFirst }: { desk: ManagementScope; isFirst?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant={isFirst ? 'second' : 'primary'}
        icon={<Plus className="icon" aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {isFirst ? 'Create a coupon' : 'New coupon'}
      </Button>
      {isOpen && <CouponDialog desk={desk} coupon={null} isOpen onOpenChange={setOpen} />}
    </>
  );
}

const centsOf = (amount: string | null) => (amount === null ? null : decimalToCents(amount));

function columnsOf(desk: ManagementScope, onChange: (coupon: Coupon) => void): StaffColumn<Coupon>[] {
  return [
    {
      key: 'code',
      header: 'Coupon',
      card: 'title',
      cell: ({ code, seller, note }) => (
        <span className="block wrap-anywhere md:w-36">
          <span className="num font-semibold">{code}</span>
          <span className="small line-clamp-3" title={note || undefined}>
            {[desk === 'staff' && (seller?.name ?? 'Platform'), note].filter(Boolean).join('. ')}
          </span>
        </span>
      ),
    },
    {
      key: 'standing',
      header: 'State',
      card: 'state',
      cell: ({ standing }) => <CouponStateBadge standing={standing} />,
    },
    {
      key: 'worth',
      header: 'Value',
      card: 'text',
      cell: (coupon) => (
        <span className="wrap-anywhere">
          {couponValueLabel({ ...coupon, amountCents: centsOf(coupon.amount) })}
          <span className="small line-clamp-4">{formatCouponScope(coupon)}</span>
          <span className="small block">{formatCouponLimit(coupon).join(', ')}</span>
        </span>
      ),
    },
    { key: 'uses', header: 'Uses', align: 'right', card: 'line', cell: formatCouponUses },
    {
      key: 'given',
      header: 'Discounts given',
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

type ActsProps = { desk: ManagementScope; coupon: Coupon; onChange: () => void };

/** No confirmation: activating it again reverts it. */
function Acts({ desk, coupon, onChange }: ActsProps) {
  const { id, code, isActive } = coupon;
  const { setActive } = useCouponManagement(desk);
  const flip = () =>
    setActive.mutate(
      { params: { id }, body: { isActive: !isActive } },
      {
        onSuccess: () => toast({ title: isActive ? `${code} deactivated` : `${code} activated` }),
        onError: (error) =>
          toast({
            title: 'Couldn’t change the coupon',
            description: failureTextOf(error),
            variant: 'destructive',
          }),
      },
    );
  return (
    <span className="flex flex-wrap justify-end gap-x-1 gap-y-2 whitespace-nowrap md:flex-nowrap">
      <Button size="s" onClick={onChange}>
        Change<span className="sr-only"> {code}</span>
      </Button>
      <Button size="s" variant="quiet" isBusy={setActive.isPending} onClick={flip}>
        {isActive ? 'Deactivate' : 'Activate'}
        <span className="sr-only"> {code}</span>
      </Button>
    </span>
  );
}
