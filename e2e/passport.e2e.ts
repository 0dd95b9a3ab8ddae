// Hours learned elsewhere: added with a file on a phone, read and counted by staff, seen by the learner.
import { expect } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { enterAs } from './enter.ts';
import { PHONE } from './looks.ts';
import { openAccount, test } from './people.ts';
import { visit } from './visit.ts';

/** A picture of one pixel. */
const PHOTO = {
  name: 'attendance.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

const yesterday = () => new Date(Date.now() - 36 * 3_600_000).toISOString().slice(0, 10);

test('someone adds hours on a phone, staff count them, and they are in the passport', async ({
  browser,
  baseURL,
  mailbox,
}) => {
  test.slow();
  const origin = baseURL ?? '';
  const phone = await browser.newContext({ viewport: { width: PHONE, height: 844 }, baseURL: origin });
  const page = await phone.newPage();
  const learner = await openAccount(page.request, origin);
  const title = `Falling safely with ${learner.username}`;

  await visit(page, '/certificates');
  await expect(page.getByRole('heading', { level: 1, name: 'Your certifications' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No certifications yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Add outside hours' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add outside hours' });
  await dialog.getByRole('button', { name: 'Send to review' }).click();
  await expect(dialog.getByText('Say what you did.')).toBeVisible();
  await dialog.getByLabel('What did you do?').fill(title);
  await dialog.getByLabel('Who held it?').fill('Northside Dance Center');
  await dialog.getByLabel('Day').fill(yesterday());
  await dialog.getByLabel('Hours').fill('3.5');
  await dialog.getByRole('checkbox', { name: 'It was about safe practice' }).check();
  await dialog.getByRole('button', { name: 'Send to review' }).click();
  await expect(dialog.getByText('Add at least one file')).toBeVisible();
  await dialog.locator('input[type=file]').setInputFiles(PHOTO);
  await expect(dialog.getByText('Ready,')).toBeVisible({ timeout: 30_000 });
  await expectNothingFoundOnTheWay(page, { within: '[role=dialog]' });
  await dialog.getByRole('button', { name: 'Send to review' }).click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText('In review');
  const evidence = await row.getByRole('link', { name: /attendance\.png/ }).getAttribute('href');

  // Nobody else opens it.
  const other = await browser.newContext({ baseURL: origin });
  await openAccount(other.request, origin);
  expect((await other.request.get(evidence ?? '')).status()).toBe(404);
  await other.close();

  const desk = await browser.newContext({ baseURL: origin });
  const staff = await desk.newPage();
  await enterAs(staff, 'admin', origin);
  await visit(staff, `/admin/credit-hours?q=${encodeURIComponent(learner.username)}`);
  const item = staff.getByRole('listitem').filter({ hasText: title });
  await expect(item).toContainText('3.5 hours');
  expect((await desk.request.get(evidence ?? '')).status()).toBe(200);
  await expectNothingFoundOnTheWay(staff);
  await item.getByRole('button', { name: /^Count/ }).click();
  await expect(item).toHaveCount(0);
  await desk.close();

  expect(await mailbox.textTo(learner.email, 'Counted')).toContain('3.5 hours');
  await visit(page, '/my-certifications');
  await expect(row).toContainText('Counted');
  await expect(page.getByText('Counted so far')).toBeVisible();
  const passport = await page.request.get('/api/passport.pdf');
  expect(passport.headers()['content-type']).toContain('application/pdf');
  await expectNothingFoundOnTheWay(page);
  await phone.close();
});
