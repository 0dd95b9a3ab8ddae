// Columns of a seller's list of resources.
import CircleAlert from 'icon:circle-alert';
import Ellipsis from 'icon:ellipsis';
import { Link } from 'react-router';
import { ResourceStateBadge } from '#app/components/resource/resource-state-badge.tsx';
import type { StaffColumn } from '#app/components/staff/staff-list.tsx';
import { When } from '#app/components/staff/when.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#app/components/ui/menu.tsx';
import type { OwnBulkAction } from '#shared/features/authoring/authoring.contract.ts';
import { formatPrice } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import type { OwnRow } from './authoring.api.ts';
import { ACTION_LABELS, canDo } from './own-resource-actions.ts';

export const OWN_SORTS = ['updated', 'title', 'sales', 'price'] as const;

type RowActions = {
  /** Whether the seller is active or suspended. */
  actions: readonly OwnBulkAction[];
  onAct: (row: OwnRow, action: OwnBulkAction) => void;
  /** Omitted if nothing can be added. */
  onDuplicate: ((row: OwnRow) => void) | undefined;
};

export function ownColumns(actions: RowActions): StaffColumn<OwnRow>[] {
  return [
    {
      key: 'title',
      header: 'Resource',
      card: 'title',
      sort: { ascending: 'title' },
      cell: (row) => <Title row={row} />,
    },
    { key: 'style', header: 'Style', card: 'hide', cell: ({ danceStyle }) => danceStyle },
    { key: 'state', header: 'State', card: 'state', cell: (row) => <ResourceStateBadge state={row.state} /> },
    {
      key: 'price',
      header: 'Price',
      align: 'right',
      card: 'figure',
      sort: { descending: 'price' },
      cell: ({ price }) => formatPrice(price),
    },
    {
      key: 'sold',
      header: 'Sold',
      align: 'right',
      card: 'hide',
      sort: { descending: 'sales' },
      cell: ({ salesCount }) => (salesCount === 0 ? '–' : formatCount(salesCount)),
    },
    {
      key: 'rating',
      header: 'Rating',
      align: 'right',
      card: 'hide',
      cell: ({ rating }) => (rating === null ? '–' : rating.toFixed(1)),
    },
    {
      key: 'updated',
      header: 'Changed',
      card: 'hide',
      sort: { descending: 'updated' },
      cell: ({ updatedAt }) => <When iso={updatedAt} />,
    },
    {
      key: 'menu',
      header: 'More',
      isHeaderHidden: true,
      align: 'right',
      card: 'menu',
      cell: (row) => <RowMenu row={row} {...actions} />,
    },
  ];
}

function Title({
  row: { id, title, thumbnailUrl, stateReason, failedPreviews, isTakenDown, hasUnpublishedChanges },
}: {
  row: OwnRow;
}) {
  return (
    <span className="flex items-center gap-3 max-md:mb-1">
      <img
        className="h-12 w-auto shrink-0 rounded-paper"
        src={thumbnailUrl}
        alt=""
        width={40}
        height={50}
        loading="lazy"
      />
      <span className="min-w-0 wrap-anywhere">
        <Link className="font-semibold hover:underline" to={`/curriculum/${id}/edit`}>
          {title || 'Untitled'}
        </Link>
        {hasUnpublishedChanges && (
          <span className="mt-1 block">
            <Badge tone="warn">Unpublished changes</Badge>
          </span>
        )}
        {isTakenDown && <span className="small block text-garnet">Taken down after a rights notice</span>}
        {stateReason && <span className="small block">{stateReason}</span>}
        {failedPreviews > 0 && (
          <span className="small flex items-center gap-1 text-garnet">
            <CircleAlert size={14} aria-hidden="true" />
            {failedPreviews === 1 ? '1 preview failed' : `${failedPreviews} previews failed`}
          </span>
        )}
      </span>
    </span>
  );
}

type RowMenuProps = RowActions & { row: OwnRow };

function RowMenu({ row, actions, onAct, onDuplicate }: RowMenuProps) {
  const { id, title } = row;
  return (
    <Menu
      trigger={
        <IconButton
          label={`More for ${title || 'Untitled'}`}
          icon={<Ellipsis size={18} aria-hidden="true" />}
        />
      }
    >
      <MenuItem to={`/curriculum/${id}/edit`}>Edit</MenuItem>
      <MenuItem to={`/curriculum/${id}`}>View</MenuItem>
      {onDuplicate && <MenuItem onSelect={() => onDuplicate(row)}>Duplicate</MenuItem>}
      <MenuSeparator />
      {actions
        .filter((action) => canDo(row, action))
        .map((action) => (
          <MenuItem key={action} isDanger={action === 'delete'} onSelect={() => onAct(row, action)}>
            {ACTION_LABELS[action].button}
          </MenuItem>
        ))}
    </Menu>
  );
}
