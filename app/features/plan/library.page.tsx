// The member library: what members use without buying it.
import { useQuery } from '@tanstack/react-query';
import Plus from 'icon:plus';
import { useEffect, useState } from 'react';
import { Link, type MetaArgs } from 'react-router';
import { ENTITLEMENT_ITEMS } from '#shared/features/entitlement/entitlement.states.ts';
import { formatPrice } from '#shared/money.ts';
import { rolesOf } from '#shared/roles.ts';
import { ListSkeleton, QueryView } from '#app/components/staff/query-view.tsx';
import { StaffList, useStaffList, type StaffColumn } from '#app/components/staff/staff-list.tsx';
import { StaffTabs } from '#app/components/staff/staff-tabs.tsx';
import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { LazyImage } from '#app/components/ui/lazy-image.tsx';
import { SearchField } from '#app/components/ui/search-field.tsx';
import { toast } from '#app/components/ui/toast-store.ts';
import { oneOf, pageOf, searchOf } from '#app/lib/list-address.ts';
import { pageMeta } from '#app/lib/page-meta.ts';
import { useUser } from '#app/lib/user.api.ts';
import {
  listLibraryChoicesQuery,
  listLibraryItemsQuery,
  PLANS_HOME,
  useAddLibraryItems,
  useRemoveLibraryItems,
  type LibraryItem,
} from './staff-plan.api.ts';

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Member library',
    description: 'What members use without buying it.',
    path: `${PLANS_HOME}/library`,
    isHidden: true,
  });
}

const TYPING_PAUSE_MS = 300;

function filtersIn(params: URLSearchParams) {
  return { q: searchOf(params), type: oneOf(ENTITLEMENT_ITEMS, params.get('type')), page: pageOf(params) };
}

export default function LibraryPage() {
  const user = useUser();
  const list = useStaffList(filtersIn, listLibraryItemsQuery);
  const counts = list.data?.counts;
  return (
    <StaffList
      list={list}
      nouns="items"
      what="the library"
      title="Member library"
      intro="Members of every plan add these with one click, up to the downloads of their plan. Sellers and instructors get a share of what members who use their items pay. Removing an item doesn’t take it from those who have added it."
      pageTabs={user && <StaffTabs area="memberships" roles={rolesOf(user)} />}
      actions={<AddToLibrary />}
      tabs={{
        label: 'Kind',
        name: 'type',
        tabs: [
          { label: 'All', count: counts?.all },
          { value: 'resource', label: 'Resources', count: counts?.resource },
          { value: 'course', label: 'Courses', count: counts?.course },
        ],
      }}
      search={{ placeholder: 'Title, seller or instructor', label: 'Search the library' }}
      columns={COLUMNS}
      empty={{
        title: 'The library is empty',
        text: 'Add resources and courses that members use without buying them.',
      }}
    />
  );
}

const COLUMNS: readonly StaffColumn<LibraryItem>[] = [
  { key: 'item', header: 'Item', card: 'title', cell: (item) => <ItemCell item={item} /> },
  {
    key: 'state',
    header: 'State',
    card: 'state',
    cell: ({ isListed }) => (isListed ? <Badge tone="ok">On sale</Badge> : <Badge>Not on sale</Badge>),
  },
  {
    key: 'price',
    header: 'Full price',
    card: 'figure',
    align: 'right',
    cell: ({ price }) => formatPrice(price),
  },
  {
    key: 'remove',
    header: 'Remove',
    isHeaderHidden: true,
    card: 'menu',
    cell: (item) => <Remove item={item} />,
  },
];

function ItemCell({ item: { title, by, href, itemType, thumbnailUrl } }: { item: LibraryItem }) {
  return (
    <span className="flex min-w-0 items-center gap-3.5">
      <LazyImage src={thumbnailUrl} alt="" className="w-10 shrink-0" width={40} height={50} />
      <span className="min-w-0 wrap-anywhere">
        <Link className="font-semibold hover:underline" to={href}>
          {title}
        </Link>
        <span className="small block">
          {itemType === 'course' ? 'Course' : 'Resource'} by {by}
        </span>
      </span>
    </span>
  );
}

const keyOf = ({ itemType, itemId }: LibraryItem) => ({ itemType, itemId });

/** No confirmation: the toast offers an undo. */
function Remove({ item }: { item: LibraryItem }) {
  const remove = useRemoveLibraryItems();
  const add = useAddLibraryItems();
  const body = { items: [keyOf(item)] };
  const undo = { label: 'Undo', onPress: () => add.mutate({ body }) };
  return (
    <Button
      size="s"
      isBusy={remove.isPending}
      onClick={() =>
        remove.mutate(
          { body },
          {
            onSuccess: () =>
              toast({
                title: 'Removed from the library',
                description: item.title,
                ...(item.isListed && { action: undo }),
              }),
          },
        )
      }
    >
      Remove<span className="sr-only"> “{item.title}”</span>
    </Button>
  );
}

function AddToLibrary() {
  return (
    <Dialog
      trigger={
        <Button variant="primary" icon={<Plus className="icon" aria-hidden="true" />}>
          Add items
        </Button>
      }
      title="Add to the library"
      description="Resources and courses on sale. Members can add them as soon as they’re here."
    >
      <Choices />
    </Dialog>
  );
}

function Choices() {
  const [typed, setTyped] = useState('');
  const search = useLater(typed.trim());
  const query = useQuery(listLibraryChoicesQuery(search));
  return (
    <>
      <SearchField
        label="Search for items to add"
        placeholder="A title, seller or instructor"
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
      />
      <QueryView query={query} what="items you can add" skeleton={<ListSkeleton label="Searching" />}>
        {(items) => (
          <>
            <p role="status" className={items.length > 0 ? 'sr-only' : 'meta mt-4'}>
              {items.length === 0
                ? 'No more items on sale match your search.'
                : `${items.length} to choose from`}
            </p>
            <ul aria-label="To choose from" className="mt-2">
              {items.map((item) => (
                <Choice key={item.id} item={item} />
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </>
  );
}

function Choice({ item }: { item: LibraryItem }) {
  const add = useAddLibraryItems();
  return (
    <li className="flex min-h-16 items-center gap-3 border-b border-rule py-2">
      <span className="min-w-0 flex-1 wrap-anywhere">
        {item.title}
        <span className="small block">
          {item.itemType === 'course' ? 'Course' : 'Resource'} by {item.by}
        </span>
      </span>
      <Button
        size="s"
        aria-label={`Add ${item.title}`}
        isBusy={add.isPending}
        onClick={() => add.mutate({ body: { items: [keyOf(item)] } })}
      >
        Add
      </Button>
    </li>
  );
}

/** Debounced input. */
function useLater(value: string): string {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}
