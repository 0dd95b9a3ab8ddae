// Toasts as spec §4 and §9 describe them, on the page that shows every primitive.
import { expect, test, type Page } from '@playwright/test';
import { reloaded, stopClock, visit } from './visit.ts';

const toasts = (page: Page) => page.locator('li.toast');
const raise = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('at most five show at once, the newest among them, and on a phone two of them', async ({ page }) => {
  await visit(page, '/debug/ui');
  await raise(page, 'Seven at once');
  await expect(toasts(page)).toHaveCount(5);
  await expect(toasts(page).last()).toContainText('Toast 7 of 7');
  await expect(page.getByText('Toast 2 of 7')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(toasts(page).filter({ visible: true })).toHaveText([/6 of 7/, /7 of 7/]);
});

test('one closes by itself after 5000 ms, not before', async ({ page }) => {
  await page.clock.install();
  await visit(page, '/debug/ui');
  await stopClock(page);
  await raise(page, 'Plain');
  // A toast under the pointer waits.
  await page.mouse.move(0, 0);
  await expect(toasts(page)).toHaveAttribute('data-state', 'open');
  await page.clock.runFor(4990);
  await expect(toasts(page)).toHaveAttribute('data-state', 'open');
  await page.clock.runFor(20);
  await expect(toasts(page)).toHaveCount(0);
});

test('a swipe of more than 50 px dismisses, a shorter one does not', async ({ page }) => {
  await visit(page, '/debug/ui');
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

test('variants differ, also for a screen reader; only added to cart has View Cart; one survives a reload', async ({
  page,
}) => {
  await visit(page, '/debug/ui');
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
