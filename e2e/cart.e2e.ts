// The cart in a browser: a guest's, with its reloads; the way to checkout; and how it is merged into an account.
import type { Locator, Page } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { pricedResource } from './demo-resources.ts';
import { newPerson, openAccount } from './people.ts';
import { expect, test } from './test.ts';
import { reloaded, signIn, visit } from './visit.ts';

const KEY = 'drx_simple_guest_cart';

const paidOnes = async (page: Page) =>
  [await pricedResource(page, 0), await pricedResource(page, 1)] as const;

/** How long the page waited before it reloaded, from the click to its last moment. */
async function reloadPause(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    addEventListener('click', () => sessionStorage.setItem('pressed', String(Date.now())), {
      capture: true,
      once: true,
    });
    addEventListener('beforeunload', () => sessionStorage.setItem('left', String(Date.now())));
  });
  await reloaded(page, press);
  return page.evaluate(
    () => Number(sessionStorage.getItem('left')) - Number(sessionStorage.getItem('pressed')),
  );
}

const total = (drawer: Locator) => drawer.locator('.cart-total strong');
const money = (amount: number) => `$${amount.toFixed(2)}`;

const stored = (page: Page, key = KEY) => page.evaluate((name) => localStorage.getItem(name), key);
const drawerOf = (page: Page) => page.getByRole('dialog', { name: /Your cart|Order Summary/ });

test('a guest adds items, changes quantities and goes to checkout, by keyboard', async ({ page }) => {
  const [{ id, title, price }] = await paidOnes(page);
  await visit(page, `/curriculum/${id}`);
  await page.getByRole('button', { name: 'Cart', exact: true }).click();
  const drawer = drawerOf(page);
  await expect(drawer).toContainText('Your cart is empty');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Cart', exact: true })).toBeFocused();

  await test.step('the toast survives the reload', async () => {
    await page.getByRole('button', { name: 'Add to cart' }).first().focus();
    await reloaded(page, () => page.keyboard.press('Enter'));
    await expect(page.getByText('Item added to your guest cart', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
    const [line] = JSON.parse((await stored(page)) ?? '[]') as { id: string; itemId: number }[];
    expect(line).toMatchObject({ itemId: id, id: expect.stringMatching(/^guest-\d{13}-[a-z0-9]+$/) });
  });

  await test.step('the drawer stays open after a change, and keeps the focus', async () => {
    await page.getByRole('button', { name: 'In your cart' }).first().press('Enter');
    await expect(total(drawer)).toHaveText(money(Number(price)));
    expect((await drawer.getByRole('region', { name: 'Items in your cart' }).boundingBox())?.height).toBe(
      300,
    );
    const more = drawer.getByRole('button', { name: 'One more' });
    const pauses = [await reloadPause(page, () => more.press('Enter'))];
    await expect(drawer.getByRole('status')).toHaveText('2');
    await expect(more).toBeFocused();
    await expect(total(drawer)).toHaveText(money(2 * Number(price)));
    pauses.push(await reloadPause(page, () => drawer.getByRole('button', { name: 'One less' }).click()));
    await expect(total(drawer)).toHaveText(money(Number(price)));
    // Spec §9: 300 ms. The shorter of two: a timer may be late, never early.
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(295);
    expect(Math.min(...pauses)).toBeLessThan(1000);
    await expectNothingFoundOnTheWay(page);
  });

  await test.step('the summary leads back, and on to the checkout', async () => {
    await drawer.getByRole('button', { name: 'Checkout' }).press('Enter');
    await expect(drawer.getByRole('heading', { name: 'Order Summary' })).toBeVisible();
    await expect(drawer).toContainText(title);
    await expect(total(drawer)).toHaveText(money(Number(price)));
    await expectNothingFoundOnTheWay(page);
    await drawer.getByRole('button', { name: 'Back to Cart' }).press('Enter');
    await expect(drawer.getByRole('heading', { name: 'Order Summary' })).toBeHidden();
    await drawer.getByRole('button', { name: 'Checkout' }).press('Enter');
    await drawer.getByRole('button', { name: 'Complete Checkout' }).press('Enter');
    await expect(page).toHaveURL(/\/simple-checkout$/);
    await expect(drawer).toBeHidden();
    expect(await stored(page, 'is_guest_checkout')).toBe('true');
  });
});

test('a guest cart joins the account at sign-in; failures are reported and the items stay', async ({
  page,
  newClient,
  baseURL,
}) => {
  const person = await openAccount(await newClient(), baseURL);
  const [{ id, title, price }] = await paidOnes(page);
  await visit(page, `/curriculum/${id}`);
  await reloaded(page, () => page.getByRole('button', { name: 'Add to cart' }).first().click());
  await page.route('**/api/cart/merge', (route) => route.abort());
  await page.getByRole('button', { name: 'Cart, 1 item' }).click();
  await drawerOf(page).getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, person.username, person.password);

  await expect(
    page.getByText('Failed to merge your guest cart with your account', { exact: true }),
  ).toBeVisible();
  await expect(page).toHaveURL(`/curriculum/${id}`);
  expect(JSON.parse((await stored(page)) ?? '[]')).toHaveLength(1);
  await page.unroute('**/api/cart/merge');
  await visit(page, '/cart');
  await expect(
    page.getByText('Your guest cart items have been added to your account', { exact: true }),
  ).toBeVisible();
  expect(await stored(page)).toBe('[]');

  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: title })).toBeVisible();
  await main.getByRole('button', { name: 'One more' }).click();
  await expect(page.getByRole('button', { name: 'Cart, 2 items' })).toBeVisible();
  await expect(total(main)).toHaveText(money(2 * Number(price)));
  // Changes the server rejects are rolled back.
  await page.route('**/api/cart/*', (route) => route.abort());
  await main.getByRole('button', { name: 'One more' }).click();
  await expect(page.getByText('Failed to update item quantity', { exact: true })).toBeVisible();
  await expect(main.getByRole('status').first()).toHaveText('2');
});

