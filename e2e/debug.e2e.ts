// /debug shows the visitor's own browser state, and nothing before hydration.
import { expect, test } from '@playwright/test';
import { visit } from './visit.ts';

test('shows flags, guest cart and settings of this browser', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1100, height: 700 });
  await page.addInitScript(() => {
    localStorage.setItem('guestModeEnabled', 'false');
    localStorage.setItem('is_guest_checkout', 'true');
    localStorage.setItem(
      'drx_simple_guest_cart',
      JSON.stringify([{ id: 'guest-1', title: 'Pliés & more', itemId: 1 }]),
    );
  });
  await visit(page, '/debug');
  const fact = (name: RegExp) => page.getByRole('listitem').filter({ hasText: name });
  await expect(fact(/guestModeEnabled/)).toContainText('false');
  await expect(fact(/is_guest_checkout/)).toContainText('true');
  await expect(fact(/drx_simple_guest_cart/)).toContainText('1 lines, 53 bytes');
  await expect(fact(/^Window/)).toContainText('1100 × 700 px');
  await expect(fact(/^Theme/)).toContainText('dark');
  await expect(fact(/^Reduced motion/)).toContainText('yes');
  await expect(fact(/^Version/)).toContainText('1.0.0');
  await expect(page.getByLabel('Stored guest cart')).toContainText('"title": "Pliés & more"');
  await page.getByRole('link', { name: 'UI components and states' }).click();
  await expect(page).toHaveURL('/debug/ui');
});

test('the server sends the frame only, and search engines stay away', async ({ page }) => {
  const html = await (await page.request.get('/debug')).text();
  expect(html).toContain('<meta name="robots" content="noindex"');
  expect(html).not.toContain('not set');
});

test('an invalid stored cart is shown as it is', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('drx_simple_guest_cart', '{"items":'));
  await visit(page, '/debug');
  await expect(page.getByLabel('Stored guest cart')).toHaveText('{"items":');
  await expect(page.getByRole('listitem').filter({ hasText: 'drx_simple_guest_cart' })).toContainText(
    '0 lines, 9 bytes',
  );
});

test('guest mode is on by default and can be switched', async ({ page }) => {
  await visit(page, '/debug');
  const guestMode = page.getByRole('switch', { name: 'Guest mode' });
  const fact = page.getByRole('listitem').filter({ hasText: 'guestModeEnabled' });
  await expect(guestMode).toBeChecked();
  await expect(fact).toContainText('not set (on)');
  await guestMode.click();
  await expect(fact).toContainText('false');
  await page.reload();
  await expect(guestMode).not.toBeChecked();
  await guestMode.click();
  await expect(fact).toContainText('true');
});
