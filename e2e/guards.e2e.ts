// Opens every URL as a guest, as the person it is for, and as someone else (spec §2): tests/tables/guards.ts says what
// each of them reads, and at which address.
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import type { Db } from '../server/db/client.ts';
import { FRAMELESS, GUARDED, NOT_THEIRS, OPEN, WITHOUT_ROLE } from '../tests/tables/guards.ts';
import { mayOpen } from '#shared/staff-pages.ts';
import { enterAs } from './enter.ts';
import { expect, test } from './test.ts';
import { go, visit } from './visit.ts';

/** Fills in the ids of the demo school. */
async function addresses(db: Db): Promise<(url: string) => string> {
  const idOf = (username: string) => sql`(select id from users where username = ${username})`;
  const { rows } = await db.execute<Record<string, number>>(sql`
    select ${idOf('member')} as member, ${idOf('seller')} as seller, ${idOf('instructor')} as instructor,
      cert.id as course, module.id as module, quiz.id as quiz,
      (select min(id) from lessons where module_id = module.id) as lesson,
      (select min(id) from certificates where user_id = ${idOf('member')}) as certificate,
      (select min(id) from bookings where user_id = ${idOf('member')}) as booking,
      (select min(id) from resources where seller_id = ${idOf('seller')}) as resource,
      (select min(id) from bundles where seller_id = ${idOf('seller')}) as bundle,
      taught.id as taught, ${idOf('seller')} as student,
      (select min(b.id) from bookings b join appointments a on a.id = b.appointment_id
        where a.instructor_id = ${idOf('instructor')}) as "taughtBooking",
      (select min(q.id) from quizzes q join course_modules m on m.id = q.module_id join courses c on c.id = m.course_id
        where c.instructor_id = ${idOf('instructor')}) as "taughtQuiz",
      (select min(q.id) from quiz_questions q join courses c on c.id = q.course_id
        where q.quiz_id is null and c.instructor_id = ${idOf('instructor')}) as question,
      (select min(s.id) from submissions s join lessons l on l.id = s.lesson_id
        join course_modules m on m.id = l.module_id join courses c on c.id = m.course_id
        where c.instructor_id = ${idOf('instructor')}) as submission,
      (select min(id) from certificate_templates) as template,
      (select min(announcement_id) from announcement_recipients where user_id = ${idOf('member')}) as announcement,
      (select min(conversation_id) from conversation_members where user_id = ${idOf('member')}) as conversation,
      (select min(id) from orders) as "order", (select min(id) from support_requests) as request,
      (select min(id) from memberships) as membership, (select min(id) from plans) as plan
    from courses cert, courses taught, course_modules module join quizzes quiz on quiz.module_id = module.id
    where cert.short_name = 'BTC-CERT' and module.course_id = cert.id
      and taught.title = 'Your first dance lesson, next Monday'
    order by quiz.id limit 1`);
  const ids = rows[0] ?? {};
  return (url) =>
    url.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      if (!ids[name]) throw new Error(`The demo school has no ${name} for ${url}.`);
      return String(ids[name]);
    });
}

const reads = (page: Page, heading: string | RegExp, url: string) =>
  expect(page.getByRole('heading', { level: 1, name: heading, exact: true }).first(), url).toBeVisible();

test('guests read what is open to everyone', async ({ page, db }) => {
  const at = await addresses(db);
  for (const [url, heading] of Object.entries(OPEN)) {
    await visit(page, at(url));
    await reads(page, heading, url);
    await expect(page).toHaveURL(at(url));
  }
});

test('guests sign in first, and the page they wanted is kept', async ({ page, db }) => {
  const at = await addresses(db);
  for (const pages of Object.values(GUARDED)) {
    const [first, ...others] = Object.keys(pages);
    // From elsewhere, and as links on the site do.
    await page.goto(at(first ?? ''));
    await expectSentToSignIn(page, at(first ?? ''));
    for (const url of others) {
      await go(page, at(url));
      await expectSentToSignIn(page, at(url));
    }
  }
});

async function expectSentToSignIn(page: Page, wanted: string): Promise<void> {
  await expect(page, wanted).toHaveURL('/auth');
  await reads(page, 'Welcome back', wanted);
  expect(await page.evaluate(() => sessionStorage.getItem('releve.redirect')), wanted).toBe(wanted);
  await page.evaluate(() => sessionStorage.clear());
}

for (const [who, pages] of Object.entries(GUARDED)) {
  test(`the ${who} opens their pages`, async ({ page, db, baseURL }) => {
    const at = await addresses(db);
    await enterAs(page, who as keyof typeof GUARDED, baseURL);
    await visit(page, '/about');
    for (const [url, heading] of Object.entries(pages)) {
      await go(page, at(url));
      await reads(page, heading, url);
      await expect(page, url).toHaveURL(at(url));
    }
  });
}

test('a member without the role sees how to get it, or goes home', async ({ page, db, baseURL }) => {
  const at = await addresses(db);
  await enterAs(page, 'member', baseURL);
  await visit(page, '/about');
  for (const [role, heading] of Object.entries(WITHOUT_ROLE)) {
    for (const url of Object.keys(GUARDED[role as keyof typeof WITHOUT_ROLE])) {
      await go(page, at(url));
      await reads(page, FRAMELESS[url] ?? heading, url);
    }
  }
  for (const url of Object.keys(GUARDED.admin)) {
    await go(page, at(url));
    await expect(page, url).toHaveURL('/');
    await reads(page, OPEN['/'] ?? '', url);
  }
});

test('an officer opens their pages, and sees which permission the others need', async ({
  page,
  db,
  baseURL,
}) => {
  const at = await addresses(db);
  await enterAs(page, 'officer', baseURL);
  await visit(page, '/about');
  for (const [url, heading] of Object.entries(GUARDED.admin)) {
    const isDashboard = url === '/admin' || url === '/admin/dashboard';
    const isTheirs = isDashboard || mayOpen(['curriculum_officer'], at(url));
    await go(page, at(url));
    await reads(page, isTheirs ? heading : 'You don’t have access to this page', url);
    await expect(page, url).toHaveURL(isDashboard ? '/admin/curriculum-officer' : at(url));
    if (isTheirs) continue;
    const main = page.getByRole('main');
    await expect(main, url).toContainText('which your role (curriculum officer) doesn’t have');
    await expect(main.getByRole('link', { name: 'Go to your dashboard' }), url).toHaveAttribute(
      'href',
      '/admin/curriculum-officer',
    );
    // Nothing of the page itself.
    await expect(main.locator('form, table, input'), url).toHaveCount(0);
  }
});

test('nobody opens what belongs to someone else', async ({ page, db, baseURL }) => {
  const at = await addresses(db);
  for (const who of ['officer', 'multi'] as const) {
    await enterAs(page, who, baseURL);
    await visit(page, '/about');
    for (const { url, heading } of NOT_THEIRS.filter((each) => each.who === who)) {
      await go(page, at(url));
      await reads(page, heading, url);
    }
    await page.context().clearCookies();
  }
});
