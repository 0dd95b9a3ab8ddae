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

/** Goes through all questions, in whatever order they are asked, up to the last page. */
export async function answerAll(page: Page, { attempt }: QuizResults, afterFirst?: () => Promise<void>) {
  const count = attempt.questions.length;
  for (let at = 1; at <= count; at++) {
    const question = page.getByRole('region', { name: `Question ${at}` });
    const asked = await question.getByRole('heading', { level: 1 }).textContent();
    const right = attempt.questions.find((each) => each.question === asked);
    if (right) await answerQuestion(page, right);
    if (at === 1) await afterFirst?.();
    const next = at < count ? `Go to question ${at + 1}` : 'Look over your answers';
    await page.getByRole('button', { name: next }).click();
  }
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
