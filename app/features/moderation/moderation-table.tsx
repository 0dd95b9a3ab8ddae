// Columns of the staff list of resources.
import Ellipsis from 'icon:ellipsis';
import { Link } from 'react-router';
import { typeLabel } from '#app/components/resource/resource-format.ts';
import type { StaffColumn } from '#app/components/staff/staff-list.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem } from '#app/components/ui/menu.tsx';
import type { StaffResource } from '#shared/features/moderation/moderation.contract.ts';
import { formatMoney } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { STATE_TONES, type ReasonedAction } from './moderation-labels.ts';

export type RowAction = ReasonedAction | 'feature';

type OnAct = (resource: StaffResource, act: RowAction) => void;

export function moderationColumns(onAct: OnAct): StaffColumn<StaffResource>[] {
  return [
    {
      key: 'title',
      header: 'Resource',
      card: 'title',
      sort: { ascending: 'title' },
      cell: (resource) => <TitleCell resource={resource} />,
    },
    { key: 'style', header: 'Style', card: 'hide', cell: ({ danceStyle }) => danceStyle },
    { key: 'type', header: 'Type', card: 'hide', cell: ({ type }) => typeLabel(type) },
    {
      key: 'state',
      header: 'State',
      card: 'state',
      cell: (resource) => <StateCell resource={resource} />,
    },
    {
      key: 'price',
      header: 'Price',
      card: 'figure',
      align: 'right',
      sort: { descending: 'price', ascending: 'price-low' },
      cell: ({ price }) => formatMoney(price),
    },
    {
      key: 'sold',
      header: 'Sold',
      card: 'hide',
      align: 'right',
      sort: { descending: 'sales', ascending: 'sales-low' },
      cell: ({ salesCount }) => (salesCount > 0 ? formatCount(salesCount) : '–'),
    },
    {
      key: 'updated',
      header: 'Updated',
      card: 'hide',
      sort: { descending: 'updated', ascending: 'oldest' },
      cell: ({ updatedAt }) => <When iso={updatedAt} />,
    },
    {
      key: 'more',
      header: 'More',
      isHeaderHidden: true,
      card: 'menu',
      cell: (resource) => <RowMenu resource={resource} onAct={(act) => onAct(resource, act)} />,
    },
  ];
}

function TitleCell({ resource: { id, title, seller, thumbnailUrl } }: { resource: StaffResource }) {
  return (
    <span className="moderation-title">
      <img src={thumbnailUrl} alt="" width={34} height={42} loading="lazy" />
      <span className="min-w-0 wrap-anywhere">
        <Link className="block font-semibold hover:underline" to={`/admin/curriculum?item=${id}`}>
          {title}
        </Link>
        <span className="small">{seller.name}</span>
      </span>
    </span>
  );
}

function StateCell({ resource: { state, isPending, isListed, isTakenDown } }: { resource: StaffResource }) {
  const { tone, word } = STATE_TONES[state];
  // Not listed yet, because it can still be undone.
  if (isPending) return <Badge tone={tone}>{word}</Badge>;
  if (isTakenDown) return <Badge tone="bad">Taken down</Badge>;
  if (state === 'published' && !isListed) return <Badge tone="warn">Seller suspended</Badge>;
  return <Badge tone={tone}>{word}</Badge>;
}

type RowMenuProps = { resource: StaffResource; onAct: (act: RowAction) => void };

function RowMenu({ resource, onAct }: RowMenuProps) {
  const { id, title, state, seller, isMine, isListed, isFeatured, isTakenDown } = resource;
  return (
    <Menu
      trigger={<IconButton label={`More for ${title}`} icon={<Ellipsis size={18} aria-hidden="true" />} />}
    >
      <MenuItem to={`/admin/curriculum?item=${id}`}>{state === 'in_review' ? 'Review' : 'View'}</MenuItem>
      <MenuItem to={`/curriculum/${id}`}>Open resource page</MenuItem>
      <MenuItem to={`/sellers/${seller.id}`}>Open seller page</MenuItem>
      {!isMine && (isListed || isFeatured) && (
        <MenuItem onSelect={() => onAct('feature')}>
          {isFeatured ? 'Remove from featured' : 'Feature'}
        </MenuItem>
      )}
      {!isMine && state === 'archived' && !isTakenDown && (
        <MenuItem onSelect={() => onAct('restore')}>Put back on sale</MenuItem>
      )}
      {!isMine && state === 'published' && (
        <MenuItem isDanger onSelect={() => onAct('archive')}>
          Archive
        </MenuItem>
      )}
    </Menu>
  );
}
