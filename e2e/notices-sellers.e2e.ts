// A rights notice from report to restoration, and a seller suspended and restored.
import type { Page } from '@playwright/test';
import { UNDO_SECONDS } from '#shared/features/site/site.rules.ts';
import { createResource } from '../server/seed/factories.ts';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { settleDecision } from './decisions.ts';
import { enterAs } from './enter.ts';
import { openAccount } from './people.ts';
import { createNewSeller, enterAsNewSeller } from './sellers.ts';
import { expect, test } from './test.ts';
import { visit, toast } from './visit.ts';

/** The sheet on a phone in dark mode, and the dialog over it: no axe violations, nothing too wide. */
async function lookAtSheet(page: Page, open: string): Promise<void> {
  const desk = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectNothingFoundOnTheWay(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: open }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNothingFoundOnTheWay(page, { behind: '.shell' });
  await page.keyboard.press('Escape');
  await page.emulateMedia({ colorScheme: 'light' });
  if (desk) await page.setViewportSize(desk);
  await expectNothingFoundOnTheWay(page);
}

async function giveReason(page: Page, open: string, reason: string, act: string): Promise<void> {
  await page.getByRole('button', { name: open }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason);
  await dialog.getByRole('button', { name: act }).click();
  await expect(dialog).toHaveCount(0);
}

test('a rights notice, its counter-notice, and the restored resource', async ({
  openWindow,
  playwright,
  page,
  baseURL,
  db,
}) => {
  const origin = baseURL ?? '';
  const sellerPage = await openWindow();
  const seller = await enterAsNewSeller(sellerPage, db, baseURL);
  const title = `A photograph of ${seller.slug}`;
  const { id } = await createResource(db, { sellerId: seller.id, title, priceCents: 0 });
  const owner = await playwright.request.newContext({ baseURL: origin, extraHTTPHeaders: { origin } });
  await openAccount(owner, origin);
  expect((await owner.post(`/api/resources/${id}/claim`)).status()).toBe(200);
  const reported = await owner.post(`/api/resources/${id}/report`, {
    data: { reason: 'personal-data', body: 'The photograph on page one shows my daughter.' },
  });
  expect(reported.status()).toBe(204);

  await enterAs(page, 'officer', baseURL);
  await visit(page, '/admin/rights-notices');
  const table = page.getByRole('table', { name: 'Rights notices' });
  await expect(table.getByText('Urgent').first()).toBeVisible();
  await table.getByRole('link', { name: title }).first().click();
  await expect(page.getByText('The photograph on page one shows my daughter.')).toBeVisible();
  await lookAtSheet(page, 'Take down…');
  await giveReason(page, 'Take down…', 'Page one shows a child without consent.', 'Take down');
  await expect(toast(page, 'has been taken down')).toBeVisible();
  const noticeId = Number(/\d+/.exec(new URL(page.url()).search)?.[0]);
  await settleDecision(db, 'notice', noticeId);
  await page.reload();
  await expect(page.getByText('The seller can file a counter-notice until')).toBeVisible();

  // Off sale for everyone; buyers still have it.
  const stranger = await playwright.request.newContext({ baseURL: origin });
  expect((await stranger.get(`/api/resources/${id}`)).status()).toBe(404);
  expect((await owner.get(`/api/resources/${id}/download`)).status()).toBe(200);
  await stranger.dispose();

  await visit(sellerPage, '/seller/notices');
  const item = sellerPage.getByRole('listitem', { name: title });
  await expect(item.getByText('Page one shows a child without consent.')).toBeVisible();
  await expect(sellerPage.getByText('my daughter')).toHaveCount(0);
  await item.getByRole('button', { name: 'File a counter-notice…' }).click();
  const form = sellerPage.getByRole('dialog');
  await form.getByLabel('Why should it be back on sale?').fill('It is a drawing, and nobody was its model.');
  await form.getByRole('button', { name: 'File counter-notice' }).click();
  await expect(form.getByText('Confirm that what you write is true')).toBeVisible();
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: 'File counter-notice' }).click();
  await expect(item.getByText('Our staff will review your counter-notice.')).toBeVisible();

  await page.reload();
  await expect(page.getByText('It is a drawing, and nobody was its model.')).toBeVisible();
  await giveReason(page, 'Restore…', 'It is a drawing indeed.', 'Restore');
  await settleDecision(db, 'notice', noticeId);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Restored' })).toBeVisible();
  expect((await page.request.get(`/api/resources/${id}`)).status()).toBe(200);
  await owner.dispose();
});

test('staff find a seller, add a note, suspend and restore them', async ({ page, baseURL, db }) => {
  // Once a decision has taken effect, the page shows it by itself.
  await page.clock.install();
  const later = () => page.clock.fastForward((UNDO_SECONDS + 4) * 1000);
  await enterAs(page, 'officer', baseURL);
  const { id, name } = await createNewSeller(db, { name: `Studio ${Date.now().toString(36)}` });
  await visit(page, '/admin/sellers');
  await page.getByRole('searchbox', { name: 'Search sellers' }).fill(`#${id}`);
  await page.getByRole('table', { name: 'Sellers' }).getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await page.getByLabel('New note').fill('Asked for the receipt of the music.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText(
    'Asked for the receipt of the music.',
  );

  await lookAtSheet(page, 'Suspend…');
  await giveReason(page, 'Suspend…', 'The receipt never came.', 'Suspend');
  // It can be undone until it takes effect: once with the toast, then it stands.
  await toast(page, 'is suspended').getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Decision undone')).toBeVisible();
  await giveReason(page, 'Suspend…', 'The receipt never came.', 'Suspend');
  await settleDecision(db, 'seller', id);
  await later();
  await expect(page.getByText('The receipt never came.')).toBeVisible();
  expect((await page.request.get(`/api/sellers/${id}`)).status()).toBe(404);

  await page.getByRole('button', { name: 'Restore…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(toast(page, 'is open again')).toBeVisible();
  await settleDecision(db, 'seller', id);
  await later();
  await expect(page.getByRole('button', { name: 'Suspend…' })).toBeVisible();
  expect((await page.request.get(`/api/sellers/${id}`)).status()).toBe(200);

  await page.getByRole('link', { name: 'All sellers' }).click();
  await page.getByRole('link', { name: /^Applications to sell/ }).click();
  await expect(page.getByRole('list', { name: 'Applications' })).toBeVisible();
});
