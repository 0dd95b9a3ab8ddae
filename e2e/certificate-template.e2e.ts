// An instructor designs a certificate: a copy of a starter, an element moved by keyboard, and it is used.
import { expectNothingFoundOnTheWay } from './axe.ts';
import { enterAs } from './enter.ts';
import { expect, test } from './test.ts';
import { visit } from './visit.ts';

test('an instructor copies a template, moves the name by keyboard, previews it and uses it', async ({
  page,
  baseURL,
}) => {
  await enterAs(page, 'instructor', baseURL);
  await visit(page, '/certificate-templates');
  await page.getByRole('button', { name: 'More for Ballet, landscape', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByText('Version 1, draft')).toBeVisible();
  await expectNothingFoundOnTheWay(page);

  await page.getByLabel('Name of the template').fill('Summer school');
  const board = page.getByRole('region', { name: 'Page', exact: true });
  const name = board.getByRole('button', { name: 'Learner name' });
  const left = page.getByLabel('From the left');
  await expect(left).toHaveValue('0.62 in');
  await name.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(left).toHaveValue('0.77 in');
  await page.keyboard.press('Control+z');
  await expect(left).toHaveValue('0.62 in');
  await page.keyboard.press('Control+Shift+z');
  await expect(left).toHaveValue('0.77 in');

  const box = await board.getByRole('button', { name: 'Disc' }).boundingBox();
  if (!box) throw new Error('The disc is not on the page');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 - 20, box.y + box.height / 2 + 30, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByRole('heading', { name: 'Disc' })).toBeVisible();

  await page.getByRole('button', { name: 'Hide Ribbon' }).click();
  await expect(board.getByRole('button', { name: 'Ribbon' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Add a layer' }).click();
  await page.getByRole('menuitem', { name: 'Text' }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('With honors');
  await expect(page.getByText(/Fits on two lines at \d+(\.\d)? pt/)).toBeVisible();
  await page.getByRole('button', { name: 'Shortest' }).click();
  await expect(page.getByText('Fits on one line at 57 pt.')).toBeVisible();
  await page.getByLabel('Script').selectOption('Arabic');
  await expect(page.getByRole('figure', { name: /^Preview: محمد/ })).toBeVisible();
  await expect(page.getByText(/Saved at/)).toBeVisible();

  const id = /\d+$/.exec(page.url())?.[0];
  const testPage = await page.request.get(`/api/certificate-templates/${id}/test-page`);
  expect(testPage.headers()['content-type']).toMatch(/^application\/pdf/);
  await page.getByRole('button', { name: 'Use this template' }).click();
  await expect(page.getByText('Version 1, in use')).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('Name of the template')).toHaveValue('Summer school');
  await expect(left).toHaveValue('0.77 in');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('To move things on the page, open this on a larger screen.')).toBeVisible();
  await expect(board).toBeHidden();
  await expectNothingFoundOnTheWay(page);
});
