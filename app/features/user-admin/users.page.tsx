// All users for staff: search, filter, sort, page, bulk actions, export.
import type { MetaArgs } from 'react-router';
import * as contract from '#shared/features/user-admin/user-admin.contract.ts';
import { fullNameOf } from '#shared/names.ts';
import { ROLE_LABELS, ROLES, rolesOf } from '#shared/roles.ts';
import { useBulkActions } from '#app/components/staff/bulk-actions.tsx';
import { StaffList, useStaffList } from '#app/components/staff/staff-list.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import { UserBulkActions } from './users-bulk.tsx';
import { USER_COLUMNS, userFilters } from './users-table.tsx';
import { listUsersQuery } from './user-admin.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Users',
    description: 'All users of the site.',
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

export default function UsersPage() {
  const user = useUser();
  const list = useStaffList(userFilters, listUsersQuery);
  const bulk = useBulkActions(list.data?.items, fullNameOf);
  return (
    <StaffList
      list={list}
      nouns="users"
      title="Users"
      pageTabs={user && <StaffTabs area="people" roles={rolesOf(user)} />}
      csv={contract.exportUsers.path}
      tabs={{
        label: 'State',
        name: 'state',
        tabs: STATE_TABS.map(([label, value, count]) => ({
          label,
          value,
          count: list.data?.counts[count],
        })),
      }}
      search={{ placeholder: 'Name, username or email' }}
      filters={[
        {
          name: 'role',
          label: 'Role',
          all: 'All roles',
          options: ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] })),
        },
      ]}
      columns={USER_COLUMNS}
      hasFaces
      bulk={{ ...bulk, buttons: <UserBulkActions bulk={bulk} /> }}
      empty={{ title: 'No users yet', text: 'Everyone who registers is listed here.' }}
    />
  );
}
