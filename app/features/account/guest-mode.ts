// Guest mode (spec §4, §9): on unless turned off in this browser.
import { useSyncExternalStore } from 'react';
import { GUEST_MODE_FLAG } from '#shared/features/cart/cart-keys.ts';

/** On when storage is blocked. */
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
  // Browsers send this event to other tabs only.
  dispatchEvent(new StorageEvent('storage', { key: GUEST_MODE_FLAG }));
}

export function useGuestMode(): boolean {
  return useSyncExternalStore(subscribe, isGuestModeOn, () => true);
}

function subscribe(onChange: () => void): () => void {
  addEventListener('storage', onChange);
  return () => removeEventListener('storage', onChange);
}
