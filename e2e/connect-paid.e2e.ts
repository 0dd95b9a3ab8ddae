// Paid sessions on Connect: booked on a phone after signing in, moved and canceled with the refund shown first; a package
// and a session from it; the last seat of a group; requests the instructor accepts and declines.
import type { Page } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { chooseTime, makeInstructor, payForSession, scheduleGroup, startOf } from './instructors.ts';
import { DESK, PHONE } from './looks.ts';
import { openAccount } from './people.ts';
import { expect, test } from './test.ts';
import { go, signIn, toast, visit } from './visit.ts';

const PHONE_IN_CHICAGO = { width: PHONE, timeZone: 'America/Chicago' };
const DESK_IN_CHICAGO = { width: DESK, timeZone: 'America/Chicago' };

const upcoming = (page: Page) =>
  page.getByRole('list', { name: 'Upcoming sessions' }).getByRole('listitem').filter({ hasText: 'Phrasing' });

test('a teacher signs in on the way, pays on a phone, moves the session and gets all of it back', async ({
  openWindow,
  newClient,
  baseURL,
  db,
}) => {
  const origin = baseURL ?? '';
  const { id } = await makeInstructor(db, await newClient(), origin, {
    kind: 'one_to_one',
    priceCents: 4000,
  });
  const teacher = await openAccount(await newClient(), origin);

  const page = await openWindow(PHONE_IN_CHICAGO);
  await visit(page, `/instructors/${id}`);
  await chooseTime(page, 2);
  await page.getByRole('link', { name: 'Book it', exact: true }).click();
  await signIn(page, teacher.username, teacher.password);
  await expect(page).toHaveURL(/\/connect\/book\/\d+\?.*start=/);
  await page.getByRole('button', { name: 'Hold this time and pay' }).click({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/checkout/);
  await expect(page.getByText(/Held for you for another 1[45]:\d\d/).first()).toBeVisible({
    timeout: 20_000,
  });
  await payForSession(page);
  await page.getByRole('link', { name: 'See your session' }).click();
  await expect(upcoming(page)).toContainText('Confirmed', { timeout: 20_000 });
  await expect(upcoming(page)).toContainText('Chicago (Central Time)');
  const download = page.waitForEvent('download');
  await upcoming(page)
    .getByRole('link', { name: /^Calendar file/ })
    .click();
  expect((await download).suggestedFilename()).toMatch(/^session-\d+\.ics$/);

  const before = await upcoming(page).innerText();
  await upcoming(page)
    .getByRole('button', { name: /^Reschedule/ })
    .click();
  await chooseTime(page, 3);
  await page.getByRole('button', { name: /^Move to / }).click();
  await expect(toast(page, 'Session moved')).toBeVisible();
  await expect.poll(() => upcoming(page).innerText()).not.toBe(before);

  await upcoming(page)
    .getByRole('button', { name: /^Cancel/ })
    .click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('Refund$40.00');
  await expectNothingFoundOnTheWay(page);
  await dialog.getByRole('button', { name: 'Cancel session' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing booked' })).toBeVisible();
  await page.getByRole('link', { name: 'Past' }).click();
  await expect(page.getByText('$40.00 refunded.')).toBeVisible({ timeout: 20_000 });
});

test('a package is bought at a desk, and a session booked from it', async ({
  openWindow,
  newClient,
  baseURL,
  db,
}) => {
  const origin = baseURL ?? '';
  const { id } = await makeInstructor(db, await newClient(), origin, {
    kind: 'package',
    priceCents: 15_000,
    sessions: 5,
  });
  const page = await openWindow(DESK_IN_CHICAGO);
  await openAccount(page.request, origin);
  await visit(page, `/instructors/${id}`);
  await page.getByRole('link', { name: 'Buy this package' }).click();
  await page.getByRole('button', { name: 'Buy for $150.00' }).click({ timeout: 20_000 });
  await payForSession(page);
  await go(page, '/my-bookings');
  const packages = page.getByRole('region', { name: 'Packages' });
  await expect(packages).toContainText('5 sessions left until', { timeout: 20_000 });
  await packages.getByRole('link', { name: 'Book the next one' }).click();
  await expect(page.getByText('From your package: 5 sessions left.')).toBeVisible({ timeout: 20_000 });
  await chooseTime(page, 1);
  await page.getByRole('button', { name: 'Book this time' }).click();
  await expect(upcoming(page)).toContainText('Confirmed', { timeout: 20_000 });
  await expect(packages).toContainText('4 sessions left');
});

test('the last seat of a group is sold once: on a phone it is full a moment later', async ({
  openWindow,
  newClient,
  baseURL,
  db,
}) => {
  const origin = baseURL ?? '';
  const teaching = await newClient();
  const { id, sessionTypeId } = await makeInstructor(db, teaching, origin, {
    kind: 'group',
    priceCents: 1800,
  });
  await scheduleGroup(teaching, origin, { sessionTypeId, start: startOf() });
  const [first, second] = [await openWindow(DESK_IN_CHICAGO), await openWindow(PHONE_IN_CHICAGO)];
  for (const page of [first, second]) {
    await openAccount(page.request, origin);
    await visit(page, `/connect/book/${id}`);
    await chooseTime(page, 0);
  }
  await first.getByRole('button', { name: 'Hold this time and pay' }).click();
  await expect(first).toHaveURL(/\/checkout/);
  await second.getByRole('button', { name: 'Hold this time and pay' }).click();
  await expect(second.getByRole('alert')).toContainText('taken', { timeout: 20_000 });
  await expect(second.getByRole('heading', { name: 'Full dates' })).toBeVisible({ timeout: 20_000 });
  await payForSession(first);
  await go(first, '/my-bookings');
  await expect(upcoming(first)).toContainText('Confirmed', { timeout: 20_000 });
});

test('requests: the instructor accepts one, which is then paid, and declines the other with a reason', async ({
  openWindow,
  baseURL,
  db,
}) => {
  const origin = baseURL ?? '';
  const desk = await openWindow(DESK_IN_CHICAGO);
  const { id } = await makeInstructor(db, desk.request, origin, {
    kind: 'one_to_one',
    priceCents: 3000,
    isOnRequest: true,
  });
  const page = await openWindow(PHONE_IN_CHICAGO);
  await openAccount(page.request, origin);
  for (const at of [1, 2]) {
    await visit(page, `/connect/book/${id}`);
    await chooseTime(page, at);
    await page.getByRole('button', { name: 'Request this time' }).click();
    await expect(page.getByText('Inge Waits has your request.')).toBeVisible({ timeout: 20_000 });
  }

  await visit(desk, '/instructor/bookings?tab=requests');
  const requests = desk.getByRole('list', { name: 'Requests' }).locator('> li');
  await expect(requests).toHaveCount(2, { timeout: 20_000 });
  await requests.first().getByRole('button', { name: 'Accept…' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Accept request' }).click();
  await expect(requests).toHaveCount(1);
  await requests.first().getByRole('button', { name: 'Decline…' }).click();
  await desk.getByRole('alertdialog').getByLabel('Why? They read it').fill('I’m away that week.');
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Decline request' }).click();
  await expect(desk.getByRole('heading', { name: 'No open requests' })).toBeVisible();

  await go(page, '/my-bookings?when=past');
  await expect(page.getByText('Reason: I’m away that week.')).toBeVisible({ timeout: 20_000 });
  await visit(page, '/my-bookings');
  await upcoming(page).getByRole('link', { name: 'Pay now' }).click({ timeout: 20_000 });
  await payForSession(page);
  await page.getByRole('link', { name: 'See your session' }).click();
  await expect(upcoming(page)).toContainText('Confirmed', { timeout: 20_000 });
});
