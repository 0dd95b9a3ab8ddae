// Refunds: a buyer requests one on the receipt, staff decide, and access ends for that item only.
import type { Page } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { pricedResource, type DemoResource } from './demo-resources.ts';
import { enterAs } from './enter.ts';
import { openAccount } from './people.ts';
import { expect, test } from './test.ts';
import { go, visit } from './visit.ts';

async function buy(
  page: Page,
  items: readonly DemoResource[],
  email: string,
  origin: string = '',
): Promise<number> {
  const answer = await page.request.post('/api/simple-checkout', {
    data: {
      email,
      name: 'Ida Quist',
      zip: '10001',
      items: items.map(({ id }) => ({ itemType: 'resource', itemId: id, quantity: 1 })),
      card: { number: '4242424242424242', expMonth: 4, expYear: 2035, cvc: '123' },
    },
    headers: { origin },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { orderId: number }).orderId;
}

test('a buyer requests a refund for one of two items, staff approve it, and access ends', async ({
  page,
  openWindow,
  baseURL,
}) => {
  const person = await openAccount(page.request, baseURL);
  const [first, second] = [await pricedResource(page, 8), await pricedResource(page, 9)];
  const orderId = await buy(page, [first, second], person.email, baseURL);
  const reason = `I bought the wrong level, says ${person.username}.`;

  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `/orders/${orderId}`);
  const refunds = page.getByRole('region', { name: 'Refunds' });
  await refunds.getByRole('button', { name: 'Ask for a refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for a refund' });
  await dialog.getByRole('button', { name: 'Ask for a refund' }).click();
  await expect(dialog).toContainText('Enter a reason.');
  await dialog.getByLabel(first.title).check();
  await dialog.getByLabel('Why?').fill(reason);
  await expectNothingFoundOnTheWay(page);
  await dialog.getByRole('button', { name: 'Ask for a refund' }).click();
  await expect(refunds).toContainText('Pending');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const desk = await openWindow();
  await enterAs(desk, 'admin', baseURL);
  await visit(desk, '/admin/refunds');
  const request = desk.getByRole('listitem').filter({ hasText: reason });
  await expect(request).toContainText(first.title);
  await request.getByRole('button', { name: 'Refund', exact: true }).click();
  const decide = desk.getByRole('dialog');
  await decide.getByLabel(/Message to the buyer/).fill('Of course.');
  await decide.getByRole('button', { name: 'Refund' }).click();
  await expect(desk.getByText('Refund approved', { exact: true })).toBeVisible();

  // It is processing, and completes while the buyer watches.
  await visit(page, `/orders/${orderId}`);
  await expect(refunds).toContainText(`for ${first.title} was refunded to your card`, { timeout: 20_000 });
  await expect(refunds).toContainText('Of course.');
  await go(page, '/my-purchases');
  await expect(page.getByRole('link', { name: second.title }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: first.title })).toHaveCount(0);
});
