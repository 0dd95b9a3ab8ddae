// Profiles: editing one's own, the picture cropped by keyboard, and the public profile.
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { newPerson, openAccount } from './people.ts';
import { expect, test } from './test.ts';
import { go, visit, toast } from './visit.ts';

const PHONE = { width: 390, height: 844 };

/** Signed in as someone new; returns their id. */
async function enterAsPaz(page: Page, baseURL = ''): Promise<number> {
  await openAccount(page.request, baseURL, { ...newPerson(), firstName: 'Paz', lastName: 'Verano' });
  return ((await (await page.request.get('/api/user')).json()) as { id: number }).id;
}

const headerPicture = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Paz' }).locator('img');

/** Left half red, right half blue, twice as wide as high. */
function halves() {
  const blue = { create: { width: 300, height: 300, channels: 3 as const, background: '#00f' } };
  return sharp({ create: { width: 600, height: 300, channels: 3, background: '#f00' } })
    .composite([{ input: blue, left: 300, top: 0 }])
    .png()
    .toBuffer();
}

/** A photo of several megabytes. */
function noise() {
  const texture = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#000', noise: texture } })
    .jpeg({ quality: 95 })
    .toBuffer();
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

/** Red, blue, or both, judged from the file. */
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

const expectToFit = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);

