// Says whether the browser has taken over from the server's HTML.
// For parts that set inline styles: our Content-Security-Policy ignores style attributes in HTML, so such
// parts may only be drawn once React can set their styles through the DOM.
import { useSyncExternalStore } from 'react';

const never = () => () => {};

export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
