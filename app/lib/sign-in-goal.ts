// Where someone goes after signing in, as far as it is remembered before: for this tab only. Read by the account's
// pages (features/account/destination.ts); written by whoever sends a guest there.

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

/** Spec §2: signing in on the way to the checkout leads on to it, wherever they were going before. */
export function rememberCheckout(): void {
  take(WANTED_KEY);
  attempt((storage) => storage.setItem(CHECKOUT_KEY, 'true'));
}

/** Reads and forgets: the next signing-in starts anew. */
export function takeGoal(): { wanted: string | null; isCheckingOut: boolean } {
  return { wanted: take(WANTED_KEY), isCheckingOut: take(CHECKOUT_KEY) === 'true' };
}

function take(key: string): string | null {
  return attempt((storage) => {
    const value = storage.getItem(key);
    storage.removeItem(key);
    return value;
  });
}
