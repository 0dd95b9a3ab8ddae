// A seller's money from the first sale to the bank: pending, a test bank account, a payout run by staff, paid; and the
// statement that explains it, on the page and as CSV.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import type { Db } from '../server/db/client.ts';
import { createResource } from '../server/seed/factories.ts';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { enterAs } from './enter.ts';
import { enterAsNewSeller } from './sellers.ts';
import { expect, test } from './test.ts';
import { visit } from './visit.ts';

/** A guest buys it. */
async function buy(page: Page, itemId: number): Promise<void> {
  const answer = await page.request.post('/api/simple-checkout', {
    data: {
      email: `buyer-${process.pid}@people.example`,
      name: 'Mara Okafor',
      zip: '10001',
      items: [{ itemType: 'resource', itemId, quantity: 1 }],
      card: { number: '4242424242424242', expMonth: 4, expYear: 2035, cvc: '123' },
    },
    headers: { 'idempotency-key': `payee-${itemId}` },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

/** The account looks ready and accepts nothing, until the function is dropped. */
async function shutBank(db: Db, sellerId: number): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select gateway_id as id from payout_accounts where user_id = ${sellerId}`,
  );
  const account = sql.raw(`'${rows[0]?.id}'`);
  await db.execute(
    sql`create or replace function bank_is_shut() returns trigger language plpgsql as 'begin return null; end'`,
  );
  await db.execute(sql`create or replace trigger bank_is_shut before update on sandbox_accounts
    for each row when (old.id = ${account}) execute function bank_is_shut()`);
}

const figure = (page: Page, label: string) =>
  page.locator('.money-figs > div').filter({ has: page.getByText(label, { exact: true }) });

test('a seller sets up payouts, is paid by a payout run, and sees it in the statement', async ({
  page,
  openWindow,
  db,
  baseURL,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const name = `Payee ${Date.now().toString(36)}`;
  const { id: sellerId } = await enterAsNewSeller(page, db, baseURL, { name });
  const { id } = await createResource(db, { sellerId, title: 'Barre cards', priceCents: 2000 });
  const staff = await openWindow();
  await buy(staff, id);

  await visit(page, '/seller/payments');
  await expect(figure(page, 'Pending')).toContainText('$17.00');
  await expect(page.getByText('Set up your payout account with the test bank first')).toBeVisible();
  await page.getByRole('button', { name: 'Set up payouts' }).click();
  await page.getByRole('button', { name: 'Open account' }).click();
  await expect(page.getByText('Ready', { exact: true })).toBeVisible();
  await expect(page.getByText(/\$17\.00 on \w+ \d+, \d{4}/)).toBeVisible();
  await expectNothingFoundOnTheWay(page);

  await db.execute(
    sql`update earnings set available_at = now() - interval '1 minute' where seller_id = ${sellerId}`,
  );
  await shutBank(db, sellerId);
  await enterAs(staff, 'admin', baseURL);
  await visit(staff, '/admin/payouts');
  await staff.getByRole('button', { name: 'Run payouts now…' }).click();
  await staff.getByRole('button', { name: 'Run payouts', exact: true }).click();
  const row = staff.getByRole('row').filter({ hasText: name });
  await expect(row.getByText('Failed', { exact: true })).toBeVisible({ timeout: 30_000 });
  await visit(page, '/seller/payments');
  await expect(page.getByText('Your payout of $17.00 failed')).toBeVisible();
  await expect(page.getByText('cannot pay into this account yet. We’ll try again')).toBeVisible();
  await staff.setViewportSize({ width: 390, height: 844 });
  expect(await staff.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expectNothingFoundOnTheWay(staff);

  await db.execute(sql`drop function bank_is_shut cascade`);
  await row.getByRole('button', { name: 'Retry' }).click();
  const paid = row.filter({ has: staff.getByText('Paid', { exact: true }) });
  await expect(paid).toBeVisible({ timeout: 30_000 });
  await expect(paid).toContainText('$17.00');

  await visit(page, '/seller/payments');
  await expect(figure(page, 'Paid out')).toContainText('$17.00');
  await expect(figure(page, 'Available')).toContainText('$0.00');
  const lines = page.getByRole('table', { name: /Entries this month/ }).getByRole('row');
  await expect(lines.filter({ hasText: 'Payout, no.' })).toContainText(['−$17.00', '−$17.00']);
  await expect(lines.filter({ hasText: 'Failed payout' })).toContainText('+$17.00');
  await expect(lines.filter({ hasText: 'Barre cards' })).toContainText('$20.00 paid, $3.00 fee');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain('Barre cards,20.00,3.00,17.00,17.00');
  await page.getByRole('link', { name: 'By year' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'All of' })).toContainText('$17.00');
});
