// How long responses stay fresh and when a failed query is retried (spec §4, §9). The delays of the cart are in
// features/cart/cart.rules.ts, those of toasts in toasts.ts.

export const DEFAULT_STALE_MS = Infinity;
export const DEFAULT_RETRY = false;
export const DEFAULT_REFETCH_ON_FOCUS = false;

export const USER_STALE_MS = 10_000;
export const CART_STALE_MS = 1_000;

/** After auth-refresh-required the user is invalidated immediately and refetched this much later. */
export const AUTH_REFETCH_DELAY_MS = 100;

// The retrying setting, for public catalogue reads.
export const RETRY_COUNT = 3;
export const RETRY_FIRST_DELAY_MS = 1_000;
export const RETRY_LONGEST_DELAY_MS = 30_000;
export const KEEP_MS = 5 * 60 * 1_000;

/** The wait before a retry; attempt counts from 0. Doubles from 1 s to 30 s. */
export function retryDelay(attempt: number): number {
  const doublings = attempt > 0 ? Math.floor(attempt) : 0;
  return Math.min(RETRY_FIRST_DELAY_MS * 2 ** doublings, RETRY_LONGEST_DELAY_MS);
}
