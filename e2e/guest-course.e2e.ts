// A guest buys a course: said before paying, started by one link from the email, and the second purchase given back.
import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { fillCard, look, pay } from './card.ts';
import { newPerson } from './people.ts';
import { expect, test } from './test.ts';
import { visit } from './visit.ts';

test('a guest buys a course on a phone, starts it from the email, and gets the second one back', async ({
  page,
  openWindow,
  mailbox,
  db,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { rows } = await db.execute<{ title: string; price: string; lesson: string }>(sql`
    select c.title, to_char(c.price_cents / 100.0, 'FM999990.00') as price, (
      select l.title from lessons l join course_modules m on m.id = l.module_id
      where m.course_id = c.id order by m.position, l.position limit 1) as lesson
    from courses c where c.id = 1`);
  const { title = '', price = '', lesson = '' } = rows[0] ?? {};
  const { email } = newPerson();
  const buy = async (guest: Page) => {
    await visit(guest, '/direct-checkout?type=course&id=1');
    await expect(guest.getByText('A course needs an account')).toContainText(
      'after you pay, we email you a link',
    );
    await expect(guest.getByText('the link that starts your course go here.')).toBeVisible();
    await expect(guest.getByText(/files/)).toHaveCount(0);
    await guest.getByLabel('Name').fill('Ida Quist');
    await guest.getByLabel('Email').fill(email);
    await guest.getByLabel('ZIP code').fill('10001');
    await fillCard(guest, '4242424242424242');
  };
  const pays = async (guest: Page) => {
    await pay(guest).click();
    await expect(guest).toHaveURL(/\/course-enrollment-success\?order=\d+&key=/);
    const steps = guest.getByRole('region', { name: 'Start your course in three steps' });
    await expect(steps).toContainText(`Open the email we sent to ${email}.`);
    await expect(guest.getByText(/files/)).toHaveCount(0);
    return steps;
  };

  // Said before paying; asking what the address has answers the same for everyone.
  await buy(page);
  await page.getByRole('button', { name: 'Email me what I already have' }).click();
  await expect(
    page.getByText('If something was bought with this address, the email says how to open it.'),
  ).toBeVisible();
  await look(page);
  const steps = await pays(page);
  await look(page);
  await steps.getByRole('button', { name: 'Email me the link again' }).click();
  await expect(steps.getByRole('status')).toContainText('Each works once, within 24 hours.');

  // One link from the email to the first lesson.
  const mailed = await mailbox.linkTo(email, 'Your order');
  await visit(page, mailed);
  await expect(page).toHaveURL('/start-course');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Start “${title}”`);
  await expect(page.getByText('This confirms the address and creates your account.')).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'Confirm and start' }).click();
  await expect(page).toHaveURL('/courses/1/learning');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(lesson);
  const again = await openWindow({ width: 390, height: 844 });
  await visit(again, mailed);
  await expect(again.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await again.getByRole('button', { name: 'Email me a new link' }).click();
  await expect(again.getByRole('status')).toContainText('We’re sending a new link to the same address.');

  // Bought again without signing in: the page is the same, the email isn’t.
  await buy(again);
  await pays(again);
  await expect
    .poll(() => mailbox.textTo(email, 'Your order'))
    .toContain(`You already had “${title}” before this order.`);
  await visit(again, await mailbox.linkTo(email, 'Your order'));
  await again.getByRole('button', { name: 'Sign in and start' }).click();
  await expect(again).toHaveURL('/my-purchases');
  await expect(again.getByRole('heading', { name: 'You bought this twice' })).toBeVisible();
  await look(again);
  await again.getByRole('button', { name: `Refund the second: $${price}` }).click();
  await expect(again.getByText(`We’re refunding $${price} for the second “${title}”`)).toBeVisible();
  await expect(again.getByRole('heading', { name: 'You bought this twice' })).toHaveCount(0);
  await visit(again, '/my-purchases?tab=orders');
  await expect(again.getByRole('list', { name: 'Orders' })).toContainText('Refunded');
});
