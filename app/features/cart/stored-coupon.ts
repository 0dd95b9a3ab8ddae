// The coupon a buyer has entered, kept in the browser until it is used or taken out.
import { useSyncExternalStore } from 'react';

const NAME = 'releve.coupon';
const changed = new EventTarget();
/** Where storage is refused, it lasts as long as the page. */
let unstored = '';
/** What the till said of it: the same code is not tried on again until the buyer says so. */
let refused: { code: string; message: string } | null = null;

function read(): string {
  try {
    return localStorage.getItem(NAME) ?? unstored;
  } catch {
    return unstored;
  }
}

export function storeCoupon(code: string): void {
  unstored = code;
  refused = null;
  try {
    if (code === '') localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, code);
  } catch {
    // Kept in `unstored`.
  }
  changed.dispatchEvent(new Event('change'));
}

export const clearStoredCoupon = (): void => storeCoupon('');

/** Only when paying is it known who buys: what was good for the cart may not be for them. */
export function noteRefusal(message: string): void {
  refused = { code: read(), message };
  changed.dispatchEvent(new Event('change'));
}

function follow(onChange: () => void): () => void {
  changed.addEventListener('change', onChange);
  window.addEventListener('storage', onChange);
  return () => {
    changed.removeEventListener('change', onChange);
    window.removeEventListener('storage', onChange);
  };
}

/** Empty: none. */
export const useStoredCoupon = (): string => useSyncExternalStore(follow, read, () => '');

export function useRefusal(code: string): string | null {
  const said = useSyncExternalStore(
    follow,
    () => refused,
    () => null,
  );
  return said && said.code === code ? said.message : null;
}
