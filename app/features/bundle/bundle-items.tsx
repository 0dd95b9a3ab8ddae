// The items of a bundle in order: drag, move by menu, remove.
import Ellipsis from 'icon:ellipsis';
import { useState } from 'react';
import type { BundleItem } from '#shared/features/bundle/bundle.schema.ts';
import { bundleItemKey } from '#shared/features/bundle/bundle.rules.ts';
import { formatPrice } from '#shared/money.ts';
import { SortableList, SortableRow } from '#app/components/staff/sortable-list.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#app/components/ui/menu.tsx';

type BundleItemsProps = { items: readonly BundleItem[]; onChange: (items: BundleItem[]) => void };

/** Unique across resources and courses, which have separate ids. */
const rowId = ({ itemType, itemId }: BundleItem) => itemId * 2 + (itemType === 'course' ? 1 : 0);

export function BundleItems({ items, onChange }: BundleItemsProps) {
  const [said, setAnnouncement] = useState('');
  const moveTo = (from: number, to: number) => {
    const item = items[from];
    if (!item || to < 0 || to >= items.length) return;
    onChange(items.toSpliced(from, 1).toSpliced(to, 0, item));
    setAnnouncement(`${item.title} is now number ${to + 1} of ${items.length}.`);
  };
  const takeOut = (at: number) => {
    setAnnouncement(`${items[at]?.title} removed from the bundle.`);
    onChange(items.toSpliced(at, 1));
  };
  const at = (id: number) => items.findIndex((item) => rowId(item) === id);
  return (
    <>
      {items.length > 0 && (
        <SortableList
          label="Items in the bundle"
          items={items.map((item) => ({ id: rowId(item), name: item.title }))}
          onDrop={(id, over) => moveTo(at(id), at(over))}
        >
          {items.map((item, place) => (
            <SortableRow key={bundleItemKey(item)} id={rowId(item)} name={item.title}>
              <ItemSummary item={item} />
              <Menu
                trigger={
                  <IconButton
                    label={`More actions for ${item.title}`}
                    icon={<Ellipsis size={18} aria-hidden="true" />}
                  />
                }
              >
                <MenuItem onSelect={() => moveTo(place, place - 1)} isDisabled={place === 0}>
                  Move up
                </MenuItem>
                <MenuItem onSelect={() => moveTo(place, place + 1)} isDisabled={place === items.length - 1}>
                  Move down
                </MenuItem>
                <MenuSeparator />
                <MenuItem isDanger onSelect={() => takeOut(place)}>
                  Remove
                </MenuItem>
              </Menu>
            </SortableRow>
          ))}
        </SortableList>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  resource: 'Resource',
  course: 'Course',
  certification: 'Certification',
};

/** An item in the form, in the bundle or among the choices. */
export function ItemSummary({ item }: { item: BundleItem }) {
  const { title, kind, by, price, thumbnailUrl, isListed } = item;
  return (
    <>
      <img
        className="h-12 w-auto shrink-0 rounded-paper"
        src={thumbnailUrl}
        alt=""
        width={40}
        height={50}
        loading="lazy"
      />
      <span className="min-w-0 flex-1 wrap-anywhere">
        <span className="block font-medium">{title}</span>
        <span className="small block">
          {KIND_WORDS[kind] ?? kind} by {by}
          <span className="num md:hidden">, {formatPrice(price)}</span>
        </span>
        {!isListed && (
          <span className="small block text-garnet">Not on sale, so the bundle can’t be bought</span>
        )}
      </span>
      <span className="num max-md:hidden">{formatPrice(price)}</span>
    </>
  );
}
