// Applications to sell or teach: a queue, oldest first, each approved or declined with a reason.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { MetaArgs } from 'react-router';
import type { ContractOutput } from '#shared/contract.ts';
import {
  APPLICATION_KINDS,
  APPLICATION_LABELS,
  APPLICATION_STATES,
  type ApplicationKind,
  type ApplicationState,
} from '#shared/features/account/application.states.ts';
import type { listApplications } from '#shared/features/account/people.contract.ts';
import { hasPermission, rolesOf, type Permission } from '#shared/roles.ts';
import { ListFilter } from '#app/components/staff/list-filter.tsx';
import { ListSkeleton } from '#app/components/staff/list-skeleton.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { TablePager } from '#app/components/ui/pagination.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { oneOf, pageOf, useListAddress } from '#app/lib/list-address.ts';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from './account.api.ts';
import { ApplicationItem } from './applications-item.tsx';
import { applicationsQuery } from './people.api.ts';

export const handle: StaffHandle = { permission: 'applications.view' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Applications',
    description: 'Applications to sell or teach.',
    path: '/admin/applications',
    isHidden: true,
  });
}

type Applications = ContractOutput<typeof listApplications>;

const DECIDED_BY: Readonly<Record<ApplicationKind, Permission>> = {
  sell: 'sellers.approve',
  teach: 'instructors.approve',
};

const TABS: readonly (readonly [string, ApplicationState])[] = [
  ['Waiting', 'waiting'],
  ['Approved', 'approved'],
  ['Declined', 'declined'],
  ['Withdrawn', 'withdrawn'],
];

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
          tabs={TABS.map(([label, value]) => ({
            label,
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
        {(applications) => <Queue applications={applications} state={state} />}
      </QueryView>
    </StaffPage>
  );
}

function Queue({ applications, state }: { applications: Applications; state: ApplicationState }) {
  const user = useUser();
  const roles = user ? rolesOf(user) : [];
  const { to } = useListAddress();
  const list = useRef<HTMLDivElement>(null);
  const { items, total, page, pageSize } = applications;
  const decidingAt = useRef<number | null>(null);
  useEffect(() => {
    // Whoever decides by keyboard goes on with the next one, or with what the empty queue says.
    const at = decidingAt.current;
    if (at === null) return;
    decidingAt.current = null;
    const next = items[Math.min(at, items.length - 1)];
    const place = next ? `[data-application="${next.id}"]` : '[data-empty]';
    list.current?.querySelector<HTMLElement>(place)?.focus();
  }, [items]);
  return (
    <div ref={list} className="mt-4">
      {items.length === 0 ? (
        <div data-empty tabIndex={-1}>
          <EmptyState className="mt-6" title={state === 'waiting' ? 'Nobody is waiting' : 'None so far'}>
            {state === 'waiting'
              ? 'Every application has its answer. New ones appear here and on the dashboard.'
              : 'Applications with this answer will be listed here.'}
          </EmptyState>
        </div>
      ) : (
        <>
          <ul className="border-t border-ink" aria-label="Applications">
            {items.map((application, at) => (
              <ApplicationItem
                key={application.id}
                application={application}
                mayDecide={hasPermission(roles, DECIDED_BY[application.kind])}
                mayOpenPerson={hasPermission(roles, 'people.view')}
                onDeciding={(isDeciding) => {
                  decidingAt.current = isDeciding ? at : null;
                }}
              />
            ))}
          </ul>
          <TablePager
            page={page}
            pageCount={Math.ceil(total / pageSize)}
            total={total}
            pageSize={pageSize}
            pageTo={(next) => to({ page: next })}
          />
        </>
      )}
    </div>
  );
}
