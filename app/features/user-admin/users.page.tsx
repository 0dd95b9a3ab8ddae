// All accounts, for staff: search, filter, sort, page, select, export. The whole state is in the address.
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, type MetaArgs } from 'react-router';
import type { ContractOutput } from '#shared/contract.ts';
import { exportUsers, type listUsers } from '#shared/features/user-admin/user-admin.contract.ts';
import type { PeopleAction } from '#shared/features/user-admin/user-admin.schema.ts';
import { fullNameOf } from '#shared/names.ts';
import { ROLE_LABELS, ROLES, rolesOf } from '#shared/roles.ts';
import { ListFilter } from '#app/components/staff/list-filter.tsx';
import { ListPager } from '#app/components/staff/list-pager.tsx';
import { ListSearch } from '#app/components/staff/list-search.tsx';
import { ListSkeleton } from '#app/components/staff/list-skeleton.tsx';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { StaffPage } from '#app/components/staff/staff-page.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { useSelection } from '#app/components/staff/use-selection.ts';
import { buttonClass, ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { TabLinks } from '#app/components/ui/tab-links.tsx';
import { useListAddress } from '#app/lib/list-address.ts';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/features/account/account.api.ts';
import { BulkOutcome, PeopleBulk, type BulkResult } from './users-bulk.tsx';
import { exportAddress, peopleFilters, type PeopleFilters } from './users-filters.ts';
import { PeopleTable } from './users-table.tsx';
import { peopleQuery, useChangeUsers } from './users.api.ts';

export const handle: StaffHandle = { permission: 'people.view' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Users',
    description: 'Accounts of the site.',
    path: '/admin/users',
    isHidden: true,
  });
}

type People = ContractOutput<typeof listUsers>;

export default function PeoplePage() {
  const { search } = useLocation();
  const user = useUser();
  const { params } = useListAddress();
  const filters = peopleFilters(params);
  const query = useQuery(peopleQuery(filters));
  return (
    <StaffPage
      title="Users"
      tabs={user && <StaffTabs area="people" roles={rolesOf(user)} />}
      actions={
        query.data && (
          <a className={buttonClass()} href={exportAddress(exportUsers.path, filters)} download>
            <Download className="icon" aria-hidden="true" />
            Export CSV
          </a>
        )
      }
    >
      <div className="mt-4">
        <StateTabs filters={filters} counts={query.data?.counts} />
      </div>
      <div className="mt-6 mb-4 flex flex-wrap items-start gap-3">
        <ListSearch label="Search users" placeholder="Name, username or e-mail" />
        <ListFilter
          name="role"
          label="Role"
          all="Every role"
          options={ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
        />
        {(filters.q || filters.role || filters.state) && (
          <Link className="btn btn-quiet" to="/admin/users">
            Clear
          </Link>
        )}
      </div>
      <QueryView query={query} what="the users" skeleton={<ListSkeleton label="Loading users" hasFaces />}>
        {(people) => <PeopleList key={search} people={people} filters={filters} />}
      </QueryView>
    </StaffPage>
  );
}

const STATE_TABS = [
  ['All', undefined, 'all'],
  ['Active', 'active', 'active'],
  ['Suspended', 'suspended', 'suspended'],
  ['Not confirmed', 'unverified', 'unverified'],
  ['Deleted', 'deleted', 'deleted'],
] as const;

function StateTabs({ filters, counts }: { filters: PeopleFilters; counts: People['counts'] | undefined }) {
  const { to } = useListAddress();
  return (
    <TabLinks
      label="State"
      tabs={STATE_TABS.map(([label, state, count]) => ({
        label,
        to: to({ state }),
        count: counts?.[count],
        isCurrent: filters.state === state,
      }))}
    />
  );
}

function PeopleList({ people, filters }: { people: People; filters: PeopleFilters }) {
  const { to } = useListAddress();
  const { selected, selection, clear, keep } = useSelection(people.items, fullNameOf);
  const [result, setResult] = useState<BulkResult | null>(null);
  const change = useChangeUsers();
  const act = async (action: PeopleAction, reason?: string) => {
    const names = new Map(selected.map((person) => [person.id, fullNameOf(person)]));
    const answer = await change.mutateAsync({ body: { ids: [...names.keys()], action, reason } });
    setResult((before) => ({ ...answer, action, names, number: (before?.number ?? 0) + 1 }));
    keep(answer.refused.map(({ id }) => id));
  };
  return (
    <>
      {result && <BulkOutcome key={result.number} result={result} />}
      {people.items.length === 0 ? (
        <NobodyHere isPastEnd={people.total > 0} />
      ) : (
        <>
          <PeopleTable
            rows={people.items}
            sort={filters.sort}
            sortTo={(sort) => to({ sort })}
            selection={selection}
          />
          <PeopleBulk selected={selected} onClear={clear} onAct={act} />
          <ListPager {...people} />
        </>
      )}
    </>
  );
}

function NobodyHere({ isPastEnd }: { isPastEnd: boolean }) {
  const { to } = useListAddress();
  return isPastEnd ? (
    <EmptyState
      className="mt-6"
      title="The list ends before this page"
      action={<ButtonLink to={to({})}>Go to its beginning</ButtonLink>}
    >
      Some accounts may have left it since you last looked.
    </EmptyState>
  ) : (
    <EmptyState
      className="mt-6"
      title="Nobody fits"
      action={<ButtonLink to="/admin/users">Show everyone</ButtonLink>}
    >
      No account has all of what you asked for. Try fewer words or another role.
    </EmptyState>
  );
}
