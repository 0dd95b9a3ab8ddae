// Paying, from the checkout to the receipt: as a guest on a phone, by keyboard alone, and with a bank that asks.
import { expect, type Page } from '@playwright/test';
import { expectNothingFound } from './axe.ts';
import { newPerson, openAccount, test } from './people.ts';
import { hydrated, visit } from './visit.ts';

const EXPIRY = '04 / 35';

type Resource = { id: number; title: string; price: string };

/** Something with a price, another one for each test that asks. */
async function somethingPaid(page: Page, at: number): Promise<Resource> {
  const answer = await page.request.get('/api/resources?price=15-40');
  const { items } = (await answer.json()) as { items: Resource[] };
  const found = items[at];
  if (!found) throw new Error('The demo school has nothing to buy');
  return found;
}

const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });

async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill(EXPIRY);
  await page.getByLabel('Security code').fill('123');
}

/** Of the requests that could charge a card, how many were sent. */
function paymentsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/api\/(simple-checkout|sandbox\/confirm)$/.test(request.url())) {
      sent.push(request.url());
    }
  });
  return sent;
}

/** On a phone in the dark, on a desk in the light; `npm run e2e` looks at both ways of both. */
async function look(page: Page): Promise<void> {
  // A button under the mouse has colours of its own.
  await page.mouse.move(0, 0);
  const width = page.viewportSize()?.width ?? 0;
  const usual = [width < 900 ? 'dark' : 'light'] as const;
  for (const colorScheme of process.env['E2E_FULL'] ? (['dark', 'light'] as const) : usual) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    await expectNothingFound(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

test('a guest buys on a phone, registers, confirms the address and owns it', async ({ page, mailbox }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  const { id, title, price } = await somethingPaid(page, 0);
  const person = newPerson();
  const sent = paymentsOf(page);
  await visit(page, '/about');
  await page.evaluate(
    ([itemId, name]) => {
      const line = (at: number, item: object) => ({
        id: `guest-170000000000${at}-abcdefgh`,
        itemType: 'resource',
        quantity: 1,
        price: '1.00',
        ...item,
      });
      const lines = [line(0, { itemId, title: name }), line(1, { itemId: 2_000_000_000, title: 'Gone' })];
      localStorage.setItem('drx_simple_guest_cart', JSON.stringify(lines));
    },
    [id, title] as const,
  );

  // What changed is said before payment, and asks for a word.
  await visit(page, '/simple-checkout');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary).toContainText(`It costs $${price} now. It was $1.00 before.`);
  await expect(summary).toContainText('No longer on sale.');
  await page.getByLabel('Name').fill('Ida Quist');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('ZIP code').fill('97201');
  // The first lookup reads all the country's codes.
  await expect(page.getByLabel('City and state')).toHaveText('Portland, OR', { timeout: 15_000 });
  await fillCard(page, '4242424242424242');
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await pay(page).click();
  await expect(page.getByRole('alert')).toContainText('Please look at the marked lines first.');
  await expect(page.getByRole('button', { name: `Accept the new price of ${title}` })).toBeFocused();
  expect(sent).toEqual([]);
  await look(page);
  await page.keyboard.press('Enter');
  const takeOut = page.getByRole('button', { name: 'Take it out of the order: Gone' });
  await expect(takeOut).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(summary).not.toContainText('No longer on sale.');
  await expect(pay(page)).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem('is_guest_checkout'))).toBe('true');

  // Pressed twice, paid once.
  await pay(page).dblclick();
  await expect(page).toHaveURL(/\/payment-success\?order=\d+&key=/);
  await expect(page.getByRole('heading', { name: 'Thank you, Ida' })).toBeVisible();
  expect(sent).toHaveLength(1);
  const kept = await page.evaluate(() => [
    localStorage.getItem('drx_simple_guest_cart'),
    localStorage.getItem('is_guest_checkout'),
  ]);
  expect(kept).toEqual(['[]', null]);
  await expect(page.getByRole('list', { name: 'What you bought' })).toContainText(title);
  await look(page);

  // Back leads to where they came from, and the checkout has nothing left to pay.
  await page.goBack();
  await expect(page).toHaveURL('/about');
  await visit(page, '/simple-checkout');
  await expect(page.getByRole('heading', { name: 'You have paid for this' })).toBeVisible();
  expect(sent).toHaveLength(1);

  // The link in the mail is the key to the receipt.
  await visit(page, await mailbox.linkTo(person.email, 'Your order'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Receipt RV-\d{6}$/);
  await expect(page.getByText('Portland, OR 97201')).toBeVisible();
  const pdf = await page.request.get(
    (await page.getByRole('link', { name: 'PDF' }).getAttribute('href')) ?? '',
  );
  expect(pdf.headers()['content-type']).toContain('application/pdf');
  await look(page);

  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByLabel('E-mail address')).toHaveValue(person.email);
  await expect(page.getByLabel('First name')).toHaveValue('Ida');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/dashboard/user', { timeout: 15_000 });
  await visit(page, await mailbox.linkTo(person.email, 'Confirm'));
  await expect(page.getByRole('heading', { name: 'Your address is confirmed' })).toBeVisible();
  await visit(page, '/my-purchases');
  await expect(page.getByRole('list', { name: 'What I own' })).toContainText(title);
  await look(page);
  await page.getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('link', { name: /^RV-/ }).click();
  await expect(page.getByText('What you bought')).toBeVisible();
});

