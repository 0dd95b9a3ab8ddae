// Adding resources: one with every field, five at once, an interrupted upload, two windows, a phone, keyboard only.
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import { enterAsNewSeller } from './sellers.ts';
import { expect, test } from './test.ts';
import { go, visit } from './visit.ts';

const PHONE = { width: 390, height: 844 };
const EDIT = /\/curriculum\/\d+\/edit$/;
const DESCRIPTION = 'A slow barre for the first weeks, with **counts** for every exercise.';

const text = (name: string, words = 'Plié, tendu, slow. ') => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(words.repeat(200)),
});

/** Uploaded, checked by a job, attached: a busy machine takes its time. */
const ARRIVED = { timeout: 30_000 };

test.beforeEach(({ page, db, baseURL }) => enterAsNewSeller(page, db, baseURL));

const fileInput = (page: Page) => page.locator('input[type=file]').first();
const files = (page: Page) => page.getByRole('list', { name: 'Files', exact: true }).getByRole('listitem');
const bar = (page: Page) => page.getByRole('region', { name: 'This resource' });
const saved = (page: Page) => expect(bar(page).getByText('Saved', { exact: true })).toBeVisible();

async function fillIn(page: Page) {
  await page.getByRole('textbox', { name: 'Description' }).fill(DESCRIPTION);
  await page.getByLabel('Category').selectOption({ index: 1 });
}

test('a resource from its first file to review, and back', async ({ page }) => {
  await visit(page, '/upload-resource');
  await fileInput(page).setInputFiles([text('slow-barre_week-1.txt'), text('counts.txt')]);
  await expect(page).toHaveURL(EDIT);
  await expect(page.getByLabel('Title')).toHaveValue('Slow barre week 1');
  await expect(page.getByLabel('Type')).toHaveValue('text');
  await expect(files(page)).toHaveCount(2, ARRIVED);

  await bar(page).getByRole('button', { name: 'Submit for review' }).click();
  await expect(bar(page).getByRole('button', { name: 'Choose a category.' })).toBeVisible();
  await fillIn(page);
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.locator('strong', { hasText: 'counts' }).last()).toBeVisible();
  await page.getByRole('button', { name: 'Write', exact: true }).click();
  await page.getByLabel('Paid').check();
  await page.getByLabel('Amount in US dollars').fill('12');
  await page.getByLabel('Tags').fill('barre, slow,');
  await saved(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove tag: slow' })).toBeVisible();
  await expect(page.getByLabel('Amount in US dollars')).toHaveValue('12.00');

  await bar(page).getByRole('button', { name: 'Submit for review' }).click();
  await expect(bar(page).getByText('In review')).toBeVisible();
  await expect(page.getByLabel('Title')).toBeDisabled();
  await bar(page).getByRole('button', { name: 'Withdraw' }).click();
  await expect(bar(page).getByText('Draft')).toBeVisible();
  await expect(page.getByLabel('Title')).toBeEnabled();
});

test('an interrupted upload resumes after a reload', async ({ page }, info) => {
  // Three parts; a file on disk, whose modification time stays the same.
  const path = info.outputPath('long-class.txt');
  await writeFile(path, 'Plié, tendu, glissé, fondu. '.repeat(320_000));
  const offsets: number[] = [];
  let isCut = true;
  await page.route('**/api/uploads/tus/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    const offset = Number(route.request().headers()['upload-offset']);
    if (isCut && offset > 0) return route.abort();
    offsets.push(offset);
    return route.continue();
  });
  page.on('dialog', (dialog) => void dialog.accept());
  await visit(page, '/upload-resource');
  await fileInput(page).setInputFiles(path);
  await expect(page).toHaveURL(EDIT);
  const sent = page.getByRole('listitem').filter({ hasText: basename(path) });
  await expect(sent.getByRole('progressbar')).toBeVisible();
  await expect.poll(() => offsets).toEqual([0]);
  await saved(page);
  await page.reload();
  await expect(sent.getByText('Choose this file again')).toBeVisible();
  isCut = false;
  await fileInput(page).setInputFiles(path);
  await expect(sent.getByText('Choose this file again')).toBeHidden();
  await expect(files(page)).toHaveCount(1, ARRIVED);
  expect(offsets[1]).toBeGreaterThan(0);
});

