// Coupons of the platform and of sellers: state, uses and revenue. The whole state is in the URL.
import Plus from 'icon:plus';
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
import { failureTextOf } from '#app/lib/form-errors.ts';
import { oneOf, pageOf, searchOf } from '#app/lib/list-address.ts';
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

export default function CouponManagementPage() {
  const scope = managementScopeOf(useLocation().pathname);
  return scope === 'seller' ? <SellerCoupons /> : <StaffCoupons />;
}

function StaffCoupons() {
  const user = useUser();
  return <CouponList scope="staff" isOpen tabs={user && <StaffTabs area="money" roles={rolesOf(user)} />} />;
}

function SellerCoupons() {
  const suspended = useSellerSuspension();
  return (
    <CouponList
      scope="seller"
      isOpen={!suspended}
      tabs={<SellerTabs />}
      notice={suspended && <SellerSuspended seller={suspended} />}
    />
  );
}

const filtersIn = (params: URLSearchParams) => ({
  q: searchOf(params),
  standing: oneOf(TABS, params.get('standing')),
  of: oneOf(OWNERS, params.get('of')),
  page: pageOf(params),
});

type CouponListProps = { scope: ManagementScope; isOpen: boolean; tabs: ReactNode; notice?: ReactNode };

function CouponList({ scope, isOpen, tabs, notice }: CouponListProps) {
  const list = useStaffList(filtersIn, (filters) => managedListQuery(scope, filters));
  const counts = list.data?.counts;
  const [changing, setChanging] = useState<Coupon | null>(null);
  return (
    <>
      <StaffList
        list={list}
        nouns="coupons"
        title="Coupons"
        intro={INTROS[scope]}
        pageTabs={tabs}
        actions={isOpen && <NewCoupon scope={scope} />}
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
        search={{ placeholder: scope === 'staff' ? 'Code, seller or note' : 'Code or note' }}
        filters={scope === 'staff' ? [WHOSE] : []}
        columns={columnsOf(scope, setChanging)}
        empty={{
          title: 'No coupons yet',
          text: '10% off a first order, or $5.00 off a bundle: choose the discount and how long it lasts.',
          action: isOpen && <NewCoupon scope={scope} isFirst />,
        }}
      />
      {changing && (
        <CouponDialog scope={scope} coupon={changing} isOpen onOpenChange={() => setChanging(null)} />
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

function NewCoupon({ scope, isFirst }: { scope: ManagementScope; isFirst?: boolean }) {
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
      {isOpen && <CouponDialog scope={scope} coupon={null} isOpen onOpenChange={setOpen} />}
    </>
  );
}

const centsOf = (amount: string | null) => (amount === null ? null : decimalToCents(amount));

function columnsOf(scope: ManagementScope, onChange: (coupon: Coupon) => void): StaffColumn<Coupon>[] {
  return [
    {
      key: 'code',
      header: 'Coupon',
      card: 'title',
      cell: ({ code, seller, note }) => (
        <span className="block wrap-anywhere md:w-36">
          <span className="num font-semibold">{code}</span>
          <span className="small line-clamp-3" title={note || undefined}>
            {[scope === 'staff' && (seller?.name ?? 'Platform'), note].filter(Boolean).join('. ')}
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
      key: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      card: 'line',
      cell: (coupon) => <CouponActions scope={scope} coupon={coupon} onChange={() => onChange(coupon)} />,
    },
  ];
}

const moneyOrDash = (amount: string) => (decimalToCents(amount) === 0 ? '–' : formatMoney(amount));

type CouponActionsProps = { scope: ManagementScope; coupon: Coupon; onChange: () => void };

/** No confirmation: activating it again reverts it. */
function CouponActions({ scope, coupon, onChange }: CouponActionsProps) {
  const { id, code, isActive } = coupon;
  const { setActive } = useCouponManagement(scope);
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
