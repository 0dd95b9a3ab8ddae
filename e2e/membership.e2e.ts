// Membership on a phone: compare the plans, join as someone new, change, cancel, resume.
import type { Page } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { pricedResource } from './demo-resources.ts';
import { newPerson, openAccount } from './people.ts';
import { expect, test } from './test.ts';
import { go, hydrated, visit } from './visit.ts';

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('04 / 35');
  await page.getByLabel('Security code').fill('123');
}

/** Fits the phone, and axe finds nothing. */
async function look(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await expectNothingFoundOnTheWay(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}

test('someone new compares plans, joins, changes, cancels and resumes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const person = newPerson();

  await visit(page, '/subscription');
  await page.getByRole('link', { name: 'Monthly' }).click();
  await page.getByRole('radio', { name: /^Studio/ }).check();
  await expect(page.getByRole('list', { name: 'What Studio includes' })).toBeVisible();
  await look(page);

  // Without the trial, which the plan's button offers: this journey pays.
  const { id } = await page.request
    .get('/api/subscription-plans')
    .then(async (answer) => (await answer.json()) as { id: number; name: string }[])
    .then((plans) => plans.find(({ name }) => name === 'Solo') ?? { id: 0 });
  await go(page, `/subscription/join?plan=${id}&period=month`);
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Email address').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('ZIP code').fill('10001');
  await fillCard(page, '4000 0000 0000 0002');
  await look(page);
  const pay = page.getByRole('button', { name: 'Pay $19.00 and join' });
  await pay.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Nothing was charged' })).toBeVisible();
  // The account exists now; only the card is asked again.
  await expect(page.getByLabel('Username')).toBeHidden();
  await fillCard(page, '4000 0025 0000 3155');
  await pay.dblclick();
  await page.getByRole('button', { name: 'Yes, confirm it' }).click();

  await expect(page).toHaveURL(/\/subscription\/success\?order=\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Solo' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Save as PDF' })).toBeVisible();
  await look(page);

  await page.getByRole('link', { name: 'Manage your membership' }).click();
  await expect(page.getByText(/^Next payment: \$19\.00 on /)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')).toHaveCount(1);
  await hydrated(page);
  await look(page);

  await page.getByRole('radio', { name: /^Studio/ }).check();
  await expect(page.getByRole('list', { name: 'What it costs' })).toContainText('Unused part of Solo');
  await page.getByRole('button', { name: /^Pay \$\d+\.\d\d and change$/ }).click();
  await page.getByRole('button', { name: 'Yes, confirm it' }).click();
  await expect(page.getByRole('heading', { name: 'Studio' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')).toHaveCount(2);

  await page.getByLabel('Invite a teacher').fill(`teacher-${person.username}@releve.example`);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByRole('list', { name: 'Assigned seats' })).toContainText('Invited');
  await expect(page.getByText('1 of 5 seats in use, 1 invited')).toBeVisible();

  await page.getByRole('button', { name: 'Cancel membership' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Cancel Studio?' });
  await look(page);
  await dialog.getByRole('button', { name: 'Cancel membership' }).click();
  await expect(page.getByText('Nothing more will be charged.')).toBeVisible();
  await page.getByRole('button', { name: 'Resume membership' }).click();
  await expect(page.getByText(/^Next payment: \$59\.00 on /)).toBeVisible();
});

test('a membership that ends while its member pays leads back to the full price', async ({
  page,
  staff,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  await openAccount(page.request, origin);
  const item = await pricedResource(page, 6);
  const plans = await page.request.get('/api/subscription-plans');
  const [plan] = (await plans.json()) as { id: number }[];
  const card = { number: '4242 4242 4242 4242', expMonth: 4, expYear: 2035, cvc: '123' };
  const joined = await page.request.post('/api/subscription', {
    data: { planId: plan?.id, period: 'month', name: 'Mara Okafor', zip: '10001', card },
    headers: { origin },
  });
  const { subscription } = (await joined.json()) as { subscription: { id: number } };
  await page.request.post('/api/cart', {
    data: { itemType: 'resource', itemId: item.id, quantity: 1 },
    headers: { origin },
  });

  await visit(page, '/checkout');
  await page.getByLabel('ZIP code').fill('10001');
  await page.getByRole('button', { name: 'Continue to review' }).click();
  await page.getByRole('button', { name: /^Continue to pay/ }).click();
  await fillCard(page, '4242 4242 4242 4242');
  const ended = await staff.post(`/api/admin/members/${subscription.id}/cancel`, {
    data: { when: 'now', reason: 'Asked us to end it today' },
  });
  expect(ended.status(), await ended.text()).toBe(200);

  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Order RV-\d+ isn’t paid$/ })).toBeVisible();
  await expect(page.getByText('Your membership has changed since you started')).toBeVisible();
  await page.getByRole('link', { name: 'Go to checkout' }).click();
  await expect(
    page.getByText(`Your membership has ended, so the price is $${item.price} now.`),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: `Accept the new price of ${item.title}` })).toBeVisible();
});
