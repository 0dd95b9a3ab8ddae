// Booking credit on a phone: a member books a session with it, sees what is left, cancels and sees it come back.
import { expectNothingFoundOnTheWay } from './axe.ts';
import { chooseTime, makeInstructor } from './instructors.ts';
import { PHONE } from './looks.ts';
import { openAccount } from './people.ts';
import { expect, test } from './test.ts';
import { go, visit } from './visit.ts';

test('a member books a session with credit, cancels it and has the credit again', async ({
  page,
  newClient,
  baseURL,
  db,
}) => {
  const origin = baseURL ?? '';
  const { id } = await makeInstructor(db, await newClient(), origin, {
    kind: 'one_to_one',
    priceCents: 5000,
  });
  await page.setViewportSize({ width: PHONE, height: 900 });
  await openAccount(page.request, origin);
  const plans = await page.request.get('/api/subscription-plans');
  const studio = ((await plans.json()) as { id: number; name: string }[]).find(
    ({ name }) => name === 'Studio',
  );
  const card = { number: '4242 4242 4242 4242', expMonth: 4, expYear: 2035, cvc: '123' };
  const joined = await page.request.post('/api/subscription', {
    data: { planId: studio?.id, period: 'year', name: 'Mara Okafor', zip: '10001', card },
    headers: { origin },
  });
  expect(joined.status(), await joined.text()).toBe(201);

  await visit(page, `/connect/book/${id}`);
  await chooseTime(page, 2);
  await page.getByRole('button', { name: 'Hold this time and pay' }).click({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/checkout/);
  await go(page, '/cart');
  await expect(page.getByText('Your $70.00 of booking credit pays for sessions at checkout.')).toBeVisible();
  await go(page, '/checkout');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  // $50.00 less 10%.
  await expect(summary).toContainText('Booking credit−$45.00', { timeout: 20_000 });
  await expect(summary).toContainText('$25.00 left after this order, until');
  const choice = summary.getByRole('checkbox', { name: 'Use my booking credit' });
  await choice.uncheck();
  await expect(summary).toContainText('Total$45.00');
  await choice.check();
  await expect(summary).toContainText('Total$0.00');
  await expectNothingFoundOnTheWay(page);
  await page.getByLabel('ZIP code').fill('10001');
  await page.getByRole('button', { name: 'Continue to review' }).click();
  await page.getByRole('button', { name: 'Complete order' }).click();
  await expect(page.getByText('Paid with booking credit').first()).toBeVisible({ timeout: 20_000 });

  await go(page, '/profile/membership');
  const credit = page.getByRole('region', { name: 'Booking credit' });
  await expect(credit).toContainText('$25.00 left of $70.00, until', { timeout: 20_000 });
  await expect(credit.getByRole('listitem')).toContainText('−$45.00');
  await expectNothingFoundOnTheWay(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE);

  await go(page, '/my-bookings');
  await page
    .getByRole('list', { name: 'Upcoming sessions' })
    .getByRole('button', { name: /^Cancel/ })
    .click({ timeout: 20_000 });
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText('all of it as booking credit. You can use it until');
  await dialog.getByRole('button', { name: 'Cancel session' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing booked' })).toBeVisible({ timeout: 20_000 });
  await expect(async () => {
    await visit(page, '/profile/membership');
    await expect(credit).toContainText('$70.00 left of $70.00', { timeout: 5000 });
  }).toPass({ timeout: 30_000 });
  await expect(credit.getByRole('listitem')).toContainText('$45.00 returned');
});
