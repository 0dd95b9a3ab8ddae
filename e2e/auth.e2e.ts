// Signing in and out, and the guard of the pages that need it (spec §2, §4, §8).
import type { Locator, Page } from '@playwright/test';
import { enterForOnce } from './enter.ts';
import { expect, test } from './test.ts';
import { DEMO_PASSWORD, hold, hydrated, signIn, visit, toast } from './visit.ts';

/** The name of the demo user `member`, as the header shows it. */
const person = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Nell Abara' });
const form = (page: Page) => page.getByRole('main');
const MEMBER_HOME = '/dashboard/user';

test('a member signs in after errors, is greeted, and signs out again', async ({ page }) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login')) sent += 1;
  });
  await visit(page, '/auth');
  // Another site, which is ignored below.
  await page.evaluate(() => sessionStorage.setItem('releve.redirect', '//evil.example/x'));
  await test.step('empty fields show errors; a failed sign-in keeps the form', async () => {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Enter your username');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
      'Enter your password',
    );
    await expect(page.getByLabel('Username')).toBeFocused();
    expect(sent).toBe(0);
    await signIn(page, 'nobody-at-all', 'not-the-password');
    await expect(form(page)).toContainText(
      'Invalid username or password. Please check your credentials and try again.',
    );
    await expect(page).toHaveURL('/auth');
    await expect(page.getByLabel('Username')).toHaveValue('nobody-at-all');
  });
  await signIn(page, 'member');
  await expect(toast(page, 'Login successful')).toContainText('Welcome back, member!');
  await expect(page).toHaveURL(MEMBER_HOME);
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
  await test.step('a signed-in user is redirected from the forms', async () => {
    for (const door of ['/auth', '/register']) {
      await page.goto(door);
      await expect(page).toHaveURL(MEMBER_HOME);
    }
  });
  await visit(page, '/');
  await person(page).click();
  await header.getByRole('button', { name: 'Sign Out' }).click();
  await expect(toast(page, 'Logged out')).toContainText('You have been successfully logged out.');
  await expect(page).toHaveURL('/');
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.reload();
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('two URLs, one page; it works by keyboard alone, with an email address as username', async ({
  page,
}) => {
  await visit(page, '/auth');
  const { keyboard } = page;
  const tabTo = async (goal: Locator) => {
    for (let presses = 0; presses < 30; presses++) {
      await keyboard.press('Tab');
      if (await goal.evaluate((element) => element === document.activeElement)) return;
    }
    await expect(goal).toBeFocused();
  };
  await tabTo(page.getByRole('link', { name: 'Create account' }));
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/register');
  await expect(page.getByRole('link', { name: 'Create account' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await expect(page).toHaveTitle(/^Create account/);
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/auth$/);
  await keyboard.press('Shift+Tab');
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/auth');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await tabTo(page.getByLabel('Username'));
  await keyboard.type('Member@Releve.example');
  await tabTo(page.getByLabel('Password', { exact: true }));
  await keyboard.type(DEMO_PASSWORD);
  await keyboard.press('Enter');
  await expect(page).toHaveURL(MEMBER_HOME);
});

test('a guest on a members’ page waits, lands on /auth, returns after signing in, and leaves by signing out', async ({
  page,
  baseURL,
}) => {
  const answered = await hold(page, '**/api/user');
  await visit(page, '/profile-image-debug?from=test');
  await expect(
    page.getByRole('status').getByText('Verifying authentication...', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Profile picture sources' })).toHaveCount(0);
  await answered();
  await expect(page).toHaveURL('/auth');
  await signIn(page, 'member');
  await expect(page).toHaveURL('/profile-image-debug?from=test');
  await expect(page.getByRole('heading', { name: 'Profile picture sources' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sources' }).getByText('Loaded').first()).toBeVisible();

  await test.step('a failed sign-out keeps the session', async () => {
    await page.route('**/api/logout', (route) => route.fulfill({ status: 500, json: { message: 'boom' } }));
    await person(page).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(toast(page, 'Logout failed')).toBeVisible();
    await expect(person(page)).toBeVisible();
    await page.unroute('**/api/logout');
  });
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await test.step('auth-refresh-required asks again who it is', async () => {
    await enterForOnce(page, 'member', baseURL);
    await visit(page, '/about');
    await expect(person(page)).toBeVisible();
    await page.request.post('/api/logout', { headers: { origin: baseURL ?? '' } });
    await page.evaluate(() => dispatchEvent(new Event('auth-refresh-required')));
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  });
});

test('signing in and out updates the other tabs', async ({ page, context }) => {
  const other = await context.newPage();
  await visit(page, '/auth');
  await visit(other, '/about');
  const guest = other.getByRole('banner').getByRole('link', { name: 'Sign In' });
  await expect(guest).toBeVisible();
  // Browsers throttle background tabs.
  await page.bringToFront();
  await signIn(page, 'member');
  await expect(person(other)).toBeVisible();
  await visit(other, '/profile/security');
  await expect(other.getByText('This device')).toBeVisible();
  await page.bringToFront();
  await person(page).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(other).toHaveURL('/auth');
  await test.step('another user signs in: nothing of the first user is left', async () => {
    await visit(page, '/auth');
    await hydrated(other);
    await signIn(page, 'seller');
    // Where it was when the user left.
    await expect(other).toHaveURL('/profile/security');
    await expect(person(other)).toHaveCount(0);
    await expect(other.getByRole('region', { name: 'Email address' })).toContainText('seller@');
    await expect(other.getByText('member@')).toHaveCount(0);
  });
});

test('signing in works without scripts', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/auth');
  await signIn(page, 'member', 'not-the-password');
  await expect(page).toHaveURL('/auth?form=refused');
  await expect(page.getByRole('alert')).toHaveText(
    'Invalid username or password. Please check your credentials and try again.',
  );
  await signIn(page, 'member');
  await expect(page.getByRole('heading', { name: 'You’re signed in' })).toBeVisible();
  expect((await (await context.request.get('/api/user')).json()) as object).toMatchObject({
    username: 'member',
  });
  await context.close();
});