test('a file is attached once even if uploaded before; the leftover upload is offered', async ({
  page,
  baseURL,
}) => {
  const plan = text(`plan-${process.pid}-${Date.now()}.txt`);
  const leaveBehind = await page.request.post('/api/upload', {
    multipart: { file: plan },
    headers: { origin: baseURL ?? '' },
  });
  expect(leaveBehind.status()).toBe(201);
  await visit(page, '/upload-resource');
  const leftovers = page.getByRole('list', { name: 'Uploaded earlier, not attached' });
  const leftover = leftovers.getByRole('listitem').filter({ hasText: plan.name });
  await expect(leftover.getByRole('button', { name: 'Attach' })).toBeEnabled(ARRIVED);
  await fileInput(page).setInputFiles(plan);
  await expect(files(page)).toHaveCount(1, ARRIVED);
  await saved(page);
  await page.reload();
  await expect(leftover).toBeVisible();
  await expect(files(page)).toHaveCount(1);

  await leftover.getByRole('button', { name: 'Attach' }).click();
  await expect(files(page)).toHaveCount(2, ARRIVED);
  await expect(leftover).toBeHidden();

  await page.request.post('/api/upload', { multipart: { file: plan }, headers: { origin: baseURL ?? '' } });
  await go(page, '/multi-upload-resource');
  await expect(leftover).toBeVisible();
  await fileInput(page).setInputFiles(plan);
  const rows = page.getByRole('list', { name: 'New resources' }).getByRole('textbox', { name: 'Title' });
  await rows.fill('Words of the first visit');
  await expect(page.getByText('Ready,')).toBeVisible(ARRIVED);
  await page.reload();
  await expect(rows).toHaveValue('Words of the first visit');
  await fileInput(page).setInputFiles(plan);
  await expect(leftover).toHaveCount(2);
  await expect(rows).toHaveCount(1);
  await expect(rows).toHaveValue('Words of the first visit');
  await leftover.first().getByRole('button', { name: 'Delete' }).click();
  await expect(leftover).toHaveCount(1);
});

test('five uploads at once on a phone; a sixth is refused before sending', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await visit(page, '/multi-upload-resource');
  const begun: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/uploads/tus')) begun.push(request.url());
  });
  await fileInput(page).setInputFiles([1, 2, 3, 4, 5, 6].map((number) => text(`exercise-${number}.txt`)));
  await expect(page.getByRole('alert')).toContainText('1 file wasn’t added');
  const rows = page.getByRole('list', { name: 'New resources' }).getByRole('textbox', { name: 'Title' });
  await expect(rows).toHaveCount(5);
  await expect(rows.nth(4)).toHaveValue('Exercise 5');
  await page.getByText('Shared details').click();
  const all = page.locator('details', { hasText: 'Shared details' });
  await all.getByLabel('Category').selectOption({ index: 1 });
  await all.getByLabel('Price in US dollars').fill('4.5');
  await all.getByRole('button', { name: 'Apply to all' }).click();
  await page.getByRole('button', { name: 'Submit all' }).click();
  await expect(page.getByText('Enter at least 40 characters').first()).toBeVisible();
  await page.getByRole('button', { name: 'Save as drafts' }).click();
  await expect(page.getByRole('heading', { name: '5 resources saved' })).toBeVisible(ARRIVED);
  expect(begun).toHaveLength(5);
  await page.getByRole('link', { name: 'Exercise 3' }).click();
  await expect(page.getByLabel('Amount in US dollars')).toHaveValue('4.50');
  await expect(files(page)).toHaveCount(1, ARRIVED);
});

test('two windows: the outdated one is told and can load the newer version', async ({ page, baseURL }) => {
  await visit(page, '/upload-resource');
  await page.getByLabel('Title').fill('First words');
  await expect(page).toHaveURL(EDIT);
  await expect(page.getByLabel('Title')).toBeFocused();
  await saved(page);
  const id = /\d+/.exec(new URL(page.url()).pathname)?.[0] ?? '';
  const { revision } = (await (await page.request.get(`/api/my/resources/${id}`)).json()) as {
    revision: number;
  };
  const answer = await page.request.patch(`/api/resources/${id}`, {
    data: { title: 'Words of the other window', revision },
    headers: { origin: baseURL ?? '' },
  });
  expect(answer.status()).toBe(200);
  await page.getByLabel('Title').fill('Second words');
  await page.getByRole('button', { name: 'Load the other version' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Words of the other window');
  await saved(page);
});

test('keyboard only: choose files, sort them, submit for review', async ({ page }) => {
  // Registered before the key press: otherwise the browser may open its own dialog first.
  const chooser = page.waitForEvent('filechooser');
  await visit(page, '/upload-resource');
  const button = page.getByRole('button', { name: 'Choose files' });
  await button.focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles([text('one.txt'), text('two.txt')]);
  await expect(files(page)).toHaveCount(2, ARRIVED);
  const order = files(page).locator('.draft-file-name strong');
  const [first, second] = ['one.txt', 'two.txt'];
  await expect(order).toHaveText([first, second]);
  await page.getByRole('button', { name: `Move ${first}`, exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`${first} is over position 1 of 2.`)).toBeAttached();
  // A key press may be spent on scrolling; one too many changes nothing, because there is no third position.
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(page.getByText(`${first} is over position 2 of 2.`)).toBeAttached({ timeout: 2000 });
  }).toPass();
  await page.keyboard.press('Space');
  await expect(order).toHaveText([second, first]);
  await page.getByRole('textbox', { name: 'Description' }).focus();
  await page.keyboard.type(DESCRIPTION);
  await page.getByLabel('Category').focus();
  await page.keyboard.press('ArrowDown');
  await saved(page);
  await bar(page).getByRole('button', { name: 'Submit for review' }).focus();
  await page.keyboard.press('Enter');
  await expect(bar(page).getByText('In review')).toBeVisible();
  await page.reload();
  await expect(order).toHaveText([second, first]);
});
