// Paying, from checkout to receipt: as a guest on a phone, by keyboard alone, and with a bank that asks for
// confirmation.
import type { Page } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { fillCard, look, pay } from './card.ts';
import { pricedResource, resourceWithFiles } from './demo-resources.ts';
import { newPerson, openAccount } from './people.ts';
import { expect, test } from './test.ts';
import { go, hydrated, storeGuestCart, visit } from './visit.ts';

/** How many requests that could charge a card were sent. */
function paymentsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (
      request.method() === 'POST' &&
      /\/api\/(simple-checkout|checkout\/pay|sandbox\/confirm)$/.test(request.url())
    ) {
      sent.push(request.url());
    }
  });
  return sent;
}

/** Presses the first download button; the browser gets the file. */
async function downloadFirst(page: Page, title: string): Promise<void> {
  const files = page.getByRole('list', { name: `Files of ${title}` });
  const press = files.getByRole('button', { name: /^Download/ }).first();
  const coming = page.waitForEvent('download');
  await press.click();
  expect(await (await coming).failure()).toBeNull();
}

test('a guest in Leeds pays on a phone, to the receipt', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { id, title } = await pricedResource(page, 4);
  await visit(page, `/direct-checkout?type=resource&id=${id}`);
  await page.getByLabel('Name').fill('Leila Hart');
  await page.getByLabel('Email').fill(newPerson().email);
  await fillCard(page, '4242424242424242');

  // A US address must exist; what was typed for it does not block another country.
  const country = page.getByLabel('Country');
  await expect(country).toHaveValue('US');
  await expect(country).toHaveAttribute('autocomplete', 'country');
  await page.getByLabel('ZIP code').fill('00000');
  await expect(page.getByLabel('ZIP code')).toHaveAccessibleDescription(
    'We couldn’t find this ZIP code. Check its five digits.',
    { timeout: 15_000 },
  );
  await pay(page).click();
  await expect(page.getByRole('alert')).toContainText('We couldn’t find this ZIP code.');

  await country.selectOption('United Kingdom');
  const postcode = page.getByLabel('Postcode');
  await expect(page.getByLabel('City and state')).toHaveCount(0);
  await postcode.fill('LS1');
  await pay(page).click();
  await expect(postcode).toBeFocused();
  await expect(postcode).toHaveAccessibleDescription('Enter your postcode, such as LS1 4AP.');
  await look(page);
  await postcode.fill('ls14ap');
  await postcode.blur();
  await expect(postcode).toHaveValue('LS1 4AP');
  await page.getByLabel('Town or city').fill('Leeds');
  await pay(page).click();
  await expect(page).toHaveURL(/\/payment-success\?order=\d+&key=/);
  await page.getByRole('link', { name: 'View receipt' }).click();
  await expect(page.getByRole('heading', { name: /^Receipt RV-/ })).toBeVisible();
  await expect(page.getByText('Leeds LS1 4AP')).toBeVisible();
  await expect(page.getByText('United Kingdom')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Lines' })).toContainText(title);
  await look(page);

  // The next checkout starts with the last country; Canadian and Australian postcodes determine the state.
  const next = await pricedResource(page, 5);
  await go(page, `/direct-checkout?type=resource&id=${next.id}`);
  await expect(country).toHaveValue('GB');
  await country.selectOption('Canada');
  await page.getByLabel('Postal code').fill('k1a 0b1');
  await expect(page.getByLabel('Province')).toHaveValue('ON');
  await country.selectOption('HK');
  await expect(page.getByLabel('Postal code (optional)')).toBeVisible();
});

