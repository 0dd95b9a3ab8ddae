// Tabs linking related staff pages, limited to those the viewer may open.
import { useLocation } from 'react-router';
import type { Role } from '#shared/roles.ts';
import { mayOpen } from '#shared/staff-pages.ts';
import { TabLinks } from '#app/components/ui/tab-links.tsx';

type StaffTab = { label: string; to: string };

const AREAS = {
  people: [
    { label: 'Users', to: '/admin/users' },
    { label: 'Applications', to: '/admin/applications' },
    { label: 'Audit log', to: '/admin/audit' },
  ],
  certificates: [
    { label: 'Certificates', to: '/admin/certificates' },
    { label: 'Credit hours', to: '/admin/credit-hours' },
  ],
  messages: [
    { label: 'Support', to: '/admin/messages' },
    { label: 'Reported messages', to: '/admin/messages/reports' },
    { label: 'Help articles', to: '/admin/help' },
    { label: 'Saved replies', to: '/admin/messages/replies' },
  ],
  site: [
    { label: 'Settings', to: '/admin/settings' },
    { label: 'Deployment', to: '/admin/deployment' },
    { label: 'Mail', to: '/admin/mail' },
  ],
  memberships: [
    { label: 'Plans', to: '/admin/subscription-plans' },
    { label: 'Members', to: '/admin/subscription-plans/members' },
    { label: 'Figures', to: '/admin/subscription-plans/figures' },
    { label: 'Library', to: '/admin/subscription-plans/library' },
    { label: 'Gifts', to: '/admin/subscription-plans/gifts' },
  ],
  money: [
    { label: 'Orders', to: '/admin/orders' },
    { label: 'Refund requests', to: '/admin/refunds' },
    { label: 'Payment problems', to: '/admin/payments' },
    { label: 'Grants', to: '/admin/grants' },
    { label: 'Ledger', to: '/admin/ledger' },
    { label: 'Payouts', to: '/admin/payouts' },
    { label: 'Revenue', to: '/admin/revenue' },
    { label: 'Coupons', to: '/admin/coupons' },
  ],
} as const satisfies Record<string, readonly StaffTab[]>;

type StaffTabsProps = {
  area: keyof typeof AREAS;
  roles: readonly Role[];
  /** What waits behind a tab, by its address. */
  waiting?: Readonly<Record<string, number | undefined>>;
};

const LABELS: Readonly<Record<keyof typeof AREAS, string>> = {
  people: 'People',
  certificates: 'Certificates',
  messages: 'Messages',
  site: 'Site',
  memberships: 'Memberships',
  money: 'Money',
};

export function StaffTabs({ area, roles, waiting }: StaffTabsProps) {
  const { pathname } = useLocation();
  const open = AREAS[area].filter(({ to }) => mayOpen(roles, to));
  // A single tab is pointless.
  if (open.length < 2) return null;
  return (
    <TabLinks
      label={LABELS[area]}
      tabs={open.map(({ label, to }) => ({
        label,
        to,
        isCurrent: pathname === to,
        ...(waiting?.[to] && { count: waiting[to] }),
      }))}
    />
  );
}
