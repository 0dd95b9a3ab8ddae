// Guest mode (spec §4, §9): on until someone switches it off in this browser; kept under a name of the spec.
import { useSyncExternalStore } from 'react';
import { GUEST_MODE_FLAG } from '#shared/features/cart/cart-keys.ts';

/** A browser that refuses storage keeps the default. */
export function isGuestModeOn(): boolean {
  try {
    return localStorage.getItem(GUEST_MODE_FLAG) !== 'false';
  } catch {
    return true;
  }
}

export function setGuestMode(isOn: boolean): void {
  try {
    localStorage.setItem(GUEST_MODE_FLAG, String(isOn));
  } catch {
    return;
  }
  // Browsers tell the other tabs by themselves, and never the one that wrote.
  dispatchEvent(new StorageEvent('storage', { key: GUEST_MODE_FLAG }));
}

export function useGuestMode(): boolean {
  return useSyncExternalStore(subscribe, isGuestModeOn, () => true);
}

function subscribe(onChange: () => void): () => void {
  addEventListener('storage', onChange);
  return () => removeEventListener('storage', onChange);
}
