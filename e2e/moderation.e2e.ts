// Officers at work: a queue cleared by keyboard, and two officers at one item.
import type { Page } from '@playwright/test';
import type { Db } from '../server/db/client.ts';
import { createResource, createResourceFile } from '../server/seed/factories.ts';
import { expectNothingFoundOnTheWay, IS_FULL } from './axe.ts';
import { settleDecision } from './decisions.ts';
import { enterAs } from './enter.ts';
import { createNewSeller } from './sellers.ts';
import { expect, test } from './test.ts';
import { visit, toast } from './visit.ts';

/** Two tests can’t both be first in the queue. */
test.describe.configure({ mode: 'default' });

const NEW_YEAR = Date.UTC(2026, 0, 1);
/** Titles nothing else has, also when a test runs twice. */
const unique = (...titles: string[]) => titles.map((title) => `${title}, ${Date.now().toString(36)}`);

/** Older than anything sent before, by this test or by another one: these come first. */
async function submit(db: Db, titles: readonly string[]): Promise<number[]> {
  const { id: sellerId } = await createNewSeller(db);
  const ids: number[] = [];
  // The later, the longer ago.
  const sentAt = NEW_YEAR - (Date.now() - NEW_YEAR);
  for (const [at, title] of titles.entries()) {
    const submittedAt = new Date(sentAt + at);
    const { id } = await createResource(db, { sellerId, state: 'in_review', submittedAt, title });
    await createResourceFile(db, { resourceId: id });
    ids.push(id);
  }
  return ids;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });
const stateOf = async (page: Page, id: number) =>
  ((await (await page.request.get(`/api/moderation/resources/${id}`)).json()) as { state: string }).state;

/** On screen long enough for keys to count. */
const ready = (page: Page, title: string) =>
  expect(
    page
      .getByRole('group', { name: `Decision about “${title}”` })
      .getByRole('button')
      .first(),
  ).toBeEnabled();

