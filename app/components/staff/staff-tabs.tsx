// Staff pages that belong together, as one row of tabs; without those the person's roles do not open.
import { useLocation } from 'react-router';
import { hasPermission, type Permission, type Role } from '#shared/roles.ts';
import { TabLinks } from '#app/components/ui/tab-links.tsx';

type StaffTab = { label: string; to: string; permission: Permission };

const AREAS = {
  people: [
    { label: 'Users', to: '/admin/users', permission: 'people.view' },
    { label: 'Applications', to: '/admin/applications', permission: 'applications.view' },
    { label: 'Audit log', to: '/admin/audit', permission: 'audit.view' },
  ],
  site: [
    { label: 'Settings', to: '/admin/settings', permission: 'settings.edit' },
    { label: 'Deployment', to: '/admin/deployment', permission: 'site.operate' },
    { label: 'Mail', to: '/admin/mail', permission: 'site.operate' },
    { label: 'Payments set aside', to: '/admin/payments', permission: 'payments.manage' },
  ],
} as const satisfies Record<string, readonly StaffTab[]>;

type StaffTabsProps = { area: keyof typeof AREAS; roles: readonly Role[] };

export function StaffTabs({ area, roles }: StaffTabsProps) {
  const { pathname } = useLocation();
  const open = AREAS[area].filter(({ permission }) => hasPermission(roles, permission));
  // A single tab is no choice.
  if (open.length < 2) return null;
  return (
    <TabLinks
      label={area === 'people' ? 'People' : 'Site'}
      tabs={open.map(({ label, to }) => ({ label, to, isCurrent: pathname === to }))}
    />
  );
}
