// A learner from paying to the grade: buys a course, practices with the player, passes a quiz, hands in a video and reads
// what the instructor says about it. On a phone and at a desk.
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { DESK, PHONE } from './looks.ts';
import { openAccount } from './people.ts';
import { answerAll, handInQuiz, type QuizResults } from './quiz-tools.ts';
import { expect, test } from './test.ts';
import { go, visit } from './visit.ts';

/** Rhythm for teachers who were told they have none: it has clips, quizzes and an assignment. */
const COURSE = 'Rhythm for teachers who were told they have none';
const VIDEO = path.join(import.meta.dirname, '../server/seed/media/step-touch.mp4');

type Item = { itemType: string; itemId: number; moduleId: number; kind: string | null; title: string };
type Classroom = { modules: { items: Item[] }[] };

async function findCourse(page: Page): Promise<number> {
  const answer = await page.request.get('/api/courses', { params: { q: COURSE } });
  const { items } = (await answer.json()) as { items: { id: number; title: string }[] };
  return items.find(({ title }) => title === COURSE)?.id ?? 0;
}

async function itemsOf(page: Page, courseId: number): Promise<Item[]> {
  const answer = await page.request.get(`/api/courses/${courseId}/learning`);
  return ((await answer.json()) as Classroom).modules.flatMap(({ items }) => items);
}

