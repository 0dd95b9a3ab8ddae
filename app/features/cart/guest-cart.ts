// The guest cart (spec §4, §9): lines in this browser's storage, and the key under which they are merged into an
// account. Every change is followed by a reload, as the spec says.
import { GUEST_CART_KEY, GUEST_CHECKOUT_FLAG, GUEST_MODE_FLAG } from '#shared/features/cart/cart-keys.ts';
import {
  addToGuestItems,
  CART_ITEM_TYPES,
  CART_LINES_AT_MOST,
  GUEST_RELOAD_MS,
  newGuestItemId,
  setGuestQuantity,
  type CartItem,
  type NewCartItem,
} from '#shared/features/cart/cart.rules.ts';
import { parseStoredCart } from '#shared/features/cart/stored-cart.ts';
import type { RequestedItem } from '#shared/features/cart/cart-item.schema.ts';
import { MAX_ID } from '#shared/ids.ts';

export const GUEST_MERGE_KEY = 'drx_simple_guest_cart_merge';

/** As stored; empty if storage is blocked. */
export function guestCartText(): string {
  return read(GUEST_CART_KEY) ?? '';
}

export function getGuestCart(): CartItem[] {
  return parseStoredCart(read(GUEST_CART_KEY));
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Throws if storage is full or blocked, so that the user learns the item wasn't added. */
function write(items: readonly CartItem[]): void {
  localStorage.setItem(GUEST_CART_KEY, JSON.stringify(items));
  // Browsers notify other tabs, but not the one that wrote.
  dispatchEvent(new StorageEvent('storage', { key: GUEST_CART_KEY }));
}

export function followGuestCart(onChange: () => void): () => void {
  addEventListener('storage', onChange);
  return () => removeEventListener('storage', onChange);
}

/** On unless turned off (spec §4). */
export function isGuestModeOn(): boolean {
  return read(GUEST_MODE_FLAG) !== 'false';
}

/** False if the cart is full. */
export function addGuestItem(added: NewCartItem, now = Date.now()): boolean {
  const items = getGuestCart();
  const stamp = { id: newGuestItemId(now), createdAt: new Date(now).toISOString() };
  const next = addToGuestItems(items, added, stamp);
  if (next.length > CART_LINES_AT_MOST && next.length > items.length) return false;
  if (getStoredMerge() === null) storeMerge({ key: newMergeKey() });
  write(next);
  return true;
}

export function setGuestItemQuantity(id: CartItem['id'], quantity: number): void {
  write(setGuestQuantity(getGuestCart(), id, quantity));
}

export function removeGuestItem(id: CartItem['id']): void {
  write(getGuestCart().filter((item) => item.id !== id));
}

export function clearGuestCart(): void {
  write([]);
}

/** Accepts the current prices. */
export function updateGuestPrices(seen: readonly { id: CartItem['id']; price: string }[]): void {
  const prices = new Map(seen.map(({ id, price }) => [id, price]));
  write(getGuestCart().map((item) => ({ ...item, price: prices.get(item.id) ?? item.price ?? null })));
}

/** Lines the server knows; storage may hold other item types. */
export function toRequestedItems(items: readonly CartItem[]): (RequestedItem & { id: CartItem['id'] })[] {
  return items.flatMap(({ id, itemType, itemId, quantity }) => {
    const known = CART_ITEM_TYPES.find((type) => type === itemType);
    return known && itemId > 0 && itemId <= MAX_ID ? { id, itemType: known, itemId, quantity } : [];
  });
}

/** The lines sent under this key: after a lost response the same request is repeated, and only these are removed. */
export type GuestMerge = { key: string; sent?: (RequestedItem & { id: CartItem['id'] })[] };

export function getStoredMerge(): GuestMerge | null {
  try {
    const merge = JSON.parse(read(GUEST_MERGE_KEY) ?? 'null') as GuestMerge | null;
    return typeof merge?.key === 'string' && /^[\w.-]{8,100}$/.test(merge.key) ? merge : null;
  } catch {
    return null;
  }
}

export function storeMerge(merge: GuestMerge | null): void {
  if (merge) localStorage.setItem(GUEST_MERGE_KEY, JSON.stringify(merge));
  else localStorage.removeItem(GUEST_MERGE_KEY);
}

function newMergeKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(36)).join('-');
}

/** The lines to merge and their key; null if there are none. */
export function startGuestMerge(): Required<GuestMerge> | null {
  const { key, sent } = getStoredMerge() ?? { key: newMergeKey() };
  const items = Array.isArray(sent) ? sent : toRequestedItems(getGuestCart()).slice(0, CART_LINES_AT_MOST);
  if (items.length === 0) return null;
  storeMerge({ key, sent: items });
  return { key, sent: items };
}

/** Removes the merged lines; lines added since stay, under a new key. */
export function endGuestMerge(sent: Required<GuestMerge>['sent']): void {
  const taken = new Map(sent.map(({ id, quantity }) => [id, quantity]));
  const rest = getGuestCart().flatMap((item) => {
    const quantity = item.quantity - (taken.get(item.id) ?? 0);
    return quantity > 0 ? { ...item, quantity } : [];
  });
  storeMerge(rest.length > 0 ? { key: newMergeKey() } : null);
  write(rest);
}

export const GUEST_RELOAD_EVENT = 'releve-cart-reload';

let reload: ReturnType<typeof setTimeout> | undefined;

/** One reload for several changes in a row; listeners can store state first. */
export function scheduleReload(): void {
  clearTimeout(reload);
  reload = setTimeout(() => {
    dispatchEvent(new Event(GUEST_RELOAD_EVENT));
    location.reload();
  }, GUEST_RELOAD_MS);
}

/** Spec §9: set while a guest is at checkout. */
export function noteGuestCheckout(isGuest: boolean): void {
  try {
    if (isGuest) localStorage.setItem(GUEST_CHECKOUT_FLAG, 'true');
    else localStorage.removeItem(GUEST_CHECKOUT_FLAG);
  } catch {
    // Only a hint; the checkout checks the session anyway.
  }
}
