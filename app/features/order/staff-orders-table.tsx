// All orders as a table; on a phone each becomes a card.
import { Link } from 'react-router';
import type { StaffOrderRow } from '#shared/features/order/staff-order.contract.ts';
import type { StaffOrderSort } from '#shared/features/order/staff-order.schema.ts';
import { formatMoney } from '#shared/money.ts';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';
import { OrderStateBadge } from './order-state.tsx';

type StaffOrdersTableProps = {
  rows: readonly StaffOrderRow[];
  sort: StaffOrderSort;
  sortTo: (sort: StaffOrderSort) => string;
};

export function StaffOrdersTable({ rows, sort, sortTo }: StaffOrdersTableProps) {
  return (
    <Table caption="Orders" columns={columnsOf(sort, sortTo)} rows={rows} keyOf={({ id }) => String(id)} />
  );
}

function columnsOf(
  sort: StaffOrderSort,
  sortTo: (sort: StaffOrderSort) => string,
): TableColumn<StaffOrderRow>[] {
  return [
    {
      key: 'order',
      header: 'Order',
      card: 'title',
      cell: ({ id, number, name, email }) => (
        <span className="block min-w-0 wrap-anywhere md:min-w-52">
          <Link className="font-semibold num hover:underline" to={`/admin/orders/${id}`}>
            {number}
          </Link>
          <span className="small block">{name || 'A former member'}</span>
          <span className="small block">{email}</span>
        </span>
      ),
    },
    {
      key: 'things',
      header: 'Things',
      card: 'text',
      cell: ({ titles: [first = 'Nothing', ...others] }) => (
        <span className="wrap-anywhere">
          {first}
          {others.length > 0 && <span className="small block">and {others.length} more</span>}
        </span>
      ),
    },
    {
      key: 'state',
      header: 'State',
      card: 'state',
      cell: ({ state, hasRequest, hasDispute }) => (
        <span className="flex flex-wrap gap-1.5">
          <OrderStateBadge state={state} />
          {hasRequest && <Badge tone="warn">Refund asked for</Badge>}
          {hasDispute && <Badge tone="bad">Disputed</Badge>}
        </span>
      ),
    },
    {
      key: 'total',
      header: 'Total',
      card: 'figure',
      align: 'right',
      sortTo: sortTo(sort === 'total' ? 'total-low' : 'total'),
      sorted: sort === 'total' ? 'descending' : sort === 'total-low' ? 'ascending' : undefined,
      cell: ({ total, refunded, currency }) => (
        <>
          {formatMoney(total, currency)}
          {Number(refunded) > 0 && <span className="small block">−{formatMoney(refunded, currency)}</span>}
        </>
      ),
    },
    {
      key: 'when',
      header: 'Placed',
      card: 'hide',
      sortTo: sortTo(sort === 'newest' ? 'oldest' : 'newest'),
      sorted: sort === 'newest' ? 'descending' : sort === 'oldest' ? 'ascending' : undefined,
      cell: ({ createdAt }) => <When iso={createdAt} />,
    },
  ];
}
