// Signing in and out, and the guard of the pages that need it (spec §2, §4, §8).
import { expect, test, type Page } from '@playwright/test';
import { signIn, visit } from './visit.ts';

/** The name of the demo person `member`, as the header shows it. */
const person = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Nell Abara' });
const form = (page: Page) => page.getByRole('main');
/** The toast, not the note that stays in the form. */
const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

async function failLogin(page: Page, answer: { status: number; json?: object; body?: string }) {
  await page.route('**/api/login', (route) => route.fulfill(answer));
  await visit(page, '/auth');
  await signIn(page, 'member');
}

test('a member signs in, is greeted, and signs out again', async ({ page }) => {
  await visit(page, '/auth');
  await signIn(page, 'member');
  await expect(toast(page, 'Login successful')).toContainText('Welcome back, member!');
  // The dashboard is not built yet.
  await expect(page).toHaveURL('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
  await person(page).click();
  await header.getByRole('button', { name: 'Sign Out' }).click();
  await expect(toast(page, 'Logged out')).toContainText('You have been successfully logged out.');
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.reload();
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('a page loaded with a session knows the person, never the guest', async ({ page }) => {
  await visit(page, '/auth');
  await signIn(page, 'member');
  await expect(page).toHaveURL('/');
  const html = await (await page.request.get('/')).text();
  expect(html).not.toContain('Sign In');
  expect(html).not.toContain('Abara');
  await visit(page, '/');
  await expect(person(page)).toBeVisible();
});

test('someone already signed in goes on', async ({ page }) => {
  await visit(page, '/auth');
  await signIn(page, 'member');
  await expect(page).toHaveURL('/');
  await page.goto('/auth');
  await expect(page).toHaveURL('/');
});

test('empty fields are named beside the field and nothing is sent', async ({ page }) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/login')) sent += 1;
  });
  await visit(page, '/auth');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Enter your username');
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'Enter your password',
  );
  await expect(page.getByLabel('Username')).toBeFocused();
  expect(sent).toBe(0);
});

test('a wrong password is refused in the words of the spec', async ({ page }) => {
  await visit(page, '/auth');
  await signIn(page, 'member', 'not-the-password');
  const text = 'Invalid username or password. Please check your credentials and try again.';
  await expect(toast(page, 'Login failed')).toContainText(text);
  await expect(form(page)).toContainText(text);
  await expect(page).toHaveURL('/auth');
});

test('a server error says so', async ({ page }) => {
  await failLogin(page, { status: 500, json: { message: 'boom' } });
  await expect(toast(page, 'Login failed')).toContainText('A server error occurred. Please try again later.');
});

test('a failure without a message asks for the connection to be checked', async ({ page }) => {
  await failLogin(page, { status: 400, json: { message: '' } });
  await expect(toast(page, 'Login failed')).toContainText(
    'Login failed. Please check your connection and try again.',
  );
});

test('a guest on a page for members waits, lands on /auth, and is back after signing in', async ({
  page,
}) => {
  await page.route('**/api/user', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await visit(page, '/profile-image-debug?from=test');
  await expect(
    page.getByRole('status').getByText('Verifying authentication...', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your picture, step by step' })).toHaveCount(0);
  await expect(page).toHaveURL('/auth');
  await signIn(page, 'member');
  await expect(page).toHaveURL('/profile-image-debug?from=test');
  await expect(page.getByRole('heading', { name: 'Your picture, step by step' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Sources' }).getByText('Loaded').first()).toBeVisible();
});

test('the server sends no private page, not even to its owner', async ({ page }) => {
  await visit(page, '/auth');
  await signIn(page, 'member');
  await expect(page).toHaveURL('/');
  const response = await page.request.get('/profile-image-debug');
  const html = await response.text();
  expect(html).toContain('Verifying authentication...');
  expect(html).not.toContain('Abara');
  expect(response.headers()['cache-control']).toBe('private, no-store');
});

test('a saved address of another site is not followed', async ({ page }) => {
  await visit(page, '/auth');
  await page.evaluate(() => sessionStorage.setItem('releve.redirect', '//evil.example/x'));
  await signIn(page, 'member');
  await expect(page).toHaveURL('/');
});

test('signing out on a page for members leads home, not to /auth', async ({ page }) => {
  await visit(page, '/auth');
  await page.evaluate(() => sessionStorage.setItem('releve.redirect', '/profile-image-debug'));
  await signIn(page, 'member');
  await expect(page).toHaveURL('/profile-image-debug');
  await person(page).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(toast(page, 'Logged out')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('a failed signing-out keeps the person and says so', async ({ page }) => {
  await visit(page, '/auth');
  await signIn(page, 'member');
  await expect(page).toHaveURL('/');
  await page.route('**/api/logout', (route) => route.fulfill({ status: 500, json: { message: 'boom' } }));
  await person(page).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(toast(page, 'Logout failed')).toContainText(
    'There was an error logging you out. Please try again.',
  );
  await expect(person(page)).toBeVisible();
});

test('auth-refresh-required asks again who is there', async ({ page }) => {
  await visit(page, '/auth');
  await signIn(page, 'member');
  await expect(page).toHaveURL('/');
  await page.request.post('/api/logout', { headers: { origin: new URL(page.url()).origin } });
  await page.evaluate(() => dispatchEvent(new Event('auth-refresh-required')));
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
});
