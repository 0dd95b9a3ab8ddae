// Walks through the table of SPEC's texts (spec-texts.ts): one journey per list of stops.
import type { Page } from '@playwright/test';
import { pricedResource } from './demo-resources.ts';
import { enterAs } from './enter.ts';
import { newPerson, openAccount, type Person } from './people.ts';
import { ACCOUNT, GUEST, OWN_CART, STAFF, type Shown, type Stop } from './spec-texts.ts';
import { expect, test } from './test.ts';
import { go, hold, reloaded, signIn, visit } from './visit.ts';

type Ways<Stops extends readonly Stop[]> = Record<Stops[number]['where'], () => Promise<unknown>>;

const escapeRegExp = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** One run reports every wrong text, not only the first. */
const softly = expect.configure({ soft: true });

async function expectShown(page: Page, shown: Shown): Promise<void> {
  if ('toast' in shown) {
    const { toast, text = toast, isError = false, link } = shown;
    // Read at once: a toast is gone after five seconds.
    let found = page
      .locator(isError ? 'li.toast.toast-bad' : 'li.toast:not(.toast-bad)')
      .filter({ has: page.getByText(toast, { exact: true }) })
      .filter({ has: page.getByText(text, { exact: true }) });
    if (link) found = found.filter({ has: page.locator(`a[href="${link.to}"]`, { hasText: link.name }) });
    await softly(found, `${toast}: ${text}`).toBeVisible({ timeout: 20_000 });
  } else if ('navigation' in shown) {
    // Some entries have a badge with the number of waiting items.
    const links = shown.links.map((label) => new RegExp(`^${label}(,?\\s*\\d.*)?$`));
    await softly(page.getByRole('navigation', { name: shown.navigation }).getByRole('link')).toHaveText(
      links,
    );
  } else if ('field' in shown) {
    const options = page.getByLabel(shown.field, { exact: true }).locator('option');
    // Staff may have added others.
    const offered = async () =>
      (await options.allTextContents()).filter((choice) => shown.choices.includes(choice));
    await softly.poll(offered).toEqual(shown.choices);
  } else if ('link' in shown) {
    const link = page.getByRole('link', { name: shown.link, exact: true }).first();
    await softly(link).toBeVisible();
    await softly(link).toHaveAttribute('href', shown.to);
  } else if ('button' in shown) {
    await softly(page.getByRole('button', { name: shown.button, exact: true }).first()).toBeVisible();
  } else if ('heading' in shown) {
    await softly(page.getByRole('heading', { name: shown.heading, exact: true })).toBeVisible();
  } else if ('status' in shown) {
    await softly(page.getByRole('status').getByText(shown.status, { exact: true })).toBeVisible();
  } else {
    // The whole text of an element and nothing else; a link may be in the middle of the sentence.
    const words = new RegExp(`^\\s*${escapeRegExp(shown.text)}\\s*$`);
    const holder = page.locator('p, span, div, h1, h2, h3, li, strong', { hasText: words });
    await softly(holder.filter({ visible: true }).first()).toBeVisible();
  }
}

const withTitle = (shown: Extract<Shown, { toast: string }>, title = '') => ({
  ...shown,
  toast: shown.toast.replace('{title}', title),
});

