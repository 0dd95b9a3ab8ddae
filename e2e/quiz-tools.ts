// Taking a quiz in the browser.
import type { Page } from '@playwright/test';

/** The part of a quiz's results these tests read. */
export type QuizResults = {
  attempt: { questions: { question: string; kind: string; correctText: string }[] };
};

export async function handInQuiz(page: Page) {
  await page.getByRole('button', { name: 'Hand in the quiz' }).click();
  await page.getByRole('button', { name: 'Hand it in' }).click();
}

/** Answers the question on the screen with what the results called right. */
export async function answerQuestion(
  page: Page,
  { kind, correctText }: QuizResults['attempt']['questions'][number],
) {
  if (kind === 'single' || kind === 'true_false') {
    await page.getByRole('radio', { name: correctText, exact: true }).check({ force: true });
  } else if (kind === 'multiple') {
    for (const name of correctText.split(', ')) {
      await page.getByRole('checkbox', { name, exact: true }).check({ force: true });
    }
  } else if (kind === 'matching') {
    for (const pair of correctText.split('; ')) {
      const [left = '', right = ''] = pair.split(': ');
      await page.getByRole('combobox', { name: left, exact: true }).selectOption({ label: right });
    }
  } else if (kind === 'number' || kind === 'short_text') {
    await page.getByRole('textbox', { name: /Your answer/ }).fill(correctText.split(' ')[0] ?? '');
  }
}
