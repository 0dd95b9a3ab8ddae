// The bell in two windows: what happens elsewhere arrives by itself. Settings, and unsubscribing without scripts.
import type { APIRequestContext, Page } from '@playwright/test';
import { expectNothingFound } from './axe.ts';
import { inEveryLook, PHONE } from './looks.ts';
import { confirmAddress, openAccount, type Person } from './people.ts';
import { expect, test } from './test.ts';
import { go, saved, toast, visit } from './visit.ts';

const SUBJECT = 'A gift from Relevé';

/** Staff give something away, which notifies its receiver by bell and email. */
async function give(staff: APIRequestContext, { email }: Person, itemId = 7): Promise<void> {
  const data = { email, kind: 'comp', reason: 'For the test', item: { itemType: 'resource', itemId } };
  const answer = await staff.post('/api/admin/grants', { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Notifications/ });

test('a notification arrives in two windows, opens its object and is read in both; the page fits phones and desks', async ({
  page,
  staff,
  baseURL,
}) => {
  const person = await openAccount(page.request, baseURL);
  await visit(page, '/');
  const other = await page.context().newPage();
  await other.setViewportSize({ width: PHONE, height: 800 });
  await visit(other, '/curriculum');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(bell(other)).toHaveAccessibleName('Notifications');

  await give(staff, person);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(bell(other)).toHaveAccessibleName('Notifications, 1 unread');

  await bell(page).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByRole('heading', { name: '1 new' })).toBeVisible();
  await expectNothingFound(page, { within: '#notifications' });
  await panel.getByRole('link', { name: SUBJECT }).click();
  await expect(page).toHaveURL('/my-purchases');
  await expect(panel).toBeHidden();
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(bell(other)).toHaveAccessibleName('Notifications');

  await go(other, '/notifications');
  const today = other.getByRole('region', { name: 'Today' });
  await expect(today.getByRole('link', { name: SUBJECT })).toBeVisible();
  await expect(other.getByText('You’ve read everything')).toBeVisible();
  await give(staff, person, 8);
  await other.getByRole('main').getByRole('button', { name: 'Mark all as read' }).click();
  await expect(other.getByText('You’ve read everything')).toBeVisible();
  await expect(other.getByRole('table')).toBeVisible();
  await inEveryLook(other, () => expectNothingFound(other));
  await other.close();
});

test('settings are saved at once and honored; unsubscribing takes one press, without scripts and without signing in', async ({
  page,
  staff,
  browser,
  baseURL,
  mailbox,
}) => {
  const person = await openAccount(page.request, baseURL);
  await confirmAddress(page.request, person, mailbox, baseURL);
  await visit(page, '/notifications#settings');
  const named = (channel: string) =>
    page.getByRole('switch', { name: `Gifts and access from our staff, ${channel}` });
  const [inBell, byEmail] = [named('bell'), named('email')];
  await saved(page, () => inBell.click());
  await expect(inBell).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'Receipts, email, always on' })).toBeDisabled();
  await page.reload();
  await expect(inBell).not.toBeChecked();
  await expect(byEmail).toBeChecked();
  await give(staff, person);
  // Sent after the bell was left out.
  const text = await mailbox.textTo(person.email, SUBJECT);
  await go(page, '/my-purchases');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(toast(page, 'Couldn’t save')).toBeHidden();

  const url = new URL(/https?:\/\/\S+\/unsubscribe\?token=\S+/.exec(text)?.[0] ?? '');
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const stranger = await context.newPage();
  await stranger.goto(url.pathname + url.search);
  await expect(stranger.getByText('Gifts and access from our staff')).toBeVisible();
  await stranger.getByRole('button', { name: 'Turn off these emails' }).click();
  await expect(stranger.getByRole('heading', { name: 'These emails are off' })).toBeVisible();
  await context.close();
  await visit(page, '/notifications');
  await expect(byEmail).not.toBeChecked();
  await saved(page, () => byEmail.click());
  await page.reload();
  await expect(byEmail).toBeChecked();
});
