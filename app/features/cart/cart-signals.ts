// What buttons on pages may know of the cart without loading it: which things are in it, once the cart itself has been
// read; and the wish to see it.

const NOTHING: ReadonlySet<string> = new Set();
const OPEN = 'releve-cart-open';

let inCart = NOTHING;
const listeners = new Set<() => void>();

/** By the kind of thing and its number; a certification is a course there. */
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
