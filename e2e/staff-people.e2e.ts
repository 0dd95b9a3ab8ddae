// Users and applications for staff: the list and its URL, bulk and single actions, decisions.
import { expect, test, type Page } from '@playwright/test';
import { enterAs } from './enter.ts';
import { openAccount } from './people.ts';
import { visit, toast } from './visit.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'Users' }).locator('tbody').getByRole('row');
const names = (page: Page) => rows(page).getByRole('link').allTextContents();
const dialog = (page: Page) => page.getByRole('dialog');

async function openUsers(page: Page, baseURL: string | undefined, search = ''): Promise<void> {
  await enterAs(page, 'admin', baseURL);
  await visit(page, `/admin/users${search}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
}

test('the list is searched, filtered, sorted and paged, with all of it in the URL', async ({
  page,
  baseURL,
}) => {
  await openUsers(page, baseURL);
  await expect(rows(page)).toHaveCount(25);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/admin/users?page=2');
  await expect(page.getByText(/^26 to \d+ of \d+$/)).toBeVisible();

  await page.getByRole('link', { name: 'Name', exact: true }).click();
  await expect(page).toHaveURL('/admin/users?sort=name');
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).first()).toContainText('Ahiga Begay');

  await page.getByRole('searchbox', { name: 'Search users' }).fill('siobhan');
  await expect(page).toHaveURL('/admin/users?sort=name&q=siobhan');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('Siobhán Ní Bhriain');

  await page.getByRole('searchbox', { name: 'Search users' }).fill('');
  await page.getByLabel('Role').selectOption('Seller');
  await expect(page).toHaveURL('/admin/users?sort=name&role=seller');
  // Other tests create sellers, so only the first ones by name are sure to be on this page.
  await expect(rows(page).filter({ hasText: 'Aigerim Suleimenova' })).toHaveCount(0);
  for (const row of await rows(page).all()) await expect(row).toContainText('Seller');

  await page.getByRole('link', { name: 'Clear' }).click();
  await expect(page).toHaveURL('/admin/users');
  // The URL changes before the page does, and the tabs link to the filtered list.
  await expect(page.getByLabel('Role')).toHaveValue('');
  await page
    .getByRole('navigation', { name: 'State' })
    .getByRole('link', { name: /^Suspended/ })
    .click();
  await expect(page).toHaveURL('/admin/users?state=suspended');
  await expect(rows(page).filter({ hasText: 'Jide Okonkwo' })).toHaveCount(1);

  // Another viewer opens the same URL.
  await page.goto('/admin/users?q=marchetti&role=seller');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('searchbox')).toHaveValue('marchetti');
  await expect(page.getByLabel('Role')).toHaveValue('seller');
  await page.goto('/admin/users?q=nobody-is-called-this');
  await expect(page.getByRole('heading', { name: 'No users match your filters' })).toBeVisible();
});

test('exports the filtered list as CSV', async ({ page, baseURL }) => {
  await openUsers(page, baseURL, '?role=seller');
  await expect(rows(page).first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const stream = await (await download).createReadStream();
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  expect(text).toContain('Marchetti');
  expect(text).not.toContain('Abara');
});

test('suspends several users with a reason, restores them, and reports each one', async ({
  page,
  baseURL,
}) => {
  await openUsers(page, baseURL, '?q=tevita');
  await expect(rows(page)).toHaveCount(1);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  await expect(bar).toContainText('1 selected');
  await bar.getByRole('button', { name: 'Suspend' }).click();
  await dialog(page).getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog(page).getByLabel('Reason')).toHaveAccessibleDescription('Say why, in a few words');
  await dialog(page).getByLabel('Reason').fill('A test of the suspension');
  await dialog(page).getByRole('button', { name: 'Suspend' }).click();
  const outcome = page.getByRole('status').filter({ hasText: 'Tevita Faleafa suspended.' });
  await expect(outcome).toBeVisible();
  await expect(outcome).toBeFocused();
  await expect(rows(page)).toContainText('Suspended');
  await expect(bar).toHaveCount(0);

  // A second time is refused, with the user’s name and the reason.
  await page.getByRole('checkbox', { name: 'Select Tevita Faleafa' }).check();
  await bar.getByRole('button', { name: 'Suspend' }).click();
  await dialog(page).getByLabel('Reason').fill('Once more');
  await dialog(page).getByRole('button', { name: 'Suspend' }).click();
  await expect(page.getByText('Tevita Faleafa: This user is already suspended.')).toBeVisible();

  await bar.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Tevita Faleafa restored.')).toBeVisible();
  await expect(rows(page)).toContainText('Active');
});

test('a suspended user is signed out at the next click and can sign in once restored', async ({
  page,
  browser,
  baseURL,
}) => {
  const theirs = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirPage = await theirs.newPage();
  const person = await openAccount(theirPage.request, baseURL);
  await visit(theirPage, '/dashboard/user');
  await expect(theirPage.getByRole('heading', { name: /^Good .*, Ida$/ })).toBeVisible();

  await openUsers(page, baseURL, `?q=${person.username}`);
  await names(page);
  await page.getByRole('link', { name: 'Ida Quist' }).click();
  await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Suspend…' }).click();
  await dialog(page).getByLabel('Reason').fill('Someone else seems to use this account');
  await dialog(page).getByRole('button', { name: 'Suspend' }).click();
  await expect(toast(page, 'Ida Quist suspended')).toBeVisible();
  await expect(page.getByText('Suspended. Someone else seems to use this account')).toBeVisible();
  await expect(page.getByText('Not signed in anywhere.')).toBeVisible();

  expect((await theirPage.request.get('/api/user')).status()).toBe(401);
  await theirPage.reload();
  await expect(theirPage).toHaveURL('/auth');

  await page.getByRole('button', { name: 'Restore…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await expect(toast(page, 'Ida Quist restored')).toBeVisible();
  const trail = page.getByRole('list', { name: 'Audit log' });
  await expect(trail).toContainText('Restored a user');
  await expect(trail).toContainText('Suspended a user');
  const again = await theirPage.request.post('/api/login', {
    data: { username: person.username, password: person.password },
    headers: { origin: baseURL ?? '' },
  });
  expect(again.status()).toBe(200);
  await theirs.close();
});

test('staff change roles, but not their own', async ({ page, baseURL }) => {
  await openUsers(page, baseURL, '?q=wren');
  await page.getByRole('link', { name: 'Wren Thackeray' }).click();
  await page.getByLabel('Moderator').check();
  await page.getByLabel('Primary role').selectOption('Moderator');
  await page.getByRole('button', { name: 'Save roles' }).click();
  await expect(toast(page, 'Roles saved')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Audit log' })).toContainText('student → moderator');
  await page.getByLabel('Moderator').uncheck();
  await page.getByRole('button', { name: 'Save roles' }).click();
  await expect(page.getByRole('list', { name: 'Audit log' })).toContainText('moderator → student');
  await visit(page, '/admin/users?q=okafor');
  await page.getByRole('link', { name: 'Mireille Okafor' }).click();
  await expect(page.getByText('This is you.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save roles' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Suspend…' })).toHaveCount(0);
});

test('an unknown user shows a not-found page', async ({ page, baseURL }) => {
  await enterAs(page, 'admin', baseURL);
  for (const id of ['999999', 'nobody']) {
    await visit(page, `/admin/users/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'User not found' })).toBeVisible();
  }
});

