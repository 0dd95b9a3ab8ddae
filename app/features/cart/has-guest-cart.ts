// Whether something is, or was, in this browser's guest cart: all that every page asks of it.
import { GUEST_CART_KEY } from '#shared/features/cart/cart-keys.ts';

export function hasGuestCart(): boolean {
  try {
    return localStorage.getItem(GUEST_CART_KEY) !== null;
  } catch {
    return false;
  }
}
