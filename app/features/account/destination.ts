// Where someone goes after signing in (spec §2): back to where they were going, else to the checkout they came
// from, else to their dashboard.
import { safeRedirectPath } from '#shared/safe-redirect.ts';
import { isBuiltAddress } from '#shared/site-addresses.ts';
import { takeGoal } from '#app/lib/sign-in-goal.ts';

export { keepGoalForLink, rememberDestination, restoreGoalOfLink } from '#app/lib/sign-in-goal.ts';

/** Spec §2: whoever has just registered goes to the dashboard, wherever they were going before. */
export function forgetDestination(): void {
  takeGoal();
}

/** A page that is not built yet leads home. */
export function takeDestination(): string {
  const { wanted, isCheckingOut } = takeGoal();
  const target = safeRedirectPath(wanted) ?? (isCheckingOut ? '/simple-checkout' : '/dashboard');
  return isBuiltAddress(target) ? target : '/';
}
