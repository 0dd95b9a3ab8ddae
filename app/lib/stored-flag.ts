// A boolean stored in the browser. When storage is blocked, it lasts until the page is left.
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
    // `unstored` has it for this visit.
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
export const getStoredFlag = read;

/** False until hydrated. */
export function useStoredFlag(key: string): [value: boolean, set: (value: boolean) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => false,
  );
  return [value, (next) => write(key, next)];
}