test('someone edits their profile, and a guest reads what was saved', async ({
  page,
  openWindow,
  baseURL,
}) => {
  const id = await enterAsPaz(page, baseURL);
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
  await page.setViewportSize(PHONE);
  await visit(page, '/profile');
  await expect(page.getByRole('link', { name: 'Write a bio' })).toBeVisible();
  await expectToFit(page);
  await page.getByRole('main').getByRole('link', { name: 'Edit profile' }).click();
  await expect(page).toHaveURL('/profile/edit');
  const save = page.getByRole('button', { name: 'Save profile' });
  await expect(save).toBeVisible();
  await expectToFit(page);
  await page.setViewportSize({ width: 1280, height: 720 });

  const [bio, lastName] = [page.getByLabel('Bio'), page.getByLabel('Last name')];
  await test.step('invalid fields are explained, and the text stays when saving fails', async () => {
    await bio.fill('x'.repeat(10_000));
    await expect(page.getByText('8,000 over the limit')).toBeVisible();
    await lastName.fill('  ');
    await save.click();
    await expect(bio).toHaveAccessibleDescription('At most 2000 characters');
    await expect(lastName).toHaveAccessibleDescription('Enter your last name');
    await expect(lastName).toBeFocused();
    expect(sent).toEqual([]);
    await page.route('**/api/profile', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await bio.fill('I teach folk.');
    await lastName.fill('Invierno');
    await save.click();
    await expect(page.getByRole('alert')).toContainText('We couldn’t reach the site.');
    await expect(lastName).toHaveValue('Invierno');
    await page.unroute('**/api/profile');
  });

  await test.step('leaving asks first', async () => {
    const security = page.getByRole('link', { name: 'Security' });
    await security.click();
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay here' }).click();
    await expect(security).toBeFocused();
    await expect(lastName).toHaveValue('Invierno');
    await expect(page).toHaveURL('/profile/edit');
    await security.click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/profile/security');
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await expect(lastName).toHaveValue('Verano');
    // No dialog without changes.
    await page.goBack();
    await expect(page).toHaveURL('/profile/security');
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
  });

  await page.getByLabel('First name').fill('Paz 💃🏽');
  await bio.fill('I teach folk.\n\n<script>alert(1)</script></script>');
  await page.getByRole('button', { name: 'Folk', exact: true }).click();
  await page.getByRole('button', { name: 'Ballet', exact: true }).click();
  await test.step('links are added, moved and removed by keyboard', async () => {
    const add = page.getByRole('button', { name: 'Add a link' });
    for (const name of ['My studio', 'Two', 'Three', 'Four', 'Five']) {
      await add.click();
      await expect(page.getByLabel('Name', { exact: true }).last()).toBeFocused();
      await page.keyboard.type(name);
      await page.keyboard.press('Tab');
      await page.keyboard.type(`${name.toLowerCase().replace(' ', '-')}.example/paz`);
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
  });
  await save.click();
  await expect(toast(page, 'Profile saved')).toBeVisible();
  await expect(page.getByLabel('Address').first()).toHaveValue('https://my-studio.example/paz');
  await expect(page.getByRole('banner').getByRole('button', { name: 'Paz 💃🏽 Verano' })).toBeVisible();
  await page.getByRole('link', { name: 'View public profile' }).click();
  await expect(page.getByRole('link', { name: 'Edit profile' })).toBeVisible();
  const links = page.getByRole('list', { name: /^Links of/ }).getByRole('link');
  await expect(links).toHaveText([/^My studio/, /^Three/, /^Five/, /^Four/]);

  const guest = await openWindow(PHONE);
  const html = await (await visit(guest, `/profile/${id}`)).text();
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
  await expect(link).toHaveAttribute('href', 'https://my-studio.example/paz');
  await expect(guest.getByRole('link', { name: 'Edit profile' })).toHaveCount(0);
  await expectToFit(guest);
});

test('a picture is refused with a reason, canceled, cropped by keyboard, replaced and removed', async ({
  page,
  baseURL,
}) => {
  const id = await enterAsPaz(page, baseURL);
  await visit(page, '/profile/edit');
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' });
  const use = page.getByRole('button', { name: 'Use this picture' });
  const picture = await halves();

  await test.step('files that are no pictures, and what the server refuses', async () => {
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
    await choose(page, picture);
    await use.click();
    await expect(page.getByRole('alert')).toContainText('This picture is damaged.');
    await page.unroute('**/api/profile/image*');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('of a large photo only the part is sent, with its progress; canceling changes nothing', async () => {
    const photo = await noise();
    expect(photo.length).toBeGreaterThan(2 * 1024 * 1024);
    await choose(page, photo, { name: 'photo.jpg', mimeType: 'image/jpeg' });
    const sending = page.waitForRequest((request) => request.method() === 'PUT');
    await use.click();
    const sent = Number(await (await sending).headerValue('content-length'));
    expect(sent).toBeGreaterThan(10_000);
    expect(sent).toBeLessThan(photo.length / 2);
    await expect(toast(page, 'Picture saved')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    const before = await headerPicture(page).getAttribute('src');

    const network = await page.context().newCDPSession(page);
    const speed = (uploadThroughput: number) =>
      network.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await speed(8 * 1024);
    await choose(page, photo, { name: 'photo.jpg', mimeType: 'image/jpeg' });
    await use.click();
    const bar = page.getByRole('progressbar', { name: 'Uploading your picture' });
    await expect(bar).toBeVisible();
    await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Change picture' })).toBeFocused();
    expect(await headerPicture(page).getAttribute('src')).toBe(before);
    await speed(-1);
  });

  await test.step('cropped by keyboard, it shows in the header at once', async () => {
    await choose(page, picture);
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
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Change picture' })).toBeVisible();
    await expect(headerPicture(page)).toHaveAttribute('src', /^\/uploads\/profiles\/[0-9a-f]{32}\.webp$/);
    await expectColours(page, ['blue', 'blue']);
  });

  await test.step('dropped, and cropped to the middle by default, on a phone too', async () => {
    await drop(page, [...picture]);
    await expect(dialog).toBeVisible();
    await page.setViewportSize(PHONE);
    await expect(use).toBeInViewport();
    await expectToFit(page);
    await use.click();
    await expect(dialog).toHaveCount(0);
    await page.setViewportSize({ width: 1280, height: 720 });
    await expectColours(page, ['red', 'blue']);
  });

  const source = (await headerPicture(page).getAttribute('src')) ?? '';
  const html = await (await page.request.get(`/profile/${id}`)).text();
  expect(html).toContain(`<meta property="og:image" content="http://localhost`);
  expect(html).toContain(source);
  await go(page, '/profile-image-debug');
  const sources = page.getByRole('list', { name: 'Sources' }).getByRole('listitem');
  await expect(sources.filter({ hasText: 'Uploaded picture' })).toContainText('Loaded');
  await expect(sources.filter({ hasText: 'Fallback path' }).first()).toContainText('Loaded');

  await go(page, '/profile/edit');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove your picture?' });
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Choose a picture' })).toBeVisible();
  await expect(headerPicture(page)).toHaveCount(0);
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Paz' }).locator('svg text'),
  ).toBeVisible();
  expect((await page.request.get(source)).status()).toBe(404);
});
