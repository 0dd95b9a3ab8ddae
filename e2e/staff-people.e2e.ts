// Users and applications for staff: the list and its URL, bulk and single actions, decisions. What the endpoints answer
// is in server/features/user-admin and server/features/application.
import type { Page } from '@playwright/test';
import { settleDecision } from './decisions.ts';
import { enterAs } from './enter.ts';
import { openAccount } from './people.ts';
import { expect, test } from './test.ts';
import { go, hold, visit, toast } from './visit.ts';

const rows = (page: Page) => page.getByRole('table', { name: 'Users' }).locator('tbody').getByRole('row');
const dialog = (page: Page) => page.getByRole('dialog');

test('the list is searched, filtered, sorted, paged and exported, with all of it in the URL', async ({
  page,
  baseURL,
}) => {
  await enterAs(page, 'admin', baseURL);
  await test.step('a failed list explains the error, a slow one shows a skeleton', async () => {
    await page.route('**/api/users?**', (route) => route.abort());
    await visit(page, '/admin/users');
    await expect(page.getByRole('heading', { name: 'We couldn’t load the users' })).toBeVisible();
    await page.unroute('**/api/users?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(rows(page)).toHaveCount(25);
    const answered = await hold(page, '**/api/users?**');
    await page.reload();
    await expect(page.locator('.skeleton').first()).toBeVisible();
    await answered();
    await expect(rows(page)).toHaveCount(25);
    await expect(page.locator('.skeleton')).toHaveCount(0);
  });
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
  await expect(page).toHaveURL('/admin/users?sort=name');
  // The address changes before the page does, whose filters lead on from what it shows.
  await expect(rows(page)).toHaveCount(25);
  await page.getByLabel('Role').selectOption('Seller');
  await expect(page).toHaveURL('/admin/users?sort=name&role=seller');
  // Other tests create sellers, so only the first ones by name are sure to be on this page.
  await expect(rows(page).filter({ hasText: 'Aigerim Suleimenova' })).toHaveCount(0);
  await expect(rows(page).filter({ hasNotText: 'Seller' })).toHaveCount(0);
  await expect(rows(page).first()).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const text = (await (await (await download).createReadStream()).toArray()).join('');
  expect(text).toContain('Marchetti');
  expect(text).not.toContain('Abara');

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
  await visit(page, '/admin/users?q=marchetti&role=seller');
  await expect(rows(page)).toHaveCount(1);
  await expect(page.getByRole('searchbox')).toHaveValue('marchetti');
  await expect(page.getByLabel('Role')).toHaveValue('seller');
  await go(page, '/admin/users?q=nobody-is-called-this');
  await expect(page.getByRole('heading', { name: 'No users match your filters' })).toBeVisible();
  for (const id of ['999999', 'nobody']) {
    await go(page, `/admin/users/${id}`);
    await expect(page).toHaveURL(`/admin/users/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'User not found' })).toBeVisible();
  }

  await test.step('the page of roles shows the permissions the server checks', async () => {
    await go(page, '/admin/roles');
    const table = page.getByRole('table', { name: 'Permissions by role' });
    const row = (name: string) => table.getByRole('row').filter({ hasText: name });
    await expect(row('Approve or decline applications to sell').getByText('Yes')).toHaveCount(2);
    await expect(row('Assign and remove roles').getByText('Yes')).toHaveCount(1);
    await page.getByRole('link', { name: 'Instructor', exact: true }).click();
    await expect(page).toHaveURL('/admin/users?role=instructor');
    await expect(rows(page).filter({ hasText: 'Inés Valdivia' })).toHaveCount(1);
  });
});

test('users are suspended and restored, together and one by one, and get roles', async ({
  page,
  openWindow,
  baseURL,
}) => {
  const theirs = await openWindow();
  const person = await openAccount(theirs.request, baseURL);
  await visit(theirs, '/dashboard/user');
  await expect(theirs.getByRole('heading', { name: /^Good .*, Ida$/ })).toBeVisible();
  await enterAs(page, 'admin', baseURL);
  await visit(page, `/admin/users?q=${person.username}`);
  await expect(rows(page)).toHaveCount(1);

  await test.step('several at once, with a reason; each outcome is reported', async () => {
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    const bar = page.getByRole('region', { name: 'Bulk actions' });
    await expect(bar).toContainText('1 selected');
    await bar.getByRole('button', { name: 'Suspend' }).click();
    await dialog(page).getByRole('button', { name: 'Suspend' }).click();
    await expect(dialog(page).getByLabel('Reason')).toHaveAccessibleDescription('Say why, in a few words');
    await dialog(page).getByLabel('Reason').fill('A test of the suspension');
    await dialog(page).getByRole('button', { name: 'Suspend' }).click();
    const outcome = page.getByRole('status').filter({ hasText: 'Ida Quist suspended.' });
    await expect(outcome).toBeVisible();
    await expect(outcome).toBeFocused();
    await expect(rows(page)).toContainText('Suspended');
    await expect(bar).toHaveCount(0);

    // A second time is refused, with the user’s name and the reason.
    await page.getByRole('checkbox', { name: 'Select Ida Quist' }).check();
    await bar.getByRole('button', { name: 'Suspend' }).click();
    await dialog(page).getByLabel('Reason').fill('Once more');
    await dialog(page).getByRole('button', { name: 'Suspend' }).click();
    await expect(page.getByText('Ida Quist: This user is already suspended.')).toBeVisible();

    await bar.getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText('Ida Quist restored.')).toBeVisible();
    await expect(rows(page)).toContainText('Not confirmed');
  });
  const signIn = () =>
    theirs.request.post('/api/login', {
      data: { username: person.username, password: person.password },
      headers: { origin: baseURL ?? '' },
    });
  expect((await signIn()).status()).toBe(200);

  await test.step('one, who is signed out at the next click', async () => {
    await page.getByRole('link', { name: 'Ida Quist' }).click();
    await expect(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')).toHaveCount(1);
    await page.getByRole('button', { name: 'Suspend…' }).click();
    await dialog(page).getByLabel('Reason').fill('Someone else seems to use this account');
    await dialog(page).getByRole('button', { name: 'Suspend' }).click();
    await expect(toast(page, 'Ida Quist suspended')).toBeVisible();
    await expect(page.getByText('Suspended. Someone else seems to use this account')).toBeVisible();
    await expect(page.getByText('Not signed in anywhere.')).toBeVisible();
    expect((await theirs.request.get('/api/user')).status()).toBe(401);
    await theirs.reload();
    await expect(theirs).toHaveURL('/auth');

    await page.getByRole('button', { name: 'Restore…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await expect(toast(page, 'Ida Quist restored')).toBeVisible();
    const trail = page.getByRole('list', { name: 'Audit log' });
    await expect(trail).toContainText('Restored a user');
    await expect(trail).toContainText('Suspended a user');
    expect((await signIn()).status()).toBe(200);
  });

  await test.step('roles are changed, but never one’s own', async () => {
    await page.getByLabel('Student').check();
    // Roles that allow nothing aren't offered.
    await expect(page.getByLabel('Moderator')).toHaveCount(0);
    await expect(page.getByLabel('Curriculum admin')).toHaveCount(0);
    await page.getByLabel('Booking provider').check();
    await page.getByLabel('Primary role').selectOption('Booking provider');
    await page.getByRole('button', { name: 'Save roles' }).click();
    await expect(toast(page, 'Roles saved')).toBeVisible();
    const trail = page.getByRole('list', { name: 'Audit log' });
    await expect(trail).toContainText('user → booking provider');
    await page.getByLabel('Booking provider').uncheck();
    await page.getByRole('button', { name: 'Save roles' }).click();
    await expect(trail).toContainText('booking provider → student');
    await go(page, '/admin/users?q=okafor');
    await page.getByRole('link', { name: 'Mireille Okafor' }).click();
    await expect(page.getByText('This is you.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save roles' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Suspend…' })).toHaveCount(0);
  });
});

test('an applicant withdraws one application; of two more, one grants the role, one is declined with a reason', async ({
  page,
  openWindow,
  baseURL,
  db,
}) => {
  const theirs = await openWindow();
  const person = await openAccount(theirs.request, baseURL);
  const own = theirs.getByRole('list', { name: 'Sell and teach here' });
  const apply = async (to: string, message?: string) => {
    await theirs.getByRole('button', { name: to }).click();
    if (message) await dialog(theirs).getByLabel('Message').fill(message);
    await dialog(theirs).getByRole('button', { name: 'Send application' }).click();
    await expect(dialog(theirs)).toHaveCount(0);
  };
  await visit(theirs, '/dashboard/user');
  await apply('Apply to teach');
  await expect(own.getByText('In review')).toHaveCount(1);
  await own.getByRole('button', { name: 'Withdraw…' }).click();
  await theirs.getByRole('alertdialog').getByRole('button', { name: 'Withdraw application' }).click();
  await expect(own).toContainText('Withdrawn');
  await apply('Apply to sell', 'Barre music, recorded at home');
  await expect(own.getByText('In review')).toHaveCount(1);
  await apply('Apply to teach');
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

  const { rows: filed } = await db.execute<{ id: number }>(
    `select a.id from applications a join users u on u.id = a.user_id
     where u.username = '${person.username}' and a.state <> 'withdrawn'`,
  );
  for (const { id } of filed) await settleDecision(db, 'application', id);
  const user = (await (await theirs.request.get('/api/user')).json()) as { roles: string[] };
  expect(user.roles).toEqual(['seller']);
  await visit(theirs, '/dashboard/user');
  await expect(own).toContainText('Approved');
  await expect(own).toContainText('Reason: Tell us what you teach');
  await expect(theirs.getByRole('button', { name: 'Apply to sell' })).toHaveCount(0);
  await expect(theirs.getByRole('button', { name: 'Apply to teach' })).toBeVisible();
});
