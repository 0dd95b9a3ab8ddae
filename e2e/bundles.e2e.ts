// A bundle: made by a seller of their own things, put on sale, seen by a buyer with what it saves, put into the cart.
import { expect, test } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { enterAs } from './enter.ts';
import { hydrated, visit } from './visit.ts';

test('a seller makes a bundle and puts it on sale; a guest sees the saving and puts it into the cart', async ({
  page,
  browser,
  baseURL,
}) => {
  await enterAs(page, 'multi', baseURL);
  await visit(page, '/seller/bundles');
  await page.getByRole('link', { name: 'New bundle' }).click();
  const title = `Cyphers and party steps ${Date.now()}`;
  await page.getByLabel('Title').fill(title);

  // Nothing is on sale before it is whole.
  await page.getByRole('button', { name: 'Put on sale' }).click();
  await expect(page.getByText('Choose at least 2 items')).toBeVisible();

  const search = page.getByRole('searchbox', { name: 'Search for items to add' });
  for (const thing of ['Cypher games for the first ten minutes', 'Party dances, 1980 to now']) {
    await search.fill(thing);
    await page.getByRole('button', { name: new RegExp(`^Add ${thing}`) }).click();
  }
  const inside = page.getByRole('list', { name: 'Items in the bundle' }).getByRole('listitem');
  await expect(inside).toHaveCount(2);
  await page.getByRole('button', { name: /^More actions for Party dances/ }).click();
  await page.getByRole('menuitem', { name: 'Move up' }).click();
  await expect(inside.first()).toContainText('Party dances');

  // $9 and $24 apart: what is saved follows the typing.
  const side = page.getByRole('complementary', { name: 'This bundle' });
  await page.getByLabel('Price in US dollars').fill('40');
  await expect(side.getByText('No discount yet')).toBeVisible();
  await page.getByLabel('Price in US dollars').fill('25');
  await expect(side.getByText('Saves 24%')).toBeVisible();
  await expectNothingFoundOnTheWay(page);
  await page.getByRole('button', { name: 'Put on sale' }).click();
  await expect(side.getByText('On sale', { exact: true })).toBeVisible();
  const address = await side.getByRole('link', { name: 'View page' }).getAttribute('href');

  const guest = await browser.newPage({ ...(baseURL && { baseURL }), viewport: { width: 390, height: 844 } });
  const answer = await guest.request.get(address ?? '');
  const html = await answer.text();
  expect(html).toContain(title);
  expect(html).toContain('"@type":"Product"');
  await visit(guest, address ?? '');
  await expect(guest.getByText('Save $8.00')).toBeVisible();
  await expectNothingFoundOnTheWay(guest);
  // A guest's cart loads the page anew.
  const loaded = guest.waitForEvent('load');
  await guest.getByRole('button', { name: 'Add to cart' }).click();
  await loaded;
  await hydrated(guest);
  await expect(guest.getByRole('button', { name: 'In your cart' })).toBeVisible();
  await guest.getByRole('link', { name: /Cypher games/ }).click();
  await expect(guest.getByRole('link', { name: /Also in a bundle, save 24%/ })).toBeVisible();

  // What is typed is on sale only once it is published, with what changes in view.
  await page.getByLabel('Price in US dollars').fill('2');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('list', { name: 'Changes' })).toContainText(/\$25\.00\s*After\s*\$2\.00/);
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  const priceNow = async () =>
    ((await (await guest.request.get(`/api${address}`)).json()) as { price: string }).price;
  expect(await priceNow()).toBe('25.00');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('Price in US dollars')).toHaveValue('25.00');
  await page.getByLabel('Price in US dollars').fill('22');
  await page.getByRole('button', { name: 'Publish changes' }).click();
  await dialog.getByRole('button', { name: 'Publish changes' }).click();
  await expect(dialog).toBeHidden();
  expect(await priceNow()).toBe('22.00');
  await guest.close();
});
