// Applications to sell or teach: a queue, oldest first, each approved or declined with a reason.
import { useQuery } from '@tanstack/react-query';
import type { MetaArgs } from 'react-router';
import {
  APPLICATION_KINDS,
  APPLICATION_LABELS,
  APPLICATION_STATES,
  APPLICATION_STATE_LABELS,
} from '#shared/features/application/application.states.ts';
import { hasPermission, rolesOf } from '#shared/roles.ts';
import { ListFilter } from '#app/components/staff/list-filter.tsx';
import { ListSkeleton } from '#app/components/staff/list-skeleton.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { oneOf, pageOf, useListAddress } from '#app/lib/list-address.ts';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/features/account/account.api.ts';
import { ApplicationsQueue, DECIDED_BY } from './applications-queue.tsx';
import { applicationsQuery } from '#app/features/user-admin/users.api.ts';

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
  const { params, to } = useListAddress();
  const state = oneOf(APPLICATION_STATES, params.get('state')) ?? 'waiting';
  const kind = oneOf(APPLICATION_KINDS, params.get('kind'));
  const query = useQuery(applicationsQuery({ state, kind, page: pageOf(params) }));
  const mayDecideAll = Object.values(DECIDED_BY).every((permission) => hasPermission(roles, permission));
  return (
    <StaffPage
      title="Applications"
      intro={
        mayDecideAll
          ? 'People who want to sell or teach here, those who wait longest first.'
          : 'People who want to sell here, those who wait longest first.'
      }
      tabs={<StaffTabs area="people" roles={roles} />}
    >
      <div className="mt-4">
        <TabLinks
          label="State"
          tabs={APPLICATION_STATES.map((value) => ({
            label: APPLICATION_STATE_LABELS[value],
            to: to({ state: value === 'waiting' ? undefined : value }),
            count: query.data?.counts[value],
            isCurrent: state === value,
          }))}
        />
      </div>
      {mayDecideAll && (
        <div className="mt-6 w-fit min-w-56">
          <ListFilter
            name="kind"
            label="What they ask for"
            all="Sell and teach"
            options={APPLICATION_KINDS.map((value) => ({ value, label: APPLICATION_LABELS[value] }))}
          />
        </div>
      )}
      <QueryView
        query={query}
        what="the applications"
        skeleton={<ListSkeleton label="Loading applications" hasFaces />}
      >
        {(applications) => <ApplicationsQueue applications={applications} state={state} />}
      </QueryView>
    </StaffPage>
  );
}
