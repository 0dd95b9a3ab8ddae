// What outlives the reload after a guest's change: that the drawer was open, and which of its buttons had the focus.
import { GUEST_RELOAD_EVENT } from './guest-cart.ts';

const KEY = 'releve.cart-open';
let control = '';

/** Answers a function that stops keeping. */
export function storeDrawerOpen(): () => void {
  const keep = () => {
    const focused = document.activeElement;
    const name = focused instanceof HTMLElement ? (focused.dataset.control ?? '') : '';
    try {
      sessionStorage.setItem(KEY, name);
    } catch {
      // Then it is closed after the reload, and one press away.
    }
  };
  addEventListener(GUEST_RELOAD_EVENT, keep);
  return () => removeEventListener(GUEST_RELOAD_EVENT, keep);
}

/** Whether it was open when the page was loaded again; told once. */
export function consumeDrawerOpen(): boolean {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    control = kept ?? '';
    return kept !== null;
  } catch {
    return false;
  }
}

export const storedControl = (): string => control;

export function clearStoredControl(): void {
  control = '';
}
