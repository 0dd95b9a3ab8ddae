// Where someone goes after signing in (spec §2): back to where they were going, else to the checkout they came
// from, else to their dashboard. Kept for this tab only.
import { safeRedirectPath } from '#shared/redirect-target.ts';
import { isBuiltAddress } from '#shared/site-addresses.ts';

const WANTED_KEY = 'releve.redirect';
const CHECKOUT_KEY = 'releve.checkout-redirect';

/** A browser may refuse storage altogether; then signing in simply leads to the dashboard. */
function attempt<T>(use: (storage: Storage) => T): T | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}

export function rememberDestination(path: string): void {
  attempt((storage) => storage.setItem(WANTED_KEY, path));
}

/** Spec §2: whoever has just registered goes to the dashboard, wherever they were going before. */
export function forgetDestination(): void {
  take(WANTED_KEY);
  take(CHECKOUT_KEY);
}

/** Reads and forgets: the next signing-in starts anew. A page that is not built yet leads home. */
export function takeDestination(): string {
  const wanted = safeRedirectPath(take(WANTED_KEY));
  const isCheckingOut = take(CHECKOUT_KEY) === 'true';
  const target = wanted ?? (isCheckingOut ? '/simple-checkout' : '/dashboard');
  return isBuiltAddress(target) ? target : '/';
}

function take(key: string): string | null {
  return attempt((storage) => {
    const value = storage.getItem(key);
    storage.removeItem(key);
    return value;
  });
}
