// Connect, from both sides: an instructor sets hours on a desk; a teacher finds them on a phone, signs in, books, moves
// and cancels; a paid session is held on the way to the checkout.
import { expectNothingFoundOnTheWay } from './axe.ts';
import { chooseTime, makeInstructor } from './instructors.ts';
import { DESK, PHONE } from './looks.ts';
import { openAccount } from './people.ts';
import { expect, test } from './test.ts';
import { go, signIn, toast, visit } from './visit.ts';

test('an instructor paints hours with the mouse and with keys, and they stay', async ({
  page,
  baseURL,
  db,
}) => {
  // Open from 9:00 to 10:00 on every day.
  await makeInstructor(db, page.request, baseURL ?? '', { kind: 'one_to_one', priceCents: 0 });
  await page.setViewportSize({ width: DESK, height: 1400 });
  await visit(page, '/connect/profile?tab=hours');
  const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });
  await expect(cell('Monday, 9:00 AM')).toHaveAttribute('aria-selected', 'true');
  const drag = async (from: string, to: string) => {
    await cell(from).hover();
    await page.mouse.down();
    await cell(to).hover();
    await page.mouse.up();
  };
  await expect(cell('Monday, 1:00 PM')).toHaveAttribute('aria-selected', 'false');

  await drag('Monday, 1:00 PM', 'Monday, 2:30 PM');
  await expect(cell('Monday, 1:30 PM')).toHaveAttribute('aria-selected', 'true');
  await expect(cell('Monday, 2:30 PM')).toHaveAttribute('aria-selected', 'true');
  await expect(cell('Monday, 3:00 PM')).toHaveAttribute('aria-selected', 'false');
  // Dragging over hours removes them.
  await drag('Tuesday, 9:00 AM', 'Tuesday, 9:30 AM');
  await expect(cell('Tuesday, 9:30 AM')).toHaveAttribute('aria-selected', 'false');

  await cell('Wednesday, 1:00 PM').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(cell('Wednesday, 1:30 PM')).toHaveAttribute('aria-selected', 'true');
  await expectNothingFoundOnTheWay(page);

  await page.getByRole('button', { name: 'Save hours' }).click();
  await expect(toast(page, 'Hours saved')).toBeVisible();
  await page.reload();
  await expect(cell('Monday, 1:30 PM')).toHaveAttribute('aria-selected', 'true');
  await expect(cell('Wednesday, 1:30 PM')).toHaveAttribute('aria-selected', 'true');
  await expect(cell('Tuesday, 9:00 AM')).toHaveAttribute('aria-selected', 'false');
});

test('an instructor taps hours on a phone, and clients are offered them', async ({
  browser,
  baseURL,
  db,
}) => {
  const origin = baseURL ?? '';
  const phone = await browser.newContext({
    viewport: { width: PHONE, height: 844 },
    hasTouch: true,
    baseURL: origin,
  });
  const page = await phone.newPage();
  const { id, sessionTypeId } = await makeInstructor(db, page.request, origin, {
    kind: 'one_to_one',
    priceCents: 0,
  });
  await visit(page, '/connect/profile?tab=hours');
  const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });
  await cell('Saturday, 2:00 PM').tap();
  await expect(cell('Saturday, 2:30 PM')).toHaveAttribute('aria-selected', 'true');
  // A tap on an hour that is there takes it away.
  await cell('Sunday, 9:30 AM').tap();
  await expect(cell('Sunday, 9:00 AM')).toHaveAttribute('aria-selected', 'false');
  await page.getByRole('button', { name: 'Save hours' }).tap();
  await expect(toast(page, 'Hours saved')).toBeVisible();

  const answer = await page.request.get(`/api/instructors/${id}/slots?sessionTypeId=${sessionTypeId}`);
  const starts = ((await answer.json()) as { start: string }[]).map(({ start }) => new Date(start));
  const hoursOn = (day: number) =>
    new Set(starts.filter((start) => start.getUTCDay() === day).map((start) => start.getUTCHours()));
  expect([...hoursOn(6)].toSorted((a, b) => a - b)).toEqual([9, 14]);
  expect(hoursOn(0).size).toBe(0);
  await phone.close();
});

