// The columns of the staff list of users.
import { Ellipsis } from 'lucide-react';
import type { UserRow } from '#shared/features/user-admin/user-admin.contract.ts';
import { fullNameOf } from '#shared/names.ts';
import { ROLE_LABELS } from '#shared/roles.ts';
import type { StaffColumn } from '#app/components/staff/staff-list.tsx';
import { When } from '#app/components/staff/when.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem } from '#app/components/ui/menu.tsx';
import { AccountStateBadge } from './account-state.tsx';
import { PersonCell } from './user-cell.tsx';

export const PEOPLE_COLUMNS: readonly StaffColumn<UserRow>[] = [
  {
    key: 'name',
    header: 'Name',
    card: 'title',
    sort: { ascending: 'name' },
    cell: (person) => <PersonCell person={person} />,
  },
  {
    key: 'roles',
    header: 'Roles',
    card: 'figure',
    cell: (person) => <Roles person={person} />,
  },
  {
    key: 'state',
    header: 'State',
    card: 'state',
    cell: (person) => <AccountStateBadge {...person} />,
  },
  {
    key: 'joined',
    header: 'Joined',
    card: 'hide',
    sort: { descending: 'newest', ascending: 'oldest' },
    cell: (person) => <When iso={person.createdAt} />,
  },
  {
    key: 'seen',
    header: 'Last seen',
    card: 'hide',
    sort: { descending: 'last-seen' },
    cell: (person) => (person.lastSeenAt ? <When iso={person.lastSeenAt} /> : 'Never'),
  },
  {
    key: 'more',
    header: 'More',
    isHeaderHidden: true,
    card: 'menu',
    cell: (person) => <PersonMenu person={person} />,
  },
];

/** The primary one first; in the hand the others are only counted. */
function Roles({ person: { role, roles } }: { person: UserRow }) {
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

function PersonMenu({ person }: { person: UserRow }) {
  return (
    <Menu
      trigger={
        <IconButton
          label={`More for ${fullNameOf(person)}`}
          icon={<Ellipsis size={18} aria-hidden="true" />}
        />
      }
    >
      <MenuItem to={`/admin/users/${person.id}`}>Open the account</MenuItem>
      {person.state === 'active' && <MenuItem to={`/profile/${person.id}`}>See the public profile</MenuItem>}
      <MenuItem to={`/admin/audit?userId=${person.id}`}>What staff did with it</MenuItem>
    </Menu>
  );
}
