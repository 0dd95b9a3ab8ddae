// The columns of the staff list of orders.
import { Link } from 'react-router';
import type { StaffOrderRow } from '#shared/features/order/staff-order.contract.ts';
import { formatMoney } from '#shared/money.ts';
import type { StaffColumn } from '#app/components/staff/staff-list.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { OrderStateBadge } from './order-state.tsx';

export const STAFF_ORDER_COLUMNS: readonly StaffColumn<StaffOrderRow>[] = [
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
    sort: { descending: 'total', ascending: 'total-low' },
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
    sort: { descending: 'newest', ascending: 'oldest' },
    cell: ({ createdAt }) => <When iso={createdAt} />,
  },
];
