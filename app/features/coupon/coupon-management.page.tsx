// Coupons of the house and of sellers: how each stands, what it was used for, and what it brought. The whole state is in
// the address.
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
    description: 'Coupons, their use and what they brought.',
    path: HOME[managementScopeOf(location.pathname)],
    isHidden: true,
  });
}

const INTROS: Readonly<Record<ManagementScope, string>> = {
  seller: 'Codes that make what you sell cheaper. Buyers enter them in the cart or when they pay.',
  staff:
    'Codes that make orders cheaper. Buyers enter them in the cart or when they pay. Once used, what a coupon is worth stays: switch it off and make a new one.',
};

/** As people ask for them. */
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
          label: 'How they stand',
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
        search={{ placeholder: desk === 'staff' ? 'Code, shop or note' : 'Code or note' }}
        filters={desk === 'staff' ? [WHOSE] : []}
        columns={columnsOf(desk, setChanging)}
        empty={{
          title: 'No coupons yet',
          text: 'A tenth off a first order, or five dollars off a bundle: say what it takes off, and for how long.',
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
  label: 'Whose',
  all: "Everybody's",
  options: [
    { value: 'house', label: 'Of the house' },
    { value: 'sellers', label: 'Of sellers' },
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
        {isFirst ? 'Make the first one' : 'New coupon'}
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
            {[desk === 'staff' && (seller?.name ?? 'Of the house'), note].filter(Boolean).join('. ')}
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
      header: 'Worth',
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

type ActsProps = { desk: ManagementScope; coupon: Coupon; onChange: () => void };

/** Switching off can be taken back by switching on, so nobody is asked twice. */
function Acts({ desk, coupon, onChange }: ActsProps) {
  const { id, code, isActive } = coupon;
  const { setActive } = useCouponManagement(desk);
  const flip = () =>
    setActive.mutate(
      { params: { id }, body: { isActive: !isActive } },
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
      <Button size="s" variant="quiet" isBusy={setActive.isPending} onClick={flip}>
        {isActive ? 'Switch off' : 'Switch on'}
        <span className="sr-only"> {code}</span>
      </Button>
    </span>
  );
}
