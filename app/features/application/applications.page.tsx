// Applications to sell or teach.
import type { MetaArgs } from 'react-router';
import { hasPermission, rolesOf } from '#shared/roles.ts';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { applicationsQuery } from '#app/features/user-admin/users.api.ts';
import { ApplicationsList, DECIDED_BY } from './applications-queue.tsx';

export const handle: StaffHandle = { permission: 'applications.view' };

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
  const mayDecideAll = Object.values(DECIDED_BY).every((permission) => hasPermission(roles, permission));
  return (
    <ApplicationsList
      queryOf={applicationsQuery}
      title="Applications"
      intro={
        mayDecideAll
          ? 'People who want to sell or teach here, those who wait longest first.'
          : 'People who want to sell here, those who wait longest first.'
      }
      pageTabs={<StaffTabs area="people" roles={roles} />}
      hasKindFilter={mayDecideAll}
    />
  );
}
