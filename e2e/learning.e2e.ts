// A learner's journey: enroll in a free course, watch, take a note, mark as done, go on, resume on another device.
import type { Page } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { PHONE } from './looks.ts';
import { openAccount } from './people.ts';
import { expect, test } from './test.ts';
import { go, saved, signIn, visit } from './visit.ts';

type Outline = {
  course: { id: number; title: string };
  modules: { items: { itemId: number; itemType: string; title: string; moduleId: number }[] }[];
};

async function freeCourse(page: Page): Promise<Outline> {
  const answer = await page.request.get('/api/courses?price=free');
  const { items } = (await answer.json()) as { items: { id: number }[] };
  // The demo school's, before any that a test publishes.
  const id = Math.min(...items.map((course) => course.id));
  return (await (await page.request.get(`/api/courses/${id}/learning`)).json()) as Outline;
}

test('someone enrolls, learns, takes notes and goes on elsewhere', async ({ page, openWindow, baseURL }) => {
  const origin = baseURL ?? '';
  await openAccount(page.request, origin);
  const { course, modules } = await freeCourse(page);
  const lessons = modules.flatMap(({ items }) => items).filter(({ itemType }) => itemType === 'lesson');
  const [first, second] = lessons;
  // The recordings of the demo are put into its lessons in the background.
  const withVideo = async () => {
    for (const { itemId, moduleId, title } of lessons) {
      const lesson = await page.request.get(`/api/lessons/${itemId}`);
      const { media } = (await lesson.json()) as { media?: { kind: string } | null };
      if (media?.kind === 'video') return { itemId, moduleId, title };
    }
    return null;
  };

  await visit(page, `/courses/${course.id}`);
  await page.getByRole('link', { name: 'Enroll free' }).first().click();
  await expect(page).toHaveURL(new RegExp(`/courses/${course.id}/learning$`));
  await expect(page.getByRole('heading', { level: 1, name: first?.title ?? '' })).toBeVisible();
  const outline = page.getByRole('complementary', { name: 'Course outline' });
  await expect(outline.getByRole('link', { name: first?.title ?? '' })).toHaveAttribute(
    'aria-current',
    'page',
  );

  await page.getByRole('button', { name: 'Mark as done, next lesson' }).click();
  await expect(page.getByRole('heading', { level: 1, name: second?.title ?? '' })).toBeVisible();
  await expect(outline.getByRole('link', { name: /, done/ })).toBeVisible();

  await page.getByRole('button', { name: 'Add a note' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Open the door before the music.');
  await page.getByRole('button', { name: 'Save note' }).click();
  const notes = page.getByRole('region', { name: 'Your notes' });
  await expect(notes.getByText('Open the door before the music.')).toBeVisible();
  await expectNothingFoundOnTheWay(page);

  await expect.poll(withVideo, { timeout: 40_000 }).not.toBeNull();
  const video = await withVideo();
  await visit(page, `/courses/${course.id}/modules/${video?.moduleId}/lessons/${video?.itemId}`);
  await expect(page.getByRole('region', { name: `Practice player: ${video?.title}` })).toBeVisible();
  await page.getByRole('button', { name: 'Play' }).first().click();
  const played = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(played).toBeGreaterThan(1);
  await saved(page, () => page.getByRole('button', { name: 'Pause' }).first().click());
  await expect(page.getByText('Complete once you’ve watched 90% of it')).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { level: 1, name: video?.title ?? '' })).toBeHidden();
  await expect(
    page.getByRole('button', { name: 'Add a note' }).or(page.getByRole('button', { name: /^Note at/ })),
  ).toBeVisible();
  await page.keyboard.press('p');
  await expect(page.getByRole('heading', { level: 1, name: video?.title ?? '' })).toBeVisible();

  // Another device goes on where this one was, once that is saved.
  const resume = async () => {
    const answer = await page.request.get(`/api/courses/${course.id}/learning`);
    return ((await answer.json()) as { resume: { itemId: number } | null }).resume?.itemId;
  };
  await expect.poll(resume).toBe(video?.itemId);
  const other = await openWindow({ width: PHONE, height: 844 });
  await other.context().addCookies(await page.context().cookies());
  await visit(other, '/my-courses');
  const inProgress = other.getByRole('region', { name: 'In progress' });
  await inProgress.getByRole('link', { name: /^Continue/ }).click();
  await expect(other.getByRole('heading', { level: 1, name: video?.title ?? '' })).toBeVisible();
  await expect(other.getByRole('complementary', { name: 'Course outline' })).toBeVisible();
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE);

  await go(page, `/courses/${course.id}`);
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: video?.title ?? '' })).toBeVisible();
});