test.describe.configure({ timeout: 150_000 });

test('an approved application grants the role, a declined one shows its reason', async ({
  page,
  browser,
  baseURL,
}) => {
  const theirs = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirPage = await theirs.newPage();
  const person = await openAccount(theirPage.request, baseURL);
  const own = theirPage.getByRole('list', { name: 'Sell and teach here' });
  await visit(theirPage, '/dashboard/user');
  await theirPage.getByRole('button', { name: 'Apply to sell' }).click();
  await dialog(theirPage).getByLabel('Message').fill('Barre music, recorded at home');
  await dialog(theirPage).getByRole('button', { name: 'Send application' }).click();
  await expect(own.getByText('In review')).toHaveCount(1);
  await theirPage.getByRole('button', { name: 'Apply to teach' }).click();
  await dialog(theirPage).getByRole('button', { name: 'Send application' }).click();
  await expect(own.getByText('In review')).toHaveCount(2);

  await enterAs(page, 'admin', baseURL);
  await visit(page, '/admin/applications');
  const queue = page.getByRole('list', { name: 'Applications' });
  const mine = queue.getByRole('listitem').filter({ hasText: person.email });
  await expect(mine).toHaveCount(2);
  const selling = mine.filter({ hasText: 'Sell teaching material' });
  await expect(selling).toContainText('Barre music, recorded at home');
  // By keyboard alone: the focus moves to the next application.
  await selling.getByRole('button', { name: 'Approve Ida Quist' }).focus();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Ida Quist approved')).toBeVisible();
  await expect(mine).toHaveCount(1);
  await expect.poll(() => queue.evaluate((list) => list.contains(document.activeElement))).toBe(true);
  await mine.getByRole('button', { name: 'Decline Ida Quist' }).click();
  await dialog(page).getByLabel('Reason').fill('Tell us what you teach');
  await dialog(page).getByRole('button', { name: 'Decline' }).click();
  await expect(toast(page, 'Ida Quist declined')).toBeVisible();
  await expect(mine).toHaveCount(0);

  // Decisions take effect after ten seconds, in which they can be undone.
  const rolesNow = async () =>
    ((await (await theirPage.request.get('/api/user')).json()) as { roles: string[] }).roles;
  await expect.poll(rolesNow, { timeout: 40_000 }).toEqual(['seller']);
  await expect(async () => {
    await visit(theirPage, '/dashboard/user');
    await expect(own).toContainText('Reason: Tell us what you teach', { timeout: 2000 });
  }).toPass({ timeout: 40_000 });
  await expect(own).toContainText('Approved');
  await expect(own).toContainText('Reason: Tell us what you teach');
  await expect(theirPage.getByRole('button', { name: 'Apply to sell' })).toHaveCount(0);
  await expect(theirPage.getByRole('button', { name: 'Apply to teach' })).toBeVisible();
  const user = (await (await theirPage.request.get('/api/user')).json()) as { roles: string[] };
  expect(user.roles).toEqual(['seller']);
  await theirs.close();
});

