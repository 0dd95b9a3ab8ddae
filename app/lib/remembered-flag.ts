// A yes or no this browser keeps from visit to visit. Where storage is refused, it lasts until the page is left.
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
const unstored = new Map<string, boolean>();

function read(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'true';
  } catch {
    return unstored.get(key) ?? false;
  }
}

function write(key: string, value: boolean): void {
  unstored.set(key, value);
  try {
    localStorage.setItem(key, String(value));
  } catch {
    // Kept in `unstored` for this visit.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab changed it.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Outside React, in the browser. */
export const readRememberedFlag = read;

/** False on the server and until the browser has taken over. */
export function useRememberedFlag(key: string): [value: boolean, set: (value: boolean) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => false,
  );
  return [value, (next) => write(key, next)];
}
