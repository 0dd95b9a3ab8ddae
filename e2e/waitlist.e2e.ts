// Waitlists and reviews: a client waits for a seat of a full group on a phone and takes it, another waits for a full day
// at a desk and pays; client and instructor review each other.
import type { APIRequestContext } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { makeInstructor, scheduleGroup, startOf } from './instructors.ts';
import { DESK, PHONE } from './looks.ts';
import { openAccount, type Person } from './people.ts';
import { expect, test } from './test.ts';
import { go, toast, visit } from './visit.ts';
import type { Db } from '../server/db/client.ts';

const DAY = 86_400_000;

async function bookAll(request: APIRequestContext, origin: string, sessionTypeId: number, starts: string[]) {
  const ids: number[] = [];
  for (const start of starts) {
    const made = await request.post('/api/bookings', {
      data: { sessionTypeId, start },
      headers: { origin },
    });
    expect(made.status(), await made.text()).toBe(201);
    ids.push(((await made.json()) as { booking: { id: number } }).booking.id);
  }
  return ids;
}

const cancel = (request: APIRequestContext, origin: string, id: number) =>
  request.patch(`/api/bookings/${id}`, { data: { action: 'cancel' }, headers: { origin } });

test('a client waits for a full group on a phone, is offered the freed seat and takes it', async ({
  openWindow,
  newClient,
  baseURL,
  db,
  mailbox,
}) => {
  const origin = baseURL ?? '';
  const [teaching, seated] = [await newClient(), await newClient()];
  const { id, sessionTypeId } = await makeInstructor(db, teaching, origin, {
    kind: 'group',
    priceCents: 0,
  });
  const start = startOf();
  await scheduleGroup(teaching, origin, { sessionTypeId, start });
  await openAccount(seated, origin);
  const [taken = 0] = await bookAll(seated, origin, sessionTypeId, [start]);

  const page = await openWindow({ width: PHONE, timeZone: 'UTC' });
  const client = await openAccount(page.request, origin);
  await visit(page, `/connect/book/${id}`);
  await expect(page.getByRole('heading', { name: 'Full dates' })).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: /^Join the waitlist for / }).click();
  await expect(toast(page, 'You’re on the waitlist')).toBeVisible();
  await expectNothingFoundOnTheWay(page);
  await page.getByRole('link', { name: 'See your place' }).click();
  const waitlist = page.getByRole('region', { name: 'Waitlist' });
  await expect(waitlist).toContainText('You’re next', { timeout: 20_000 });

  expect((await cancel(seated, origin, taken)).status()).toBe(200);
  expect(await mailbox.textTo(client.email, 'It’s your turn')).toContain('goes to the next in line');
  await page.reload();
  await expect(waitlist).toContainText('Held for you', { timeout: 20_000 });
  await expectNothingFoundOnTheWay(page);
  await waitlist.getByRole('button', { name: 'Book it' }).click();
  await expect(page.getByText('Your session with Inge Waits is booked.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Upcoming sessions' }).getByRole('listitem')).toContainText(
    'Confirmed',
  );
  await expect(waitlist).toHaveCount(0);
});

test('a client waits for a full week at a desk and pays for the freed time', async ({
  openWindow,
  newClient,
  baseURL,
  db,
}) => {
  const origin = baseURL ?? '';
  const [teaching, booked] = [await newClient(), await newClient()];
  const { id, sessionTypeId } = await makeInstructor(db, teaching, origin, {
    kind: 'one_to_one',
    priceCents: 2500,
  });
  const slots = await booked.get(`/api/instructors/${id}/slots?sessionTypeId=${sessionTypeId}`);
  const week = ((await slots.json()) as { start: string }[])
    .map(({ start }) => start)
    .filter((start) => Date.parse(start) < Date.now() + 8 * DAY);
  await openAccount(booked, origin);
  const ids = await bookAll(booked, origin, sessionTypeId, week);

  const page = await openWindow({ width: DESK, timeZone: 'UTC' });
  await openAccount(page.request, origin);
  await visit(page, `/connect/book/${id}`);
  await expect(page.getByRole('heading', { name: 'No free times this week' })).toBeVisible({
    timeout: 20_000,
  });
  await page.getByRole('button', { name: 'Join the waitlist' }).click();
  await expect(toast(page, 'You’re on the waitlist')).toBeVisible();
  await go(page, '/my-bookings');
  const waitlist = page.getByRole('region', { name: 'Waitlist' });
  await expect(waitlist).toContainText('Any time from', { timeout: 20_000 });

  expect((await cancel(booked, origin, ids[2] ?? 0)).status()).toBe(200);
  // Offered by a job.
  const state = async () => {
    const entries = (await (await page.request.get('/api/waitlist')).json()) as { state: string }[];
    return entries[0]?.state;
  };
  await expect.poll(state, { timeout: 40_000 }).toBe('offered');
  await page.reload();
  await expect(waitlist).toContainText('Held for you');
  await waitlist.getByRole('button', { name: 'Book it and pay' }).click();
  await expect(page).toHaveURL(/\/checkout/);
  await expect(page.getByText('Phrasing hour').first()).toBeVisible({ timeout: 20_000 });
});