test('an applicant withdraws an application', async ({ page, baseURL }) => {
  await openAccount(page.request, baseURL);
  await visit(page, '/dashboard/user');
  const own = page.getByRole('list', { name: 'Sell and teach here' });
  await page.getByRole('button', { name: 'Apply to teach' }).click();
  await dialog(page).getByRole('button', { name: 'Send application' }).click();
  await expect(own).toContainText('In review');
  await own.getByRole('button', { name: 'Withdraw…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw application' }).click();
  await expect(own).toContainText('Withdrawn');
  await expect(page.getByRole('button', { name: 'Apply to teach' })).toBeVisible();
});

test('a failed list explains the error, a slow one shows a skeleton', async ({ page, baseURL }) => {
  await enterAs(page, 'admin', baseURL);
  await page.route('**/api/users?**', (route) => route.abort());
  await visit(page, '/admin/users');
  await expect(page.getByRole('heading', { name: 'We couldn’t load the users' })).toBeVisible();
  await page.unroute('**/api/users?**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rows(page)).toHaveCount(25);
  await page.route('**/api/users?**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await visit(page, '/admin/users');
  await expect(page.locator('.skeleton').first()).toBeVisible();
  await expect(rows(page)).toHaveCount(25);
  await expect(page.locator('.skeleton')).toHaveCount(0);
});

test('shows the permissions the server checks', async ({ page, baseURL }) => {
  await enterAs(page, 'admin', baseURL);
  await visit(page, '/admin/roles');
  const table = page.getByRole('table', { name: 'Permissions by role' });
  const row = (name: string) => table.getByRole('row').filter({ hasText: name });
  await expect(row('Approve or decline applications to sell').getByText('Yes')).toHaveCount(2);
  await expect(row('Assign and remove roles').getByText('Yes')).toHaveCount(1);
  await page.getByRole('link', { name: 'Instructor', exact: true }).click();
  await expect(page).toHaveURL('/admin/users?role=instructor');
  await expect(rows(page).filter({ hasText: 'Inés Valdivia' })).toHaveCount(1);
});
