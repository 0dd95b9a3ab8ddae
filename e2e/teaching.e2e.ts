// Teaching: an instructor adds students, one hands in a text and a file, the instructor grades it with the keyboard, and
// the learner reads the feedback.
import type { Page } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { enterAs } from './enter.ts';
import { newPerson, openAccount } from './people.ts';
import { expect, test } from './test.ts';
import { go, visit } from './visit.ts';

type Outline = { title: string; modules: { lessons: { id: number; title: string; kind: string }[] }[] };

/** A course of the demo instructor with an assignment. */
async function taughtCourse(page: Page): Promise<{ id: number; title: string; lessonId: number }> {
  const answer = await page.request.get('/api/instructor/courses');
  for (const { id } of (await answer.json()) as { id: number }[]) {
    const course = (await (await page.request.get(`/api/courses/${id}`)).json()) as Outline;
    const lessons = course.modules.flatMap((module) => module.lessons);
    const assignment = lessons.find(({ kind }) => kind === 'assignment');
    if (assignment) return { id, title: course.title, lessonId: assignment.id };
  }
  throw new Error('The demo instructor teaches no course with an assignment.');
}

test('an instructor adds students, a learner hands in, and the grade comes back', async ({
  page,
  openWindow,
  mailbox,
  baseURL,
}) => {
  const learnerPage = await openWindow();
  const learner = await openAccount(learnerPage.request, baseURL);
  await enterAs(page, 'instructor', baseURL);
  const course = await taughtCourse(page);

  // Three lines: someone with an account, someone without, and a mistake.
  const guest = newPerson();
  await visit(page, '/instructor/students/add');
  await page.getByLabel('Course').selectOption(course.title);
  await page
    .getByLabel('Email addresses or usernames')
    .fill(`${learner.username}\n${guest.email}\nnobody at all`);
  await page.getByRole('button', { name: 'Add 3 people' }).click();
  await expect(page.getByText('Added: 1, Invited by email: 1, Not added: 1.')).toBeVisible();
  await expect(page.getByRole('row', { name: /nobody at all/ })).toContainText(
    'No account has this username',
  );
  await expectNothingFoundOnTheWay(page);
  const invitation = await mailbox.linkTo(guest.email, 'An invitation to');
  expect(invitation).toContain('/course-invitations/');
  await page.getByRole('button', { name: 'Correct the lines that weren’t added' }).click();
  await expect(page.getByLabel('Email addresses or usernames')).toHaveValue('nobody at all');

  await visit(learnerPage, `/courses/${course.id}/lessons/${course.lessonId}`);
  await learnerPage.getByLabel('Your text').fill('Three minutes of my Thursday group.');
  await learnerPage.locator('input[type=file]').setInputFiles({
    name: 'plan.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Week one: find the floor with both feet.'),
  });
  await expect(learnerPage.getByText(/^Ready, /)).toBeVisible({ timeout: 30_000 });
  await learnerPage.getByRole('button', { name: 'Hand in', exact: true }).click();
  await expect(learnerPage.getByText('Waiting for a grade')).toBeVisible();
  await expectNothingFoundOnTheWay(learnerPage);

  await go(page, '/instructor/grading');
  await page.getByPlaceholder('Learner or assignment').fill(learner.lastName);
  await page.keyboard.press('Enter');
  await page
    .getByRole('link', { name: `${learner.firstName} ${learner.lastName}` })
    .first()
    .click();
  await expect(page.getByText('Three minutes of my Thursday group.')).toBeVisible();
  await expectNothingFoundOnTheWay(page);
  // All by keyboard: a comment, points for both lines, and a pass.
  await page.keyboard.press('c');
  await page.keyboard.type('They all looked up.');
  await page.keyboard.press('Enter');
  await expect(page.getByText('They all looked up.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('5');
  await page.keyboard.press('4');
  await expect(page.getByText('9 of 10 points')).toBeVisible();
  // A grade that isn't sent yet survives a reload.
  await page.reload();
  await expect(page.getByText('9 of 10 points')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${learner.firstName} ${learner.lastName} passed`).first()).toBeVisible();

  await visit(learnerPage, `/courses/${course.id}/lessons/${course.lessonId}`);
  await expect(learnerPage.getByText('Passed', { exact: true })).toBeVisible();
  await expect(learnerPage.getByText('They all looked up.')).toBeVisible();
  await expect(learnerPage.getByText('9 of 10')).toBeVisible();
  expect(await mailbox.textTo(learner.email, 'Passed:')).toContain('9 of 10 points');
});
