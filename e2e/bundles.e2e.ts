// A bundle: created by a seller from their own items, published, seen by a buyer with its saving, added to the cart.
import { expectNothingFoundOnTheWay } from './axe.ts';
import { enterAs } from './enter.ts';
import { expect, test } from './test.ts';
import { reloaded, visit } from './visit.ts';

test('a seller publishes a bundle; a guest sees the discount and adds it to the cart', async ({
  page,
  openWindow,
  baseURL,
}) => {
  await enterAs(page, 'multi', baseURL);
  await visit(page, '/seller/bundles');
  await page.getByRole('link', { name: 'New bundle' }).click();
  const title = `Cyphers and party steps ${Date.now()}`;
  await page.getByLabel('Title').fill(title);

  // Nothing is on sale before it is complete.
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

  // $9 and $24 separately: the saving updates while typing.
  const side = page.getByRole('complementary', { name: 'This bundle' });
  await page.getByLabel('Price in US dollars').fill('40');
  await expect(side.getByText('No discount yet')).toBeVisible();
  await page.getByLabel('Price in US dollars').fill('25');
  await expect(side.getByText('Saves 24%')).toBeVisible();
  await expectNothingFoundOnTheWay(page);
  await page.getByRole('button', { name: 'Put on sale' }).click();
  await expect(side.getByText('On sale', { exact: true })).toBeVisible();
  const address = await side.getByRole('link', { name: 'View page' }).getAttribute('href');

  const guest = await openWindow({ width: 390, height: 844 });
  const answer = await guest.request.get(address ?? '');
  const html = await answer.text();
  expect(html).toContain(title);
  expect(html).toContain('"@type":"Product"');
  await visit(guest, address ?? '');
  await expect(guest.getByText('Save $8.00')).toBeVisible();
  await expectNothingFoundOnTheWay(guest);
  await reloaded(guest, () => guest.getByRole('button', { name: 'Add to cart' }).click());
  await expect(guest.getByRole('button', { name: 'In your cart' })).toBeVisible();
  await guest.getByRole('link', { name: /Cypher games/ }).click();
  await expect(guest.getByRole('link', { name: /Also in a bundle, save 24%/ })).toBeVisible();

  // Changes are on sale only once published, with a summary of what changes.
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
});
