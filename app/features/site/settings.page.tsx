// The settings an admin changes.
import { useQuery } from '@tanstack/react-query';
import type { MetaArgs } from 'react-router';
import { rolesOf } from '#shared/roles.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { useUser } from '#app/lib/user.api.ts';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { SettingsForm } from './settings-form.tsx';
import { settingsQuery } from './staff.api.ts';

export const handle: StaffHandle = { permission: 'settings.edit' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Settings',
    description: 'The settings of the site.',
    path: '/admin/settings',
    isHidden: true,
  });
}

export default function SettingsPage() {
  const user = useUser();
  const query = useQuery(settingsQuery());
  return (
    <StaffPage title="Settings" tabs={user && <StaffTabs area="site" roles={rolesOf(user)} />}>
      <QueryView query={query} what="the settings" skeleton={<FormSkeleton />}>
        {(settings) => <SettingsForm settings={settings} />}
      </QueryView>
    </StaffPage>
  );
}

function FormSkeleton() {
  return (
    <SkeletonGroup label="Loading the settings" className="mt-8 grid max-w-measure gap-7">
      {['name', 'address', 'registration', 'safety'].map((field) => (
        <div key={field} className="grid gap-2">
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-12" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
