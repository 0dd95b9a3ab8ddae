// Staff and money: find an order, refund a line, see that the ledger balances, export it.
import type { Page } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { pricedResources, type DemoResource } from './demo-resources.ts';
import { enterAs } from './enter.ts';
import { expect, test } from './test.ts';
import { go, visit } from './visit.ts';

/** A guest with a unique name has bought two items. */
async function boughtTwo(page: Page, origin: string, name: string): Promise<DemoResource[]> {
  const items = await pricedResources(page);
  const paid = await page.request.post('/api/simple-checkout', {
    headers: { origin },
    data: {
      email: `${name.toLowerCase().replace(' ', '.')}@people.example`,
      name,
      zip: '10001',
      items: items.slice(0, 2).map(({ id }) => ({ itemType: 'resource', itemId: id, quantity: 1 })),
      card: { number: '4242424242424242', expMonth: 4, expYear: 2035, cvc: '123' },
    },
  });
  expect(paid.status(), await paid.text()).toBe(200);
  return items.slice(0, 2);
}

test('staff find an order and refund one line, and the ledger still balances', async ({ page, baseURL }) => {
  const name = `Ottilie Vance${Date.now().toString(36)}`;
  const [first, second] = await boughtTwo(page, baseURL ?? '', name);
  if (!first || !second) throw new Error('The demo school has nothing to buy');
  await enterAs(page, 'admin', baseURL);
  await visit(page, '/admin/orders');
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(name);
  const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(1);
  await expectNothingFoundOnTheWay(page);
  await rows.getByRole('link').click();

  await page.getByRole('button', { name: 'Refund', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Refund').selectOption(`${first.title}: $${first.price}`);
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog.getByText('Enter a reason of at least 3 characters. The buyer sees it.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('A page was missing.');
  await dialog.getByRole('button', { name: 'Refund' }).click();
  await expect(dialog).toBeHidden();
  const refunds = page.getByRole('list', { name: 'Refunds' });
  await expect(refunds).toContainText(`−$${first.price}`);
  // The gateway confirms the refund a moment later.
  await expect(async () => {
    await page.reload();
    await expect(refunds).toContainText('Refunded', { timeout: 3000 });
  }).toPass();
  await expect(page.getByText('Partly refunded')).toBeVisible();
  const lines = page.getByRole('list', { name: 'Lines' });
  await expect(lines.getByRole('listitem').filter({ hasText: first.title })).toContainText('Refunded');
  await expect(lines.getByRole('listitem').filter({ hasText: second.title })).not.toContainText('Refunded');
  await expectNothingFoundOnTheWay(page);

  await page.getByRole('link', { name: 'View in ledger' }).click();
  const transactions = page.getByRole('list', { name: 'Transactions' });
  await expect(transactions.getByRole('listitem')).toHaveCount(2);
  await expect(transactions).toContainText(`−$${first.price}`);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(
    page.getByText('The ledger balances: every transaction sums to zero, and so does the total.'),
  ).toBeVisible();
  await page.getByLabel('Month').selectOption({ index: 0 });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'By seller' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^sellers-\d{4}-\d\d\.csv$/);
  await expectNothingFoundOnTheWay(page);

  await page.getByRole('navigation', { name: 'Money' }).getByRole('link', { name: 'Revenue' }).click();
  await expect(page.getByText(/^\$[\d,.]+ in total; the highest day was/)).toBeVisible();
  await expectNothingFoundOnTheWay(page);

  // A ledger without transactions doesn’t ask to change filters nobody chose.
  await page.route('**/api/admin/ledger?*', (route) => route.fulfill({ json: { items: [], next: null } }));
  await page.route('**/api/admin/ledger', (route) => route.fulfill({ json: { items: [], next: null } }));
  await page.reload();
  await go(page, '/admin/ledger');
  await expect(page.getByRole('heading', { name: 'No transactions yet' })).toBeVisible();
  await go(page, '/admin/ledger?kind=refund');
  await expect(page.getByRole('heading', { name: 'No transactions match your filters' })).toBeVisible();
});
