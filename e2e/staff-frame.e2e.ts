// The frame of staff pages: who has access, where each role lands, the sidebar on desktop and phone (spec §2, §6).
import { expect, test, type Page } from '@playwright/test';
import { enterAs, enterForOnce, type DemoName } from './enter.ts';
import { hydrated, signIn, visit } from './visit.ts';

const PHONE = { width: 390, height: 844 };
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });

const LANDINGS: readonly [DemoName, string][] = [
  ['admin', '/admin'],
  ['officer', '/admin/curriculum-officer'],
  ['seller', '/seller-dashboard'],
  ['instructor', '/instructor/dashboard'],
  ['member', '/dashboard/user'],
  ['multi', '/multi-dashboard'],
];

test('each role lands on its own dashboard', async ({ page, baseURL }) => {
  for (const [at, [name, landing]] of LANDINGS.entries()) {
    await test.step(`${name} lands on ${landing}`, async () => {
      await enterAs(page, name, baseURL);
      await visit(page, at % 2 === 0 ? '/dashboard' : '/my-dashboard');
      await expect(page).toHaveURL(landing);
      await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible();
    });
  }
});

test('a guest on the way to the dashboard signs in first, with a loading message', async ({ page }) => {
  await page.route('**/api/user', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await visit(page, '/my-dashboard');
  await expect(page.getByRole('status').getByText('Verifying authentication...')).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await page.unroute('**/api/user');
  await signIn(page, 'multi');
  await expect(page).toHaveURL('/multi-dashboard');
  const cards = page.getByRole('list', { name: 'Your roles' }).getByRole('listitem');
  await expect(cards.filter({ hasText: 'Seller' })).toHaveCount(1);
  await expect(cards.filter({ hasText: 'Instructor' })).toHaveCount(1);
});

test.describe('the admin guard', () => {
  test('sends guests to /auth and brings them back', async ({ page }) => {
    await visit(page, '/admin/users?q=nell');
    await expect(page).toHaveURL('/auth');
    await signIn(page, 'admin');
    await expect(page).toHaveURL('/admin/users?q=nell');
    await expect(page.getByRole('link', { name: 'Nell Abara' })).toBeVisible();
  });

  test('redirects other users to the home page', async ({ page, baseURL }) => {
    for (const name of ['member', 'seller', 'instructor', 'multi'] as const) {
      await enterAs(page, name, baseURL);
      await visit(page, '/admin/users');
      await expect(page, name).toHaveURL('/');
    }
  });

  test('lets officers in, and explains pages that are not for them', async ({ page, baseURL }) => {
    await enterAs(page, 'officer', baseURL);
    await visit(page, '/admin/users');
    await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('this page is for admins');
    await expect(page.getByRole('main').getByRole('link', { name: /@/ })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Curriculum officer' })).toBeVisible();
    await sidebar(page).getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Open dance styles' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dance styles' })).toBeVisible();
    await visit(page, '/admin/users');
    await page.getByRole('link', { name: 'Go to your dashboard' }).click();
    await expect(page).toHaveURL('/admin/curriculum-officer');
    await visit(page, '/admin/applications');
    await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
    await expect(page.getByText('Sell teaching material').first()).toBeVisible();
    await expect(page.getByText('Teach and be booked')).toHaveCount(0);
  });

  test('shows the same when only the server refuses', async ({ page, baseURL }) => {
    await enterAs(page, 'admin', baseURL);
    await page.route('**/api/users?**', (route) =>
      route.fulfill({ status: 403, json: { code: 'forbidden', message: 'No.' } }),
    );
    await visit(page, '/admin/users');
    await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible();
  });

  test('renders no private data on the server', async ({ page, baseURL }) => {
    await enterAs(page, 'admin', baseURL);
    for (const path of ['/admin', '/admin/users', '/admin/settings', '/admin/audit', '/dashboard/user']) {
      const response = await page.request.get(path);
      const html = await response.text();
      expect(html).toContain('Verifying authentication...');
      expect(html).not.toMatch(/Mireille|Abara|Admin panel/);
      expect(response.headers()['cache-control']).toBe('private, no-store');
    }
  });
});

