// Tabs linking related staff pages, limited to those the viewer's roles allow.
import { useLocation } from 'react-router';
import { hasPermission, type Permission, type Role } from '#shared/roles.ts';
import { isBuilt } from '#shared/site-pages.ts';
import { TabLinks } from '#app/components/ui/tab-links.tsx';

type StaffTab = { label: string; to: string; permission: Permission };

const AREAS = {
  people: [
    { label: 'Users', to: '/admin/users', permission: 'people.view' },
    { label: 'Applications', to: '/admin/applications', permission: 'applications.view' },
    { label: 'Audit log', to: '/admin/audit', permission: 'audit.view' },
  ],
  certificates: [
    { label: 'Certificates', to: '/admin/certificates', permission: 'courses.manage' },
    { label: 'Credit hours', to: '/admin/credit-hours', permission: 'credits.review' },
  ],
  messages: [
    { label: 'Support', to: '/admin/messages', permission: 'support.manage' },
    { label: 'Reported messages', to: '/admin/messages/reports', permission: 'messages.moderate' },
    { label: 'Help articles', to: '/admin/help', permission: 'help.manage' },
    { label: 'Saved replies', to: '/admin/messages/replies', permission: 'support.manage' },
  ],
  site: [
    { label: 'Settings', to: '/admin/settings', permission: 'settings.edit' },
    { label: 'Deployment', to: '/admin/deployment', permission: 'site.operate' },
    { label: 'Mail', to: '/admin/mail', permission: 'site.operate' },
  ],
  memberships: [
    { label: 'Plans', to: '/admin/subscription-plans', permission: 'memberships.manage' },
    { label: 'Members', to: '/admin/subscription-plans/members', permission: 'memberships.manage' },
    { label: 'Figures', to: '/admin/subscription-plans/figures', permission: 'memberships.manage' },
    { label: 'Library', to: '/admin/subscription-plans/library', permission: 'memberships.manage' },
    { label: 'Gifts', to: '/admin/subscription-plans/gifts', permission: 'memberships.manage' },
  ],
  money: [
    { label: 'Orders', to: '/admin/orders', permission: 'payments.manage' },
    { label: 'Refund requests', to: '/admin/refunds', permission: 'payments.manage' },
    { label: 'Payment problems', to: '/admin/payments', permission: 'payments.manage' },
    { label: 'Grants', to: '/admin/grants', permission: 'payments.manage' },
    { label: 'Ledger', to: '/admin/ledger', permission: 'payments.manage' },
    { label: 'Payouts', to: '/admin/payouts', permission: 'payments.manage' },
    { label: 'Revenue', to: '/admin/revenue', permission: 'payments.manage' },
    { label: 'Coupons', to: '/admin/coupons', permission: 'coupons.manage' },
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
  const open = AREAS[area].filter(({ to, permission }) => isBuilt(to) && hasPermission(roles, permission));
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
