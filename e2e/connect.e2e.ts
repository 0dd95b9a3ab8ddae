// Connect, from both sides: an instructor sets hours on a desk; a teacher finds them on a phone, signs in, books, moves
// and cancels; a paid session is held on the way to the checkout.
import { expect, mergeTests } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { test as withDatabase } from './database.ts';
import { enterForOnce } from './enter.ts';
import { chooseTime, makeInstructor } from './instructors.ts';
import { DESK, PHONE } from './looks.ts';
import { openAccount, test as withMailbox } from './people.ts';
import { signIn, visit, toast } from './visit.ts';

const test = mergeTests(withDatabase, withMailbox);

test('an instructor paints hours with the mouse and with keys, and they stay', async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const origin = baseURL ?? '';
  const desk = await browser.newContext({ viewport: { width: DESK, height: 1400 }, baseURL: origin });
  const page = await desk.newPage();
  await enterForOnce(page, 'multi', origin);
  await visit(page, '/connect/profile?tab=hours');
  const cell = (name: string) => page.getByRole('gridcell', { name, exact: true });
  await expect(cell('Monday, 9:00 AM')).toBeVisible({ timeout: 20_000 });
  const drag = async (from: string, to: string) => {
    await cell(from).hover();
    await page.mouse.down();
    await cell(to).hover();
    await page.mouse.up();
  };
  // Hours left by an earlier try: dragging over them removes them.
  if ((await cell('Monday, 9:00 AM').getAttribute('aria-selected')) === 'true') {
    await drag('Monday, 9:00 AM', 'Monday, 10:30 AM');
    await drag('Wednesday, 9:00 AM', 'Wednesday, 9:30 AM');
  }
  await expect(cell('Monday, 9:00 AM')).toHaveAttribute('aria-selected', 'false');

  await drag('Monday, 9:00 AM', 'Monday, 10:30 AM');
  await expect(cell('Monday, 9:30 AM')).toHaveAttribute('aria-selected', 'true');
  await expect(cell('Monday, 10:30 AM')).toHaveAttribute('aria-selected', 'true');
  await expect(cell('Monday, 11:00 AM')).toHaveAttribute('aria-selected', 'false');

  await cell('Wednesday, 9:00 AM').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(cell('Wednesday, 9:30 AM')).toHaveAttribute('aria-selected', 'true');
  await expectNothingFoundOnTheWay(page);

  await page.getByRole('button', { name: 'Save hours' }).click();
  await expect(toast(page, 'Hours saved')).toBeVisible();
  await page.reload();
  await expect(cell('Monday, 9:30 AM')).toHaveAttribute('aria-selected', 'true', { timeout: 20_000 });
  await expect(cell('Wednesday, 9:30 AM')).toHaveAttribute('aria-selected', 'true');

  // Dragging over hours removes them.
  await drag('Monday, 9:00 AM', 'Monday, 10:30 AM');
  await drag('Wednesday, 9:00 AM', 'Wednesday, 9:30 AM');
  await page.getByRole('button', { name: 'Save hours' }).click();
  await expect(cell('Monday, 9:30 AM')).toHaveAttribute('aria-selected', 'false');
  await desk.close();
});

test('an instructor taps hours on a phone, and clients are offered them', async ({
  browser,
  baseURL,
  db,
}) => {
  test.slow();
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

test('a teacher finds, books, moves and cancels a free session on a phone', async ({ browser, baseURL }) => {
  test.slow();
  const origin = baseURL ?? '';
  const other = await browser.newContext({ baseURL: origin });
  const teacher = await openAccount(other.request, origin);
  await other.close();
  const phone = await browser.newContext({
    viewport: { width: PHONE, height: 844 },
    baseURL: origin,
    timezoneId: 'America/Chicago',
  });
  const page = await phone.newPage();

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
  await phone.close();
});

test('a paid session is held and waits in the checkout with a countdown', async ({ browser, baseURL }) => {
  test.slow();
  const origin = baseURL ?? '';
  const desk = await browser.newContext({ viewport: { width: DESK, height: 900 }, baseURL: origin });
  const page = await desk.newPage();
  await openAccount(page.request, origin);
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
  await visit(page, '/my-bookings');
  await expect(page.getByText('Waiting for payment')).toBeVisible();
  await desk.close();
});
