// Certificates from both sides: learn, be assessed, get certified, be verified by a stranger on a phone, renew; and two
// hundred lines issued at once, ten of them bad.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Db } from '../server/db/client.ts';
import { createCourse, createEntitlement, createPerson } from '../server/seed/factories.ts';
import { DEFAULT_ASSESSMENT, DEFAULT_ASSIGNMENT } from '../shared/features/course/course.rules.ts';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { enterAs } from './enter.ts';
import { PHONE } from './looks.ts';
import { openAccount } from './people.ts';
import { expect, test } from './test.ts';
import { go, visit } from './visit.ts';

const VIDEO = path.join(import.meta.dirname, '../server/seed/media/step-touch.mp4');

async function userId(db: Db, username: string): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`select id from users where username = ${username}`);
  return rows[0]?.id ?? 0;
}

/** One lesson to read and a practical assessment, taught by the demo instructor. */
async function createCertification(db: Db, title: string) {
  const assignment = { ...DEFAULT_ASSIGNMENT, assessment: DEFAULT_ASSESSMENT };
  return createCourse(db, {
    title,
    // Workers would count the same names.
    shortName: `E2E-${randomUUID().slice(0, 8)}`,
    kind: 'certification',
    instructorId: await userId(db, 'instructor'),
    validMonths: 36,
    creditHours: 6,
    modules: [
      {
        lessons: [
          {
            kind: 'reading',
            title: 'Before you teach',
            body: 'Watch the room first.',
            completionRule: 'marked',
          },
          {
            kind: 'assignment',
            title: 'Teach ten minutes',
            body: 'Film them.',
            completionRule: 'assignment',
            assignment,
          },
        ],
      },
    ],
  });
}