async function walk<const Stops extends readonly Stop[]>(
  { page, title }: { page: Page; title?: string },
  stops: Stops,
  ways: Ways<Stops>,
) {
  for (const { where, how, shows } of stops as readonly Stop<Stops[number]['where']>[]) {
    await test.step(`${where}: ${how}`, async () => {
      await ways[where]();
      for (const shown of shows) await expectShown(page, 'toast' in shown ? withTitle(shown, title) : shown);
    });
  }
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const cutOff = (page: Page, url: string, method?: string) =>
  page.route(url, (route) =>
    !method || route.request().method() === method ? route.abort() : route.fallback(),
  );

test('texts a guest reads', async ({ page }) => {
  const { id, title, price } = await pricedResource(page);
  const drawer = page.getByRole('dialog');
  const add = () => reloaded(page, () => press(page, 'Add to cart'));
  // Not by Escape: that closes the newest layer, and a toast is one too.
  const close = () => drawer.getByRole('button', { name: 'Close' }).click();
  const clear = () => reloaded(page, () => drawer.getByRole('button', { name: 'Clear Cart' }).click());
  await walk({ page }, GUEST, {
    'front page': () => visit(page, '/'),
    'empty drawer': () => press(page, 'Cart'),
    async 'added as a guest'() {
      await visit(page, `/curriculum/${id}`);
      await add();
    },
    async 'drawer with an item'() {
      await press(page, 'Cart, 1 item');
      await expect(drawer.locator('.cart-total')).toHaveText(`Total$${price}`);
      await expect(drawer.getByRole('button', { name: `Remove ${title}` })).toBeVisible();
    },
    'order summary': () => drawer.getByRole('button', { name: 'Checkout' }).click(),
    async 'removed as a guest'() {
      await drawer.getByRole('button', { name: 'Back to Cart' }).click();
      await reloaded(page, () => drawer.getByRole('button', { name: `Remove ${title}` }).click());
    },
    async 'cleared as a guest'() {
      await close();
      await add();
      await press(page, 'Cart, 1 item');
      await clear();
    },
    async 'cleared while the server is away'() {
      await close();
      await add();
      await press(page, 'Cart, 1 item');
      await cutOff(page, '**/api/cart', 'DELETE');
      await clear();
    },
    async 'version check failed'() {
      await page.route('**/api/version', (route) =>
        route.fulfill({ status: 503, json: { message: 'Down' } }),
      );
      await visit(page, '/about');
    },
  });
});

async function register(page: Page, person: Person): Promise<void> {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await press(page, 'Create account');
}

test('texts about an account', async ({ page }) => {
  const { id, title } = await pricedResource(page);
  const person = newPerson();
  const answerWith = (url: string, answer: { status: number; json?: object }) =>
    page.route(url, (route) => route.fulfill(answer));
  const openMenu = () => page.getByRole('banner').locator('button[popovertarget="user-menu"]').click();
  let answered = () => Promise.resolve();
  await walk({ page }, ACCOUNT, {
    async 'wrong password'() {
      await visit(page, '/auth');
      await signIn(page, 'nobody-at-all', 'not-the-password');
    },
    async 'broken sign-in'() {
      await answerWith('**/api/login', { status: 500, json: { message: 'boom' } });
      await press(page, 'Sign in');
    },
    async 'sign-in without an answer'() {
      await page.unroute('**/api/login');
      await answerWith('**/api/login', { status: 400 });
      await press(page, 'Sign in');
    },
    async 'username taken'() {
      await page.unroute('**/api/login');
      await page.evaluate(
        ([itemId, name]) => {
          const id = 'guest-1700000000000-abcdefgh';
          const line = { id, itemType: 'resource', itemId, title: name, price: '1.00', quantity: 1 };
          localStorage.setItem('drx_simple_guest_cart', JSON.stringify([line]));
        },
        [id, title] as const,
      );
      await visit(page, '/register');
      await register(page, { ...person, username: 'member' });
    },
    async 'registration without an answer'() {
      await answerWith('**/api/register', { status: 400 });
      await page.getByLabel('Username').fill(person.username);
      await press(page, 'Create account');
    },
    async registered() {
      await page.unroute('**/api/register');
      await cutOff(page, '**/api/cart/merge');
      await press(page, 'Create account');
    },
    'merge failed': () => Promise.resolve(),
    async merged() {
      await page.unroute('**/api/cart/merge');
      await expect(page).toHaveURL('/dashboard/user');
      await visit(page, '/about');
    },
    async 'failed sign-out'() {
      await answerWith('**/api/logout', { status: 500 });
      await openMenu();
      await press(page, 'Sign Out');
    },
    async 'refused sign-out'() {
      await page.unroute('**/api/logout');
      await answerWith('**/api/logout', { status: 500, json: { message: 'Our sessions are resting.' } });
      await press(page, 'Sign Out');
    },
    async 'signed out'() {
      await page.unroute('**/api/logout');
      await press(page, 'Sign Out');
    },
    async 'guarded page'() {
      answered = await hold(page, '**/api/user');
      await visit(page, '/profile');
    },
    async 'signed in'() {
      await answered();
      await expect(page).toHaveURL('/auth');
      await signIn(page, 'member');
    },
    'user menu': openMenu,
  });
});

test('texts about a cart', async ({ page, baseURL }) => {
  await openAccount(page.request, baseURL, newPerson());
  const { id, title } = await pricedResource(page);
  const add = () =>
    page.request.post('/api/cart', {
      data: { itemType: 'resource', itemId: id },
      headers: { origin: baseURL ?? '' },
    });
  const main = page.getByRole('main');
  await walk({ page, title }, OWN_CART, {
    async 'failed add'() {
      await visit(page, `/curriculum/${id}`);
      await cutOff(page, '**/api/cart', 'POST');
      await press(page, 'Add to cart');
    },
    async added() {
      await page.unroute('**/api/cart');
      await press(page, 'Add to cart');
    },
    async 'failed quantity'() {
      await go(page, '/cart');
      await cutOff(page, '**/api/cart/*');
      await cutOff(page, '**/api/cart', 'DELETE');
      await main.getByRole('button', { name: 'One more' }).click();
    },
    'failed removal': () => main.getByRole('button', { name: `Remove ${title}` }).click(),
    'failed clearing': () => main.getByRole('button', { name: 'Clear Cart' }).click(),
    async 'failed way to the checkout'() {
      await page.route('**/api/cart', async (route) => {
        if (route.request().method() !== 'GET') return route.fallback();
        const answer = await route.fetch();
        const cart = (await answer.json()) as { details: object }[];
        for (const { details } of cart) Object.assign(details, { notice: 'repriced', previousPrice: '1.00' });
        return route.fulfill({ response: answer, json: cart });
      });
      await visit(page, '/cart');
      await expect(main).toContainText('It was $1.00 before.');
      await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Checkout' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Complete Checkout' }).click();
    },
    async removed() {
      await page.unroute('**/api/cart/*');
      await page.unroute('**/api/cart');
      await visit(page, '/cart');
      await main.getByRole('button', { name: `Remove ${title}` }).click();
    },
    async cleared() {
      await add();
      await visit(page, '/cart');
      await main.getByRole('button', { name: 'Clear Cart' }).click();
    },
  });
});

test('texts for staff and sellers', async ({ page, baseURL }) => {
  const openMenu = () => page.getByRole('banner').locator('button[popovertarget="user-menu"]').click();
  await walk({ page }, STAFF, {
    async 'admin sidebar'() {
      await enterAs(page, 'admin', baseURL);
      await visit(page, '/admin/roles');
    },
    async 'admin menu'() {
      await go(page, '/about');
      await openMenu();
    },
    async 'officer sidebar'() {
      await enterAs(page, 'officer', baseURL);
      await visit(page, '/admin/dance-styles');
    },
    async 'officer menu on a phone'() {
      await page.setViewportSize({ width: 390, height: 844 });
      await go(page, '/about');
      await press(page, 'Menu');
    },
    async 'seller sidebar'() {
      await page.setViewportSize({ width: 1280, height: 800 });
      await enterAs(page, 'seller', baseURL);
      await visit(page, '/my-resources');
    },
    'upload chooser': () => press(page, 'Add resource'),
    async 'resource form'() {
      await page.getByRole('dialog').getByRole('link', { name: 'Single Resource' }).click();
      await expect(page).toHaveURL('/upload-resource', { timeout: 30_000 });
    },
  });
});
