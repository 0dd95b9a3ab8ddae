// Where someone goes after signing in, as far as it is remembered before: for this tab only. Read by the account's
// pages (features/account/destination.ts); written by whoever sends a guest there.
import { SIGN_IN_LINK_MINUTES } from '#shared/features/account/account.rules.ts';

const WANTED_KEY = 'releve.redirect';
const CHECKOUT_KEY = 'releve.checkout-redirect';
const LINK_KEY = 'releve.link-redirect';

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

/** Spec §2: signing in on the way to the checkout leads on to it, wherever they were going before. */
export function rememberCheckout(): void {
  take(WANTED_KEY);
  attempt((storage) => storage.setItem(CHECKOUT_KEY, 'true'));
}

/** Reads and forgets: the next signing-in starts anew. */
export function consumeRedirect(): { wanted: string | null; isCheckingOut: boolean } {
  return { wanted: take(WANTED_KEY), isCheckingOut: take(CHECKOUT_KEY) === 'true' };
}

/**
 * Before a sign-in link is mailed: it opens in another tab, which knows nothing of this one's goal. Kept in this browser
 * only, so that nobody who asks for a link can choose where its reader lands.
 */
export function storeRedirectForLink(): void {
  attempt((storage) => {
    const goal = {
      wanted: storage.getItem(WANTED_KEY),
      checkout: storage.getItem(CHECKOUT_KEY),
      at: Date.now(),
    };
    localStorage.setItem(LINK_KEY, JSON.stringify(goal));
  });
}

/** In the tab the link opened: goes on where the asking tab was going, as long as the link may be that one. */
export function restoreRedirectForLink(): void {
  attempt((storage) => {
    const { wanted, checkout, at } = JSON.parse(localStorage.getItem(LINK_KEY) ?? '{}') as Record<
      string,
      unknown
    >;
    localStorage.removeItem(LINK_KEY);
    if (typeof at !== 'number' || Date.now() - at > SIGN_IN_LINK_MINUTES * 60_000) return;
    if (typeof wanted === 'string') storage.setItem(WANTED_KEY, wanted);
    if (typeof checkout === 'string') storage.setItem(CHECKOUT_KEY, checkout);
  });
}

function take(key: string): string | null {
  return attempt((storage) => {
    const value = storage.getItem(key);
    storage.removeItem(key);
    return value;
  });
}
