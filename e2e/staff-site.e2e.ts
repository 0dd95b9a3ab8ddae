// Running the site: failed jobs, mail, the audit log, the handbook, figures. Settings are in own-site.e2e.ts.
import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { enterAs } from './enter.ts';
import { openAccount } from './people.ts';
import { expect, test } from './test.ts';
import { go, visit, toast } from './visit.ts';

test('the dashboard follows the chosen number of days and shows a failed job, which is run again where all jobs are', async ({
  page,
  baseURL,
  db,
}) => {
  const why = `The connection was refused at ${Date.now()}`;
  const { rows } = await db.execute<{ id: string }>(
    `insert into pgboss.job (name, state, data, output, completed_on)
     values ('site.prune', 'failed', '{}', '{"message": "${why}"}', now()) returning id`,
  );
  await db.execute(
    `insert into pgboss.job (name, data, start_after)
     values ('resource.tidy-previews', '{"keys": []}', now() + interval '1 day')`,
  );
  await enterAs(page, 'admin', baseURL);
  await visit(page, '/admin?days=7');
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
  await expect(page).toHaveURL('/admin?days=90');
  await expect(page.getByText('Sign-ups in 90 days')).toBeVisible();
  await expect(sales.getByRole('row')).toHaveCount(91);
  await expect(page.locator('.chart path').first()).toBeVisible();
  await page.getByText('Show numbers').nth(1).click();
  await expect(page.getByRole('table', { name: 'Sign-ups by day' }).getByRole('row')).toHaveCount(91);

  await go(page, '/admin');
  await page
    .getByRole('listitem')
    .filter({ hasText: /\d+ jobs? failed/ })
    .getByRole('link', { name: 'Review' })
    .click();
  await expect(page).toHaveURL('/admin/deployment');
  const main = page.getByRole('main');
  await expect(main).toContainText('1.0.0');
  await expect(main).toContainText(/Database migrations.*\d+ of \d+/s);
  await expect(main.getByText('Healthy')).toHaveCount(2);
  await expect(main.getByText('Outbox only')).toBeVisible();
  const queues = page.getByRole('table', { name: 'Job queues' });
  await expect(queues).toContainText('mail.deliver');
  await expect(queues.getByRole('row').filter({ hasText: 'resource.tidy-previews' })).toContainText(
    /\d+ scheduled/,
  );

  const failed = page
    .getByRole('list', { name: 'Failed jobs' })
    .getByRole('listitem')
    .filter({ hasText: why });
  await failed.getByRole('button', { name: /^Run again/ }).click();
  await expect(toast(page, 'Job queued again')).toBeVisible();
  await expect(failed).toHaveCount(0);
  const state = async () => {
    const found = await db.execute<{ state: string }>(
      `select state from pgboss.job where id = '${rows[0]?.id}'`,
    );
    return found.rows[0]?.state;
  };
  await expect.poll(state, { timeout: 20_000 }).toBe('completed');
});

test('emails can be searched and read without a mail server', async ({ page, newClient, baseURL }) => {
  const { username, email } = await openAccount(await newClient(), baseURL);
  await enterAs(page, 'admin', baseURL);
  await visit(page, `/admin/users?q=${username}`);
  await page.getByRole('link', { name: 'Ida Quist' }).click();
  await page.getByRole('button', { name: 'Send reset link…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send link' }).click();
  await expect(toast(page, 'Reset link sent')).toBeVisible();
  await go(page, '/admin/mail');
  await page.getByRole('searchbox', { name: 'Search emails' }).fill(email);
  await expect(page).toHaveURL(`/admin/mail?q=${encodeURIComponent(email)}`);
  // Besides the one that asks them to confirm the address.
  const mails = page.getByRole('list', { name: 'Emails' }).getByRole('listitem');
  await expect(mails).toHaveCount(2);
  const mail = mails.filter({ hasText: 'new password' });
  await mail.getByText('Read email').click();
  await expect(mail).toContainText('/reset-password?token=');
  await go(page, '/admin/mail?q=nobody-at-all');
  await expect(page.getByRole('heading', { name: 'No emails match your filters' })).toBeVisible();
});

const filterAudit = (page: Page) => page.getByRole('searchbox', { name: 'Search the audit log' });

test('the audit log is searched, filtered and linked from a user; so is the handbook', async ({
  page,
  baseURL,
}) => {
  await enterAs(page, 'admin', baseURL);
  await visit(page, '/admin/audit');
  const log = page.getByRole('list', { name: 'Audit log' });
  await expect(log.getByRole('listitem').first()).toBeVisible();
  await page.getByLabel('Action').selectOption('Suspended a user');
  await expect(page).toHaveURL(/action=account\.suspend/);
  // With a search, because entries of other tests may fill the first page.
  await filterAudit(page).fill('Jide Okonkwo');
  await expect(page).toHaveURL(/q=Jide/);
  await expect(log).toContainText('Jide Okonkwo');
  await filterAudit(page).fill('nobody-at-all');
  await expect(page.getByRole('heading', { name: 'No entries match your filters' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all entries' }).click();
  await expect(page).toHaveURL('/admin/audit');
  // The URL changes before the page does, which then clears the search field.
  await expect(filterAudit(page)).toHaveValue('');
  await filterAudit(page).fill('Jide Okonkwo');
  await expect(page).toHaveURL(/q=Jide/);
  await log.getByRole('link', { name: 'Jide Okonkwo' }).first().click();
  await page.getByRole('link', { name: 'Open in audit log' }).click();
  await expect(page).toHaveURL(/\/admin\/audit\?userId=\d+$/);
  await page.getByRole('link', { name: 'Remove filter: About Jide Okonkwo' }).click();
  await expect(page).toHaveURL('/admin/audit');

  await test.step('the handbook highlights hits and links to their section', async () => {
    await go(page, '/admin/documentation');
    const chapters = readdirSync('docs/handbook').filter((name) => /^\d\d-/.test(name));
    const links = page.getByRole('navigation', { name: 'Chapters' }).getByRole('link');
    await expect(links).toHaveCount(chapters.length);
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
});
