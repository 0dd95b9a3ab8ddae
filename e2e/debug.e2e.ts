// /debug shows the visitor's own browser state, and nothing before hydration.
import { expect, test } from './test.ts';
import { visit } from './visit.ts';

test('shows flags, guest cart and settings of this browser, and switches guest mode', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1100, height: 700 });
  await visit(page, '/debug');
  const fact = (name: string | RegExp) => page.getByRole('listitem').filter({ hasText: name });
  const guestMode = page.getByRole('switch', { name: 'Guest mode' });
  await expect(guestMode).toBeChecked();
  await expect(fact('guestModeEnabled')).toContainText('not set (on)');
  await guestMode.click();
  await expect(fact('guestModeEnabled')).toContainText('false');

  await page.evaluate(() => {
    localStorage.setItem('is_guest_checkout', 'true');
    localStorage.setItem(
      'drx_simple_guest_cart',
      JSON.stringify([{ id: 'guest-1', title: 'Pliés & more', itemId: 1 }]),
    );
  });
  await visit(page, '/debug');
  await expect(fact(/guestModeEnabled/)).toContainText('false');
  await expect(fact(/is_guest_checkout/)).toContainText('true');
  await expect(fact(/drx_simple_guest_cart/)).toContainText('1 lines, 53 bytes');
  await expect(fact(/^Window/)).toContainText('1100 × 700 px');
  await expect(fact(/^Theme/)).toContainText('dark');
  await expect(fact(/^Reduced motion/)).toContainText('yes');
  await expect(fact(/^Version/)).toContainText('1.0.0');
  await expect(page.getByLabel('Stored guest cart')).toContainText('"title": "Pliés & more"');
  await expect(guestMode).not.toBeChecked();
  await guestMode.click();
  await expect(fact('guestModeEnabled')).toContainText('true');

  await test.step('an invalid stored cart is shown as it is', async () => {
    await page.evaluate(() => localStorage.setItem('drx_simple_guest_cart', '{"items":'));
    await visit(page, '/debug');
    await expect(page.getByLabel('Stored guest cart')).toHaveText('{"items":');
    await expect(fact('drx_simple_guest_cart')).toContainText('0 lines, 9 bytes');
  });
  await page.getByRole('link', { name: 'UI components and states' }).click();
  await expect(page).toHaveURL('/debug/ui');
});
