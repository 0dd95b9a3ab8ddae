// What this browser stores about a cart, for the debug pages.
import { useSyncExternalStore } from 'react';
import { GUEST_CART_KEY, GUEST_CHECKOUT_FLAG, GUEST_MODE_FLAG } from '#shared/features/cart/cart-keys.ts';
import { followGuestCart, GUEST_MERGE_KEY } from './guest-cart.ts';

export const STORED_KEYS = [GUEST_CART_KEY, GUEST_MERGE_KEY, GUEST_MODE_FLAG, GUEST_CHECKOUT_FLAG] as const;

/** By key; null if nothing is stored. Undefined on the server and until hydration. */
export function useBrowserCart(): Record<string, string | null> | undefined {
  const text = useSyncExternalStore(followGuestCart, readAll, () => '');
  return text === '' ? undefined : (JSON.parse(text) as Record<string, string | null>);
}

/** As one string, so that React sees the same value each time. */
function readAll(): string {
  return JSON.stringify(Object.fromEntries(STORED_KEYS.map((key) => [key, read(key)])));
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
