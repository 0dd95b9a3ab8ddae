// Registering, confirming the address, and a forgotten password (spec §2, §8).
import type { Page } from '@playwright/test';
import { newPerson, openAccount } from './people.ts';
import { expect, test } from './test.ts';
import { signIn, visit, toast } from './visit.ts';

const password = (page: Page) => page.getByLabel('Password', { exact: true });
const create = (page: Page) => page.getByRole('button', { name: 'Create account' }).click();

async function fillIn(page: Page, person = newPerson()) {
  await page.getByLabel('First name').fill(person.firstName);
  await page.getByLabel('Last name').fill(person.lastName);
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Email address').fill(person.email);
  await password(page).fill(person.password);
  return person;
}

/** Bodies sent to the endpoint while the test runs. */
function sentTo(page: Page, path: string): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(path)) bodies.push(request.postDataJSON());
  });
  return bodies;
}

test('someone registers by keyboard alone, confirms their address and signs in', async ({
  page,
  mailbox,
}) => {
  const { keyboard } = page;
  const person = newPerson();
  await visit(page, '/register');
  // Spec §2: after registration the dashboard, whatever was stored.
  await page.evaluate(() => sessionStorage.setItem('releve.redirect', '/profile-image-debug'));
  await page.getByRole('link', { name: 'Create account' }).focus();
  for (const value of [person.firstName, person.lastName, person.username, person.email, person.password]) {
    await keyboard.press('Tab');
    await keyboard.type(value);
  }
  await expect(page.getByText('Password strength: Strong')).toBeAttached();
  await keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Show password' })).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Space');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await expect(page.getByLabel('Teach and be booked')).toBeFocused();
  await keyboard.press('Space');
  await keyboard.press('Enter');
  await expect(toast(page, 'Registration successful')).toContainText(person.email);
  await expect(page).toHaveURL('/dashboard/user');

  await toast(page, 'Registration successful').getByRole('link', { name: 'See next steps' }).click();
  await expect(page).toHaveURL('/registration/success');
  await expect(page.getByRole('heading', { name: 'Welcome, Ida' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'teach and be booked' })).toContainText('Waiting');
  const first = await mailbox.linkTo(person.email, 'Confirm');
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText(`We sent a new link to ${person.email}`)).toBeVisible();
  await expect.poll(() => mailbox.linkTo(person.email, 'Confirm')).not.toBe(first);

  const link = await mailbox.linkTo(person.email, 'Confirm');
  expect(link).toMatch(/^\/verify-email\?token=/);
  const verifications = sentTo(page, '/api/account/verify-email');
  await visit(page, link);
  await expect(page.getByRole('heading', { name: 'Email address confirmed' })).toBeVisible();
  expect(page.url()).not.toContain('token');
  expect(verifications).toHaveLength(1);
  await page.getByRole('link', { name: 'See next steps' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your email address' })).toContainText('Done');

  const header = page.getByRole('banner');
  await header.getByRole('button', { name: 'Ida Quist' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await visit(page, '/registration/success');
  await expect(page.getByRole('heading', { name: 'Create your account first' })).toBeVisible();
  await header.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL('/');
  await header.getByRole('link', { name: 'Sign In' }).click();
  await signIn(page, person.username, person.password);
  await expect(page).toHaveURL('/dashboard/user');
});

test('the form says what is missing, weak, taken or closed, and keeps what was typed', async ({ page }) => {
  const lists: string[] = [];
  page.on('request', (request) => {
    if (/\/password-strength-[\w-]{8}\.js$/.test(request.url())) lists.push(request.url());
  });
  const sent = sentTo(page, '/api/register');
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(globalThis, { violations });
    addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
  });
  await visit(page, '/register');

  await test.step('missing fields, next to each field', async () => {
    await create(page);
    await expect(page.getByLabel('First name')).toHaveAccessibleDescription('Enter your first name');
    await expect(page.getByLabel('Last name')).toHaveAccessibleDescription('Enter your last name');
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription(
      'A username has at least 3 characters',
    );
    await expect(page.getByLabel('Email address')).toHaveAccessibleDescription('Enter your email address');
    await expect(password(page)).toHaveAccessibleDescription('Use at least 10 characters');
    await expect(page.getByLabel('First name')).toBeFocused();
  });
  const person = newPerson();
  await test.step('weak passwords, while typing', async () => {
    // Their list is long, and loaded for those who type a password.
    expect(lists).toEqual([]);
    await password(page).focus();
    await expect.poll(() => lists.length).toBe(1);
    await fillIn(page, person);
    for (const [typed, label] of [
      ['short', 'Too short'],
      ['passwordpassword', 'Too easy to guess'],
      [`${person.username}!!`, 'Too easy to guess'],
      ['ribbon kettle orchard 9', 'Strong'],
    ] as const) {
      await password(page).fill(typed);
      await expect(page.getByText(`Password strength: ${label}`)).toBeAttached();
    }
    await password(page).fill('passwordpassword');
    await create(page);
    await expect(password(page)).toHaveAccessibleDescription(/on lists of leaked or common passwords/);
    await expect(password(page)).toHaveAttribute('aria-invalid', 'true');
    await expect(password(page)).toBeFocused();
    expect(sent).toEqual([]);
  });
  await test.step('taken names, in the spec’s words', async () => {
    await fillIn(page, { ...person, username: 'MEMBER', email: 'Member@Releve.example' });
    await create(page);
    const text = 'This username is already taken. Please try another one.';
    await expect(toast(page, text)).toContainText('Registration failed');
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription(text);
    await expect(page.getByLabel('Username')).toBeFocused();
    await expect(page.getByLabel('Email address')).toHaveAccessibleDescription(
      /already an account with this email/,
    );
    await expect(page.getByLabel('First name')).toHaveValue('Ida');
    await expect(page).toHaveURL('/register');
  });
  await test.step('closed registration, and a failure without a message', async () => {
    await fillIn(page, person);
    const message = 'New accounts are closed at the moment. Write to hello@releve.example to be let in.';
    await page.route('**/api/register', (route) =>
      route.fulfill({ status: 403, json: { code: 'forbidden', message } }),
    );
    await create(page);
    await expect(toast(page, message)).toContainText('Registration failed');
    await expect(page.getByRole('main')).toContainText(message);
    await page.unroute('**/api/register');
    await page.route('**/api/register', (route) => route.abort());
    await create(page);
    const fixed = 'Registration failed. Please check your information and try again.';
    await expect(toast(page, fixed)).toBeVisible();
    await expect(page.getByRole('main')).toContainText(fixed);
  });
  await test.step('all within the page’s content security policy', async () => {
    const violations = () => (globalThis as unknown as { violations: string[] }).violations;
    expect(await page.evaluate(violations)).toEqual([]);
  });
});

