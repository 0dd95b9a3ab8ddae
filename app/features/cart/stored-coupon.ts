// The coupon a buyer entered, stored in the browser until it is used or removed.
import { useSyncExternalStore } from 'react';

const NAME = 'releve.coupon';
const changed = new EventTarget();
/** Used if storage is blocked; lasts as long as the page. */
let unstored = '';
/** Why the checkout refused it; the same code isn't tried again until the buyer enters it. */
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
    // Stays in `unstored`.
  }
  changed.dispatchEvent(new Event('change'));
}

export const clearStoredCoupon = (): void => storeCoupon('');

/** The buyer is only known at payment: a coupon that was fine in the cart may be refused then. */
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

/** Empty: no coupon. */
export const useStoredCoupon = (): string => useSyncExternalStore(follow, read, () => '');

export function useRefusal(code: string): string | null {
  const refusal = useSyncExternalStore(
    follow,
    () => refused,
    () => null,
  );
  return refusal && refusal.code === code ? refusal.message : null;
}
