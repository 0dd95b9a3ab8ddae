// Profiles: editing one's own, the picture cropped by keyboard, and the public profile.
import { expect, test, type BrowserContext, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { newPerson, openAccount } from './people.ts';
import { visit, toast } from './visit.ts';

const PHONE = { width: 390, height: 844 };

/** One account for all tests of this file: each sets up what it needs. */
let cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
let id: number;

test.beforeAll(async ({ playwright }, { project }) => {
  const { baseURL = '' } = project.use;
  const request = await playwright.request.newContext({ baseURL });
  await openAccount(request, baseURL, { ...newPerson(), firstName: 'Paz', lastName: 'Verano' });
  cookies = (await request.storageState()).cookies;
  ({ id } = (await (await request.get('/api/user')).json()) as { id: number });
  await request.dispose();
});

test.beforeEach(({ context }) => context.addCookies(cookies));

const headerPicture = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Paz' }).locator('img');

/** Left half red, right half blue, twice as wide as high. */
function halves() {
  const blue = { create: { width: 300, height: 300, channels: 3 as const, background: '#00f' } };
  return sharp({ create: { width: 600, height: 300, channels: 3, background: '#f00' } }).composite([
    { input: blue, left: 300, top: 0 },
  ]);
}

/** The header refetches the user and shows the old picture until then. */
async function expectColours(page: Page, colours: string[]) {
  await expect(async () => expect(await coloursOf(headerPicture(page))).toEqual(colours)).toPass();
}

async function choose(page: Page, buffer: Buffer, { name = 'me.png', mimeType = 'image/png' } = {}) {
  await page.getByLabel('Picture file').setInputFiles({ name, mimeType, buffer });
}

async function drop(page: Page, content: readonly number[], size: number = content.length) {
  const transfer = await page.evaluateHandle(
    ([start, length]) => {
      const bytes = new Uint8Array(length);
      bytes.set(start);
      const data = new DataTransfer();
      data.items.add(new File([bytes], 'me.png', { type: 'image/png' }));
      return data;
    },
    [content, size] as const,
  );
  await page.locator('.avatar-drop').dispatchEvent('drop', { dataTransfer: transfer });
}

/** Red, blue, or both, judged from a screenshot. */
async function coloursOf(picture: Locator): Promise<string[]> {
  const source = (await picture.getAttribute('src')) ?? '';
  const answer = await picture.page().request.get(source);
  expect(answer.headers()['content-type']).toBe('image/webp');
  const { data, info } = await sharp(await answer.body())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const row = Math.floor(info.height / 2) * info.width;
  const at = (share: number) => (row + Math.floor(info.width * share)) * info.channels;
  return [0.1, 0.9].map((share) => ((data[at(share)] ?? 0) > 128 ? 'red' : 'blue'));
}

test('a guest reads the profile the user saved', async ({ page, browser }) => {
  await visit(page, '/profile');
  await expect(page.getByRole('link', { name: 'Write a bio' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Edit profile' }).click();
  await expect(page).toHaveURL('/profile/edit');
  await page.getByLabel('First name').fill('Paz 💃🏽');
  await page.getByLabel('Bio').fill('I teach folk.\n\n<script>alert(1)</script></script>');
  await page.getByRole('button', { name: 'Folk', exact: true }).click();
  await page.getByRole('button', { name: 'Ballet', exact: true }).click();
  await page.getByRole('button', { name: 'Add a link' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('My studio');
  await page.getByLabel('Address').fill('studio.example/paz');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(toast(page, 'Profile saved')).toBeVisible();
  await expect(page.getByLabel('Address')).toHaveValue('https://studio.example/paz');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Paz 💃🏽 Verano' })).toBeVisible();
  await page.getByRole('link', { name: 'View public profile' }).click();
  await expect(page.getByRole('link', { name: 'Edit profile' })).toBeVisible();

  const guest = await browser.newPage();
  const response = await visit(guest, `/profile/${id}`);
  const html = await response.text();
  // Rendered on the server, without private data.
  expect(html).toContain('I teach folk.');
  expect(html).not.toContain('<script>alert');
  expect(html).not.toContain('@people.example');
  expect(html).toContain('"@type":"Person"');
  await expect(guest).toHaveTitle(/^Paz 💃🏽 Verano ·/);
  await expect(guest.getByRole('heading', { level: 1, name: 'Paz 💃🏽 Verano' })).toBeVisible();
  await expect(guest.getByText('Ballet, Folk')).toBeVisible();
  await expect(guest.getByText('<script>alert(1)</script>')).toBeVisible();
  const link = guest.getByRole('link', { name: 'My studio' });
  await expect(link).toHaveAttribute('rel', 'nofollow ugc noopener');
  await expect(link).toHaveAttribute('href', 'https://studio.example/paz');
  await expect(guest.getByRole('link', { name: 'Edit profile' })).toHaveCount(0);
  await guest.close();
});

test('explains invalid fields, and keeps the text when saving fails', async ({ page }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
  await visit(page, '/profile/edit');
  await page.getByLabel('Bio').fill('x'.repeat(10_000));
  await expect(page.getByText('8,000 over the limit')).toBeVisible();
  await page.getByLabel('Last name').fill('  ');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByLabel('Bio')).toHaveAccessibleDescription('At most 2000 characters');
  await expect(page.getByLabel('Last name')).toHaveAccessibleDescription('Enter your last name');
  await expect(page.getByLabel('Last name')).toBeFocused();
  expect(sent).toEqual([]);
  await page.route('**/api/profile', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await page.getByLabel('Bio').fill('I teach folk.');
  await page.getByLabel('Last name').fill('Invierno');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByRole('alert')).toContainText('We couldn’t reach the site.');
  await expect(page.getByLabel('Last name')).toHaveValue('Invierno');
});

test('moves and removes links by keyboard', async ({ page }) => {
  await visit(page, '/profile/edit');
  const add = page.getByRole('button', { name: 'Add a link' });
  await expect(add).toBeVisible();
  const remove = page.getByRole('button', { name: /^Remove / });
  while ((await remove.count()) > 0) await remove.first().click();
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
    await add.click();
    await page.keyboard.type(name);
    await page.keyboard.press('Tab');
    await page.keyboard.type(`${name.toLowerCase()}.example`);
  }
  await expect(page.getByText('You can add up to five links.')).toBeVisible();
  await add.press('Enter');
  const names = page.getByLabel('Name', { exact: true });
  await expect(names).toHaveCount(5);
  await page.getByRole('button', { name: 'Move Five up' }).press('Enter');
  await expect(names.nth(3)).toHaveValue('Five');
  await expect(names.nth(3)).toBeFocused();
  await page.getByRole('button', { name: 'Remove Two' }).press('Enter');
  await expect(add).toBeFocused();
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(toast(page, 'Profile saved')).toBeVisible();
  await visit(page, `/profile/${id}`);
  await expect(page.getByRole('list', { name: /^Links of/ }).getByRole('link')).toHaveText([
    /^One/,
    /^Three/,
    /^Five/,
    /^Four/,
  ]);
});

test('asks before leaving with unsaved changes', async ({ page }) => {
  await visit(page, '/profile/edit');
  await page.getByLabel('Last name').fill('Otoño');
  const security = page.getByRole('link', { name: 'Security' });
  await security.click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay here' }).click();
  await expect(security).toBeFocused();
  await expect(page.getByLabel('Last name')).toHaveValue('Otoño');
  await expect(page).toHaveURL('/profile/edit');
  await security.click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/profile/security');
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page.getByLabel('Last name')).toHaveValue('Verano');
  // No dialog without changes.
  await page.goBack();
  await expect(page).toHaveURL('/profile/security');
});

test('a picture cropped by keyboard shows in the header at once', async ({ page }) => {
  await visit(page, '/profile/edit');
  await choose(page, await halves().png().toBuffer());
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' });
  const part = dialog.getByRole('group', { name: /arrow keys to move the picture/ });
  await expect(part).toBeFocused();
  // The middle would show both halves; moved to the left, only the right one is visible.
  for (let press = 0; press < 40; press++) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('slider', { name: 'Zoom' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Use this picture' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Picture saved')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible();
  await expect(headerPicture(page)).toHaveAttribute('src', /^\/uploads\/profiles\/[0-9a-f]{32}\.webp$/);
  await expectColours(page, ['blue', 'blue']);
});

test('crops to the middle by default, and removes the picture', async ({ page, browser }) => {
  await visit(page, '/profile/edit');
  await choose(page, await halves().png().toBuffer());
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await expect(toast(page, 'Picture saved')).toBeVisible();
  await expectColours(page, ['red', 'blue']);

  const guest = await browser.newPage();
  const html = await (await visit(guest, `/profile/${id}`)).text();
  const source = (await headerPicture(page).getAttribute('src')) ?? '';
  expect(html).toContain(`<meta property="og:image" content="http://localhost`);
  expect(html).toContain(source);
  await visit(page, '/profile-image-debug');
  const sources = page.getByRole('list', { name: 'Sources' }).getByRole('listitem');
  await expect(sources.filter({ hasText: 'Uploaded picture' })).toContainText('Loaded');
  await expect(sources.filter({ hasText: 'Fallback path' }).first()).toContainText('Loaded');

  await visit(page, '/profile/edit');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove your picture?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
  await expect(headerPicture(page)).toHaveCount(0);
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Paz' }).locator('svg text'),
  ).toBeVisible();
  expect((await guest.request.get(source)).status()).toBe(404);
  await guest.close();
});

test('crops a large photo in the browser and uploads only that part', async ({ page }) => {
  const noise = sharp({
    create: {
      width: 2400,
      height: 1600,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
  const photo = await noise.jpeg({ quality: 95 }).toBuffer();
  expect(photo.length).toBeGreaterThan(2 * 1024 * 1024);
  await visit(page, '/profile/edit');
  await choose(page, photo, { name: 'photo.jpg', mimeType: 'image/jpeg' });
  const sending = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Use this picture' }).click();
  const sent = await (await sending).headerValue('content-length');
  expect(Number(sent)).toBeLessThan(photo.length / 2);
  await expect(toast(page, 'Picture saved')).toBeVisible();
});

test('shows upload progress, and canceling changes nothing', async ({ page }) => {
  await visit(page, '/profile/edit');
  const before = await headerPicture(page).getAttribute('src');
  const network = await page.context().newCDPSession(page);
  const uploadThroughput = 60 * 1024;
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  });
  const slow = sharp({
    create: {
      width: 700,
      height: 700,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
  await choose(page, await slow.jpeg({ quality: 90 }).toBuffer(), { mimeType: 'image/jpeg' });
  await page.getByRole('button', { name: 'Use this picture' }).click();
  const bar = page.getByRole('progressbar', { name: 'Uploading your picture' });
  await expect(bar).toBeVisible();
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(Choose a|Change) picture$/ })).toBeFocused();
  expect(await headerPicture(page).getAttribute('src')).toBe(before);
});

test('refuses files that are not pictures, with a reason', async ({ page }) => {
  await visit(page, '/profile/edit');
  const field = page.getByRole('main');
  await choose(page, Buffer.from('<svg/>'), { name: 'a.svg', mimeType: 'image/svg+xml' });
  await expect(field.getByText('We can’t use this file.')).toBeVisible();
  await drop(page, [], 20 * 1024 * 1024 + 1);
  await expect(field.getByText('This file is larger than 20 MB.')).toBeVisible();
  await choose(page, Buffer.from('not a picture'), { name: 'a.png' });
  await expect(page.getByRole('alert')).toContainText('Your browser can’t open this picture.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.route('**/api/profile/image*', (route) =>
    route.fulfill({ status: 422, json: { code: 'unprocessable', message: 'This picture is damaged.' } }),
  );
  await choose(page, await halves().png().toBuffer());
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await expect(page.getByRole('alert')).toContainText('This picture is damaged.');
});

test('accepts a dropped picture', async ({ page }) => {
  await visit(page, '/profile/edit');
  await drop(page, [...(await halves().png().toBuffer())]);
  await expect(page.getByRole('dialog', { name: 'Crop your picture' })).toBeVisible();
});

test('on a phone everything fits and works', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const fits = async () =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await visit(page, '/profile');
  await fits();
  await visit(page, '/profile/edit');
  await fits();
  await choose(page, await halves().png().toBuffer());
  await expect(page.getByRole('group', { name: /arrow keys/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use this picture' })).toBeInViewport();
  await page.getByRole('button', { name: 'Use this picture' }).click();
  await expect(toast(page, 'Picture saved')).toBeVisible();
  await visit(page, `/profile/${id}`);
  await fits();
});
