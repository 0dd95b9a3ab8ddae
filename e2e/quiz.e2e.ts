// A quiz on a phone: handed in empty and failed, then passed with what the results say.
import type { Page } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { PHONE } from './looks.ts';
import { openAccount } from './people.ts';
import { answerAll, handInQuiz, type QuizResults } from './quiz-tools.ts';
import { expect, test } from './test.ts';
import { saved, visit } from './visit.ts';

type QuizItem = { itemId: number; itemType: string; title: string; moduleId: number };

/** The first quiz of the free course, with whoever owns the page enrolled in it. */
async function freeQuiz(page: Page, origin: string): Promise<QuizItem & { path: string }> {
  const { items } = (await (await page.request.get('/api/courses?price=free')).json()) as {
    items: { id: number }[];
  };
  // The demo school's, before any that a test publishes.
  const courseId = Math.min(...items.map(({ id }) => id));
  await page.request.post('/api/enrollments', { data: { courseId }, headers: { origin } });
  const { modules } = (await (await page.request.get(`/api/courses/${courseId}/learning`)).json()) as {
    modules: { items: QuizItem[] }[];
  };
  const quiz = modules.flatMap((module) => module.items).find(({ itemType }) => itemType === 'quiz');
  if (!quiz) throw new Error('The free course has no quiz.');
  return { ...quiz, path: `/courses/${courseId}/modules/${quiz.moduleId}/quizzes/${quiz.itemId}` };
}

test('someone fails a quiz on a phone, reads what was right, and passes it', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: PHONE, height: 844 });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await openAccount(page.request, baseURL);
  const quiz = await freeQuiz(page, baseURL ?? '');
  await visit(page, quiz.path);
  await expect(page.getByRole('heading', { level: 1, name: quiz.title })).toBeVisible();
  await page.getByRole('button', { name: 'Start the quiz' }).click();
  // One question at a time.
  await expect(page.getByRole('region', { name: 'Question 1' })).toBeVisible();
  const questions = page.getByRole('navigation', { name: 'Questions' }).getByRole('button');
  await expect(questions.first()).toHaveAttribute('aria-current', 'step');
  expect(await overflow()).toBeLessThanOrEqual(0);
  await expectNothingFoundOnTheWay(page);
  const count = await questions.count();
  for (let at = 1; at <= count; at++) await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Before you hand it in' })).toBeVisible();
  await handInQuiz(page);
  await expect(page.getByText(/^Not yet/)).toBeVisible();
  await expectNothingFoundOnTheWay(page);

  const results = (await (
    await page.request.get(`/api/quizzes/${quiz.itemId}/results`)
  ).json()) as QuizResults;
  // One press, and the first question is there.
  await page.getByRole('button', { name: 'Try it again' }).click();
  await expect(page.getByRole('region', { name: 'Question 1' })).toBeVisible();
  await answerAll(page, results, async () => {
    // Not shown where there is no room for it.
    await expect(page.getByText('Answers saved')).toBeAttached();
    await saved(page, () => page.getByRole('button', { name: 'Come back to this one' }).click());
    await page.getByRole('button', { name: 'Go to question 2' }).click();
    await expect(page.getByRole('region', { name: 'Question 2' })).toBeVisible();
    // Another device, or a reload, goes on where it was.
    await page.reload();
    await expect(page.getByRole('button', { name: 'Question 1, answered' })).toBeVisible();
    await page.getByRole('button', { name: /^Question 1,/ }).click();
    await expect(page.getByRole('button', { name: 'Come back to this one' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect(await overflow()).toBeLessThanOrEqual(0);
  });
  await handInQuiz(page);
  await expect(page.getByText(/^You passed/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your tries' })).toBeVisible();
});