test('resources are reviewed without a mouse', async ({ page, baseURL, db }) => {
  const titles = unique('First', 'Second', 'Third', 'Fourth', 'Fifth');
  const [first = '', second = ''] = titles;
  const ids = await submit(db, titles);
  await enterAs(page, 'officer', baseURL);
  await visit(page, '/admin/curriculum');
  await expect(heading(page, first)).toBeVisible();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');

  // Down and up again; the heading of the selected item takes focus, so it is read aloud.
  await page.keyboard.press('j');
  await expect(heading(page, second)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(heading(page, first)).toBeFocused();

  // Too soon for a decision about the second: neither C nor the reason typed after it does anything.
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await page.keyboard.type('a clear reason for rejecting');
  await expect(toast(page, 'has only just appeared')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(heading(page, second)).toBeVisible();
  const { pending } = await (await page.request.get(`/api/moderation/resources/${ids[1]}`)).json();
  expect(pending).toBeNull();
  // After a pause keys count again.
  await expect(async () => {
    await page.keyboard.press('ArrowUp');
    await expect(heading(page, first)).toBeFocused({ timeout: 500 });
  }).toPass({ intervals: [700] });

  for (const [at, title] of titles.entries()) {
    await expect(heading(page, title)).toBeFocused();
    await ready(page, title);
    if (at === 1 || at === 2) {
      await page.keyboard.press(at === 1 ? 'c' : 'r');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused();
      // Letters typed into a field are not shortcuts.
      await page.keyboard.type('a ');
      await page.keyboard.insertText('clear reason for rejecting and changing.');
      await page.keyboard.press('Control+Enter');
      await expect(dialog).toBeHidden();
    } else {
      await page.keyboard.press(at === 3 ? 'f' : 'a');
    }
    await expect(heading(page, title)).toBeHidden();
  }
  for (const id of ids) await settleDecision(db, 'resource', id);
  expect(await Promise.all(ids.map((id) => stateOf(page, id)))).toEqual(
    ids.map((_, at) => (at === 1 ? 'changes_requested' : at === 2 ? 'rejected' : 'published')),
  );
});

test('A pressed twice or held approves one item, Z undoes it, and the email waits ten seconds', async ({
  page,
  baseURL,
  db,
}) => {
  const titles = unique('Pressed twice', 'Never looked at', 'Held down', 'Behind it');
  const [twiceName = '', unseenName = '', heldName = '', behindName = ''] = titles;
  const ids = await submit(db, titles);
  const [twice = 0, , held = 0] = ids;
  const decided = async () => {
    const { rows } = await db.execute<{ subject_id: number; state: string }>(
      `select subject_id, state from staff_decisions
       where kind = 'resource' and subject_id in (${ids.join(', ')}) order by id`,
    );
    return rows.map(({ subject_id, state }) => [subject_id, state]);
  };
  const mails = async () => {
    const { rows } = await db.execute<{ subject: string }>(
      `select subject from mail_outbox where subject like '%“${twiceName}”' or subject like '%“${heldName}”'`,
    );
    return rows.map(({ subject }) => subject);
  };
  await enterAs(page, 'officer', baseURL);
  await visit(page, '/admin/curriculum');
  await expect(heading(page, twiceName)).toBeVisible();
  await ready(page, twiceName);

  // Twice in quick succession, and again right after the next item appears.
  await page.keyboard.press('a');
  await page.keyboard.press('a');
  await expect(heading(page, unseenName)).toBeVisible();
  await page.keyboard.press('a');
  await expect(toast(page, `“${twiceName}” is published.`)).toBeVisible();
  await ready(page, unseenName);
  expect(await decided()).toEqual([[twice, 'pending']]);
  expect(await mails()).toEqual([]);

  // Undone by key: the item is selected and back in the queue.
  await page.keyboard.press('z');
  await expect(toast(page, 'Decision undone')).toBeVisible();
  await expect(heading(page, twiceName)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Waiting' }).getByText(twiceName)).toBeVisible();
  expect(await decided()).toEqual([[twice, 'undone']]);

  // A held key decides one item.
  await visit(page, `/admin/curriculum?item=${held}`);
  await ready(page, heldName);
  await page.keyboard.down('a');
  await expect(toast(page, `“${heldName}” is published.`)).toBeVisible();
  await ready(page, behindName);
  for (let times = 0; times < 20; times++) await page.keyboard.down('a');
  await page.keyboard.up('a');
  expect(await decided()).toEqual([
    [twice, 'undone'],
    [held, 'pending'],
  ]);
  expect(await mails()).toEqual([]);

  // After ten seconds it is on sale and the seller gets an email.
  await expect.poll(mails, { timeout: 40_000 }).toEqual([`Approved: “${heldName}”`]);
  expect(await Promise.all(ids.map((id) => stateOf(page, id)))).toEqual([
    'in_review',
    'in_review',
    'published',
    'in_review',
  ]);
  // Keeps them out of the tests below.
  await db.execute(`update resources set state = 'draft' where id in (${ids.join(', ')})`);
});

test('the second of two officers sees who decided what', async ({ page, baseURL, openWindow, db }) => {
  const [both = '', nobody = ''] = unique('Wanted by two', 'Wanted by nobody');
  const [id = 0] = await submit(db, [both, nobody]);
  const other = await openWindow();
  await enterAs(page, 'officer', baseURL);
  await enterAs(other, 'admin', baseURL);
  for (const window of [page, other]) {
    await visit(window, `/admin/curriculum?item=${id}`);
    await expect(heading(window, both)).toBeVisible();
    await ready(window, both);
  }
  await other.keyboard.press('a');
  await expect(toast(other, `“${both}” is published.`)).toBeVisible();
  await page.keyboard.press('a');
  await expect(toast(page, 'has already approved this resource')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Waiting' }).getByText(both)).toHaveCount(0);
  await expect(heading(page, nobody)).toBeVisible();
});

test('resources are searched, published in bulk and exported as CSV', async ({ page, baseURL, db }) => {
  const word = `bulk${Date.now().toString(36)}`;
  await submit(db, [`${word} one`, `${word} two`]);
  await enterAs(page, 'officer', baseURL);
  await visit(page, '/admin/resources');
  await page.getByRole('searchbox', { name: 'Search resources' }).fill(word);
  await expect(page).toHaveURL(`/admin/resources?q=${word}`);
  const rows = page.getByRole('table', { name: 'Resources' }).locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^resources-.*\.csv$/);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  const bar = page.getByRole('region', { name: 'Bulk actions' });
  await expectNothingFoundOnTheWay(page);
  await bar.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('2 resources are published.')).toBeVisible();
  await expect(rows.filter({ hasText: 'Published' })).toHaveCount(2);
});

// The page itself is checked in accessibility.e2e.ts.
if (IS_FULL) {
  test('axe finds nothing in the queue and its dialogs, on desktop and phone', async ({
    page,
    baseURL,
    db,
  }) => {
    const [id = 0] = await submit(db, ['Looked at closely']);
    await enterAs(page, 'officer', baseURL);
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await visit(page, `/admin/curriculum?item=${id}`);
      await expect(heading(page, 'Looked at closely')).toBeVisible();
      await expectNothingFoundOnTheWay(page);
      await page.getByRole('button', { name: 'Reject' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNothingFoundOnTheWay(page, { behind: '.shell' });
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Keys' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNothingFoundOnTheWay(page, { behind: '.shell' });
      await page.keyboard.press('Escape');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
}
