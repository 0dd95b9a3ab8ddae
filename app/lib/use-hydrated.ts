// Whether this part of the page has come to life. Parts do so one after the other: until then a part must be drawn as the
// server drew it, also where an answer to an earlier part's question is here already.
import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
