// What every page may know of the cart without loading it: how many things are in it and which, once the cart itself
// has been read; and the wish to see it. Small, because every page carries it.
import { GUEST_CART_KEY } from '#shared/features/cart/cart-keys.ts';

export type CartGlance = { count: number; keys: ReadonlySet<string> };

const NOTHING: CartGlance = { count: 0, keys: new Set() };
const OPEN = 'releve-cart-open';

let glance = NOTHING;
const listeners = new Set<() => void>();

export const glanceAtCart = () => glance;
export const glanceOnServer = () => NOTHING;

export function tellOfCart(now: CartGlance): void {
  glance = now;
  for (const listener of listeners) listener();
}

export function followCart(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function openCart(): void {
  dispatchEvent(new Event(OPEN));
}

export function onOpenCart(open: () => void): () => void {
  addEventListener(OPEN, open);
  return () => removeEventListener(OPEN, open);
}

/** Something is, or was, in this browser's guest cart. */
export function hasGuestCart(): boolean {
  try {
    return localStorage.getItem(GUEST_CART_KEY) !== null;
  } catch {
    return false;
  }
}
