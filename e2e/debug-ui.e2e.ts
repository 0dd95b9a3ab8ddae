// The UI primitives in a real browser: what only a browser can show. Toasts are as spec §4 and §9 describe them.
import type { Page } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { expect, test } from './test.ts';
import { reloaded, stopClock, visit } from './visit.ts';

const toasts = (page: Page) => page.locator('li.toast');
const raise = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('pictures, dialogs, destructive actions, charts and toasts', async ({ page }) => {
  await visit(page, '/debug/ui');
  await test.step('a picture is fetched 200 px before it is visible, not earlier', async () => {
    const picture = page.getByAltText('A sample cover');
    const distance = 200;
    const isFetched = () => picture.evaluate((image: HTMLImageElement) => !image.src.startsWith('data:'));
    const scrollToBefore = (pixels: number) =>
      picture.evaluate(async (image, before) => {
        const top = image.getBoundingClientRect().top + scrollY;
        scrollTo({ top: top - innerHeight - before, behavior: 'instant' });
        // Whoever observes the picture hears of it once the page is drawn.
        for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
      }, pixels);
    await scrollToBefore(distance + 5);
    expect(await isFetched()).toBe(false);
    await scrollToBefore(distance - 5);
    await expect.poll(isFetched).toBe(true);
  });

  await test.step('a dialog takes the focus and returns it', async () => {
    const opener = page.getByRole('button', { name: 'Open a dialog' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Rename this collection' });
    await expect(dialog).toBeVisible();
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await expectNothingFoundOnTheWay(page, { within: '[role=dialog]' });
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
  });

  await test.step('a destructive action asks once, names the item, and stays open with the reason when it fails', async () => {
    await page.getByRole('button', { name: 'Delete, and fail…' }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).toContainText('Delete “');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('charts have their numbers as a table', async () => {
    const chart = page
      .locator('section')
      .filter({ has: page.locator('summary', { hasText: 'Show numbers' }) })
      .last();
    await chart.scrollIntoViewIfNeeded();
    await expect(chart.locator('.chart path').first()).toBeVisible();
    await chart.locator('summary').click();
    await expect(chart.getByRole('table')).toBeVisible();
    expect(await chart.getByRole('row').count()).toBeGreaterThan(3);
  });

  await test.step('a swipe of more than 50 px dismisses a toast, a shorter one does not', async () => {
    await raise(page, 'Plain');
    const swipe = async (distance: number) => {
      const box = await toasts(page).boundingBox();
      if (!box) throw new Error('no toast');
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let step = 1; step <= 8; step++) await page.mouse.move(x - (distance * step) / 8, y);
      await page.mouse.up();
    };
    await swipe(49);
    await expect(toasts(page)).toHaveAttribute('data-state', 'open');
    await swipe(51);
    await expect(toasts(page)).toHaveCount(0);
  });

  await test.step('variants differ, also for a screen reader; only added to cart has View Cart; one survives a reload', async () => {
    await raise(page, 'Destructive');
    const bad = toasts(page).filter({ hasText: 'Failed to update cart item' });
    await expect(bad).toHaveClass(/toast-bad/);
    await expect(page.getByRole('status').filter({ hasText: 'Failed to update cart item' })).toHaveAttribute(
      'aria-live',
      'assertive',
    );
    await reloaded(page, () => raise(page, 'After a reload'));
    await expect(toasts(page)).toContainText('Item has been removed from your cart');
    await expect(toasts(page).getByRole('link', { name: 'View Cart' })).toHaveCount(0);
    await raise(page, 'Added to cart');
    await toasts(page).getByRole('link', { name: 'View Cart' }).click();
    await expect(page).toHaveURL('/cart');
  });
});

test('the scrollbar leaves 600 ms after scrolling stops, a toast after 5000 ms; of seven toasts five show, on a phone two', async ({
  page,
}) => {
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

  await raise(page, 'Plain');
  // A toast under the pointer waits.
  await page.mouse.move(0, 0);
  await expect(toasts(page)).toHaveAttribute('data-state', 'open');
  await page.clock.runFor(4990);
  await expect(toasts(page)).toHaveAttribute('data-state', 'open');
  await page.clock.runFor(20);
  await expect(toasts(page)).toHaveCount(0);

  await raise(page, 'Seven at once');
  await expect(toasts(page)).toHaveCount(5);
  await expect(toasts(page).last()).toContainText('Toast 7 of 7');
  await expect(page.getByText('Toast 2 of 7')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(toasts(page).filter({ visible: true })).toHaveText([/6 of 7/, /7 of 7/]);
});
