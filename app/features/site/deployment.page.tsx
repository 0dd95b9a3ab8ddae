// Version, health, job queues and failed jobs.
import { useQuery } from '@tanstack/react-query';
import RotateCw from 'icon:rotate-cw';
import type { MetaArgs } from 'react-router';
import { rolesOf } from '#shared/roles.ts';
import { Columns, StaffPage } from '#app/components/staff/staff-page.tsx';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useUser } from '#app/lib/user.api.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { BadgeKeyDetails } from '#app/features/certificate/badge-keys.tsx';
import { FailedJobs, Health, Queues, VersionDetails } from './deployment-parts.tsx';
import { getDeploymentQuery } from './staff.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Deployment',
    description: 'Version, database, jobs and mail.',
    path: '/admin/deployment',
    isHidden: true,
  });
}

export default function DeploymentPage() {
  const user = useUser();
  const query = useQuery(getDeploymentQuery());
  return (
    <StaffPage
      title="Deployment"
      tabs={user && <StaffTabs area="site" roles={rolesOf(user)} />}
      actions={
        query.data && (
          <Button
            icon={<RotateCw className="icon" aria-hidden="true" />}
            isBusy={query.isFetching}
            onClick={() => void query.refetch()}
          >
            Refresh
          </Button>
        )
      }
    >
      <QueryView query={query} what="the deployment" skeleton={<ListSkeleton label="Loading" />}>
        {(deployment) => (
          <Columns shape="half" className="mt-8">
            <Health deployment={deployment} />
            <VersionDetails deployment={deployment} />
            <FailedJobs jobs={deployment.failedJobs} />
            <Queues queues={deployment.queues} />
            <BadgeKeyDetails />
          </Columns>
        )}
      </QueryView>
    </StaffPage>
  );
}