test('a guest buys on a phone, downloads, registers, confirms the address and owns it', async ({
  page,
  openWindow,
  mailbox,
  db,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { id, title, price } = await resourceWithFiles(db);
  const person = newPerson();
  const sent = paymentsOf(page);
  await storeGuestCart(page, [
    { itemId: id, title },
    { itemId: 2_000_000_000, title: 'Gone' },
  ]);
  // Where Back leads after paying.
  await visit(page, '/about');

  // Changes are reported before payment and need confirmation.
  await visit(page, '/simple-checkout');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary).toContainText(`The price is now $${price}. It was $1.00 before.`);
  await expect(summary).toContainText('No longer on sale.');
  await page.getByLabel('Name').fill('Ida Quist');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('ZIP code').fill('97201');
  // The first lookup loads all of the country's codes.
  await expect(page.getByLabel('City and state')).toHaveText('Portland, OR', { timeout: 15_000 });
  await fillCard(page, '4242424242424242');
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await pay(page).click();
  await expect(page.getByRole('alert')).toContainText('Check the marked lines first.');
  await expect(page.getByRole('button', { name: `Accept the new price of ${title}` })).toBeFocused();
  expect(sent).toEqual([]);
  await look(page);
  await page.keyboard.press('Enter');
  const remove = page.getByRole('button', { name: 'Remove from the order: Gone' });
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(summary).not.toContainText('No longer on sale.');
  await expect(pay(page)).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem('is_guest_checkout'))).toBe('true');

  // Clicked twice, paid once.
  await pay(page).dblclick();
  await expect(page).toHaveURL(/\/payment-success\?order=\d+&key=/);
  await expect(page.getByRole('heading', { name: 'It’s yours, Ida' })).toBeVisible();
  expect(sent).toHaveLength(1);
  const stored = await page.evaluate(() => [
    localStorage.getItem('drx_simple_guest_cart'),
    localStorage.getItem('is_guest_checkout'),
  ]);
  expect(stored).toEqual(['[]', null]);
  await expect(page.getByRole('list', { name: 'What you bought' })).toContainText(title);
  await downloadFirst(page, title);
  await look(page);

  // Back leads to where they came from, and checkout has nothing left to pay.
  await page.goBack();
  await expect(page).toHaveURL('/about');
  await visit(page, '/simple-checkout');
  await expect(page.getByRole('heading', { name: 'You’ve already paid for this' })).toBeVisible();
  expect(sent).toHaveLength(1);

  // The emailed link is the key to files and receipt, on any device.
  const mailed = await mailbox.linkTo(person.email, 'Your order');
  const desk = await openWindow({ width: 390, height: 844 });
  await visit(desk, mailed);
  await downloadFirst(desk, title);
  await visit(desk, mailed.replace(/key=.+$/, 'key=wrong'));
  await expect(desk.getByRole('heading', { name: 'We can’t find this order' })).toBeVisible();
  await visit(page, mailed);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Receipt RV-\d{6}$/);
  await expect(page.getByText('Portland, OR 97201')).toBeVisible();
  const pdf = await page.request.get(
    (await page.getByRole('link', { name: 'PDF' }).getAttribute('href')) ?? '',
  );
  expect(pdf.headers()['content-type']).toContain('application/pdf');
  await look(page);

  await page.getByRole('link', { name: 'Create account' }).click();
  await expect(page.getByLabel('Email address')).toHaveValue(person.email);
  await expect(page.getByLabel('First name')).toHaveValue('Ida');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/dashboard/user', { timeout: 15_000 });
  // The account has the address, but has not confirmed it.
  const waiting = page.getByText(/^Order RV-\d{6} is waiting for you to confirm your email$/);
  await expect(waiting).toBeVisible();
  await look(page);
  await go(page, '/my-purchases');
  await expect(waiting).toBeVisible();
  await expect(page.getByText('No purchases yet')).toHaveCount(0);
  await expect(page.getByText(title)).toHaveCount(0);
  await look(page);
  await visit(page, await mailbox.linkTo(person.email, 'Confirm'));
  await expect(page.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible();
  await go(page, '/my-purchases');
  await expect(page.getByRole('list', { name: 'What I own' })).toContainText(title);
  await expect(waiting).toHaveCount(0);
  await look(page);
  await page.getByRole('link', { name: 'Orders' }).click();
  await page.getByRole('link', { name: /^RV-/ }).click();
  await expect(page.getByRole('heading', { name: 'What you bought' })).toBeVisible();
  await downloadFirst(page, title);
});

test('an unconfirmed payment: the files appear once it is confirmed', async ({ page, baseURL, db }) => {
  const { id, title } = await resourceWithFiles(db);
  const paid = await page.request.post('/api/simple-checkout', {
    data: {
      email: newPerson().email,
      name: 'Ida Quist',
      zip: '97201',
      items: [{ itemType: 'resource', itemId: id, quantity: 1 }],
      card: { number: '4242424242424242', expMonth: 4, expYear: 2035, cvc: '123' },
    },
    headers: { origin: baseURL ?? '' },
  });
  const { orderId, key } = (await paid.json()) as { orderId: number; key: string };
  // Like a slow bank, until it has decided.
  let hasDecided = false;
  await page.route(`**/api/orders/${orderId}?*`, async (route) => {
    const answer = await route.fetch();
    const order = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: hasDecided ? order : { ...order, state: 'pending' } });
  });
  await page.route('**/api/checkout/confirm', (route) =>
    route.fulfill({ json: { orderId, status: hasDecided ? 'paid' : 'processing', reason: null } }),
  );
  await visit(page, `/payment-success?order=${orderId}&key=${key}`);
  await expect(page.getByRole('heading', { name: 'Your bank is deciding' })).toBeVisible();
  await expect(page.getByText(/Your purchase appears here as soon as/)).toBeVisible();
  hasDecided = true;
  await expect(page.getByRole('heading', { name: 'It’s yours, Ida' })).toBeVisible({ timeout: 15_000 });
  await downloadFirst(page, title);
});

