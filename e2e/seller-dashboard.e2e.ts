// A seller's own pages: tasks and stats, the resource list on a phone, store settings, and uploads that survive closing
// the tab.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import type { Db } from '#server/db/client.ts';
import { rightsNotices } from '#server/db/schema/moderation.ts';
import { resourceViews } from '#server/db/schema/resource.ts';
import { sellers } from '#server/db/schema/seller.ts';
import { createResource } from '#server/seed/factories.ts';
import { createNewSeller, enterAsNewSeller } from './sellers.ts';
import { expect, test } from './test.ts';
import { go, visit, toast } from './visit.ts';

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

/** A new seller no other test uses, signed in on this page. */
const enterAsSeller = (page: Page, db: Db, baseURL?: string) =>
  enterAsNewSeller(page, db, baseURL, { name: 'The Loft' });

test('the seller dashboard: tasks first, stats by date, CSV export', async ({ page, db, baseURL }) => {
  const { id: sellerId } = await enterAsSeller(page, db, baseURL);
  const cards = await createResource(db, { sellerId, title: 'Barre cards' });
  await createResource(db, {
    sellerId,
    title: 'Sent back',
    state: 'changes_requested',
    stateReason: 'Page two is blank.',
  });
  const waltz = await createResource(db, {
    sellerId,
    title: 'Borrowed waltz',
    state: 'archived',
    takenDownAt: daysAgo(1),
  });
  const stranger = await createResource(db, {
    sellerId: (await createNewSeller(db)).id,
    title: 'Not theirs',
  });
  await db.insert(rightsNotices).values({
    resourceId: waltz.id,
    reporterId: stranger.sellerId,
    reason: 'copyright',
    body: 'Mine.',
    state: 'upheld',
    createdAt: daysAgo(2),
    dueAt: daysAgo(1),
    decidedAt: daysAgo(1),
    decisionReason: 'The score is somebody else’s.',
  });
  await db.insert(resourceViews).values(
    [2, 60].map((days) => ({
      resourceId: cards.id,
      day: daysAgo(days).toISOString().slice(0, 10),
      views: days === 2 ? 3 : 40,
    })),
  );

  await visit(page, '/seller-dashboard');
  const waiting = page.getByRole('list', { name: 'Waiting for you' }).getByRole('listitem');
  await expect(waiting).toHaveText([/^Taken down: Borrowed waltz/, /^Changes requested: Sent back/]);
  await page.getByRole('link', { name: 'Respond: Borrowed waltz' }).click();
  await expect(page).toHaveURL(/\/seller\/notices\?notice=\d+$/);
  await expect(page.getByRole('listitem', { name: 'Borrowed waltz' })).toBeFocused();
  await page.goBack();

  await page
    .getByRole('navigation', { name: 'Your store' })
    .getByRole('link', { name: 'Sales analytics' })
    .click();
  const views = page.locator('.seller-figs > div').first();
  await expect(views).toContainText(/Views in 30 days\s*3/);
  await page.getByRole('link', { name: '90 days' }).click();
  await expect(views).toContainText(/Views in 90 days\s*43/);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV by resource' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^sales-by-resource-.*\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain(`${cards.id},Barre cards,43,`);

  // The chooser of spec §2.
  await page.getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Add resource' }).click();
  const ways = page.getByRole('dialog').getByRole('listitem').getByRole('link');
  await expect(ways).toHaveText(['Single Resource', 'Multiple Resources']);
  await expect(page.getByRole('dialog')).toContainText('Up to 5 files with basic information.');
  await ways.last().click();
  await expect(page).toHaveURL('/multi-upload-resource');

  await test.step('refunds they decide about', async () => {
    await go(page, '/seller/refunds');
    await expect(page.getByRole('heading', { level: 1, name: 'Refund requests' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Waiting/ })).toBeVisible();
  });
  // Another seller's is not found.
  await go(page, `/curriculum/${stranger.id}/edit`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('a seller’s resources on a phone: search, bulk archive and restore, duplicate', async ({
  page,
  db,
  baseURL,
}) => {
  const { id: sellerId } = await enterAsSeller(page, db, baseURL);
  for (const title of ['Floor barre', 'Floor jumps', 'Waltz']) await createResource(db, { sellerId, title });
  await createResource(db, { sellerId, title: 'Floor, half done', state: 'draft' });
  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, '/my-resources');
  const list = page.getByRole('table', { name: 'Your resources' });
  await page.getByRole('searchbox', { name: 'Search your resources' }).fill('floor');
  await expect(page).toHaveURL('/my-resources?q=floor');
  const titles = list.locator('tbody').getByRole('link');
  await expect(titles).toHaveCount(3);
  await page.getByRole('link', { name: /^Published/ }).click();
  await expect(page).toHaveURL('/my-resources?q=floor&state=published');
  await expect(titles).toHaveText(['Floor jumps', 'Floor barre']);

  const act = async (button: string) => {
    for (const title of ['Floor barre', 'Floor jumps']) {
      await list.getByRole('checkbox', { name: `Select ${title}` }).check();
    }
    await page.getByRole('region', { name: 'Bulk actions' }).getByRole('button', { name: button }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: button }).click();
  };
  await act('Archive');
  await expect(page.getByText('2 resources archived.')).toBeVisible();
  await page.getByRole('link', { name: /^Archived/ }).click();
  await act('Put back on sale');
  await expect(page.getByText('2 resources back on sale.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear' }).click();
  await expect(list.getByText('Published')).toHaveCount(3);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await list.getByRole('button', { name: 'More for Waltz' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Waltz (copy)');
  await expect(page.getByRole('heading', { level: 1, name: 'Edit resource' })).toBeVisible();
});

test('store settings show on the public page; a suspended seller is told up front', async ({
  page,
  db,
  baseURL,
}) => {
  const { id, slug } = await enterAsSeller(page, db, baseURL);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await visit(page, '/my-store');
  await page.getByLabel('Short name').fill(`${slug}-floor`);
  await page.getByLabel('Note').fill('Back on December 1.');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(toast(page, 'Settings saved')).toBeVisible();
  await page.getByRole('button', { name: 'Copy the address' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied.pathname).toBe(`/sellers/${slug}-floor`);
  const wide = { create: { width: 1600, height: 450, channels: 3, background: '#204080' } } as const;
  await page.getByLabel('Banner picture').setInputFiles({
    name: 'banner.png',
    mimeType: 'image/png',
    buffer: await sharp(wide).png().toBuffer(),
  });
  // Checked by a job: a busy machine takes its time.
  await expect(toast(page, 'Banner updated')).toBeVisible({ timeout: 30_000 });

  await visit(page, `${copied.pathname}?q=waltz`);
  await expect(page).toHaveURL(`/sellers/${id}?q=waltz`);
  await expect(page.getByText('Currently away. Back on December 1.')).toBeVisible();
  await expect(page.locator('.seller-banner img')).toHaveAttribute('src', /\?t=\d+$/);
  const turned = await page.request.get(`/seller-store/${slug}-floor`, { maxRedirects: 0 });
  expect([turned.status(), turned.headers()['location']]).toEqual([301, `/sellers/${id}`]);

  await db
    .update(sellers)
    .set({ state: 'suspended', suspendedReason: 'The receipt never came.' })
    .where(eq(sellers.userId, id));
  for (const address of [id, slug, `${slug}-floor`]) {
    expect((await page.request.get(`/sellers/${address}`)).status()).toBe(404);
  }
  await visit(page, '/my-resources');
  for (const path of ['/my-resources', '/upload-resource', '/multi-upload']) {
    if (path !== '/my-resources') await go(page, path);
    const notice = page.locator('.note-bad', { hasText: 'Your store is suspended.' });
    await expect(notice).toContainText('The reason: “The receipt never came.”');
    await expect(notice.getByRole('link')).toHaveAttribute('href', /^mailto:/);
    await expect(page.locator('input[type=file]')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Add resource' })).toHaveCount(0);
  }
});

test('several uploads and their details survive closing the tab', async ({ page, db, baseURL }) => {
  await enterAsSeller(page, db, baseURL);
  const text = (name: string) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from('Plié. '.repeat(200)),
  });
  await visit(page, '/multi-upload');
  await page.locator('input[type=file]').setInputFiles([text('one.txt'), text('two.txt')]);
  const rows = page.getByRole('list', { name: 'New resources' });
  await expect(rows.getByText(/^Ready/)).toHaveCount(2, { timeout: 30_000 });
  await rows.getByRole('textbox', { name: 'Title' }).first().fill('First of two');
  const again = await page.context().newPage();
  await page.close();
  await visit(again, '/multi-upload-resource');
  const titles = again.getByRole('textbox', { name: 'Title' });
  await expect(titles).toHaveCount(2);
  // Both were uploaded at once: which the server saw first is random.
  const written = await titles.evaluateAll((fields) =>
    fields.map((field) => (field as HTMLInputElement).value),
  );
  expect(written.toSorted()).toEqual(['First of two', 'Two']);
  await again.getByRole('button', { name: 'Remove two.txt' }).click();
  await again.getByRole('button', { name: 'Save as drafts' }).click();
  await expect(again.getByRole('heading', { name: '1 resource saved' })).toBeVisible();
  const looked = again.waitForResponse((answer) => answer.url().endsWith('/api/uploads'));
  await again.reload();
  await looked;
  await expect(again.getByRole('button', { name: 'Choose files' })).toBeVisible();
  await expect(again.getByRole('textbox', { name: 'Title' })).toHaveCount(0);
});
