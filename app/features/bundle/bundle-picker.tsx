// Searches for items to add to a bundle.
import { useQuery } from '@tanstack/react-query';
import Plus from 'icon:plus';
import { useEffect, useState } from 'react';
import type { BundleItem } from '#shared/features/bundle/bundle.schema.ts';
import { BUNDLE_MOST, bundleItemKey } from '#shared/features/bundle/bundle.rules.ts';
import { QueryView } from '#app/components/staff/query-view.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { SearchField } from '#app/components/ui/search-field.tsx';
import { Skeleton, SkeletonGroup } from '#app/components/ui/skeleton.tsx';
import { itemsQuery, type ManagementScope } from './bundle-management.api.ts';
import { ItemSummary } from './bundle-items.tsx';

const TYPING_PAUSE_MS = 300;
const SHOWN = 6;

type BundlePickerProps = {
  scope: ManagementScope;
  chosen: readonly BundleItem[];
  onAdd: (item: BundleItem) => void;
};

export function BundlePicker({ scope, chosen, onAdd }: BundlePickerProps) {
  const [typed, setTyped] = useState('');
  const search = useLater(typed.trim(), TYPING_PAUSE_MS);
  const query = useQuery(itemsQuery(scope, search));
  const has = new Set(chosen.map(bundleItemKey));
  if (chosen.length >= BUNDLE_MOST) {
    return <p className="meta mt-4">A bundle holds {BUNDLE_MOST} items at most.</p>;
  }
  return (
    <div className="mt-6">
      <SearchField
        label="Search for items to add"
        placeholder={scope === 'staff' ? 'Anything on sale' : 'Your resources and courses'}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          // The field is inside a form; Enter must not submit it.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <QueryView query={query} what="items you can add" skeleton={<PickerSkeleton />}>
        {(found) => <Found found={found.filter((item) => !has.has(bundleItemKey(item)))} onAdd={onAdd} />}
      </QueryView>
    </div>
  );
}

function Found({ found, onAdd }: { found: readonly BundleItem[]; onAdd: (item: BundleItem) => void }) {
  return (
    <>
      <p role="status" className={found.length > 0 ? 'sr-only' : 'meta mt-4'}>
        {found.length === 0 ? 'No more items on sale match your search.' : `${found.length} to choose from`}
      </p>
      <ul aria-label="To choose from" className="mt-2">
        {found.slice(0, SHOWN).map((item) => (
          <li
            key={bundleItemKey(item)}
            className="flex min-h-16 items-center gap-3 border-b border-rule py-2"
          >
            <ItemSummary item={item} />
            <Button
              size="s"
              icon={<Plus className="icon" aria-hidden="true" />}
              aria-label={`Add ${item.title}`}
              onClick={() => onAdd(item)}
            >
              Add
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function PickerSkeleton() {
  return (
    <SkeletonGroup label="Searching" className="mt-4 grid gap-3">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </SkeletonGroup>
  );
}

/** Debounced input. */
function useLater(value: string, milliseconds: number): string {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return later;
}
