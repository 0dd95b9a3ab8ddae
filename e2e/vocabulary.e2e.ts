// Styles and categories as staff manage them: reordered by keyboard, merged, and found in the catalogue at once.
// Everything created here is removed again, so that other tests find the school unchanged.
import type { Page } from '@playwright/test';
import { enterAs } from './enter.ts';
import { expect, test } from './test.ts';
import { go, visit } from './visit.ts';

const rows = (page: Page, list: string) => page.getByRole('list', { name: list }).getByRole('listitem');
const choose = async (page: Page, name: string, entry: string) => {
  await page.getByRole('button', { name: `More for ${name}`, exact: true }).press('Enter');
  await page.getByRole('menuitem', { name: entry }).press('Enter');
};
async function add(page: Page, opener: string, name: string): Promise<void> {
  await page.getByRole('button', { name: opener }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('a style is added, reordered by keyboard, shown in the store and deleted', async ({ page, baseURL }) => {
  await enterAs(page, 'officer', baseURL);
  // The officers' menu has no entry for it; their dashboard links there.
  await visit(page, '/admin/curriculum-officer');
  await page.getByRole('link', { name: 'Dance styles' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dance styles' })).toBeVisible();
  const name = `Polka ${Date.now() % 100_000}`;
  await add(page, 'Add a style', name);
  const all = rows(page, 'Dance styles');
  await expect(all.last()).toContainText(name);
  const count = await all.count();
  await choose(page, name, 'Move up');
  await expect(all.nth(count - 2)).toContainText(name);
  await expect(page.getByText(`${name} is now number ${count - 1} of ${count}.`)).toBeAttached();
  // With the handle: picked up, moved by an arrow key, dropped.
  const handle = page.getByRole('button', { name: `Move ${name}`, exact: true });
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`Picked up ${name}.`)).toBeAttached();
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText(new RegExp(`^${name} is over (?!${name})`))).toBeAttached();
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/order'));
  await page.keyboard.press('Space');
  await expect(all.nth(count - 3)).toContainText(name);
  // Shown before it is saved.
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(all.nth(count - 3)).toContainText(name);
  await go(page, '/curriculum');
  await page.getByRole('navigation', { name: 'Dance style' }).getByRole('link', { name }).click();
  await expect(page).toHaveURL(/style=Polka/);
  await expect(page.getByRole('heading', { name: 'No resources match your filters' })).toBeVisible();
  await go(page, '/admin/dance-styles');
  await choose(page, name, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(name)).toHaveCount(0);
});

test('categories are moved in and out by keyboard, and merged', async ({ page, baseURL }) => {
  await enterAs(page, 'officer', baseURL);
  await visit(page, '/admin/curriculum-categories');
  const mark = Date.now() % 100_000;
  const [first, second] = [`Etudes ${mark}`, `Recital ${mark}`];
  await add(page, 'Add a category', first);
  await add(page, 'Add a category', second);
  const all = rows(page, 'Resource categories');
  await expect(all.last()).toContainText(second);
  await choose(page, second, 'Move in');
  await expect(page.getByText(`${second} is now in ${first}, last.`)).toBeAttached();
  await choose(page, second, 'Move out');
  await expect(page.getByText(`${second} is now in the top level, last.`)).toBeAttached();
  await choose(page, first, 'Merge…');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Merge' }).click();
  await expect(question.getByRole('alert')).toHaveText('Choose a category to merge into');
  await question.getByLabel('Into').selectOption({ label: second });
  await question.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByRole('button', { name: `Move ${first}` })).toHaveCount(0);
  await choose(page, second, 'Delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: `Move ${second}` })).toHaveCount(0);
  // Course categories are for admins.
  await go(page, '/admin/course-categories');
  await expect(page.getByText('You don’t have access to this page')).toBeVisible();
});
