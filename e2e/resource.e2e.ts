// A resource and its seller: get it, download it, review it, save it, report it, follow the seller.
import { readFile } from 'node:fs/promises';
import { pricedResource, resourceWithFiles } from './demo-resources.ts';
import { openAccount } from './people.ts';
import { expect, test } from './test.ts';
import { go, signIn, visit } from './visit.ts';

test('a guest gets a free resource: signs in, returns, downloads and reviews it', async ({
  page,
  newClient,
  baseURL,
  db,
}) => {
  const person = await openAccount(await newClient(), baseURL);
  const { id, title } = await resourceWithFiles(db, { price: [0, 0], type: 'document' });
  await visit(page, `/curriculum/${id}`);
  await page.getByRole('link', { name: 'Get it free' }).click();
  await expect(page).toHaveURL('/register');
  await expect(page.getByText(`Create it to get “${title}” for free.`)).toBeVisible();
  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByText(`Sign in to get “${title}” for free.`)).toBeVisible();
  await signIn(page, person.username, person.password);
  await expect(page).toHaveURL(`/curriculum/${id}`);
  await page.getByRole('button', { name: 'Get it free' }).click();
  const press = page.getByRole('button', { name: /^Download( all)?$/ });
  await expect(press).toBeVisible();
  const coming = page.waitForEvent('download');
  await press.click();
  const file = await coming;
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);

  await test.step('and reviews it, by keyboard', async () => {
    await page.getByRole('button', { name: 'Write a review' }).click();
    await expect(page.getByRole('radio', { name: /^1 star/ })).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page
      .getByLabel('What should another teacher know?')
      .fill('<b>Clear</b> counts, my 🩰 class liked it.');
    await page.getByRole('button', { name: 'Publish review' }).click();
    const written = page
      .getByRole('article')
      .filter({ hasText: '<b>Clear</b> counts, my 🩰 class liked it.' });
    await expect(written).toContainText('Ida Q.');
    await page.getByRole('button', { name: 'Edit review' }).click();
    await page.getByRole('radio', { name: /^5 stars/ }).check({ force: true });
    await page.getByRole('button', { name: 'Save review' }).click();
    await expect(page.getByText('Your rating:')).toContainText(/5/);
  });

  await test.step('and reports it to staff', async () => {
    await page.getByRole('button', { name: 'Report' }).click();
    const dialog = page.getByRole('dialog', { name: `Report “${title}”` });
    await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(dialog.getByText('Choose what is wrong.')).toBeVisible();
    await expect(dialog.getByText('Say in a sentence or two what is wrong.')).toBeVisible();
    await dialog.getByRole('radio').first().check();
    await dialog.getByLabel('Details').fill('Page two is a scan of a book I know from school.');
    await dialog.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText('Report sent', { exact: true })).toBeVisible();
  });
});

test('a paid resource is saved and removed again; its seller is followed', async ({ page, baseURL }) => {
  await openAccount(page.request, baseURL);
  const { id, title } = await pricedResource(page, 3);
  await visit(page, `/curriculum/${id}`);
  await page.getByRole('button', { name: 'Save to wishlist' }).click();
  await expect(page.getByRole('button', { name: 'Saved to wishlist' })).toBeVisible();
  await page.getByRole('link', { name: 'View wishlist' }).click();
  await expect(page.getByRole('heading', { name: 'Wishlist', level: 1 })).toBeVisible();
  await expect(page.getByRole('article')).toContainText(title);
  await page.getByRole('button', { name: `Remove ${title}` }).click();
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('article')).toContainText(title);
  const links = await page.request.get(`/api/resources/${id}/download`);
  expect(links.status()).toBe(402);

  await test.step('both URLs of a seller show their page', async () => {
    const { items } = (await (await page.request.get('/api/sellers')).json()) as {
      items: { id: number; name: string }[];
    };
    // The demo school's, before any that a test opens.
    const [seller] = items.toSorted((one, other) => one.id - other.id);
    if (!seller) throw new Error('no seller');
    await go(page, `/seller-store/${seller.id}`);
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
      'href',
      new RegExp(`/sellers/${seller.id}$`),
    );
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(seller.name);
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await page.getByRole('button', { name: 'Following (press to unfollow)' }).click();
    await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
    await expect(page.getByText('You no longer follow this seller.')).toBeAttached();
  });
});

test('previews: pages of a plan and a clip of a track', async ({ page, db }) => {
  const free = { price: [0, 0], hasPreviews: true } satisfies Parameters<typeof resourceWithFiles>[1];
  const plan = await resourceWithFiles(db, { ...free, type: 'document' });
  await visit(page, `/curriculum/${plan.id}`);
  await page
    .getByRole('button', { name: /page 1/i })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img')).toBeVisible();
  expect(
    await dialog
      .getByRole('img')
      .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(300);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  const track = await resourceWithFiles(db, { ...free, type: 'audio' });
  await go(page, `/curriculum/${track.id}`);
  await page
    .getByRole('button', { name: /^Listen to/ })
    .first()
    .click();
  await expect
    .poll(() =>
      page
        .locator('audio')
        .first()
        .evaluate((audio: HTMLAudioElement) => audio.currentTime),
    )
    .toBeGreaterThan(0);
});
