// The columns and URL filters of the staff list of users.
import Ellipsis from 'icon:ellipsis';
import { ACCOUNT_STATES } from '#shared/features/account/account.rules.ts';
import type { UserRow } from '#shared/features/user-admin/user-admin.contract.ts';
import { USER_SORTS } from '#shared/features/user-admin/user-admin.schema.ts';
import { fullNameOf } from '#shared/names.ts';
import { ROLE_LABELS, ROLES } from '#shared/roles.ts';
import { useMayOpen } from '#app/components/staff/staff-link.tsx';
import type { StaffColumn } from '#app/components/staff/staff-list.tsx';
import { UserCell } from '#app/components/staff/user-cell.tsx';
import { When } from '#app/components/staff/when.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem } from '#app/components/ui/menu.tsx';
import { oneOf, pageOf, searchOf } from '#app/lib/list-address.ts';
import { UserStateBadge } from './user-parts.tsx';

const USER_STATES = [...ACCOUNT_STATES, 'unverified'] as const;

export function userFilters(params: URLSearchParams) {
  return {
    q: searchOf(params),
    role: oneOf(ROLES, params.get('role')),
    state: oneOf(USER_STATES, params.get('state')),
    sort: oneOf(USER_SORTS, params.get('sort')) ?? 'newest',
    page: pageOf(params),
  };
}

export const USER_COLUMNS: readonly StaffColumn<UserRow>[] = [
  {
    key: 'name',
    header: 'Name',
    card: 'title',
    sort: { ascending: 'name' },
    cell: (user) => <UserCell user={user} />,
  },
  {
    key: 'roles',
    header: 'Roles',
    card: 'figure',
    cell: (user) => <Roles user={user} />,
  },
  {
    key: 'state',
    header: 'State',
    card: 'state',
    cell: (user) => <UserStateBadge {...user} />,
  },
  {
    key: 'joined',
    header: 'Joined',
    card: 'hide',
    sort: { descending: 'newest', ascending: 'oldest' },
    cell: (user) => <When iso={user.createdAt} />,
  },
  {
    key: 'seen',
    header: 'Last seen',
    card: 'hide',
    sort: { descending: 'last-seen' },
    cell: (user) => (user.lastSeenAt ? <When iso={user.lastSeenAt} /> : 'Never'),
  },
  {
    key: 'more',
    header: 'More',
    isHeaderHidden: true,
    card: 'menu',
    cell: (user) => <UserMenu user={user} />,
  },
];

/** The primary role first; on a phone the others are only counted. */
function Roles({ user: { role, roles } }: { user: UserRow }) {
  const others = roles.filter((held) => held !== role).map((held) => ROLE_LABELS[held]);
  return (
    <>
      {ROLE_LABELS[role]}
      {others.length > 0 && (
        <>
          <span className="max-md:sr-only">, {others.join(', ')}</span>
          <span className="md:hidden" aria-hidden="true">
            {' '}
            +{others.length}
          </span>
        </>
      )}
    </>
  );
}

const AUDIT_LOG = '/admin/audit';

function UserMenu({ user }: { user: UserRow }) {
  const mayOpen = useMayOpen();
  return (
    <Menu
      trigger={
        <IconButton label={`More for ${fullNameOf(user)}`} icon={<Ellipsis size={18} aria-hidden="true" />} />
      }
    >
      <MenuItem to={`/admin/users/${user.id}`}>Open user</MenuItem>
      {user.state === 'active' && <MenuItem to={`/profile/${user.id}`}>View public profile</MenuItem>}
      {mayOpen(AUDIT_LOG) && <MenuItem to={`${AUDIT_LOG}?userId=${user.id}`}>View staff actions</MenuItem>}
    </Menu>
  );
}
