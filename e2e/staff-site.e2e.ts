// Running the site: settings, failed jobs, mail, the audit log, the handbook. On its own server, because a changing
// site name would disturb other tests.
import { expect, test as base, type Page } from '@playwright/test';
import { Client } from 'pg';
import { enterAs } from './enter.ts';
import { startOwnSite, type OwnSite } from './own-site.ts';
import { visit, toast } from './visit.ts';

const test = base.extend<object, { site: OwnSite }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures needed from it
    async ({}, use) => {
      const site = await startOwnSite();
      await use(site);
      await site.end();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

async function open(page: Page, site: OwnSite, address: string): Promise<void> {
  await enterAs(page, 'admin', site.url);
  await visit(page, site.url + address);
}

test('a new site name and address show everywhere and are audited', async ({ page, site, browser }) => {
  await open(page, site, '/admin/settings');
  const name = page.getByLabel('Site name');
  await expect(name).toHaveValue('Relevé');
  await name.fill('');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(name).toHaveAccessibleDescription('The site needs a name');
  await name.fill('Pointe House');
  await page.getByLabel('Support email').fill('help@pointe.example');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(toast(page, 'Settings saved')).toBeVisible();
  await expect(page).toHaveTitle('Settings · Pointe House');

  const guest = await (await browser.newContext()).newPage();
  await expect(async () => {
    await visit(guest, `${site.url}/about`);
    await expect(guest).toHaveTitle(/· Pointe House$/, { timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await expect(guest.getByRole('contentinfo')).toContainText('help@pointe.example');
  await guest.context().close();

  await visit(page, `${site.url}/admin/documentation`);
  await expect(page.getByText('you help run Pointe House')).toBeVisible();
  await visit(page, `${site.url}/admin/audit?action=settings.update`);
  await expect(page.getByRole('list', { name: 'Audit log' })).toContainText('Relevé → Pointe House');
});

test('closes and reopens registration', async ({ page, site }) => {
  await open(page, site, '/admin/settings');
  const box = page.getByLabel('Allow new users to register');
  await box.uncheck();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(toast(page, 'Settings saved')).toBeVisible();
  const answer = await page.request.post(`${site.url}/api/register`, {
    data: {
      firstName: 'A',
      lastName: 'B',
      username: 'too-late',
      email: 'late@people.example',
      password: 'ribbon kettle orchard 9',
    },
    headers: { origin: site.url },
  });
  expect(answer.status()).toBe(403);
  await box.check();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Settings saved' }).last()).toBeVisible();
});

test("an admin can't lock themselves out with the two-factor rule", async ({ page, site }) => {
  await open(page, site, '/admin/settings');
  await page.getByLabel('Admins must use an authenticator app').check();
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Set up two-factor sign-in for your own account first' }),
  ).toBeVisible();
});

test('a failed job shows on the dashboard and can be run again', async ({ page, site }) => {
  const database = new Client({ connectionString: site.database });
  await database.connect();
  const broken = await database.query<{ id: string }>(
    `insert into pgboss.job (name, state, data, output, completed_on)
     values ('site.prune', 'failed', '{}', '{"message": "The connection was refused"}', now()) returning id`,
  );
  await open(page, site, '/admin');
  await expect(page.getByText('1 job failed')).toBeVisible();
  await page
    .getByRole('listitem')
    .filter({ hasText: '1 job failed' })
    .getByRole('link', { name: 'Review' })
    .click();
  await expect(page).toHaveURL(`${site.url}/admin/deployment`);
  const failed = page.getByRole('list', { name: 'Failed jobs' });
  await expect(failed).toContainText('The connection was refused');
  await failed.getByRole('button', { name: /^Run again/ }).click();
  await expect(toast(page, 'Job queued again')).toBeVisible();
  await expect(page.getByText('No failed jobs.')).toBeVisible();
  const state = async () =>
    (
      await database.query<{ state: string }>('select state from pgboss.job where id = $1', [
        broken.rows[0]?.id,
      ])
    ).rows[0]?.state;
  await expect.poll(state, { timeout: 20_000 }).toBe('completed');
  await database.end();
});

test('the deployment page shows version, database, files, mail and queues', async ({ page, site }) => {
  const database = new Client({ connectionString: site.database });
  await database.connect();
  await database.query(
    `insert into pgboss.job (name, data, start_after)
     values ('resource.tidy-previews', '{"keys": []}', now() + interval '1 day')`,
  );
  await database.end();
  await open(page, site, '/admin/deployment');
  const main = page.getByRole('main');
  await expect(main).toContainText('1.0.0');
  await expect(main).toContainText(/Database migrations.*\d+ of \d+/s);
  await expect(main.getByText('Healthy')).toHaveCount(2);
  const queues = page.getByRole('table', { name: 'Job queues' });
  await expect(queues).toContainText('mail.deliver');
  await expect(queues.getByRole('row').filter({ hasText: 'resource.tidy-previews' })).toContainText(
    /\d+ scheduled/,
  );
  await expect(main.getByText('Outbox only')).toBeVisible();
});

test('emails can be searched and read without a mail server', async ({ page, site }) => {
  await open(page, site, '/admin/users?q=levi');
  await page.getByRole('link', { name: 'Levi Rosenzweig' }).click();
  await page.getByRole('button', { name: 'Send reset link…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send link' }).click();
  await expect(toast(page, 'Reset link sent')).toBeVisible();
  await visit(page, `${site.url}/admin/mail`);
  await page.getByRole('searchbox', { name: 'Search emails' }).fill('levi@');
  await expect(page).toHaveURL(`${site.url}/admin/mail?q=levi%40`);
  const mail = page.getByRole('list', { name: 'Emails' }).getByRole('listitem');
  await expect(mail).toHaveCount(1);
  await mail.getByText('Read email').click();
  await expect(mail).toContainText('/reset-password?token=');
  await visit(page, `${site.url}/admin/mail?q=nobody-at-all`);
  await expect(page.getByRole('heading', { name: 'No emails match your filters' })).toBeVisible();
});

test('the audit log is searched, filtered and linked from a user', async ({ page, site }) => {
  await open(page, site, '/admin/audit');
  const log = page.getByRole('list', { name: 'Audit log' });
  await expect(log.getByRole('listitem').first()).toBeVisible();
  await page.getByLabel('Action').selectOption('Suspended a user');
  await expect(page).toHaveURL(/action=account\.suspend/);
  await expect(log).toContainText('Jide Okonkwo');
  await page.getByRole('searchbox', { name: 'Search the audit log' }).fill('nobody-at-all');
  await expect(page.getByRole('heading', { name: 'No entries match your filters' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all entries' }).click();
  await expect(page).toHaveURL(`${site.url}/admin/audit`);
  // The URL changes before the page does, which then clears the search field.
  await expect(page.getByRole('searchbox', { name: 'Search the audit log' })).toHaveValue('');
  // With a search, because entries of other tests may fill the first page.
  await page.getByRole('searchbox', { name: 'Search the audit log' }).fill('Jide Okonkwo');
  await expect(page).toHaveURL(/q=Jide/);
  await log.getByRole('link', { name: 'Jide Okonkwo' }).first().click();
  await page.getByRole('link', { name: 'Open in audit log' }).click();
  await expect(page).toHaveURL(/\/admin\/audit\?userId=\d+$/);
  await page.getByRole('link', { name: 'Remove filter: About Jide Okonkwo' }).click();
  await expect(page).toHaveURL(`${site.url}/admin/audit`);
});

test('searches the handbook, highlights hits and links to their section', async ({ page, site }) => {
  await open(page, site, '/admin/documentation');
  await expect(page.getByRole('navigation', { name: 'Chapters' }).getByRole('link')).toHaveCount(16);
  await page.getByRole('searchbox', { name: 'Search the handbook' }).fill('recovery codes');
  await expect(page).toHaveURL(/q=recovery\+codes/);
  const hits = page.getByRole('list', { name: 'Passages' });
  await expect(hits.locator('mark').first()).toHaveText(/recovery|codes/i);
  await hits.getByRole('link', { name: 'Someone lost their app' }).click();
  await expect(page).toHaveURL(/chapter=two-factor.*#someone-lost-their-app$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Two-factor sign-in' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Someone lost their app' })).toBeInViewport();
  await expect(page.locator('article mark').first()).toBeVisible();
  await page.getByRole('searchbox').fill('zzzz');
  await expect(page.getByRole('heading', { name: 'No passages match your search' })).toBeVisible();
});

test('the dashboard follows the chosen number of days', async ({ page, site }) => {
  await open(page, site, '/admin?days=7');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Waiting for you',
    'Money',
    'Sales, day by day',
    'This period',
    'Users',
    'Sign-ups by day',
    'Active users by day',
  ]);
  await expect(page.getByText('Sign-ups in 7 days')).toBeVisible();
  const sales = page.getByRole('table', { name: 'Sales, day by day' });
  await page.getByText('Show numbers').first().click();
  await expect(sales.getByRole('row')).toHaveCount(8);
  await page.getByRole('link', { name: '90 days' }).click();
  await expect(page).toHaveURL(`${site.url}/admin?days=90`);
  await expect(page.getByText('Sign-ups in 90 days')).toBeVisible();
  await expect(sales.getByRole('row')).toHaveCount(91);
  await expect(page.locator('.recharts-surface').first()).toBeVisible();
  await page.getByText('Show numbers').nth(1).click();
  await expect(page.getByRole('table', { name: 'Sign-ups by day' }).getByRole('row')).toHaveCount(91);
});
