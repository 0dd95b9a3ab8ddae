// A practical assessment with a live session: reached from the course, booked with the assessor on a phone (the first
// hold lapses), assessed by the rubric, certified.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import type { Db } from '../server/db/client.ts';
import { createCourse, createEntitlement } from '../server/seed/factories.ts';
import { DEFAULT_ASSESSMENT, DEFAULT_ASSIGNMENT } from '../shared/features/course/course.rules.ts';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { chooseTime, makeInstructor, payForSession } from './instructors.ts';
import { DESK, PHONE } from './looks.ts';
import { openAccount } from './people.ts';
import { expect, test } from './test.ts';
import { go, visit } from './visit.ts';

/** One practical assessment and nothing else, with a line of ten points. */
async function createAssessedCourse(
  db: Db,
  { title, instructorId }: { title: string; instructorId: number },
) {
  const rubric = [
    { id: 'clarity', label: 'Clear', description: 'Tasks are short.', points: 5 },
    { id: 'craft', label: 'Well taught', description: 'It shows what the course teaches.', points: 10 },
  ];
  const assignment = { ...DEFAULT_ASSIGNMENT, rubric, passPoints: 8, assessment: DEFAULT_ASSESSMENT };
  return createCourse(db, {
    title,
    shortName: `E2E-${randomUUID().slice(0, 8)}`,
    kind: 'certification',
    instructorId,
    validMonths: 36,
    modules: [
      {
        lessons: [
          {
            kind: 'assignment',
            title: 'Teach ten minutes',
            body: 'Live.',
            completionRule: 'assignment',
            assignment,
          },
        ],
      },
    ],
  });
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name });

test('a learner books their assessment on a phone, again after a hold lapses, and gets certified', async ({
  page,
  openWindow,
  baseURL,
  db,
}) => {
  const origin = baseURL ?? '';
  await page.setViewportSize({ width: PHONE, height: 844 });
  const assessor = await openWindow({ width: DESK });
  const { id: instructorId } = await makeInstructor(db, assessor.request, origin, {
    kind: 'one_to_one',
    priceCents: 4000,
    isForAssessments: true,
  });
  const { username } = await openAccount(page.request, origin);
  const course = await createAssessedCourse(db, { title: `Teaching for ${username}`, instructorId });
  const { rows } = await db.execute<{ id: number }>(sql`select id from users where username = ${username}`);
  const userId = rows[0]?.id ?? 0;
  await createEntitlement(db, { userId, itemType: 'course', itemId: course.id });

  const offer = (isOffered: boolean) =>
    db.execute(
      sql`update session_types set is_for_assessments = ${isOffered} where instructor_id = ${instructorId}`,
    );
  await offer(false);
  await visit(page, `/courses/${course.id}/learning`);
  await page.getByRole('radio', { name: 'Live, with an assessor' }).check();
  await expect(page.getByLabel('When could you do it?')).toBeVisible();
  await offer(true);
  await visit(page, `/courses/${course.id}/learning`);
  await page.getByRole('radio', { name: 'Live, with an assessor' }).check();
  await page.getByRole('link', { name: 'Choose a time with Inge Waits: Phrasing hour' }).click();
  await expect(page.getByText('You’re booking your live session for')).toBeVisible({ timeout: 20_000 });
  await chooseTime(page, 0);
  await expectNothingFoundOnTheWay(page);
  await page.getByRole('button', { name: 'Hold this time and pay' }).click();
  await expect(page).toHaveURL(/\/checkout/);

  await db.execute(
    sql`update reservations set expires_at = now() - interval '1 minute' where user_id = ${userId}`,
  );
  await visit(page, '/cart');
  await page.getByRole('link', { name: 'Choose a time again' }).click();
  await expect(page.getByText('You’re booking your live session for')).toBeVisible({ timeout: 20_000 });
  await chooseTime(page, 1);
  await page.getByRole('button', { name: 'Hold this time and pay' }).click();
  await expect(page).toHaveURL(/\/checkout/);
  await go(page, '/cart');
  const lapsed = page.getByRole('listitem').filter({ hasText: 'no longer held for you' });
  await lapsed.getByRole('button', { name: /^Remove/ }).click();
  await expect(lapsed).toHaveCount(0);
  await go(page, '/checkout');
  await payForSession(page);
  await visit(page, `/courses/${course.id}/learning`);
  await expect(page.getByText(/^Live session on .*, with Inge Waits$/)).toBeVisible();

  // It took place an hour ago.
  await db.execute(sql`update appointments set starts_at = now() - interval '1 hour', ends_at = now(),
    occupied = tstzrange(now() - interval '1 hour', now()) where instructor_id = ${instructorId} and id in (
      select b.appointment_id from bookings b where b.state = 'confirmed')`);
  await visit(assessor, `/instructor/grading?course=${course.id}`);
  await assessor.getByRole('link', { name: 'Start grading' }).click();
  await assessor.getByRole('radio', { name: '4 of 5 points' }).check({ force: true });
  await assessor.getByRole('radio', { name: '9 of 10 points' }).check({ force: true });
  await expect(heading(assessor, '13 of 15 points')).toBeVisible();
  await expectNothingFoundOnTheWay(assessor);
  await assessor.getByRole('button', { name: 'Pass', exact: true }).click();
  await expect(assessor.getByText(/passed$/).first()).toBeVisible();

  await visit(page, `/courses/${course.id}/learning`);
  await expect(heading(page, 'You completed the course')).toBeVisible();
  const done = page.getByRole('region', { name: 'You completed the course' });
  await done.getByRole('link', { name: 'See your certificate' }).click();
  await expect(page).toHaveURL(/\/certificates\/\d+$/);
  await expect(page.locator('main')).toContainText(`Teaching for ${username}`);
});
