// Finding things to put into a bundle: a search line, and what it found.
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
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
  desk: ManagementScope;
  chosen: readonly BundleItem[];
  onAdd: (thing: BundleItem) => void;
};

export function BundlePicker({ desk, chosen, onAdd }: BundlePickerProps) {
  const [typed, setTyped] = useState('');
  const words = useLater(typed.trim(), TYPING_PAUSE_MS);
  const query = useQuery(itemsQuery(desk, words));
  const has = new Set(chosen.map(bundleItemKey));
  if (chosen.length >= BUNDLE_MOST) {
    return <p className="meta mt-4">A bundle holds {BUNDLE_MOST} things at most.</p>;
  }
  return (
    <div className="mt-6">
      <SearchField
        label="Search for things to add"
        placeholder={desk === 'staff' ? 'Anything on sale' : 'Your resources and courses'}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          // There is a form around it, and this is no way to send it.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <QueryView query={query} what="what you can add" skeleton={<PickerSkeleton />}>
        {(found) => <Found found={found.filter((thing) => !has.has(bundleItemKey(thing)))} onAdd={onAdd} />}
      </QueryView>
    </div>
  );
}

function Found({ found, onAdd }: { found: readonly BundleItem[]; onAdd: (thing: BundleItem) => void }) {
  return (
    <>
      <p role="status" className={found.length > 0 ? 'sr-only' : 'meta mt-4'}>
        {found.length === 0
          ? 'Nothing more on sale fits. Try other words.'
          : `${found.length} to choose from`}
      </p>
      <ul aria-label="To choose from" className="mt-2">
        {found.slice(0, SHOWN).map((thing) => (
          <li
            key={bundleItemKey(thing)}
            className="flex min-h-16 items-center gap-3 border-b border-rule py-2"
          >
            <ItemSummary thing={thing} />
            <Button
              size="s"
              icon={<Plus className="icon" aria-hidden="true" />}
              aria-label={`Add ${thing.title}`}
              onClick={() => onAdd(thing)}
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
    <SkeletonGroup label="Looking" className="mt-4 grid gap-3">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </SkeletonGroup>
  );
}

/** What was typed, once the hand rests. */
function useLater(value: string, milliseconds: number): string {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return later;
}
