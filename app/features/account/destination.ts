// Where someone goes after signing in (spec §2): back to where they were going, else to the checkout they came
// from, else to their dashboard.
import { safeRedirectPath } from '#shared/safe-redirect.ts';
import { isBuiltAddress } from '#shared/site-addresses.ts';
import { consumeRedirect } from '#app/lib/sign-in-redirect.ts';

export {
  storeRedirectForLink,
  rememberDestination,
  restoreRedirectForLink,
} from '#app/lib/sign-in-redirect.ts';

/** Spec §2: whoever has just registered goes to the dashboard, wherever they were going before. */
export function clearDestination(): void {
  consumeRedirect();
}

/** A page that is not built yet leads home. */
export function consumeDestination(): string {
  const { wanted, isCheckingOut } = consumeRedirect();
  const target = safeRedirectPath(wanted) ?? (isCheckingOut ? '/simple-checkout' : '/dashboard');
  return isBuiltAddress(target) ? target : '/';
}
