// An instructor builds a course from scratch: a title, a pasted outline, text, a quiz, and it is published.
import { expect, type Page } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { test } from './database.ts';
import { enterAs } from './enter.ts';
import { visit } from './visit.ts';

test.describe.configure({ timeout: 150_000 });

const saved = (page: Page) => expect(page.getByText(/Saved at/)).toBeVisible();
const outline = (page: Page) => page.getByRole('complementary', { name: 'Course outline' });

async function writeQuestion(
  page: Page,
  number: number,
  prompt: string,
  right: string,
  wrong: string,
): Promise<void> {
  await page.getByRole('button', { name: 'Add a question' }).click();
  const question = page.getByRole('listitem', { name: `Question ${number}` });
  await question.getByLabel(`Question ${number}`, { exact: true }).fill(prompt);
  await question.getByLabel(`Option 1 of question ${number}`).fill(right);
  await question.getByLabel(`Option 2 of question ${number}`).fill(wrong);
  await question.getByLabel('Option 1 is right').check();
}

test('an instructor creates a course with three lessons and a quiz, and publishes it', async ({
  page,
  baseURL,
}) => {
  await enterAs(page, 'instructor', baseURL);
  await visit(page, '/instructor/courses/create');
  await page.getByLabel('Title').fill('Teaching adagio from scratch');
  await page.getByRole('button', { name: 'Create course' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Teaching adagio from scratch');

  await page.getByLabel('Description').fill('Slow work for teachers who want balance to last.');
  await page.getByLabel('Price in dollars').fill('0');
  await saved(page);

  await page.getByRole('button', { name: 'Paste titles' }).click();
  await page
    .getByRole('textbox', { name: 'Titles' })
    .fill('# Balance\nFind the floor\nBreathe\nLet go\nQuiz: What holds you up?');
  await page.getByRole('button', { name: 'Add to outline' }).click();
  await expect(outline(page).getByRole('button', { name: /^Let go/ })).toBeVisible();

  for (const title of ['Find the floor', 'Breathe', 'Let go']) {
    await outline(page)
      .getByRole('button', { name: new RegExp(`^${title}`) })
      .click();
    await expect(page.getByLabel('Lesson title')).toHaveValue(title);
    await page.getByLabel('Kind of lesson').selectOption('Text');
    await page.getByLabel('Lesson text').fill(`${title}: stand still and count to eight.`);
    await saved(page);
  }
  await outline(page)
    .getByRole('button', { name: /^What holds you up/ })
    .click();
  await writeQuestion(page, 1, 'What do you feel first?', 'The floor', 'The ceiling');
  await writeQuestion(page, 2, 'What moves last?', 'The head', 'The heel');
  await saved(page);

  // The last lesson moves up by keyboard.
  const last = outline(page).getByRole('button', { name: /^Let go/ });
  await last.focus();
  await page.keyboard.press('Alt+ArrowUp');
  const names = outline(page).getByRole('list', { name: 'Lessons of Balance' }).locator('.editor-name');
  await expect(names).toHaveText([/^Find the floor/, /^Let go/, /^Breathe/, /^What holds you up/]);

  await page.setViewportSize({ width: 390, height: 844 });
  await expectNothingFoundOnTheWay(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 900 });

  await page.getByRole('button', { name: 'Publish course' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish course' }).click();
  await expect(page.getByText('0', { exact: true }).first()).toBeVisible();
  const id = /courses\/(\d+)/.exec(page.url())?.[1];
  await visit(page, `/courses/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Teaching adagio from scratch');
  await expect(page.getByText('Let go').first()).toBeVisible();
});