test('unusable links say what to do, and tokens never stay in the URL', async ({ page }) => {
  await test.step('confirming, also after a lost connection', async () => {
    await page.route('**/api/account/verify-email', (route) => route.abort());
    await visit(page, '/verify-email?token=made-up&x=1');
    await expect(page.getByText('We couldn’t reach the site.')).toBeVisible();
    await expect(page).toHaveURL('/verify-email?x=1');
    await page.unroute('**/api/account/verify-email');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/auth');
  });
  await test.step('turning reminders off', async () => {
    await visit(page, '/cart-reminders/off?token=made-up');
    await expect(page).toHaveURL('/cart-reminders/off');
    await page.getByRole('button', { name: 'Turn off reminders' }).click();
    await expect(page.getByRole('alert')).toContainText('This link is invalid');
  });
  await test.step('a new password', async () => {
    await visit(page, '/reset-password?token=made-up');
    await expect(page).toHaveURL('/reset-password');
    // Right away, before anyone types a new password.
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await expect(page.getByLabel('New password')).toHaveCount(0);
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect(page).toHaveURL('/forgot-password');
  });
  await test.step('signing in: the server renders what the browser does', async () => {
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await visit(page, '/sign-in-link?token=made-up');
    await expect(page.getByRole('heading', { name: 'Your sign-in link' })).toBeVisible();
    await expect(page).toHaveURL('/sign-in-link');
    expect(errors).toEqual([]);
  });
});

test('a forgotten password is reset by email, and only the new one works', async ({
  page,
  playwright,
  baseURL,
  mailbox,
}) => {
  const elsewhere = await playwright.request.newContext(baseURL ? { baseURL } : {});
  const person = await openAccount(elsewhere, baseURL);
  await visit(page, '/auth');
  await expect(page.getByRole('link', { name: 'Email me a sign-in link instead' })).toHaveAttribute(
    'href',
    '/sign-in-link',
  );
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await test.step('there is a way without a password', async () => {
    await page.getByRole('link', { name: 'Sign in with a link instead' }).click();
    await expect(page).toHaveURL('/sign-in-link');
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription(/Enter your username/);
    await page.getByLabel('Username').fill('nobody-by-this-name');
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/forgot-password');
  });
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByLabel('Email address')).toHaveAccessibleDescription('Enter your email address');
  await page.getByLabel('Email address').fill(person.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  const link = await mailbox.linkTo(person.email, 'new password');
  await visit(page, link);
  await expect(page).toHaveURL('/reset-password');
  const field = page.getByLabel('New password');
  await field.fill('passwordpassword');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(field).toHaveAccessibleDescription(/on lists of leaked or common passwords/);
  await field.fill('lantern cobble meadow 7');
  await page.getByRole('button', { name: 'Save password' }).click();
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  expect((await elsewhere.get('/api/user')).status()).toBe(401);

  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await signIn(page, person.username, person.password);
  await expect(page.getByRole('main')).toContainText('Invalid username or password.');
  await signIn(page, person.email, 'lantern cobble meadow 7');
  await expect(page).toHaveURL('/dashboard/user');
  await visit(page, link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await elsewhere.dispose();
});