test('someone learns, is assessed, gets certified, is verified by a stranger on a phone, and renews', async ({
  page,
  openWindow,
  browser,
  baseURL,
  db,
}) => {
  const origin = baseURL ?? '';
  const learner = await openAccount(page.request, origin);
  const title = `Teaching turns, for ${learner.username}`;
  const course = await createCertification(db, title);
  const learnerId = await userId(db, learner.username);
  await createEntitlement(db, { userId: learnerId, itemType: 'course', itemId: course.id });

  await visit(page, `/courses/${course.id}`);
  const rule = page.getByRole('heading', { name: 'How you earn the certificate' });
  await expect(rule).toBeVisible();
  await expect(page.getByText('Pass the practical assessment')).toBeVisible();

  await go(page, `/courses/${course.id}/learning`);
  await expect(page.getByRole('heading', { name: 'Your certificate' })).toBeVisible();
  await page.getByRole('button', { name: 'Mark as done, next lesson' }).click();
  await expect(page.getByRole('heading', { name: 'Practical assessment' })).toBeVisible();
  await page.getByRole('radio', { name: 'Live, with an assessor' }).check();
  await expect(page.getByRole('link', { name: /^Choose a time with / })).toBeVisible();
  await page.getByRole('radio', { name: 'I send a video' }).check();
  await page.locator('input[type=file]').setInputFiles(VIDEO);
  await expect(page.getByText('Ready,')).toBeVisible({ timeout: 60_000 });
  await expectNothingFoundOnTheWay(page);
  await page.getByRole('button', { name: 'Hand in' }).click();
  await expect(page.getByText('Waiting for a grade')).toBeVisible();

  const assessor = await openWindow();
  await enterAs(assessor, 'instructor', origin);
  await visit(assessor, `/instructor/grading?course=${course.id}`);
  await assessor.getByRole('link', { name: 'Start grading' }).click();
  await expect(assessor.getByText('Practical assessment', { exact: true })).toBeVisible();
  await assessor.getByRole('textbox', { name: /^Comment at/ }).fill('A clear cue.');
  await assessor.getByRole('button', { name: /^Add at/ }).click();
  await expect(assessor.getByText('A clear cue.')).toBeVisible();
  for (const line of await assessor.getByRole('radio', { name: '5 of 5 points' }).all())
    await line.check({ force: true });
  await expectNothingFoundOnTheWay(assessor);
  await assessor.getByRole('button', { name: 'Pass', exact: true }).click();
  await expect(assessor.getByText(/passed$/).first()).toBeVisible();

  await visit(page, `/courses/${course.id}/learning`);
  await expect(page.getByRole('heading', { name: 'You completed the course' })).toBeVisible();
  await expectNothingFoundOnTheWay(page);
  await page.getByRole('region', { name: 'You completed the course' }).getByRole('link').click();
  await expect(page).toHaveURL(/\/certificates\/\d+$/);
  const answer = await page.request.get('/api/certificates');
  const [{ code } = { code: '' }] = (await answer.json()) as { code: string }[];
  await expect(page.locator('main')).toContainText(code);

  const stranger = await openWindow({ width: PHONE, height: 844 });
  await visit(stranger, '/verify');
  await stranger.getByRole('textbox').first().fill(code.toLowerCase());
  await stranger.keyboard.press('Enter');
  await expect(stranger).toHaveURL(`/verify/${code}`);
  await expect(stranger.getByText(title)).toBeVisible();
  await expect(stranger.getByText(/valid/i).first()).toBeVisible();
  await expectNothingFoundOnTheWay(stranger);

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: origin });
  const withoutScripts = await plain.newPage();
  await withoutScripts.goto('/verify');
  await withoutScripts.getByLabel('Number on the certificate').fill(code);
  await withoutScripts.getByRole('button', { name: 'Check this number' }).click();
  await expect(withoutScripts.getByText('This certificate is valid')).toBeVisible();
  await expect(withoutScripts.getByText(title)).toBeVisible();
  await plain.close();

  // Almost three years later.
  await db.execute(sql`insert into certificate_rules (course_id, is_offered, renewal_hours, updated_at)
    values (${course.id}, true, 2, now())`);
  await db.execute(sql`update certificates set issued_at = issued_at - interval '1060 days',
    issued_on = issued_on - 1060, expires_on = expires_on - 1060, expires_at = expires_at - interval '1060 days',
    grace_ends_at = grace_ends_at - interval '1060 days' where user_id = ${learnerId}`);
  await db.execute(sql`insert into credit_hours (user_id, source, title, done_on, hours, state, decided_at, created_at)
    values (${learnerId}, 'outside', 'First aid', current_date, 3, 'counted', now(), now())`);
  // On the dashboard, what has a deadline comes before the tips.
  await go(page, '/dashboard/user');
  await expect(
    page.getByRole('region', { name: 'To renew' }).getByRole('link', { name: title }),
  ).toContainText(/\d+ days left, until /);
  await expect(page.getByRole('region', { name: 'New grades' })).toContainText('Teach ten minutes: passed');
  const headings = await page.locator('main h2').allTextContents();
  expect(headings.slice(0, 2)).toEqual(['To renew', 'New grades']);
  expect(headings.indexOf('Getting started')).toBeGreaterThan(1);
  await go(page, '/my-certifications');
  await page.getByRole('button', { name: 'Renew it now' }).first().click();
  const question = page.getByRole('alertdialog', { name: `Renew “${title}”?` });
  await expect(question).toContainText('It takes 2 credit hours, and you have 3.');
  await expect(question).toContainText('Renewing costs nothing more.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Renew it now' }).first().click();
  await question.getByRole('button', { name: 'Renew', exact: true }).click();
  await expect(page.getByText(`${title} is renewed`).first()).toBeVisible();
  // The old number leads to the new one, and the new one says what it renews.
  const renewed = await page.request.get('/api/certificates');
  const [latest] = (await renewed.json()) as { code: string }[];
  await expect(
    page.locator('main').getByText('Renews number').getByRole('link', { name: code }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add to LinkedIn profile' })).toHaveAttribute(
    'href',
    new RegExp(`certId=${latest?.code}`),
  );
  const toNext = stranger.getByRole('link', { name: latest?.code ?? 'none' });
  // Guests share a page for five seconds.
  await expect(async () => {
    await visit(stranger, `/verify/${code}`);
    await expect(toNext).toBeVisible({ timeout: 500 });
  }).toPass();
  await toNext.click();
  await expect(stranger).toHaveURL(`/verify/${latest?.code}`);
  await expect(stranger.getByRole('link', { name: code })).toBeVisible();
  const held = async () => {
    const listed = await page.request.get('/api/certificates');
    return ((await listed.json()) as { cycle: number }[]).map(({ cycle }) => cycle);
  };
  await expect.poll(held).toEqual([2, 1]);
});

