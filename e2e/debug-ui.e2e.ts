// The UI primitives in a real browser: what only a browser can show.
import { expect, test } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { stopClock, visit } from './visit.ts';

test('a picture is fetched 200 px before it is visible, not earlier', async ({ page }) => {
  await visit(page, '/debug/ui');
  const picture = page.getByAltText('A sample cover');
  const distance = 200;
  const isFetched = () => picture.evaluate((image: HTMLImageElement) => !image.src.startsWith('data:'));
  const scrollToBefore = (pixels: number) =>
    picture.evaluate((image, before) => {
      const top = image.getBoundingClientRect().top + scrollY;
      scrollTo({ top: top - innerHeight - before, behavior: 'instant' });
    }, pixels);
  await scrollToBefore(distance + 5);
  await page.waitForTimeout(300);
  expect(await isFetched()).toBe(false);
  await scrollToBefore(distance - 5);
  await expect.poll(isFetched).toBe(true);
});

test('the scrollbar disappears 600 ms after scrolling stops', async ({ page }) => {
  await page.clock.install();
  await visit(page, '/debug/ui');
  const area = page.locator('.scroll-area').first();
  await area.scrollIntoViewIfNeeded();
  await area.hover();
  const bar = area.locator('.scroll-bar');
  await expect(bar).toBeVisible();
  await stopClock(page);
  await page.mouse.move(0, 0);
  await page.clock.runFor(590);
  await expect(bar).toBeVisible();
  await page.clock.runFor(20);
  await expect(bar).toHaveCount(0);
});

test('a dialog takes the focus, returns it, and has no axe violations', async ({ page }) => {
  await visit(page, '/debug/ui');
  const opener = page.getByRole('button', { name: 'Open a dialog' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Rename this collection' });
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.waitForTimeout(400);
  await expectNothingFoundOnTheWay(page, { within: '[role=dialog]' });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('a destructive action asks once, names the item, and stays open with the reason when it fails', async ({
  page,
}) => {
  await visit(page, '/debug/ui');
  await page.getByRole('button', { name: 'Delete, and fail…' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Delete “');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
});

test('charts have their numbers as a table', async ({ page }) => {
  await visit(page, '/debug/ui');
  const chart = page
    .locator('section')
    .filter({ has: page.locator('summary', { hasText: 'Show numbers' }) })
    .last();
  await chart.scrollIntoViewIfNeeded();
  await expect(chart.locator('svg.recharts-surface').first()).toBeVisible();
  await chart.locator('summary').click();
  await expect(chart.getByRole('table')).toBeVisible();
  expect(await chart.getByRole('row').count()).toBeGreaterThan(3);
});