/** A session two days ago that took place. */
async function makePastSession(db: Db, teacher: { id: number; sessionTypeId: number }, client: Person) {
  const start = new Date(Date.now() - 2 * DAY).toISOString();
  const end = new Date(Date.now() - 2 * DAY + 3_600_000).toISOString();
  await db.execute(sql`
    with u as (select id from users where username = ${client.username}),
    a as (
      insert into appointments (instructor_id, session_type_id, starts_at, ends_at, occupied, capacity, where_text, created_at)
      values (${teacher.id}, ${teacher.sessionTypeId}, ${start}, ${end}, tstzrange(${start}, ${end}), 1, '', now())
      returning id
    ), r as (
      insert into reservations (user_id, instructor_id, session_type_id, state, title, price_cents, duration_minutes,
        place, cancellation, paid_at, created_at)
      select u.id, ${teacher.id}, ${teacher.sessionTypeId}, 'paid', 'Phrasing hour', 0, 60, 'online', 'standard', now(), now()
      from u returning id
    )
    insert into bookings (reservation_id, appointment_id, user_id, state, capacity, time_zone, created_at, confirmed_at)
    select r.id, a.id, u.id, 'completed', 1, 'UTC', now(), now() from r, a, u`);
}

test('client and instructor review each other, and read it once both have written', async ({
  openWindow,
  baseURL,
  db,
}) => {
  const origin = baseURL ?? '';
  const desk = await openWindow({ width: DESK, timeZone: 'UTC' });
  const teacher = await makeInstructor(db, desk.request, origin, { kind: 'one_to_one', priceCents: 0 });
  const page = await openWindow({ width: PHONE, timeZone: 'UTC' });
  const client = await openAccount(page.request, origin);
  await makePastSession(db, teacher, client);

  await visit(page, '/my-bookings?when=past');
  await page.getByRole('button', { name: /^Write a review/ }).click({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(page.getByText('Choose one to five stars.')).toBeVisible();
  await page.getByRole('radio', { name: /^4 stars/ }).check({ force: true });
  await page.getByLabel('What should another teacher know?').fill('Counts out loud, and it helps.');
  await expectNothingFoundOnTheWay(page);
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(toast(page, 'Review saved')).toBeVisible();
  await expect(page.getByText('Inge reads it once you’ve both written one')).toBeVisible();

  await visit(desk, '/instructor/bookings?tab=past');
  await expect(desk.getByRole('button', { name: /^Write a review/ })).toBeVisible({ timeout: 20_000 });
  await expect(desk.getByText('Counts out loud')).toHaveCount(0);
  await desk.getByRole('button', { name: /^Write a review/ }).click();
  await desk.getByRole('radio', { name: /^5 stars/ }).check({ force: true });
  await desk.getByLabel('What should another instructor know?').fill('Prepared and curious.');
  await desk.getByRole('button', { name: 'Send review' }).click();
  await expect(toast(desk, 'Review published')).toBeVisible();
  await expect(desk.getByText('Counts out loud, and it helps.')).toBeVisible();
  await desk.getByRole('button', { name: /^Reply/ }).click();
  await desk.getByLabel('Your reply').fill('Out loud it is, then.');
  await desk.getByRole('button', { name: 'Publish reply' }).click();
  await expect(desk.getByText('You replied:')).toBeVisible();
  await desk.getByRole('button', { name: /^Reviews by instructors/ }).click();
  await expect(desk.getByRole('dialog').getByText('Prepared and curious.')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Prepared and curious.')).toBeVisible({ timeout: 20_000 });
  await go(page, `/instructors/${teacher.id}`);
  await expect(page.getByText('Counts out loud, and it helps.')).toBeVisible();
  await expect(page.getByText('Inge replied:')).toBeVisible();
  await expect(page.getByText('Prepared and curious.')).toHaveCount(0);
  await expectNothingFoundOnTheWay(page);
});
