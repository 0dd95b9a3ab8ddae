// Who may do what: the table the server itself uses, and how many people hold each role.
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Link, type MetaArgs } from 'react-router';
import type { ContractOutput } from '#shared/contract.ts';
import type { listRoles } from '#shared/features/user-admin/user-admin.contract.ts';
import { Columns, StaffPage } from '#app/components/staff/staff-page.tsx';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import type { StaffHandle } from '#app/layouts/staff-handle.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { rolesQuery } from './users.api.ts';

export const handle: StaffHandle = { permission: 'people.view' };

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Roles',
    description: 'Who may do what.',
    path: '/admin/roles',
    isHidden: true,
  });
}

/** As many columns as fit beside the words on a phone. */
const ROLES_IN_HAND = 2;

type Matrix = ContractOutput<typeof listRoles>;
type Permission = Matrix['permissions'][number];
type RoleRow = Matrix['roles'][number];

export default function RolesPage() {
  const query = useQuery(rolesQuery());
  return (
    <StaffPage
      title="Roles"
      intro="The table the server asks before it answers. Roles are given to a person on their own page, under Users."
    >
      <QueryView query={query} what="the roles" skeleton={<ListSkeleton label="Loading roles" />}>
        {(matrix) => (
          <Columns shape="main" className="mt-8">
            <PermissionTable matrix={matrix} />
            <PeopleByRole roles={matrix.roles} />
          </Columns>
        )}
      </QueryView>
    </StaffPage>
  );
}

function PermissionTable({ matrix: { permissions, roles } }: { matrix: Matrix }) {
  // Roles without a single permission would be empty columns; the list beside the table has them all.
  const staff = roles.filter((role) => role.permissions.length > 0);
  return (
    <section aria-labelledby="may">
      <h2 id="may" className="t-s mb-2">
        Who may do what
      </h2>
      <Table
        isFlush
        isNarrow={staff.length <= ROLES_IN_HAND}
        caption="Permissions and the roles that carry them"
        columns={[
          { key: 'permission', header: 'Permission', card: 'title', cell: permissionCell },
          ...staff.map(roleColumn),
        ]}
        rows={permissions}
        keyOf={({ name }) => name}
      />
    </section>
  );
}

function permissionCell({ label }: Permission) {
  return <strong className="font-semibold">{label}</strong>;
}

function roleColumn(role: RoleRow): TableColumn<Permission> {
  const given = new Set<string>(role.permissions);
  return {
    key: role.name,
    header: role.label,
    align: 'right',
    cell: ({ name }) => <Mark isGiven={given.has(name)} />,
  };
}

function Mark({ isGiven }: { isGiven: boolean }) {
  return isGiven ? (
    <span className="inline-flex items-center gap-1.5 align-middle text-sage">
      <Check className="icon" aria-hidden="true" />
      Yes
    </span>
  ) : (
    <span className="text-ink-3">No</span>
  );
}

function PeopleByRole({ roles }: { roles: readonly RoleRow[] }) {
  return (
    <section aria-labelledby="held">
      <h2 id="held" className="t-s mb-2 border-b border-ink pb-3">
        Who holds them
      </h2>
      <RunningOrder className="meta">
        {roles.map(({ name, label, people, permissions }) => (
          <OrderLine key={name} figure={people === 1 ? '1 person' : `${people} people`}>
            <Link className="link" to={`/admin/users?role=${name}`}>
              {label}
            </Link>
            <span className="small block">
              {permissions.length === 0
                ? 'No staff permission'
                : permissions.length === 1
                  ? '1 permission'
                  : `${permissions.length} permissions`}
            </span>
          </OrderLine>
        ))}
      </RunningOrder>
    </section>
  );
}