test('a failed cart is an empty guest cart; both forms of a cart, and refused items, are shown', async ({
  page,
  baseURL,
}) => {
  const { id, title } = await pricedResource(page);
  await openAccount(page.request, baseURL, newPerson());
  const main = page.getByRole('main');
  const line = {
    id: 7,
    itemType: 'course',
    itemId: 1,
    title: 'Barre certification',
    price: '24.00',
    quantity: 2,
  };
  // The header's cart asks again by itself if it loads late, so the answer is a cart only once the button is pressed.
  const isRetried = () => page.evaluate(() => 'retried' in document.documentElement.dataset);
  await page.route('**/api/cart', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback();
    return (await isRetried())
      ? route.fulfill({ json: { items: [line], isGuest: false } })
      : route.fulfill({ status: 500, json: { message: 'boom' } });
  });
  await visit(page, '/cart');
  await expect(main.getByText('Your cart is empty')).toBeVisible();
  await expect(main).toContainText("You're shopping as a guest. Sign in to save your cart.");

  await page.evaluate(() =>
    addEventListener('click', () => document.documentElement.setAttribute('data-retried', ''), {
      capture: true,
      once: true,
    }),
  );
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect(main.getByRole('heading', { name: 'Barre certification' })).toBeVisible();
  await expect(main).toContainText('Certification, 2 seats');
  await expect(main.locator('.cart-total strong')).toHaveText('$48.00');

  await page.unroute('**/api/cart');
  await page.evaluate(
    ([itemId, name, gone]) => {
      const of = (at: number, item: number, text: string) => ({
        id: `guest-170000000000${at}-abcdefgh`,
        itemType: 'resource',
        itemId: item,
        title: text,
        price: '1.00',
        quantity: 1,
      });
      const lines = [of(1, itemId, name), of(2, 2_000_000_000, gone)];
      localStorage.setItem('drx_simple_guest_cart', JSON.stringify(lines));
    },
    [id, title, 'A vanished plan'] as const,
  );
  await visit(page, '/cart');
  await expect(main.getByRole('heading', { name: title })).toBeVisible();
  const refused = main.getByRole('region', { name: 'Not added to your cart' });
  await expect(refused).toContainText('A vanished plan');
  await expect(refused).toContainText('It may have been taken off sale.');
  expect(await stored(page)).toBe('[]');
  await refused.getByRole('button', { name: /^OK/ }).click();
  await expect(refused).toHaveCount(0);
});

test('on a phone a card’s bag adds to the cart; without guest mode it leads to sign-in', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [, { title }] = await paidOnes(page);
  const list = '/curriculum?price=15-40';
  await visit(page, list);
  await page.evaluate(() => localStorage.setItem('guestModeEnabled', 'false'));
  await page
    .getByRole('button', { name: `Add ${title} to cart` })
    .first()
    .click();
  await expect(page).toHaveURL('/auth');
  expect(await stored(page)).toBeNull();

  await openAccount(page.request, baseURL);
  await visit(page, list);
  await page
    .getByRole('button', { name: `Add ${title} to cart` })
    .first()
    .click();
  await expect(page.getByText(`${title} added to cart`, { exact: true })).toBeVisible();
  await page
    .getByRole('button', { name: `${title} is in your cart` })
    .first()
    .click();
  const drawer = drawerOf(page);
  await expect(drawer.getByRole('link', { name: title })).toBeVisible();
  await expectNothingFoundOnTheWay(page);
  // Spec §4: in an account's cart, minus at 1 removes the line.
  await drawer.getByRole('button', { name: 'One less' }).click();
  await expect(drawer).toContainText('Your cart is empty');
  await expect(page.getByText('Item has been removed from your cart', { exact: true })).toBeVisible();
});
