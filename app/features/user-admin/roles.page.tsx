// Roles and their permissions, from the table the server checks, and how many users hold each role.
import { useQuery } from '@tanstack/react-query';
import Check from 'icon:check';
import { Link, type MetaArgs } from 'react-router';
import { Columns, StaffPage } from '#app/components/staff/staff-page.tsx';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { OrderLine, RunningOrder } from '#app/components/ui/running-order.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import { pageMeta } from '#app/lib/page-meta.ts';
import { listRolesQuery, type RoleMatrix } from './user-admin.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Roles',
    description: 'Roles and their permissions.',
    path: '/admin/roles',
    isHidden: true,
  });
}

/** How many role columns fit on a phone. */
const ROLES_ON_PHONE = 2;

type Permission = RoleMatrix['permissions'][number];
type RoleRow = RoleMatrix['roles'][number];

export default function RolesPage() {
  const query = useQuery(listRolesQuery());
  return (
    <StaffPage
      title="Roles"
      intro="What each role allows, as the server enforces it. To change a user’s roles, open them under Users."
    >
      <QueryView query={query} what="the roles" skeleton={<ListSkeleton label="Loading roles" />}>
        {(matrix) => (
          <Columns shape="main" className="mt-8">
            <PermissionTable matrix={matrix} />
            <UsersByRole roles={matrix.roles} />
          </Columns>
        )}
      </QueryView>
    </StaffPage>
  );
}

function PermissionTable({ matrix: { permissions, roles } }: { matrix: RoleMatrix }) {
  // Roles without permissions would be empty columns; the list next to the table has all roles.
  const staff = roles.filter((role) => role.permissions.length > 0);
  return (
    <section aria-labelledby="permissions">
      <h2 id="permissions" className="t-s mb-2">
        Permissions
      </h2>
      <Table
        isFlush
        isNarrow={staff.length <= ROLES_ON_PHONE}
        caption="Permissions by role"
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

function permissionCell({ label, operations }: Permission) {
  return (
    <>
      <strong className="font-semibold">{label}</strong>
      {operations.length > 0 && (
        <details className="disclose">
          <summary>
            Everything it allows
            <span className="sr-only">: {label}</span>
          </summary>
          {[...Map.groupBy(operations, ({ covers }) => covers)].map(([covers, group]) => (
            <div key={covers} className="mt-2">
              {covers && <p className="small">{capitalized(covers)}:</p>}
              <ul className="grid list-disc gap-1 pl-5 text-sm leading-ui">
                {group.map(({ summary }) => (
                  <li key={summary}>{summary}</li>
                ))}
              </ul>
            </div>
          ))}
        </details>
      )}
    </>
  );
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function roleColumn(role: RoleRow): TableColumn<Permission> {
  const granted = new Set<string>(role.permissions);
  return {
    key: role.name,
    header: role.label,
    align: 'right',
    cell: ({ name }) => <Mark isGranted={granted.has(name)} />,
  };
}

function Mark({ isGranted }: { isGranted: boolean }) {
  return isGranted ? (
    <span className="inline-flex items-center gap-1.5 align-middle text-sage">
      <Check className="icon" aria-hidden="true" />
      Yes
    </span>
  ) : (
    <span className="text-ink-3">No</span>
  );
}

function countText(permissions: number): string {
  if (permissions === 0) return 'No staff permissions';
  return permissions === 1 ? '1 permission' : `${permissions} permissions`;
}

function UsersByRole({ roles }: { roles: readonly RoleRow[] }) {
  return (
    <section aria-labelledby="users-per-role">
      <h2 id="users-per-role" className="t-s mb-2 border-b border-ink pb-3">
        Users per role
      </h2>
      <RunningOrder className="meta">
        {roles.map(({ name, label, people, permissions, isGrantable }) => (
          <OrderLine key={name} figure={people === 1 ? '1 user' : `${people} users`}>
            <Link className="link" to={`/admin/users?role=${name}`}>
              {label}
            </Link>
            <span className="small block">
              {isGrantable ? countText(permissions.length) : 'Not in use: can’t be assigned'}
            </span>
          </OrderLine>
        ))}
      </RunningOrder>
    </section>
  );
}
