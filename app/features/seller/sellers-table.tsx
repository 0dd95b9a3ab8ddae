// Sellers as a table; on a phone each becomes a card.
import { Link } from 'react-router';
import { avatarCandidates } from '#shared/avatar.ts';
import { formatDay } from '#shared/dates.ts';
import type { StaffSellerRow } from '#shared/features/seller/seller-staff.contract.ts';
import { Avatar } from '#app/components/ui/avatar.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Table, type TableColumn } from '#app/components/ui/table.tsx';

type SellersTableProps = { rows: readonly StaffSellerRow[]; sellerTo: (id: number) => string };

export function SellersTable({ rows, sellerTo }: SellersTableProps) {
  return <Table caption="Sellers" columns={columnsOf(sellerTo)} rows={rows} keyOf={({ id }) => String(id)} />;
}

export function SellerStateBadge({
  state,
  isAccountSuspended,
}: Pick<StaffSellerRow, 'state' | 'isAccountSuspended'>) {
  if (state === 'suspended') return <Badge tone="bad">Suspended</Badge>;
  if (isAccountSuspended) return <Badge tone="bad">Account suspended</Badge>;
  return <Badge tone="ok">Open</Badge>;
}

const columnsOf = (sellerTo: (id: number) => string): TableColumn<StaffSellerRow>[] => [
  {
    key: 'shop',
    header: 'Shop',
    card: 'title',
    cell: ({ id, shop, person, profileImageUrl }) => (
      <span className="flex min-w-0 items-center gap-3.5">
        <Avatar sources={avatarCandidates({ profileImageUrl, name: person, kind: 'user' })} name={person} />
        <span className="min-w-0 wrap-anywhere">
          <Link className="font-semibold hover:underline" to={sellerTo(id)}>
            {shop}
          </Link>
          <span className="small block">
            {person}, no. {id}
          </span>
        </span>
      </span>
    ),
  },
  { key: 'state', header: 'State', card: 'state', cell: (seller) => <SellerStateBadge {...seller} /> },
  { key: 'since', header: 'Since', card: 'hide', cell: ({ since }) => formatDay(since) },
  { key: 'things', header: 'On sale', card: 'line', align: 'right', cell: ({ onSale }) => onSale },
  { key: 'sales', header: 'Sales', card: 'line', align: 'right', cell: ({ sales }) => sales },
  {
    key: 'rating',
    header: 'Rating',
    card: 'hide',
    align: 'right',
    cell: ({ rating, reviewCount }) => ratingWords(rating, reviewCount),
  },
  {
    key: 'notices',
    header: 'Open notices',
    card: 'line',
    align: 'right',
    cell: ({ openNotices }) => openNotices,
  },
  { key: 'notes', header: 'Notes', card: 'hide', align: 'right', cell: ({ notes }) => notes },
];

export function ratingWords(rating: number | null, reviewCount: number): string {
  return rating === null ? 'None yet' : `${rating.toFixed(1)} (${reviewCount})`;
}
