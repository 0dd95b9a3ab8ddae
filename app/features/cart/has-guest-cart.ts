// Whether this browser has, or had, a guest cart: the only part of it every page needs.
import { GUEST_CART_KEY } from '#shared/features/cart/cart-keys.ts';

export function hasGuestCart(): boolean {
  try {
    return localStorage.getItem(GUEST_CART_KEY) !== null;
  } catch {
    return false;
  }
}
