// Where someone goes after signing in (spec §2): back to where they were going, else to the checkout they came
// from, else to their dashboard. Kept for this tab only.
import { safeRedirectPath } from '#shared/redirect-target.ts';
import { isBuiltAddress } from '#shared/site-addresses.ts';

const WANTED_KEY = 'releve.redirect';
const CHECKOUT_KEY = 'releve.checkout-redirect';

export function rememberDestination(path: string): void {
  sessionStorage.setItem(WANTED_KEY, path);
}

/** Signing in was asked for on the way to paying. */
export function rememberCheckout(): void {
  sessionStorage.setItem(CHECKOUT_KEY, 'true');
}

/** Reads and forgets: the next signing-in starts anew. A page that is not built yet leads home. */
export function takeDestination(): string {
  const wanted = safeRedirectPath(sessionStorage.getItem(WANTED_KEY));
  const target = wanted ?? (sessionStorage.getItem(CHECKOUT_KEY) ? '/simple-checkout' : '/dashboard');
  sessionStorage.removeItem(WANTED_KEY);
  sessionStorage.removeItem(CHECKOUT_KEY);
  return isBuiltAddress(target) ? target : '/';
}
