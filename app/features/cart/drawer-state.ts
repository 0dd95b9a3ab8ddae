// Restored after the reload that follows a guest's change: whether the drawer was open, and which button had the focus.
import { GUEST_RELOAD_EVENT } from './guest-cart.ts';

const KEY = 'releve.cart-open';
let control = '';

/** Returns a function that stops storing it. */
export function storeDrawerOpen(): () => void {
  const keep = () => {
    const focused = document.activeElement;
    const name = focused instanceof HTMLElement ? (focused.dataset.control ?? '') : '';
    try {
      sessionStorage.setItem(KEY, name);
    } catch {
      // Then the drawer stays closed after the reload.
    }
  };
  addEventListener(GUEST_RELOAD_EVENT, keep);
  return () => removeEventListener(GUEST_RELOAD_EVENT, keep);
}

/** Whether it was open before the reload; true only once. */
export function consumeDrawerOpen(): boolean {
  try {
    const stored = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    control = stored ?? '';
    return stored !== null;
  } catch {
    return false;
  }
}

export const storedControl = (): string => control;

export function clearStoredControl(): void {
  control = '';
}