test('a certificate is renewed through the cart on a phone', async ({ page, baseURL, db }) => {
  await page.setViewportSize({ width: PHONE, height: 844 });
  const { username } = await openAccount(page.request, baseURL);
  const learnerId = await userId(db, username);
  const reading = {
    kind: 'reading' as const,
    title: 'Read this',
    body: 'Again.',
    completionRule: 'marked' as const,
  };
  const taught = { instructorId: await userId(db, 'instructor'), modules: [{ lessons: [reading] }] };
  const course = await createCourse(db, {
    ...taught,
    title: `Turns of ${username}`,
    shortName: `E2E-${randomUUID().slice(0, 8)}`,
    kind: 'certification',
    validMonths: 12,
  });
  const short = await createCourse(db, {
    ...taught,
    title: `Turns again of ${username}`,
    shortName: `E2E-${randomUUID().slice(0, 8)}`,
    priceCents: 3500,
  });
  await db.execute(sql`insert into certificate_rules (course_id, is_offered, renewal_course_id, updated_at)
    values (${course.id}, true, ${short.id}, now())`);
  await createEntitlement(db, { userId: learnerId, itemType: 'course', itemId: course.id });
  await visit(page, `/courses/${course.id}/learning`);
  await page.getByRole('button', { name: /^Mark as done/ }).click();
  await expect(page.getByRole('heading', { name: 'You completed the course' })).toBeVisible();
  // Fifty days before it expires.
  await db.execute(sql`update certificates set issued_at = issued_at - interval '315 days',
    issued_on = issued_on - 315, expires_on = expires_on - 315, expires_at = expires_at - interval '315 days',
    grace_ends_at = grace_ends_at - interval '315 days' where user_id = ${learnerId}`);

  await go(page, '/certificates');
  await page.getByRole('button', { name: /^Add to cart/ }).click();
  await expect
    .poll(async () => (await (await page.request.get('/api/cart')).json()) as unknown[])
    .toHaveLength(1);
  await go(page, '/checkout');
  await page.getByLabel('ZIP code').fill('10001');
  await expect(page.getByLabel('City and state')).toContainText('New York');
  await page.getByRole('button', { name: 'Continue to review' }).click();
  await page.getByRole('button', { name: /^Continue to pay/ }).click();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('0440');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Pay $35.00' }).click();
  await expect(page).toHaveURL(/\/course-enrollment-success\?order=\d+/, { timeout: 30_000 });
  await go(page, `/courses/${short.id}/learning`);
  await page.getByRole('button', { name: /^Mark as done/ }).click();
  await expect(page.getByRole('heading', { name: 'You completed the course' })).toBeVisible();
  await visit(page, '/certificates');
  await expect(page.getByText(/^Valid, /).first()).toBeVisible();
  const listed = await page.request.get('/api/certificates');
  expect(((await listed.json()) as { cycle: number }[]).map(({ cycle }) => cycle)).toEqual([2, 1]);
});

test('an instructor issues two hundred at once, and learns which ten lines are bad', async ({
  page,
  baseURL,
  db,
}) => {
  const mark = Date.now().toString(36);
  const title = `A summer school, ${mark}`;
  const course = await createCertification(db, title);
  const names = Array.from({ length: 190 }, (_, at) => `summer-${mark}-${at}`);
  for (const username of names) await createPerson(db, { username });
  const bad = [...Array.from({ length: 9 }, (_, at) => `nobody-${at}@people.example`), names[0] ?? ''];
  await enterAs(page, 'instructor', baseURL);
  await visit(page, '/instructor/certificates/issue');
  await page.getByLabel('Course').selectOption(String(course.id));
  await page.getByLabel('Email addresses or usernames').fill([...names, ...bad].join('\n'));
  await page.getByRole('button', { name: 'Check 200 people' }).click();
  await expect(page.getByText('Ready: 190, Not issued: 10.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('row').filter({ hasText: 'The same person as in line 1.' })).toContainText(
    '200',
  );
  const issued = async () => {
    const { rows } = await db.execute<{ count: string }>(
      sql`select count(*) from certificates where course_id = ${course.id}`,
    );
    return Number(rows[0]?.count);
  };
  expect(await issued()).toBe(0);
  await expectNothingFoundOnTheWay(page);
  await page.getByRole('button', { name: 'Issue 190 certificates' }).click();
  await expect(page.getByText(/^Issued: 190, Not issued: 10\./)).toBeVisible({ timeout: 90_000 });
  expect(await issued()).toBe(190);
});
