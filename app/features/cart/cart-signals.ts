// What buttons on a page can know about the cart without loading it: which items are in it, once the cart was fetched,
// and a request to open it.

const NOTHING: ReadonlySet<string> = new Set();
const OPEN = 'releve-cart-open';

let inCart = NOTHING;
const listeners = new Set<() => void>();

/** Certifications are courses: a cart holds one only once, whatever it was called when added. */
export function itemKey({ itemType, itemId }: { itemType: string; itemId: number }): string {
  return `${itemType === 'certification' ? 'course' : itemType} ${itemId}`;
}

/** By `itemKey`. */
export const itemsInCart = () => inCart;
export const itemsOnServer = () => NOTHING;

export function announceCartChange(now: ReadonlySet<string> = NOTHING): void {
  inCart = now;
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
