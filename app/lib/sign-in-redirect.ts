// The page to open after signing in, stored per tab by the pages that send guests to sign in. The account pages read it
// through features/account/destination.ts.
import { SIGN_IN_LINK_MINUTES } from '#shared/features/account/account.rules.ts';

const TARGET_KEY = 'releve.redirect';
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
  attempt((storage) => storage.setItem(TARGET_KEY, path));
}

/** For links where signing in is only an offer: a page that asked for it before comes first. */
export function rememberDestinationOnce(path: string): void {
  attempt((storage) => storage.getItem(TARGET_KEY) ?? storage.setItem(TARGET_KEY, path));
}

/** Spec §2: signing in on the way to the checkout leads back there, unless a page was stored before. */
export function rememberCheckout(): void {
  attempt((storage) => storage.setItem(CHECKOUT_KEY, 'true'));
}

/** Reads and clears the stored page. */
export function consumeRedirect(): { target: string | null; isCheckingOut: boolean } {
  return { target: consume(TARGET_KEY), isCheckingOut: consume(CHECKOUT_KEY) === 'true' };
}

/**
 * A sign-in link opens in another tab, which can't see this tab's storage. The page is stored in the browser and not in
 * the link, so that whoever requests a link can't choose where its recipient lands.
 */
export function storeRedirectForLink(): void {
  attempt((storage) => {
    const redirect = {
      target: storage.getItem(TARGET_KEY),
      checkout: storage.getItem(CHECKOUT_KEY),
      at: Date.now(),
    };
    localStorage.setItem(LINK_KEY, JSON.stringify(redirect));
  });
}

/** In the tab opened by the link: continues to the page stored before, while the link is still valid. */
export function restoreRedirectForLink(): void {
  attempt((storage) => {
    const { target, checkout, at } = JSON.parse(localStorage.getItem(LINK_KEY) ?? '{}') as Record<
      string,
      unknown
    >;
    localStorage.removeItem(LINK_KEY);
    if (typeof at !== 'number' || Date.now() - at > SIGN_IN_LINK_MINUTES * 60_000) return;
    if (typeof target === 'string') storage.setItem(TARGET_KEY, target);
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
