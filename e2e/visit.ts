// How nearly every browser test starts.
import type { Locator, Page, Response, Route } from '@playwright/test';

export const DEMO_PASSWORD = 'dance-demo-2026';

/** Opens a page and waits for hydration: earlier clicks are lost. */
export async function visit(page: Page, path: string): Promise<Response> {
  const response = await page.goto(path);
  await hydrated(page);
  if (!response) throw new Error(`${path} gave no response`);
  return response;
}

export async function hydrated(page: Page): Promise<void> {
  // Not expect, which polls only after a quarter and half a second, on every page of every test.
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' });
}

/** Goes to a page of the site as a link does: nothing is loaded again that is there already. */
export async function go(page: Page, path: string): Promise<void> {
  type Router = { navigate(path: string): Promise<void> };
  await hydrated(page);
  await page.evaluate(
    (to) => (window as unknown as { __reactRouterDataRouter: Router }).__reactRouterDataRouter.navigate(to),
    path,
  );
}

/** Clicks something that reloads the page (spec §4: every change of a guest's cart), and waits for the new one. */
export async function reloaded(page: Page, press: () => Promise<unknown>): Promise<void> {
  // Not the load event, which also waits for every picture.
  await page.evaluate(() => document.documentElement.setAttribute('data-left', ''));
  await press();
  await page.locator('html[data-hydrated]:not([data-left])').waitFor({ state: 'attached' });
}

/** Presses something that shows at once and is saved a moment later, and waits until it is. */
export async function saved(page: Page, press: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse(
    (response) => response.request().method() !== 'GET' && response.url().includes('/api/'),
  );
  await press();
  const response = await answer;
  if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}`);
}

/** Requests to this address wait until the returned function is called; then they are answered as usual. */
export async function hold(page: Page, url: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const passed: Promise<void>[] = [];
  const pass = (route: Route) => {
    const passing = released.then(() => route.fallback());
    passed.push(passing);
    return passing;
  };
  await page.route(url, pass);
  return async () => {
    release();
    // Before the route goes: a request on its way through it could wait forever.
    await Promise.all(passed);
    await page.unroute(url, pass);
  };
}

/** From now on time passes only when the test says so (`page.clock.runFor`). The page must be loaded with a clock. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
}

type StoredLine = { itemId: number; title: string; price?: string };

/** A guest's cart, in the browser before the first page is opened; later changes to it stay. */
export async function storeGuestCart(page: Page, lines: readonly StoredLine[]): Promise<void> {
  const stored = lines.map((line, at) => ({
    id: `guest-${1_700_000_000_000 + at}-abcdefg${at}`,
    itemType: 'resource',
    price: '1.00',
    quantity: 1,
    createdAt: new Date().toISOString(),
    ...line,
  }));
  await page.addInitScript((text) => {
    if (sessionStorage.getItem('cart-stored')) return;
    sessionStorage.setItem('cart-stored', 'yes');
    localStorage.setItem('drx_simple_guest_cart', text);
  }, JSON.stringify(stored));
}

/** Fills in the sign-in form on the screen and submits it. */
export async function signIn(page: Page, username: string, password: string = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** The toast with this text. Its words also sit in a live region for screen readers, so plain text finds two. */
export function toast(page: Page, words: string): Locator {
  const toasts = page.getByRole('region', { name: 'Messages (F8)' });
  return toasts.getByRole('listitem').filter({ hasText: words });
}
