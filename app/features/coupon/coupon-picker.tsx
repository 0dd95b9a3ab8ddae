// Limits a coupon to items and sellers, searched by name.
import { useQuery } from '@tanstack/react-query';
import Plus from 'icon:plus';
import X from 'icon:x';
import { useEffect, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { SearchField } from '#app/components/ui/search-field.tsx';
import {
  listOwnCouponItemsQuery,
  listCouponItemsQuery,
  type ManagementScope,
} from './coupon-management.api.ts';
import type { CouponValues } from './coupon-form-values.ts';

const TYPING_PAUSE_MS = 300;
const SHOWN = 5;

type Chosen = Pick<CouponValues, 'items' | 'sellers'>;
type Choice = { key: string; title: string; note: string; choose: () => void };

type CouponPickerProps = {
  scope: ManagementScope;
  /** A seller's coupon covers their own items only. */
  hasSellers: boolean;
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  error?: string | undefined;
};

const NOTES = { resource: 'Resource', course: 'Course', bundle: 'Bundle' } as const;

export function CouponPicker({ scope, hasSellers, chosen, onChange, error }: CouponPickerProps) {
  const [typed, setTyped] = useState('');
  const search = useLater(typed.trim());
  const found = useChoices(scope, search, { chosen, onChange, hasSellers });
  const { items, sellers } = chosen;
  const without = (key: string) =>
    onChange({
      items: items.filter((item) => `${item.itemType} ${item.itemId}` !== key),
      sellers: sellers.filter(({ id }) => `seller ${id}` !== key),
    });
  const taken = [
    ...sellers.map(({ id, name }) => ({
      key: `seller ${id}`,
      title: name,
      note: 'Everything by this seller',
    })),
    ...items.map(({ itemType, itemId, title }) => ({
      key: `${itemType} ${itemId}`,
      title,
      note: NOTES[itemType],
    })),
  ];
  return (
    <fieldset className="field">
      <legend className="label">Only for these items{hasSellers && ' and sellers'}</legend>
      {taken.length > 0 && (
        <ul aria-label="Chosen">
          {taken.map(({ key, title, note }) => (
            <li key={key} className="flex items-center gap-3 border-b border-rule py-1">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {title} <span className="small">{note}</span>
              </span>
              <IconButton
                label={`Remove ${title}`}
                icon={<X size={16} aria-hidden="true" />}
                onClick={() => without(key)}
              />
            </li>
          ))}
        </ul>
      )}
      <SearchField
        className="mt-2"
        label="Search for items it applies to"
        placeholder={scope === 'staff' ? 'A title or seller' : 'One of your titles'}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          // The field is inside a form; Enter must not submit it.
          if (event.key === 'Enter') event.preventDefault();
        }}
      />
      <p className={error ? 'error-text' : 'help'} aria-live="polite">
        {error ??
          (search !== '' && found.length === 0
            ? 'No items on sale match your search.'
            : 'Leave empty to cover everything.')}
      </p>
      {search !== '' && (
        <ul aria-label="To choose from">
          {found.slice(0, SHOWN).map(({ key, title, note, choose }) => (
            <li key={key} className="flex min-h-12 items-center gap-3 border-b border-rule py-1">
              <span className="min-w-0 flex-1 wrap-anywhere">
                {title} <span className="small">{note}</span>
              </span>
              <Button
                size="s"
                icon={<Plus className="icon" aria-hidden="true" />}
                aria-label={`Add ${title}`}
                onClick={choose}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}

type Choosing = Pick<CouponPickerProps, 'chosen' | 'onChange' | 'hasSellers'>;

function useChoices(
  scope: ManagementScope,
  search: string,
  { chosen, onChange, hasSellers }: Choosing,
): Choice[] {
  const { items, sellers } = chosen;
  const isAsked = search !== '';
  const staff = useQuery({ ...listCouponItemsQuery(search), enabled: isAsked && scope === 'staff' });
  const seller = useQuery({ ...listOwnCouponItemsQuery(search), enabled: isAsked && scope === 'seller' });
  const itemChoices = (scope === 'staff' ? staff : seller).data?.things ?? [];
  const found = hasSellers ? (staff.data?.sellers ?? []) : [];
  const has = new Set([
    ...items.map(({ itemType, itemId }) => `${itemType} ${itemId}`),
    ...sellers.map(({ id }) => `seller ${id}`),
  ]);
  return [
    ...found.map((seller) => ({
      key: `seller ${seller.id}`,
      title: seller.name,
      note: 'Everything by this seller',
      choose: () => onChange({ items, sellers: [...sellers, seller] }),
    })),
    ...itemChoices.map((item) => ({
      key: `${item.itemType} ${item.itemId}`,
      title: item.title,
      note: [NOTES[item.itemType], item.sellerName].filter(Boolean).join(', '),
      choose: () => onChange({ items: [...items, item], sellers }),
    })),
  ].filter(({ key }) => !has.has(key));
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
