// The accounts as a table; on a phone each becomes a card.
import { Link } from 'react-router';
import type { PersonRow } from '#shared/features/account/people.contract.ts';
import { fullNameOf } from '#shared/names.ts';
import { ROLE_LABELS } from '#shared/roles.ts';
import { When } from '#app/components/staff/when.tsx';
import { Table, type TableColumn, type TableSelection } from '#app/components/ui/table.tsx';
import { AccountStateBadge } from './account-state.tsx';
import type { PeopleFilters } from './people-filters.ts';
import { PersonCell } from './person-cell.tsx';

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
      sortTo: sortTo(sort === 'newest' ? 'oldest' : 'newest'),
      sorted: sort === 'newest' ? 'descending' : sort === 'oldest' ? 'ascending' : undefined,
      cell: (person) => <When iso={person.createdAt} />,
    },
    {
      key: 'seen',
      header: 'Last seen',
      sortTo: sortTo('last-seen'),
      sorted: sort === 'last-seen' ? 'descending' : undefined,
      cell: (person) => (person.lastSeenAt ? <When iso={person.lastSeenAt} /> : 'Never'),
    },
    {
      key: 'open',
      header: 'Open',
      isHeaderHidden: true,
      card: 'menu',
      cell: (person) => (
        <Link
          className="btn btn-quiet btn-s"
          to={`/admin/users/${person.id}`}
          aria-label={`Open ${fullNameOf(person)}`}
        >
          Open
        </Link>
      ),
    },
  ];
}

/** The primary one first. */
function Roles({ person: { role, roles } }: { person: PersonRow }) {
  const inOrder = [role, ...roles.filter((other) => other !== role)];
  return <span>{inOrder.map((held) => ROLE_LABELS[held]).join(', ')}</span>;
}
