// What the server refused when a guest cart was merged, and why. Kept in this browser until the user removes it or signs
// out: the guest cart itself is cleared (spec §4).
import type { CartItem } from '#shared/features/cart/cart.rules.ts';

const KEY = 'releve.cart-refused';

export type RefusedItem = Pick<CartItem, 'itemType' | 'itemId' | 'title'> & { reason: string };

export function refusedItemsText(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function parseRefusedItems(text: string): RefusedItem[] {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isRefusedItem) : [];
  } catch {
    return [];
  }
}

function isRefusedItem(value: unknown): value is RefusedItem {
  const { itemType, itemId, title, reason } = (value ?? {}) as Partial<RefusedItem>;
  const texts = [itemType, title, reason];
  return Number.isSafeInteger(itemId) && texts.every((text) => typeof text === 'string');
}

/** Added to those refused before; an item refused again has the newer reason. */
export function storeRefusedItems(refused: readonly RefusedItem[]): void {
  const isSame = (one: RefusedItem) => (other: RefusedItem) =>
    one.itemType === other.itemType && one.itemId === other.itemId;
  const before = parseRefusedItems(refusedItemsText()).filter((item) => !refused.some(isSame(item)));
  write([...before, ...refused]);
}

export function removeRefusedItem({ itemType, itemId }: RefusedItem): void {
  const items = parseRefusedItems(refusedItemsText());
  write(items.filter((item) => item.itemType !== itemType || item.itemId !== itemId));
}

export function clearRefusedItems(): void {
  if (refusedItemsText() !== '') write([]);
}

function write(items: readonly RefusedItem[]): void {
  try {
    if (items.length > 0) localStorage.setItem(KEY, JSON.stringify(items));
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: the toast has said it once.
  }
  // Browsers notify other tabs, but not the one that wrote.
  dispatchEvent(new StorageEvent('storage', { key: KEY }));
}
