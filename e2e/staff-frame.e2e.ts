// The frame of staff pages: who has access, where each role lands, the sidebar on desktop and phone (spec §2, §6). Which
// dashboard belongs to which roles is a rule (dashboard.rules.test.ts), and so is who passes (roles.test.ts).
import type { Page } from '@playwright/test';
import { enterAs, enterForOnce } from './enter.ts';
import { expect, test } from './test.ts';
import { go, hold, hydrated, signIn, visit } from './visit.ts';

const PHONE = { width: 390, height: 844 };
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const greeting = (page: Page) => page.getByRole('heading', { level: 1, name: /^Good / });
const noAccess = (page: Page) => page.getByRole('heading', { name: 'You don’t have access to this page' });

test('a guest on the way to the dashboard signs in first; users who aren’t staff go home', async ({
  page,
}) => {
  const answered = await hold(page, '**/api/user');
  await visit(page, '/my-dashboard');
  await expect(page.getByRole('status').getByText('Verifying authentication...')).toBeVisible();
  await answered();
  await expect(page).toHaveURL('/auth');
  await signIn(page, 'multi');
  await expect(page).toHaveURL('/multi-dashboard');
  await expect(greeting(page)).toBeVisible();
  const cards = page.getByRole('list', { name: 'Your roles' }).getByRole('listitem');
  await expect(cards.filter({ hasText: 'Seller' })).toHaveCount(1);
  await expect(cards.filter({ hasText: 'Instructor' })).toHaveCount(1);
  await go(page, '/admin/users');
  await expect(page).toHaveURL('/');
});

test('officers are let in, and told which pages aren’t for them; they sign out in the sidebar', async ({
  page,
  baseURL,
}) => {
  await enterForOnce(page, 'officer', baseURL);
  await visit(page, '/admin');
  await expect(page).toHaveURL('/admin/curriculum-officer');
  await expect(greeting(page)).toBeVisible();
  await go(page, '/admin/course-creator');
  await expect(noAccess(page)).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await visit(page, '/admin/users');
  await expect(noAccess(page)).toBeVisible();
  await expect(page.getByRole('main')).toContainText(
    'this page is for admins. It needs the permission “View and export users, view roles”, which your role (curriculum officer) doesn’t have.',
  );
  await expect(page.getByRole('main').getByRole('link', { name: /@/ })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Curriculum officer' })).toBeVisible();
  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Open dance styles' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dance styles' })).toBeVisible();
  await go(page, '/admin/users');
  await page.getByRole('link', { name: 'Go to your dashboard' }).click();
  await expect(page).toHaveURL('/admin/curriculum-officer');
  await expect(greeting(page)).toBeVisible();
  await go(page, '/admin/applications');
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible();
  await expect(page.getByText('Sell teaching material').first()).toBeVisible();
  await expect(page.getByText('Teach and be booked')).toHaveCount(0);

  await test.step('the user menu links to their pages', async () => {
    await go(page, '/about');
    await page.getByRole('banner').getByRole('button', { name: 'Tomasz Lind' }).click();
    const menu = page.getByRole('navigation', { name: 'Your menu' });
    await expect(menu.getByRole('link', { name: 'My Profile' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Curriculum Admin' })).toBeHidden();
    await menu.getByRole('link', { name: 'My Profile' }).click();
    await expect(page).toHaveURL('/profile');
    await expect(menu).toBeHidden();
    await page.getByRole('banner').getByRole('button', { name: 'Tomasz Lind' }).click();
    await menu.getByRole('link', { name: 'Seller Payments' }).click();
    await expect(page).toHaveURL('/admin/payouts');
    await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
    await expect(page.getByRole('table', { name: 'Payouts, newest first' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Run payouts now…' })).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Money' })).toHaveCount(0);
    await go(page, '/profile');
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Menu' }).click();
    await menu.getByRole('link', { name: 'Curriculum Admin' }).click();
    await expect(page).toHaveURL('/admin/curriculum-officer');
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await sidebar(page).getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('guests, and admins whose session ended, sign in and come back', async ({ page }) => {
  await visit(page, '/admin/roles?from=mail');
  await expect(page).toHaveURL('/auth');
  await signIn(page, 'admin');
  await expect(page).toHaveURL('/admin/roles?from=mail');
  await expect(page.getByRole('heading', { name: 'Users per role' })).toBeVisible();
  const refunds = page.getByRole('row', { name: 'Decide refund requests' });
  await refunds.getByText('Everything it allows').click();
  await expect(refunds.getByRole('listitem')).toHaveText([
    'List all refund requests',
    'Approve or decline a refund request as staff',
    'Refund a whole order, one line, or an amount',
    'Open or decide a dispute in the sandbox, as the buyer’s bank would',
  ]);
  await page.context().clearCookies();
  await page
    .getByRole('navigation', { name: 'Admin' })
    .getByRole('link', { name: /^Users/ })
    .click();
  await expect(page).toHaveURL('/auth');
  await signIn(page, 'admin');
  await expect(page).toHaveURL('/admin/users');
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();

  await test.step('when only the server refuses, it shows the same as without access', async () => {
    await page.route('**/api/users?**', (route) =>
      route.fulfill({ status: 403, json: { code: 'forbidden', message: 'No.' } }),
    );
    await go(page, '/admin/users?q=refused');
    await expect(noAccess(page)).toBeVisible();
  });
});

test('a user who needs an authenticator app, and to confirm their address, is told where', async ({
  page,
  baseURL,
}) => {
  await enterAs(page, 'admin', baseURL);
  await page.route('**/api/user', async (route) => {
    const answer = await route.fetch();
    const user = (await answer.json()) as object;
    await route.fulfill({ json: { ...user, needsTwoFactor: true, isEmailVerified: false } });
  });
  let sent = 0;
  await page.route('**/api/account/verify-email/resend', async (route) => {
    sent += 1;
    await route.fulfill({ status: 202, json: { email: 'admin@releve.example' } });
  });
  await visit(page, '/admin/users');
  await expect(page.getByRole('heading', { name: 'Set up your authenticator app' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await go(page, '/dashboard/user');
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText('We sent a new link to admin@releve.example.')).toBeVisible();
  expect(sent).toBe(1);
  await expect(page.getByText('Your role requires an authenticator app')).toBeVisible();
  await page.getByRole('link', { name: 'Set it up now' }).click();
  await expect(page).toHaveURL('/profile/security');
  await expect(page.getByRole('region', { name: 'Authenticator app' })).toContainText(
    'Your role requires it.',
  );
});

test('the sidebar marks the current page, collapses to icons, stays collapsed, and links back to the site', async ({
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
  await expect.poll(width).toBeLessThan(90);
  // Its labels are still there for screen readers.
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/admin/settings');
  await page.getByRole('button', { name: 'Expand menu' }).click();
  await expect.poll(width).toBeGreaterThan(200);

  await test.step('on a phone it is a drawer: opens, navigates and closes by keyboard', async () => {
    await page.setViewportSize(PHONE);
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
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await page.getByRole('link', { name: 'Return to Website' }).click();
  await expect(page).toHaveURL('/');
});
