// Applications to sell or teach, for staff.
import type { MetaArgs } from 'react-router';
import { hasPermission, rolesOf } from '#shared/roles.ts';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { ApplicationList, DECIDED_BY } from './application-list.tsx';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Applications',
    description: 'Applications to sell or teach.',
    path: '/admin/applications',
    isHidden: true,
  });
}

export default function ApplicationsPage() {
  const user = useUser();
  const roles = user ? rolesOf(user) : [];
  const canDecideAll = Object.values(DECIDED_BY).every((permission) => hasPermission(roles, permission));
  return (
    <ApplicationList
      roles={roles}
      title="Applications"
      intro={
        canDecideAll
          ? 'Users who want to sell or teach, oldest first.'
          : 'Users who want to sell, oldest first.'
      }
      pageTabs={<StaffTabs area="people" roles={roles} />}
      hasKindFilter={canDecideAll}
    />
  );
}
