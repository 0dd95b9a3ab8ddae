// A coupon's life: an admin creates one, a guest is rejected and then pays less with it, and the admin sees its use.
import { expectNothingFoundOnTheWay } from './axe.ts';
import { pricedResource } from './demo-resources.ts';
import { enterAs } from './enter.ts';
import { newPerson } from './people.ts';
import { expect, test } from './test.ts';
import { go, storeGuestCart, visit } from './visit.ts';

test('an admin creates a coupon, a guest redeems it, and its use is counted', async ({
  openWindow,
  page,
  baseURL,
}) => {
  const code = `AUTUMN-${Date.now().toString(36).toUpperCase()}`;
  await enterAs(page, 'admin', baseURL);
  await visit(page, '/admin/coupons');
  await page.getByRole('button', { name: 'New coupon' }).click();
  const dialog = page.getByRole('dialog', { name: 'New coupon' });
  await dialog.getByLabel('Code').fill('WELCOME10');
  await dialog.getByLabel('Percent').fill('50');
  await dialog.getByLabel('Uses in all').fill('20');
  await dialog.getByRole('button', { name: 'Create coupon' }).click();
  await expect(dialog.getByText('Another coupon has this code.')).toBeVisible();
  await dialog.getByLabel('Code').fill(code);
  await expectNothingFoundOnTheWay(page);
  await dialog.getByRole('button', { name: 'Create coupon' }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row', { name: new RegExp(code) });
  await expect(row).toContainText('50% off');
  await expect(row).toContainText('Active');

  const guest = await openWindow({ width: 390, height: 844 });
  const { id: itemId, title, price } = await pricedResource(guest, 7);
  await storeGuestCart(guest, [{ itemId, title, price }]);
  const half = (Math.round(Number(price) * 100) - Math.round(Math.round(Number(price) * 100) / 2)) / 100;
  await visit(guest, '/cart');
  const field = guest.getByLabel('Coupon', { exact: true });
  await field.fill('SUMMER25');
  await field.press('Enter');
  await expect(guest.getByText(/^The coupon SUMMER25 expired on/)).toBeVisible();
  // Coupons that depend on earlier orders need sign-in; every guest sees the same message.
  await field.fill('welcome10');
  await field.press('Enter');
  await expect(
    guest.getByText('The coupon WELCOME10 is for a first order. Sign in to use it.'),
  ).toBeVisible();
  await field.fill(code.toLowerCase());
  await guest.getByRole('button', { name: 'Apply the coupon' }).click();
  const sum = guest.getByRole('complementary', { name: 'Order Summary' });
  await expect(sum).toContainText(`${code}, 50% off`);
  await expect(sum.locator('.cart-total')).toContainText(`$${half.toFixed(2)}`);
  await expectNothingFoundOnTheWay(guest);

  // It is kept on the way to checkout, and can be removed and entered again there.
  await go(guest, '/simple-checkout');
  const pay = (amount: string) => guest.getByRole('button', { name: `Pay $${amount}`, exact: true });
  await expect(pay(half.toFixed(2))).toBeVisible();
  await guest.getByRole('button', { name: `Remove the coupon ${code.toLowerCase()}` }).click();
  await expect(pay(price)).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(code);
  await field.press('Enter');
  await expect(pay(half.toFixed(2))).toBeVisible();
  await expectNothingFoundOnTheWay(guest);
  await guest.getByLabel('Name').fill('Ida Quist');
  await guest.getByLabel('Email').fill(newPerson().email);
  await guest.getByLabel('ZIP code').fill('97201');
  await guest.getByLabel('Card number').fill('4242424242424242');
  await guest.getByLabel('Expiry').fill('04 / 35');
  await guest.getByLabel('Security code').fill('123');
  await pay(half.toFixed(2)).click();
  await expect(guest).toHaveURL(/\/payment-success/, { timeout: 20_000 });
  expect(await guest.evaluate(() => localStorage.getItem('releve.coupon'))).toBe(null);

  await page.reload();
  await expect(row).toContainText(`$${half.toFixed(2)}`);
  await page.getByRole('button', { name: `Deactivate ${code}` }).click();
  await expect(row).toContainText('Inactive');
});