test('keyboard only: a declined card keeps the form, another card pays', async ({ page, baseURL }) => {
  const { id, title, price } = await pricedResource(page, 1);
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
  await expect(page.getByLabel('Country')).toBeFocused();
  await keyboard.press('Tab');
  await expect(page.getByLabel('ZIP code')).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByLabel('ZIP code')).toHaveAccessibleDescription(
    'Enter the five digits of your ZIP code.',
  );
  await keyboard.type('10001');
  await keyboard.press('Enter');

  await expect(page.getByRole('alert')).toContainText('This card has insufficient funds.');
  await expect(page.getByRole('alert')).toContainText('Nothing was charged.');
  await expect(page.getByLabel('Card number')).toBeFocused();
  await expect(page.getByLabel('ZIP code')).toHaveValue('10001');
  await expect(page.getByLabel('Expiry')).toHaveValue('04 / 35');
  await look(page);
  await keyboard.type('4242424242424242');
  await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await keyboard.press('Enter');
  await expect(page).toHaveURL(/\/payment-success\?order=\d+$/);
  // “Pay” is gone: the focus goes on at the new page, not at the top of the document.
  await expect(page.getByRole('heading', { level: 1, name: 'It’s yours' })).toBeFocused();
  await expect(page.getByText(`$${price}`).first()).toBeVisible();
  await expect(page.getByRole('link', { name: title })).toBeVisible();
});

test('bank confirmation: refused, confirmed, in steps, and canceled', async ({ page, baseURL }) => {
  const { id, title } = await pricedResource(page, 2);
  await openAccount(page.request, baseURL);
  const sent = paymentsOf(page);

  // One course now, without the cart.
  await visit(page, '/direct-enroll/1');
  await expect(page).toHaveURL('/direct-checkout?type=course&id=1');
  await page.getByLabel('ZIP code').fill('10001');
  await fillCard(page, '4000002500003155');
  await pay(page).click();
  const bank = page.getByRole('dialog', { name: 'Did you make this payment?' });
  await expect(bank).toContainText('Nothing has been charged yet.');
  await expectNothingFoundOnTheWay(page);
  await bank.getByRole('button', { name: 'No, decline it' }).click();
  await expect(page.getByRole('alert')).toContainText('The payment was not confirmed with the bank.');
  await pay(page).click();
  await bank.getByRole('button', { name: 'Yes, confirm it' }).click();
  await expect(page).toHaveURL(/\/course-enrollment-success\?order=\d+$/);
  await expect(page.getByRole('heading', { name: 'Welcome to the course' })).toBeVisible();
  await visit(page, '/direct-enroll/1');
  await expect(page).toHaveURL('/courses/1/learning');

  // In steps: the started order can be canceled, and the cart is unchanged.
  const headers = { origin: baseURL ?? '' };
  await page.request.post('/api/cart', { data: { itemType: 'resource', itemId: id }, headers });
  await go(page, '/checkout');
  await page.getByLabel('ZIP code').fill('10001');
  await look(page);
  await page.getByRole('button', { name: 'Continue to review' }).click();
  await page.getByRole('button', { name: /^Continue to pay/ }).click();
  await expect(page).toHaveURL(/\/checkout\/stripe\?order=\d+$/);
  await expect(pay(page)).toBeVisible();
  await look(page);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText('Nothing was charged. Your cart is as it was.', { exact: true })).toBeVisible();

  await go(page, '/checkout');
  await page.getByLabel('ZIP code').fill('10001');
  await page.getByRole('button', { name: 'Continue to review' }).click();
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
  await expect(page.getByRole('heading', { name: 'You’ve already paid for this' })).toBeVisible();
  await expect(pay(page)).toHaveCount(0);
});
