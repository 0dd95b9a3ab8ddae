// Whether this part of the page is hydrated. Parts hydrate one after the other and must first render as on the
// server, even if data has arrived in the meantime.
import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
