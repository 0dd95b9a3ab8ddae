// Instructors created for one test, choosing a time of theirs in the browser, and paying for it.
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { newPerson, openAccount } from './people.ts';
import type { Db } from '../server/db/client.ts';

const DAY = 86_400_000;

type Offered = {
  kind: 'one_to_one' | 'group' | 'package';
  priceCents: number;
  isOnRequest?: boolean;
  /** Of a package. */
  sessions?: number;
  isForAssessments?: boolean;
};

/** Registered and listed, open every day from 9:00 to 10:00 UTC: one session of an hour a day. */
export async function makeInstructor(
  db: Db,
  request: APIRequestContext,
  origin: string,
  { kind, priceCents, isOnRequest = false, sessions = 1, isForAssessments = false }: Offered,
) {
  const person = await openAccount(request, origin, { ...newPerson(), firstName: 'Inge', lastName: 'Waits' });
  const { rows } = await db.execute<{ id: number }>(
    sql`update users set role = 'instructor', roles = array['instructor'] where username = ${person.username} returning id`,
  );
  const id = rows[0]?.id ?? 0;
  await db.execute(sql`insert into instructors (user_id, state, headline, time_zone, created_at)
    values (${id}, 'listed', 'Phrasing', 'UTC', now())`);
  await db.execute(sql`insert into weekly_hours (instructor_id, weekday, start_minute, end_minute)
    select ${id}, day, 540, 600 from generate_series(1, 7) day`);
  const made = await db.execute<{ id: number }>(sql`
    insert into session_types (instructor_id, kind, title, duration_minutes, price_cents, capacity, session_count,
      valid_days, is_on_request, is_for_assessments, min_notice_minutes, where_text, created_at)
    values (${id}, ${kind}, 'Phrasing hour', 60, ${priceCents}, 1, ${sessions},
      ${kind === 'package' ? 90 : null}, ${isOnRequest}, ${isForAssessments}, 60, 'https://meet.releve.example/phrasing', now())
    returning id`);
  return { ...person, id, sessionTypeId: made.rows[0]?.id ?? 0 };
}

/** In three days at 9:00 UTC, which is on the first page of times. */
export const startOf = () => `${new Date(Date.now() + 3 * DAY).toISOString().slice(0, 10)}T09:00:00.000Z`;

export async function scheduleGroup(
  request: APIRequestContext,
  origin: string,
  date: { sessionTypeId: number; start: string },
): Promise<void> {
  const made = await request.post('/api/instructor/appointments', { data: date, headers: { origin } });
  expect(made.status(), await made.text()).toBe(201);
}

const slots = (page: Page) => page.getByRole('button', { name: /^\w+day, \w+ \d+, \d+:\d\d [AP]M$/ });

/** Late in a week there may be too few times left in it, so this goes on to the next ones. */
export async function chooseTime(page: Page, at: number): Promise<string> {
  const later = page.getByRole('button', { name: 'Later week' });
  await expect(later.or(slots(page).first()).first()).toBeVisible({ timeout: 20_000 });
  for (let week = 0; week < 8 && (await later.isVisible()); week++) {
    await expect(page.locator('.slot-week[aria-busy]')).toHaveCount(0, { timeout: 20_000 });
    if ((await slots(page).count()) > at) break;
    await later.click();
  }
  const name = (await slots(page).nth(at).getAttribute('aria-label', { timeout: 20_000 })) ?? '';
  // By name: a time may be taken or freed meanwhile, and then another one is in this place.
  const slot = page.getByRole('button', { name, exact: true });
  await slot.click();
  await expect(slot).toHaveAttribute('aria-pressed', 'true');
  return name;
}

/** On the checkout page. */
export async function payForSession(page: Page): Promise<void> {
  await page.getByLabel('ZIP code').fill('10001', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Continue to review' }).click();
  await page.getByRole('button', { name: /^Continue to pay/ }).click();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry').fill('04 / 35');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  // The page with the card has the order in its address, too: it must be left before anything else is opened.
  await expect(page).toHaveURL(/\/[a-z-]+-success\?/, { timeout: 30_000 });
}
