// The accounts as a table; on a phone each becomes a card.
import { Ellipsis } from 'lucide-react';
import type { PersonRow } from '#shared/features/user-admin/user-admin.contract.ts';
import { fullNameOf } from '#shared/names.ts';
import { ROLE_LABELS } from '#shared/roles.ts';
import { When } from '#app/components/staff/when.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem } from '#app/components/ui/menu.tsx';
import { Table, type TableColumn, type TableSelection } from '#app/components/ui/table.tsx';
import { AccountStateBadge } from './account-state.tsx';
import type { PeopleFilters } from './users-filters.ts';
import { PersonCell } from './user-cell.tsx';

type Sort = PeopleFilters['sort'];

type PeopleTableProps = {
  rows: readonly PersonRow[];
  sort: Sort;
  sortTo: (sort: Sort) => string;
  selection: TableSelection<PersonRow>;
};

export function PeopleTable({ rows, sort, sortTo, selection }: PeopleTableProps) {
  return (
    <Table
      caption="Users"
      columns={columnsOf(sort, sortTo)}
      rows={rows}
      keyOf={(person) => String(person.id)}
      selection={selection}
    />
  );
}

function columnsOf(sort: Sort, sortTo: (sort: Sort) => string): TableColumn<PersonRow>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      card: 'title',
      sortTo: sortTo('name'),
      sorted: sort === 'name' ? 'ascending' : undefined,
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
      sortTo: sortTo(sort === 'newest' ? 'oldest' : 'newest'),
      sorted: sort === 'newest' ? 'descending' : sort === 'oldest' ? 'ascending' : undefined,
      cell: (person) => <When iso={person.createdAt} />,
    },
    {
      key: 'seen',
      header: 'Last seen',
      card: 'hide',
      sortTo: sortTo('last-seen'),
      sorted: sort === 'last-seen' ? 'descending' : undefined,
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
}

/** The primary one first; in the hand the others are only counted. */
function Roles({ person: { role, roles } }: { person: PersonRow }) {
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

function PersonMenu({ person }: { person: PersonRow }) {
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