test('an ended session leads to sign-in and back', async ({ page, baseURL }) => {
  await enterAs(page, 'admin', baseURL);
  await visit(page, '/admin/roles');
  await expect(page.getByRole('heading', { name: 'Users per role' })).toBeVisible();
  await page.context().clearCookies();
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: /^Users/ })
    .click();
  await expect(page).toHaveURL('/auth');
  await signIn(page, 'admin');
  await expect(page).toHaveURL('/admin/users');
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
});

test('a user who needs an authenticator app is sent to set it up', async ({ page, baseURL }) => {
  await enterAs(page, 'admin', baseURL);
  await page.route('**/api/user', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), needsTwoFactor: true } });
  });
  await visit(page, '/admin/users');
  await expect(page.getByRole('heading', { name: 'Set up your authenticator app' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await visit(page, '/dashboard/user');
  await expect(page.getByText('Your role requires an authenticator app')).toBeVisible();
  await page.getByRole('link', { name: 'Set it up now' }).click();
  await expect(page).toHaveURL('/profile/security');
});

test('the dashboard names an unconfirmed address and resends the link', async ({ page, baseURL }) => {
  await enterAs(page, 'member', baseURL);
  await page.route('**/api/user', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), isEmailVerified: false } });
  });
  let sent = 0;
  await page.route('**/api/account/verify-email/resend', async (route) => {
    sent += 1;
    await route.fulfill({ status: 202, json: { email: 'member@releve.example' } });
  });
  await visit(page, '/dashboard/user');
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText('We sent a new link to member@releve.example.')).toBeVisible();
  expect(sent).toBe(1);
});

test.describe('the sidebar', () => {
  test('marks the current page, collapses to icons, stays collapsed, and links back to the site', async ({
    page,
    baseURL,
  }) => {
    await enterAs(page, 'admin', baseURL);
    await visit(page, '/admin/users');
    await expect(
      page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: /^Users/ }),
    ).toHaveAttribute('aria-current', 'page');
    const width = async () => (await sidebar(page).boundingBox())?.width ?? 0;
    await expect(page.getByRole('button', { name: 'Collapse menu' })).toBeVisible();
    expect(await width()).toBeGreaterThan(200);
    await page.getByRole('button', { name: 'Collapse menu' }).click();
    await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible();
    await expect.poll(width).toBeLessThan(90);
    await page.reload();
    await hydrated(page);
    await expect(page.getByRole('button', { name: 'Expand menu' })).toBeVisible();
    expect(await width()).toBeLessThan(90);
    // Its labels are still there for screen readers.
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/admin/settings');
    await page.getByRole('button', { name: 'Expand menu' }).click();
    await expect.poll(width).toBeGreaterThan(200);
    await page.getByRole('link', { name: 'Return to Website' }).click();
    await expect(page).toHaveURL('/');
  });

  test('is a drawer on a phone: opens, navigates and closes by keyboard', async ({ page, baseURL }) => {
    await page.setViewportSize(PHONE);
    await enterAs(page, 'admin', baseURL);
    await visit(page, '/admin/roles');
    await expect(page.getByRole('heading', { level: 1, name: 'Roles' })).toBeVisible();
    await expect(sidebar(page)).toBeHidden();
    const opener = page.getByRole('button', { name: 'Menu' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer).toBeVisible();
    // However often Tab is pressed, the focus stays inside.
    for (let presses = 0; presses < 14; presses++) {
      await page.keyboard.press('Tab');
      expect(await drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(drawer).toHaveCount(0);
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await drawer.getByRole('link', { name: /^Users/ }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin/users');
    await expect(drawer).toHaveCount(0);
  });

  test('signs out', async ({ page, baseURL }) => {
    await enterForOnce(page, 'officer', baseURL);
    await visit(page, '/admin/applications');
    await sidebar(page).getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  });
});

test('the user menu links to their pages', async ({ page, baseURL }) => {
  await enterAs(page, 'officer', baseURL);
  await visit(page, '/about');
  await page.getByRole('banner').getByRole('button', { name: 'Tomasz Lind' }).click();
  const menu = page.getByRole('navigation', { name: 'Your menu' });
  await expect(menu.getByRole('link', { name: 'Curriculum Admin' })).toBeHidden();
  await menu.getByRole('link', { name: 'My Profile' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(menu).toBeHidden();
  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu.getByRole('link', { name: 'Curriculum Admin' }).click();
  await expect(page).toHaveURL('/admin/curriculum-officer');
});
