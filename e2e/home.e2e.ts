// The front page: whole, without dead links, without a layout that jumps, readable before any script ran.
import { expect, test } from '@playwright/test';
import { DANCE_STYLES } from '#shared/vocabulary.ts';
import { visit } from './visit.ts';

test('says what the school is, in order', async ({ page }) => {
  await visit(page, '/');
  await expect(page).toHaveTitle('For people who teach dance · Relevé');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Every dancer remembers a teacher.');
  await expect(
    page.getByRole('main').getByText('Empowering dance educators with resources, training, and community.'),
  ).toBeVisible();
  for (const act of ['Certification', 'Curriculum', 'Connect']) {
    await expect(page.getByRole('main').getByRole('heading', { name: act, exact: true })).toBeVisible();
  }
  for (const style of DANCE_STYLES) {
    await expect(page.getByRole('listitem').filter({ hasText: new RegExp(`^${style}$`) })).toBeVisible();
  }
});

test('is all there without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await context.close();
});

test('has no link that leads nowhere', async ({ page, request }) => {
  await visit(page, '/');
  const targets = await page
    .locator('a[href^="/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  for (const target of new Set(targets)) {
    expect((await request.get(target ?? '')).status(), target ?? '').toBe(200);
  }
});

test('loads each picture, and keeps its place free', async ({ page }) => {
  await visit(page, '/');
  const pictures = page.locator('main img');
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect(await picture.getAttribute('width')).toMatch(/^\d+$/);
    expect(await picture.getAttribute('height')).toMatch(/^\d+$/);
  }
});

test('does not jump while it loads', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = globalThis as { shift?: number };
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        seen.shift = (seen.shift ?? 0) + (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await visit(page, '/');
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => (globalThis as { shift?: number }).shift)).toBeLessThan(0.02);
});