test('a teacher finds, books, moves and cancels a free session on a phone', async ({
  openWindow,
  newClient,
  baseURL,
}) => {
  const teacher = await openAccount(await newClient(), baseURL);
  const page = await openWindow({ width: PHONE, height: 844, timeZone: 'America/Chicago' });

  await visit(page, '/connect');
  await page.getByRole('combobox', { name: 'What do you need help with?' }).fill('rushing');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/connect\?q=rushing/);
  await expect(page.getByText('Times are yours: Chicago (Central Time).')).toBeVisible();
  await page.getByRole('link', { name: 'Inés Valdivia', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Inés Valdivia' })).toBeVisible();
  await page.getByRole('radio', { name: /^First hello/ }).check();
  await page.getByRole('link', { name: 'Book', exact: true }).click();

  await signIn(page, teacher.username, teacher.password);
  await expect(page).toHaveURL(/\/connect\/book\/\d+\?session=\d+/);
  await page.getByRole('button', { name: 'Book this time' }).click();
  await expect(page.getByText('Choose a time first.')).toBeVisible();
  await chooseTime(page, 1);
  await page.getByLabel('Your message').fill('My teens rush the 4-and-1.');
  await page.getByRole('button', { name: 'Book this time' }).click();
  await expect(page).toHaveURL(/\/my-bookings\?booked=\d+/);
  await expect(page.getByText('Your session with Inés Valdivia is booked.')).toBeVisible();
  const upcoming = page.getByRole('list', { name: 'Upcoming sessions' }).getByRole('listitem');
  await expect(upcoming).toHaveCount(1);
  await expect(upcoming).toContainText('Confirmed');
  await expect(upcoming).toContainText('Chicago (Central Time)');
  await expect(upcoming.getByRole('link', { name: 'Join session' })).toHaveAttribute('href', /^https:/);

  const download = page.waitForEvent('download');
  await upcoming.getByRole('link', { name: /^Calendar file/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^session-\d+\.ics$/);

  const before = await upcoming.innerText();
  await upcoming.getByRole('button', { name: /^Reschedule/ }).click();
  await chooseTime(page, 3);
  await page.getByRole('button', { name: /^Move to / }).click();
  await expect(toast(page, 'Session moved')).toBeVisible();
  await expect(upcoming).toHaveCount(1);
  await expect.poll(() => upcoming.innerText()).not.toBe(before);

  await upcoming.getByRole('button', { name: /^Cancel/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel session' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing booked' })).toBeVisible();
  await page.getByRole('link', { name: 'Past' }).click();
  await expect(page.getByText('Canceled').first()).toBeVisible();
});

test('a paid session is held and waits in the checkout with a countdown', async ({ page, baseURL }) => {
  await openAccount(page.request, baseURL);
  await visit(page, '/connect');
  await page.getByRole('link', { name: 'Tobias Renner', exact: true }).click();
  const name = await chooseTime(page, 2);
  await page.getByRole('link', { name: /^Book \w+day, / }).click();
  await expect(page.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true', {
    timeout: 20_000,
  });
  await expect(page.getByText('We hold it for 15 minutes while you pay.')).toBeVisible();
  await page.getByRole('button', { name: 'Hold this time and pay' }).click();
  await expect(page).toHaveURL(/\/checkout/);
  await expect(page.getByText('Half an hour of feet').first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(/Held for you for another 1[45]:\d\d/)).toBeVisible();

  // Nobody else is offered the time meanwhile.
  await go(page, '/my-bookings');
  await expect(page.getByText('Waiting for payment')).toBeVisible();
});