async function buy(page: Page, courseId: number): Promise<void> {
  await visit(page, `/courses/${courseId}`);
  await page.getByRole('link', { name: 'Enroll now' }).click();
  await page.getByLabel('ZIP code').fill('10001');
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('04 / 35');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('heading', { name: 'Welcome to the course' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('link', { name: /^Start learning/ }).click();
  await expect(page).toHaveURL(`/courses/${courseId}/learning`);
}

/** Slower, mirrored and in a loop; all of it is there again the next time. */
async function practice(page: Page, courseId: number, { itemId, title }: Item): Promise<void> {
  // The demo's clips are put into its lessons in the background.
  const hasVideo = async () => {
    const answer = await page.request.get(`/api/lessons/${itemId}`);
    return ((await answer.json()) as { media: object | null }).media !== null;
  };
  await expect.poll(hasVideo, { timeout: 40_000 }).toBe(true);
  await go(page, `/courses/${courseId}/lessons/${itemId}`);
  const player = page.getByRole('region', { name: `Practice player: ${title}` });
  const video = player.locator('video');
  await player.getByRole('button', { name: 'Mirror' }).click();
  await player.getByRole('button', { name: '0.5 times' }).click();
  await player.getByRole('button', { name: 'Captions: English' }).click();
  await player.getByRole('button', { name: 'Play' }).last().click();
  const state = () =>
    video.evaluate((element: HTMLVideoElement) => ({
      speed: element.playbackRate,
      keepsPitch: element.preservesPitch,
      isMirrored: getComputedStyle(element).transform.startsWith('matrix(-1'),
    }));
  expect(await state()).toEqual({ speed: 0.5, keepsPitch: true, isMirrored: true });
  const second = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  await expect.poll(second).toBeGreaterThan(1);
  await page.keyboard.press('[');
  const start = await second();
  await expect.poll(second).toBeGreaterThan(start + 0.7);
  await page.keyboard.press(']');
  // From B it goes back to A, and never far past B.
  const end = await second();
  await expect.poll(second, { intervals: [50] }).toBeLessThan(start + 0.4);
  expect(await second()).toBeLessThan(end + 0.3);
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/progress') && answer.ok());
  await player.getByRole('button', { name: 'Pause' }).click();
  await saved;
  await player.getByText('Transcript', { exact: true }).click();
  await expect(player.getByRole('searchbox', { name: 'Search the transcript' })).toBeVisible();
  await expectNothingFoundOnTheWay(page);
  await page.waitForResponse((answer) => answer.url().endsWith('/practice') && answer.ok()).catch(() => null);
  await visit(page, `/courses/${courseId}/lessons/${itemId}`);
  await expect(player.getByRole('button', { name: 'Mirror' })).toHaveAttribute('aria-pressed', 'true');
  await expect(player.getByRole('button', { name: 'Loop A to B' })).toHaveAttribute('aria-pressed', 'true');
}

/** After a failed attempt, whose results say what was right. Failing in the browser is in quiz.e2e.ts. */
async function passQuiz(page: Page, courseId: number, quiz: Item, origin: string): Promise<void> {
  const headers = { origin };
  const started = await page.request.post(`/api/quizzes/${quiz.itemId}/attempts`, { headers });
  const { id } = (await started.json()) as { id: number };
  expect((await page.request.post(`/api/attempts/${id}/submit`, { headers })).status()).toBe(200);
  const answer = await page.request.get(`/api/quizzes/${quiz.itemId}/results`);
  const results = (await answer.json()) as QuizResults;
  await go(page, `/courses/${courseId}/modules/${quiz.moduleId}/quizzes/${quiz.itemId}`);
  await page.getByRole('button', { name: 'Try it again' }).click();
  await answerAll(page, results);
  await handInQuiz(page);
  await expect(page.getByText(/^You passed/)).toBeVisible();
  await expectNothingFoundOnTheWay(page);
}

test('a learner buys, practices, passes a quiz, hands in a video and is graded, on a phone and at a desk', async ({
  page,
  staff,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  /** At a desk what is done with two hands; the rest on a phone. */
  const sitAt = (width: number) => page.setViewportSize({ width, height: 844 });
  const expectToFit = async (width: number) =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await sitAt(PHONE);
  await openAccount(page.request, origin);
  const courseId = await findCourse(page);
  await buy(page, courseId);
  const items = await itemsOf(page, courseId);
  const find = (isIt: (item: Item) => boolean) => {
    const found = items.find(isIt);
    if (!found) throw new Error('The course has no such lesson any more.');
    return found;
  };
  await sitAt(DESK);
  const video = find(({ kind }) => kind === 'video');
  await practice(page, courseId, video);
  await sitAt(PHONE);
  await expectToFit(PHONE);
  const quiz = find(({ itemType }) => itemType === 'quiz');
  await passQuiz(page, courseId, quiz, origin);
  await expectToFit(PHONE);

  const assignment = find(({ kind }) => kind === 'assignment');
  const lesson = `/courses/${courseId}/lessons/${assignment.itemId}`;
  await go(page, lesson);
  await page.locator('input[type=file]').setInputFiles(VIDEO);
  await expect(page.getByText(/^Ready, /)).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Hand in', exact: true }).click();
  await expect(page.getByText('Waiting for a grade')).toBeVisible();
  await expectNothingFoundOnTheWay(page);

  // How graders do it in the browser is in teaching.e2e.ts.
  const assignments = `/api/lessons/${assignment.itemId}/assignment`;
  const { submissions, rubric } = (await (await page.request.get(assignments)).json()) as {
    submissions: { id: number }[];
    rubric: { id: string; points: number }[];
  };
  const submission = `/api/instructor/submissions/${submissions[0]?.id}`;
  await staff.post(`${submission}/comments`, { data: { atSecond: 4, text: 'They all looked up here.' } });
  const rubricPoints = Object.fromEntries(rubric.map(({ id, points }) => [id, points]));
  const graded = await staff.post(`${submission}/grade`, { data: { grade: 'passed', rubricPoints } });
  expect(graded.status()).toBe(200);

  await visit(page, lesson);
  await expect(page.getByText('Passed', { exact: true })).toBeVisible();
  await expect(page.getByText('They all looked up here.')).toBeVisible();
  await expectToFit(PHONE);
  await sitAt(DESK);
  await page.getByRole('button', { name: 'Play from 0:04' }).click();
  const played = page.locator('.submission-video');
  await expect
    .poll(() => played.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThanOrEqual(4);
  await expectToFit(DESK);
  await expectNothingFoundOnTheWay(page);
});