test('by keyboard alone: a declined card keeps everything typed, another one pays', async ({
  page,
  baseURL,
}) => {
  test.slow();
  const { id, title, price } = await somethingPaid(page, 1);
  const person = await openAccount(page.request, baseURL);
  const added = await page.request.post('/api/cart', {
    data: { itemType: 'resource', itemId: id },
    headers: { origin: baseURL ?? '' },
  });
  expect(added.status()).toBe(200);
  const { keyboard } = page;
  await visit(page, '/simple-checkout');
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await page.getByLabel('Name').focus();
  await keyboard.press('Tab');
  await expect(page.getByLabel('Email')).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.type('4000000000009995');
  await keyboard.press('Tab');
  await keyboard.type('435');
  await expect(page.getByLabel('Expiry')).toHaveValue('04 / 35');
  await keyboard.press('Tab');
  await keyboard.type('123');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(page.getByLabel('ZIP code')).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByLabel('ZIP code')).toHaveAccessibleDescription(
    'Enter the five digits of your ZIP code.',
  );
  await keyboard.type('10001');
  await keyboard.press('Enter');

  await expect(page.getByRole('alert')).toContainText(
    'The bank said there is not enough money on this card.',
  );
  await expect(page.getByRole('alert')).toContainText('Nothing was charged.');
  await expect(page.getByLabel('Card number')).toBeFocused();
  await expect(page.getByLabel('ZIP code')).toHaveValue('10001');
  await expect(page.getByLabel('Expiry')).toHaveValue('04 / 35');
  await look(page);
  await keyboard.type('4242424242424242');
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/payment-success\?order=\d+$/);
  await expect(page.getByText(`$${price}`).first()).toBeVisible();
  await expect(page.getByRole('link', { name: title })).toBeVisible();
});

test('a bank that asks: refused, then confirmed; in steps, and cancelled', async ({ page, baseURL }) => {
  test.slow();
  const { id, title } = await somethingPaid(page, 2);
  await openAccount(page.request, baseURL);
  const sent = paymentsOf(page);

  // One course now, past the cart.
  await visit(page, '/direct-enroll/1');
  await expect(page).toHaveURL('/direct-checkout?type=course&id=1');
  await page.getByLabel('ZIP code').fill('10001');
  await fillCard(page, '4000002500003155');
  await pay(page).click();
  const bank = page.getByRole('dialog', { name: 'Your bank asks: was it you?' });
  await expect(bank).toContainText('Nothing has been charged yet.');
  await expectNothingFound(page);
  await bank.getByRole('button', { name: 'No, refuse it' }).click();
  await expect(page.getByRole('alert')).toContainText('The payment was not confirmed with the bank.');
  await pay(page).click();
  await bank.getByRole('button', { name: 'Yes, it was me' }).click();
  await expect(page).toHaveURL(/\/course-enrollment-success\?order=\d+$/);
  await expect(page.getByRole('heading', { name: 'Welcome to the course' })).toBeVisible();
  await visit(page, '/direct-enroll/1');
  await expect(page).toHaveURL('/courses/1');

  // In steps: what was begun can be given up, and the cart is as it was.
  const headers = { origin: baseURL ?? '' };
  await page.request.post('/api/cart', { data: { itemType: 'resource', itemId: id }, headers });
  await visit(page, '/checkout');
  await page.getByLabel('ZIP code').fill('10001');
  await look(page);
  await page.getByRole('button', { name: 'Continue to the review' }).click();
  await page.getByRole('button', { name: /^Continue to pay/ }).click();
  await expect(page).toHaveURL(/\/checkout\/stripe\?order=\d+$/);
  await expect(pay(page)).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'Cancel the order' }).click();
  await expect(page.getByText('Nothing was charged. Your cart is as it was.', { exact: true })).toBeVisible();

  await visit(page, '/checkout');
  await page.getByLabel('ZIP code').fill('10001');
  await page.getByRole('button', { name: 'Continue to the review' }).click();
  await page.getByRole('button', { name: /^Continue to pay/ }).click();
  await page.waitForURL(/\/checkout\/stripe/);
  await fillCard(page, '4242424242424242');
  sent.length = 0;
  await pay(page).dblclick();
  await expect(page).toHaveURL(/\/payment-success/);
  await expect(page.getByRole('list', { name: 'What you bought' })).toContainText(title);
  expect(sent).toHaveLength(1);
  await page.goBack();
  await hydrated(page);
  await expect(page.getByRole('heading', { name: 'You have paid for this' })).toBeVisible();
  await expect(pay(page)).toHaveCount(0);
});