test('guests try a free lesson on its own page, and are sent to sign in for the classroom', async ({
  page,
}) => {
  const answer = await page.request.get('/api/courses?kind=certification');
  const { items } = (await answer.json()) as { items: { id: number }[] };
  const id = Math.min(...items.map((course) => course.id));
  const { course, modules } = (await (await page.request.get(`/api/courses/${id}/learning`)).json()) as {
    course: { title: string };
    modules: { items: { itemId: number; title: string; isPreview: boolean; itemType: string }[] }[];
  };
  const lessons = modules.flatMap((module) => module.items).filter(({ itemType }) => itemType === 'lesson');
  const free = lessons.find(({ isPreview }) => isPreview);
  const paid = lessons.find(({ isPreview }) => !isPreview);
  await visit(page, `/courses/${id}`);
  await page.getByRole('link', { name: 'Try the first lesson free' }).click();
  await expect(page).toHaveURL(`/courses/${id}/preview/${free?.itemId}`);
  await expect(page.getByRole('heading', { level: 1, name: free?.title ?? '' })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(course.title));
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute(
    'href',
    new RegExp(`/courses/${id}/preview/${free?.itemId}$`),
  );
  const html = await (await page.request.get(`/courses/${id}/preview/${free?.itemId}`)).text();
  expect(html).toContain(free?.title);
  const closed = await page.request.get(`/courses/${id}/preview/${paid?.itemId}`);
  expect([closed.status(), (await closed.text()).includes(paid?.title ?? '')]).toEqual([404, false]);

  // Enrolled but signed out: the way in is here, and leads back to the lesson.
  await page
    .getByRole('complementary', { name: 'The whole course' })
    .getByRole('link', { name: 'Sign in' })
    .click();
  await expect(page).toHaveURL('/auth');
  await signIn(page, 'member');
  await expect(page).toHaveURL(`/courses/${id}/lessons/${free?.itemId}`);
  await expect(page.getByRole('heading', { level: 1, name: free?.title ?? '' })).toBeVisible();
});

test('a course that builds on a free one says so to guests everywhere it is sold', async ({ page }) => {
  const { items } = (await (await page.request.get('/api/courses?kind=certification')).json()) as {
    items: { id: number }[];
  };
  const details = await Promise.all(
    items.map(async ({ id }) => (await page.request.get(`/api/courses/${id}`)).json()),
  );
  type Detail = { id: number; title: string; prerequisites: { title: string; price: string }[] };
  const course = (details as Detail[]).find(({ prerequisites }) => prerequisites[0]?.price === '0.00');
  const first = course?.prerequisites[0]?.title ?? '';
  const said = `The lessons open once you’ve finished ${first}. It is free and comes with this course.`;
  await visit(page, `/courses/${course?.id}`);
  await expect(page.getByText(said)).toBeVisible();
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await expect(page.getByText('Item added to your guest cart', { exact: true })).toBeVisible();
  await visit(page, '/cart');
  await expect(page.getByText(said)).toBeVisible();
  await visit(page, `/direct-checkout?type=certification&id=${course?.id}`);
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText(said);
  await expect(page.getByRole('button', { name: /^Pay \$/ })).toBeEnabled();
});
