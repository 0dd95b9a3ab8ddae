// Cart rules shared by browser and server: prices, totals, quantities and guest lines (spec §3, §4, §5, §9).

export const GUEST_ITEM_PREFIX = 'guest-';

export const CART_ITEM_TYPES = ['resource', 'course', 'certification', 'bundle', 'booking'] as const;
export type CartItemType = (typeof CART_ITEM_TYPES)[number];

/** Different items per cart. */
export const CART_LINES_AT_MOST = 100;

export const DEFAULT_QUANTITY = 1;
/** Our limit, not the spec's: keeps seats times price well within the range of an integer. */
export const MAX_QUANTITY = 9_999;

export const CART_REFETCH_AFTER_UPDATE_MS = 300;
export const CART_REFETCH_AFTER_REMOVE_MS = 500;
export const GUEST_RELOAD_MS = 300;
export const CART_LIST_HEIGHT_PX = 300;

type Price = string | number | null;

/** A cart line (spec §3), from any source. */
export type CartItem = {
  id: string | number;
  itemType: string;
  itemId: number;
  title: string;
  shortName?: string | null;
  price?: Price;
  quantity: number;
  imageUrl?: string | null;
  createdAt?: string | null;
  details?: { price?: Price; [key: string]: unknown } | null;
};

/** What the rules need of a line; a stored or incomplete line will do. */
type PricedLine = { price?: unknown; details?: unknown; quantity?: unknown };

/**
 * Spec §5: strip non-numeric characters, parse as decimal, fall back to 0. A sign is stripped too, so no price
 * is negative; a point counts only in front of a digit ("Rs. 500"); two such points are no decimal.
 */
export function parsePrice(price: unknown): number {
  if (typeof price === 'number') return Number.isFinite(price) ? Math.abs(price) : 0;
  if (typeof price !== 'string') return 0;
  const parsed = Number(price.replace(/[^\d.]|\.(?!\d)/g, ''));
  return Number.isFinite(parsed) ? parsed : 0;
}

/** The price of one; falls back to details.price. */
export function cartItemPrice(item: PricedLine): number {
  return parsePrice(isMissing(item.price) ? detailsPriceOf(item.details) : item.price);
}

function isMissing(price: unknown): boolean {
  return price === undefined || price === null || (typeof price === 'string' && price.trim() === '');
}

function detailsPriceOf(details: unknown): unknown {
  return typeof details === 'object' && details !== null && 'price' in details ? details.price : undefined;
}

/** The quantity as an integer of at least 1, whatever was stored. */
export function quantityOf(item: { quantity?: unknown }): number {
  const { quantity } = item;
  const stored = typeof quantity === 'string' && quantity.trim() !== '' ? Number(quantity) : quantity;
  if (typeof stored !== 'number' || !Number.isFinite(stored) || stored < 1) return DEFAULT_QUANTITY;
  return Math.min(Math.floor(stored), MAX_QUANTITY);
}

/** The total in whole currency units, exact to the cent: lines are added as cents. */
export function cartTotal(items: readonly PricedLine[] | null | undefined): number {
  let cents = 0;
  for (const item of readableLines(items)) {
    const line = Math.round(cartItemPrice(item) * 100) * quantityOf(item);
    if (Number.isFinite(line)) cents += line;
  }
  return cents / 100;
}

/** The number of items, for the badge on the cart icon. */
export function cartCount(items: readonly PricedLine[] | null | undefined): number {
  return readableLines(items).reduce((count, item) => count + quantityOf(item), 0);
}

// A cart from browser storage can hold anything.
function readableLines(items: unknown): PricedLine[] {
  return Array.isArray(items) ? items.filter((item) => typeof item === 'object' && item !== null) : [];
}

export type QuantityChange =
  | { action: 'set'; quantity: number }
  | { action: 'remove' }
  | { action: 'ignore' };

/** Spec §4: below 1 removes the line from the server cart and is ignored in the guest cart. */
export function nextQuantity(cart: 'server' | 'guest', requested: unknown): QuantityChange {
  if (typeof requested !== 'number' || !Number.isFinite(requested)) return { action: 'ignore' };
  if (requested < 1) return { action: cart === 'server' ? 'remove' : 'ignore' };
  return { action: 'set', quantity: Math.min(Math.floor(requested), MAX_QUANTITY) };
}

/** guest-, the time in milliseconds, and eight random letters or digits. random gives 0 up to, not including, 1. */
export function newGuestItemId(now: number | Date, random: () => number = Math.random): string {
  const suffix = Math.floor(random() * 36 ** 8)
    .toString(36)
    .padStart(8, '0');
  return `${GUEST_ITEM_PREFIX}${Number(now)}-${suffix}`;
}

export type NewCartItem = Omit<CartItem, 'id' | 'createdAt' | 'quantity'> & { quantity?: number };

/** Spec §4: the same itemType and itemId raise the quantity of the existing line; anything else is a new line. */
export function addToGuestItems(
  items: readonly CartItem[],
  added: NewCartItem,
  stamp: { id: string; createdAt: string },
): CartItem[] {
  const isSame = (item: CartItem) => item.itemType === added.itemType && item.itemId === added.itemId;
  const more = quantityOf(added);
  const known = items.find(isSame);
  if (!known) return [...items, { ...added, ...stamp, quantity: more }];
  const quantity = Math.min(quantityOf(known) + more, MAX_QUANTITY);
  return items.map((item) => (item === known ? { ...item, quantity } : item));
}

/** The guest cart after a change of quantity; below 1 changes nothing. */
export function setGuestQuantity(
  items: readonly CartItem[],
  id: CartItem['id'],
  requested: unknown,
): CartItem[] {
  const change = nextQuantity('guest', requested);
  if (change.action !== 'set') return [...items];
  return items.map((item) => (item.id === id ? { ...item, quantity: change.quantity } : item));
}
