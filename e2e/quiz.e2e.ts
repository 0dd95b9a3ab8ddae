// A quiz in a real browser: handed in empty and failed, then passed with what the results say; once on a phone.
import { expect, type Page } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { test } from './database.ts';
import { PHONE } from './looks.ts';
import { openAccount } from './people.ts';
import { answerQuestion, handInQuiz, type QuizResults } from './quiz-tools.ts';
import { visit } from './visit.ts';

type QuizItem = { itemId: number; itemType: string; title: string; moduleId: number };

/** The first quiz of the free course, with whoever owns the page enrolled in it. */
async function freeQuiz(page: Page, origin: string): Promise<QuizItem & { path: string }> {
  const { items } = (await (await page.request.get('/api/courses?price=free')).json()) as {
    items: { id: number }[];
  };
  const courseId = items[0]?.id ?? 0;
  await page.request.post('/api/enrollments', { data: { courseId }, headers: { origin } });
  const { modules } = (await (await page.request.get(`/api/courses/${courseId}/learning`)).json()) as {
    modules: { items: QuizItem[] }[];
  };
  const quiz = modules.flatMap((module) => module.items).find(({ itemType }) => itemType === 'quiz');
  if (!quiz) throw new Error('The free course has no quiz.');
  return { ...quiz, path: `/courses/${courseId}/modules/${quiz.moduleId}/quizzes/${quiz.itemId}` };
}

test('someone fails a quiz, reads what was right, and passes it', async ({ page, baseURL }) => {
  test.slow();
  await openAccount(page.request, baseURL);
  const quiz = await freeQuiz(page, baseURL ?? '');
  await visit(page, quiz.path);
  await expect(page.getByRole('heading', { level: 1, name: quiz.title })).toBeVisible();
  await page.getByRole('button', { name: 'Start the quiz' }).click();
  const questions = page.getByRole('navigation', { name: 'Questions' }).getByRole('button');
  await expect(questions.first()).toHaveAttribute('aria-current', 'step');
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
  await page.getByRole('link', { name: 'Try it again' }).click();
  await page.getByRole('button', { name: 'Try it again' }).click();
  for (let at = 1; at <= count; at++) {
    const heading = page.getByRole('region', { name: `Question ${at}` }).getByRole('heading', { level: 1 });
    const asked = await heading.textContent();
    const right = results.attempt.questions.find(({ question }) => question === asked);
    if (right) await answerQuestion(page, right);
    if (at === 1) {
      await expect(page.getByText('Answers saved')).toBeVisible();
      // Another device, or a reload, goes on where it was.
      await page.reload();
      await expect(page.getByRole('button', { name: 'Question 1, answered' })).toBeVisible();
      await page.getByRole('button', { name: /^Question 1,/ }).click();
    }
    await page
      .getByRole('button', { name: at < count ? `Go to question ${at + 1}` : 'Look over your answers' })
      .click();
  }
  await handInQuiz(page);
  await expect(page.getByText(/^You passed/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your tries' })).toBeVisible();
});

test('on a phone, one question at a time, with nothing off the side', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: PHONE, height: 844 });
  await openAccount(page.request, baseURL);
  const quiz = await freeQuiz(page, baseURL ?? '');
  await visit(page, quiz.path);
  await page.getByRole('button', { name: 'Start the quiz' }).click();
  await expect(page.getByRole('region', { name: 'Question 1' })).toBeVisible();
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(await overflow()).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Come back to this one' }).click();
  await page.getByRole('button', { name: 'Go to question 2' }).click();
  await expect(page.getByRole('region', { name: 'Question 2' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: /^Question 1,/ }).click();
  await expect(page.getByRole('button', { name: 'Come back to this one' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  expect(await overflow()).toBeLessThanOrEqual(0);
});
