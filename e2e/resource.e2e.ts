// A resource and its seller: get it, download it, review it, save it, report it, follow the seller.
import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { enterAs } from './enter.ts';
import { openAccount } from './people.ts';
import { signIn, visit } from './visit.ts';

type Card = { id: number; title: string; seller: { name: string } };

const DEMO_SELLER = 'Odile Marchetti';

/** The first of a list, whatever the demo school calls it, once it has what is needed. */
async function firstOf(page: Page, query: string, needed?: 'files' | 'previews'): Promise<Card> {
  const { items } = (await (await page.request.get(`/api/resources?${query}`)).json()) as { items: Card[] };
  // Another test takes down one of the demo seller's resources meanwhile.
  const item = items.find(({ seller }) => seller.name !== DEMO_SELLER);
  if (!item) throw new Error(`nothing under ${query}`);
  if (!needed) return item;
  const count = async () => {
    const detail = (await (await page.request.get(`/api/resources/${item.id}`)).json()) as Record<
      typeof needed,
      unknown[]
    >;
    return detail[needed].length;
  };
  // Files and previews of the demo school are created in the background after the first start.
  await expect.poll(count, { timeout: 120_000 }).toBeGreaterThan(0);
  return item;
}

test('a guest gets a free resource: signs in, returns, downloads and reviews it', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(240_000);
  const person = await openAccount(page.request, baseURL);
  await page.context().clearCookies();
  const { id, title } = await firstOf(page, 'price=free&type=document', 'files');
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

test('a paid resource is saved, found on the wishlist and removed again', async ({ page, baseURL }) => {
  await openAccount(page.request, baseURL);
  const { id, title } = await firstOf(page, 'price=15-40');
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
});

test('previews: pages of a plan and a clip of a track', async ({ page }) => {
  test.setTimeout(300_000);
  const plan = await firstOf(page, 'price=free&type=document', 'previews');
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
  const track = await firstOf(page, 'price=free&type=audio', 'previews');
  await visit(page, `/curriculum/${track.id}`);
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

test('a seller’s page: search, follow, both URLs', async ({ page, baseURL }) => {
  await enterAs(page, 'member', baseURL);
  const { items } = (await (await page.request.get('/api/sellers')).json()) as {
    items: { id: number; name: string }[];
  };
  const seller = items.find(({ name }) => name !== DEMO_SELLER) ?? items[0];
  if (!seller) throw new Error('no seller');
  await visit(page, `/seller-store/${seller.id}`);
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
