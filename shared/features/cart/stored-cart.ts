// Parses the three sources of cart items (spec §3): the server's bare array, its { items, isGuest } form,
// and a guest's browser storage. Written by hand: every page with a guest cart loads it, and a validation library
// would be larger than the rest of the cart.
import { quantityOf, type CartItem } from './cart.rules.ts';

export type Cart = { items: CartItem[]; isGuest: boolean };

/** Parses either form of GET /api/cart. Anything else is an empty guest cart, as after a failure (spec §7). */
export function parseCartResponse(body: unknown): Cart {
  if (Array.isArray(body)) return { items: readCartItems(body), isGuest: false };
  if (isRecord(body) && Array.isArray(body.items)) {
    return { items: readCartItems(body.items), isGuest: body.isGuest === true };
  }
  return { items: [], isGuest: true };
}

/** Parses the stored guest cart; invalid text is an empty cart. */
export function parseStoredCart(text: string | null | undefined): CartItem[] {
  if (typeof text !== 'string') return [];
  try {
    return parseCartResponse(JSON.parse(text)).items;
  } catch {
    return [];
  }
}

// Line by line: one broken line must not cost the whole cart.
function readCartItems(lines: readonly unknown[]): CartItem[] {
  return lines.flatMap((line) => readCartItem(line) ?? []);
}

// Storage may be years old or edited by hand: an item id may be text, and an unreadable quantity counts as one.
function readCartItem(line: unknown): CartItem | null {
  if (!isRecord(line)) return null;
  const { id, itemType, title, shortName, price, imageUrl, createdAt, details } = line;
  const itemId = readItemId(line.itemId);
  if (!isText(itemType) || itemId === null || typeof title !== 'string') return null;
  if (!isText(id) && !isNumber(id)) return null;
  if (!isOptionalText(shortName) || !isOptionalText(imageUrl) || !isOptionalText(createdAt)) return null;
  if (!isOptionalPrice(price) || !isOptionalDetails(details)) return null;
  const optional = { shortName, price, imageUrl, createdAt, details };
  return { id, itemType, itemId, title, quantity: quantityOf(line), ...withoutMissing(optional) };
}

function readItemId(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : null;
}

function withoutMissing<T extends object>(values: T): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function isOptionalText(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === 'string';
}

function isOptionalPrice(value: unknown): value is CartItem['price'] {
  return isOptionalText(value) || isNumber(value);
}

function isOptionalDetails(value: unknown): value is CartItem['details'] {
  return value === undefined || value === null || (isRecord(value) && isOptionalPrice(value.price));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
