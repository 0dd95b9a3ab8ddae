// Where users go after signing in (spec §2): the page they wanted, else the checkout they came from, else their
// dashboard.
import { safeRedirectPath } from '#shared/safe-redirect.ts';
import { isBuiltAddress } from '#shared/site-addresses.ts';
import { consumeRedirect } from '#app/lib/sign-in-redirect.ts';

/** Spec §2: a new user goes to the dashboard, whatever page they wanted before. */
export function clearDestination(): void {
  consumeRedirect();
}

/** Falls back to home when the page isn't built yet. */
export function consumeDestination(): string {
  const { target: requested, isCheckingOut } = consumeRedirect();
  const target = safeRedirectPath(requested) ?? (isCheckingOut ? '/simple-checkout' : '/dashboard');
  return isBuiltAddress(target) ? target : '/';
}
