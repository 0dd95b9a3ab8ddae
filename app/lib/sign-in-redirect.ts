// The page to open after signing in, stored per tab by the pages that send guests to sign in. The account pages read it
// through features/account/destination.ts.
import { SIGN_IN_LINK_MINUTES } from '#shared/features/account/account.rules.ts';

const WANTED_KEY = 'releve.redirect';
const CHECKOUT_KEY = 'releve.checkout-redirect';
const LINK_KEY = 'releve.link-redirect';

/** Storage may be blocked; signing in then leads to the dashboard. */
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

/** Spec §2: signing in on the way to the checkout leads there, whatever page was stored before. */
export function rememberCheckout(): void {
  consume(WANTED_KEY);
  attempt((storage) => storage.setItem(CHECKOUT_KEY, 'true'));
}

/** Reads and clears the stored page. */
export function consumeRedirect(): { wanted: string | null; isCheckingOut: boolean } {
  return { wanted: consume(WANTED_KEY), isCheckingOut: consume(CHECKOUT_KEY) === 'true' };
}

/**
 * A sign-in link opens in another tab, which can't see this tab's storage. The page is stored in the browser and not in
 * the link, so that whoever requests a link can't choose where its recipient lands.
 */
export function storeRedirectForLink(): void {
  attempt((storage) => {
    const redirect = {
      wanted: storage.getItem(WANTED_KEY),
      checkout: storage.getItem(CHECKOUT_KEY),
      at: Date.now(),
    };
    localStorage.setItem(LINK_KEY, JSON.stringify(redirect));
  });
}

/** In the tab opened by the link: continues to the page stored before, while the link is still valid. */
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

function consume(key: string): string | null {
  return attempt((storage) => {
    const value = storage.getItem(key);
    storage.removeItem(key);
    return value;
  });
}
