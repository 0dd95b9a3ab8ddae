// All users, for staff: search, filter, sort, page, select, export.
import type { MetaArgs } from 'react-router';
import { exportUsers } from '#shared/features/user-admin/user-admin.contract.ts';
import { fullNameOf } from '#shared/names.ts';
import { ROLE_LABELS, ROLES, rolesOf } from '#shared/roles.ts';
import { useBulkActions } from '#app/components/staff/bulk-actions.tsx';
import { StaffList, useStaffList } from '#app/components/staff/staff-list.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { PeopleBulk } from './users-bulk.tsx';
import { peopleFilters } from './users-filters.ts';
import { PEOPLE_COLUMNS } from './users-table.tsx';
import { peopleQuery } from './users.api.ts';

export const handle: StaffHandle = { permission: 'people.view' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Users',
    description: 'Accounts of the site.',
    path: '/admin/users',
    isHidden: true,
  });
}

const STATE_TABS = [
  ['All', undefined, 'all'],
  ['Active', 'active', 'active'],
  ['Suspended', 'suspended', 'suspended'],
  ['Not confirmed', 'unverified', 'unverified'],
  ['Deleted', 'deleted', 'deleted'],
] as const;

export default function PeoplePage() {
  const user = useUser();
  const list = useStaffList(peopleFilters, peopleQuery);
  const bulk = useBulkActions(list.data?.items, fullNameOf);
  return (
    <StaffList
      list={list}
      nouns="users"
      title="Users"
      pageTabs={user && <StaffTabs area="people" roles={rolesOf(user)} />}
      csv={exportUsers.path}
      tabs={{
        label: 'State',
        name: 'state',
        tabs: STATE_TABS.map(([label, value, count]) => ({
          label,
          value,
          count: list.data?.counts[count],
        })),
      }}
      search={{ placeholder: 'Name, username or e-mail' }}
      filters={[
        {
          name: 'role',
          label: 'Role',
          all: 'Every role',
          options: ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] })),
        },
      ]}
      columns={PEOPLE_COLUMNS}
      hasFaces
      bulk={{ ...bulk, buttons: <PeopleBulk bulk={bulk} /> }}
      empty={{ title: 'No users yet', text: 'Everyone who registers is listed here.' }}
    />
  );
}
