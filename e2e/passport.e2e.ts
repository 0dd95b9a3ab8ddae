// Hours learned elsewhere: added with a file on a phone, read and counted by staff, seen by the learner.
import { expectNothingFoundOnTheWay } from './axe.ts';
import { enterAs } from './enter.ts';
import { expectWhole, PHONE } from './looks.ts';
import { openAccount } from './people.ts';
import { expect, test } from './test.ts';
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
  page,
  openWindow,
  newClient,
  baseURL,
  mailbox,
}) => {
  await page.setViewportSize({ width: PHONE, height: 844 });
  const learner = await openAccount(page.request, baseURL);
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
  await expectWhole(dialog.getByLabel('Day'));
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
  const other = await newClient();
  await openAccount(other, baseURL);
  expect((await other.get(evidence ?? '')).status()).toBe(404);

  const staff = await openWindow();
  await enterAs(staff, 'admin', baseURL);
  await visit(staff, `/admin/credit-hours?q=${encodeURIComponent(learner.username)}`);
  const item = staff.getByRole('listitem').filter({ hasText: title });
  await expect(item).toContainText('3.5 hours');
  expect((await staff.request.get(evidence ?? '')).status()).toBe(200);
  await expectNothingFoundOnTheWay(staff);
  await item.getByRole('button', { name: /^Count/ }).click();
  await expect(item).toHaveCount(0);

  expect(await mailbox.textTo(learner.email, 'Counted')).toContain('3.5 hours');
  await visit(page, '/my-certifications');
  await expect(row).toContainText('Counted');
  await expect(page.getByText('Counted so far')).toBeVisible();
  const passport = await page.request.get('/api/passport.pdf');
  expect(passport.headers()['content-type']).toContain('application/pdf');
  await expectNothingFoundOnTheWay(page);
});
