// The whole life of a resource with everyone involved: submitted, returned with a reason, fixed, approved, found,
// claimed, and updated for its owners.
import type { APIRequestContext, Page } from '@playwright/test';
import type { Db } from '../server/db/client.ts';
import { settleDecision } from './decisions.ts';
import { enterAs } from './enter.ts';
import { openAccount } from './people.ts';
import { enterAsNewSeller } from './sellers.ts';
import { expect, test } from './test.ts';
import { go, visit } from './visit.ts';

/** A unique word, so that a search finds only this resource; a new one at each run. */
const newWord = (name: string) => `${name}${Date.now().toString(36)}`;
/** One of the officers' templates. */
const REASON = 'The level and age groups don’t match the content. Please check both.';
const NOTE = 'A second page, for floors that are colder still.';
/** Uploaded, checked by a job, attached: a busy machine takes its time. */
const ARRIVED = { timeout: 30_000 };

const sheet = (name: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(`${name}: plié, tendu, slow. `.repeat(50)),
});

const bar = (page: Page) => page.getByRole('region', { name: 'This resource' });
const saved = (page: Page) => expect(bar(page).getByText('Saved', { exact: true })).toBeVisible();
const choose = (page: Page, name: string) =>
  page.locator('input[type=file]').first().setInputFiles(sheet(name));
const files = (page: Page) => page.getByRole('list', { name: 'Files', exact: true }).getByRole('listitem');

async function submit(page: Page): Promise<void> {
  await saved(page);
  await bar(page).getByRole('button', { name: 'Submit for review' }).click();
  await expect(bar(page).getByText('In review')).toBeVisible();
}

test('a resource from its first file to its second version', async ({
  page: seller,
  openWindow,
  baseURL,
  mailbox,
  db,
}) => {
  const WORD = newWord('quellwise');
  const [officer, buyer] = [await openWindow(), await openWindow()];
  const { slug } = await enterAsNewSeller(seller, db, baseURL);
  await enterAs(officer, 'officer', baseURL);
  const { email } = await openAccount(buyer.request, baseURL);

  await visit(seller, '/upload-resource');
  await choose(seller, 'warm-up.txt');
  await expect(files(seller)).toHaveCount(1, ARRIVED);
  await seller.getByLabel('Title').fill(`Warm-ups, ${WORD}`);
  await seller
    .getByRole('textbox', { name: 'Description' })
    .fill('Ten short warm-ups, each with its counts.');
  await seller.getByLabel('Category').selectOption({ index: 1 });
  await submit(seller);
  const id = Number(/\d+/.exec(new URL(seller.url()).pathname)?.[0]);

  await visit(officer, `/admin/curriculum?item=${id}`);
  await officer.getByRole('button', { name: 'Request changes' }).click();
  const asking = officer.getByRole('dialog');
  await asking.getByRole('button', { name: 'Request changes' }).click();
  await expect(asking.getByText('Give a reason of at least 10 characters')).toBeVisible();
  await asking.getByRole('button', { name: /^The level and age groups/ }).click();
  await asking.getByRole('button', { name: 'Request changes' }).click();
  await expect(asking).toBeHidden();
  await settleDecision(db, 'resource', id);

  expect(await mailbox.textTo(`${slug}@releve.example`, WORD)).toContain(REASON);
  await seller.reload();
  await expect(seller.getByText('The curriculum team requested changes.')).toBeVisible();
  await expect(seller.getByText(REASON).first()).toBeVisible();
  const title = `Warm-ups for a cold hall, ${WORD}`;
  await seller.getByLabel('Title').fill(title);
  await seller.getByLabel('Level').selectOption('Advanced');
  await submit(seller);

  const find = async () => {
    const answer = await buyer.request.get('/api/resources', { params: { q: WORD } });
    return ((await answer.json()) as { items: { id: number }[] }).items.map((item) => item.id);
  };
  expect(await find()).toEqual([]);
  await visit(officer, `/admin/curriculum?item=${id}`);
  await expect(officer.getByRole('heading', { level: 2, name: title })).toBeVisible();
  const decision = officer.waitForResponse((answer) => answer.url().endsWith(`/${id}/decision`));
  await officer.getByRole('button', { name: /^Approve(?! and)/ }).click();
  expect((await decision).status()).toBe(200);
  await settleDecision(db, 'resource', id);
  await expect.poll(find).toEqual([id]);

  await visit(buyer, '/curriculum');
  await buyer.getByRole('main').getByRole('combobox', { name: 'Search the curriculum' }).fill(WORD);
  await buyer.keyboard.press('Enter');
  await buyer.getByRole('link', { name: title }).click();
  await buyer.getByRole('button', { name: 'Get it free' }).first().click();
  await expect(buyer.getByRole('button', { name: 'Download' }).first()).toBeVisible();

  await seller.reload();
  await expect(seller.getByText('On sale.')).toBeVisible();
  await choose(seller, 'colder.txt');
  await bar(seller).getByRole('button', { name: 'Publish changes' }).click(ARRIVED);
  const publishing = seller.getByRole('dialog');
  await expect(publishing.getByRole('list', { name: 'What changes' })).toContainText('colder.txt (new)');
  await publishing.getByRole('button', { name: 'Publish changes' }).click();
  await expect(publishing.getByText('Say what’s new')).toBeVisible();
  await publishing.getByRole('textbox', { name: 'What’s new' }).fill(NOTE);
  await publishing.getByRole('button', { name: 'Publish changes' }).click();
  await expect(publishing).toBeHidden();

  const mail = await mailbox.textTo(email, `New version: “${title}”`);
  expect(mail).toContain(NOTE);
  expect(mail).toContain(`/curriculum/${id}`);
  await buyer.reload();
  await expect(buyer.getByRole('heading', { name: 'What’s new' })).toBeVisible();
  await expect(buyer.getByText(NOTE)).toBeVisible();
});

/** One of the seller's resources on sale for $24.00. */
async function onSale(
  db: Db,
  { officer, seller }: Record<'officer' | 'seller', APIRequestContext>,
  origin: string,
  word: string,
): Promise<number> {
  const headers = { origin };
  const upload = await seller.post('/api/upload', {
    multipart: { file: sheet(`price-${Date.now()}.txt`) },
    headers,
  });
  const { uploads } = (await upload.json()) as { uploads: { id: string }[] };
  const uploadId = uploads[0]?.id ?? '';
  await expect
    .poll(async () => (await (await seller.get(`/api/uploads/${uploadId}`)).json()).state, ARRIVED)
    .toBe('ready');
  const categories = await (await seller.get('/api/categories?kind=resource')).json();
  const answer = await seller.post('/api/resources', {
    data: {
      title: `Half a price, ${word}`,
      description: 'Ten short warm-ups, each with its counts and a drawing.',
      categoryId: categories[0].id,
      price: '24.00',
      uploadIds: [uploadId],
    },
    headers,
  });
  const { id } = (await answer.json()) as { id: number };
  await seller.post(`/api/resources/${id}/submit`, { headers });
  const decision = await officer.post(`/api/moderation/resources/${id}/decision`, {
    data: { action: 'approve' },
    headers,
  });
  expect(decision.status()).toBe(200);
  await settleDecision(db, 'resource', id);
  return id;
}

test('a half-typed price is never on sale: published with before and after, or discarded', async ({
  page: seller,
  openWindow,
  playwright,
  baseURL,
  db,
}) => {
  const PRICED = newWord('halfprice');
  const origin = baseURL ?? '';
  const officer = await openWindow();
  const guest = await playwright.request.newContext({ baseURL: origin });
  await enterAsNewSeller(seller, db, baseURL);
  await enterAs(officer, 'officer', baseURL);
  const id = await onSale(db, { officer: officer.request, seller: seller.request }, origin, PRICED);
  /** Rendered anew, unlike the copy that guests share for a few seconds. */
  const shown = async () => (await officer.request.get(`/curriculum/${id}`)).text();
  const priceNow = async () =>
    ((await (await guest.get(`/api/resources/${id}`)).json()) as { price: string }).price;

  await visit(seller, `/curriculum/${id}/edit`);
  await seller.getByLabel('Amount in US dollars').fill('1');
  await saved(seller);
  await expect(bar(seller).getByText('Unpublished changes')).toBeVisible();
  await go(seller, '/my-resources');
  await expect(seller.getByRole('row', { name: new RegExp(PRICED) }).first()).toContainText(
    'Unpublished changes',
  );
  expect(await priceNow()).toBe('24.00');
  expect(await shown()).toContain('$24.00');
  expect(await shown()).not.toContain('$1.00');

  await visit(seller, `/curriculum/${id}/edit`);
  await expect(seller.getByLabel('Amount in US dollars')).toHaveValue('1.00');
  await bar(seller).getByRole('button', { name: 'Discard changes' }).click();
  await expect(seller.getByLabel('Amount in US dollars')).toHaveValue('24.00');
  await seller.getByRole('button', { name: 'Undo' }).click();
  await expect(seller.getByLabel('Amount in US dollars')).toHaveValue('1.00');

  await seller.getByLabel('Amount in US dollars').fill('19');
  await seller.getByLabel('Title').fill('');
  await bar(seller).getByRole('button', { name: 'Publish changes' }).click();
  await expect(bar(seller).getByRole('button', { name: 'Add a title.' })).toBeVisible();
  await seller.getByLabel('Title').fill(`A whole price, ${PRICED}`);
  // The keyboard alone.
  await bar(seller).getByRole('button', { name: 'Publish changes' }).press('Enter');
  const dialog = seller.getByRole('dialog');
  const changes = dialog.getByRole('list', { name: 'What changes' }).locator('> li');
  await expect(changes).toHaveCount(2);
  await expect(changes.nth(0)).toHaveText(/Title\s*Before\s*Half a price.*After\s*A whole price/s);
  await expect(changes.nth(1)).toHaveText(/Price\s*Before\s*\$24\.00\s*After\s*\$19\.00/);

  // Another tab changes it meanwhile: nothing is published unseen.
  const own = async () => (await seller.request.get(`/api/my/resources/${id}`)).json();
  const elsewhere = await seller.request.patch(`/api/resources/${id}`, {
    data: { revision: (await own()).revision, price: '21.00' },
    headers: { origin },
  });
  expect(elsewhere.status()).toBe(200);
  await dialog.getByRole('button', { name: 'Publish changes' }).click();
  await expect(dialog.getByText('Nothing was published.')).toBeVisible();
  await expect(changes.nth(1)).toContainText('$21.00');
  expect(await priceNow()).toBe('24.00');
  await dialog.getByRole('button', { name: 'Publish changes' }).click();
  await expect(dialog).toBeHidden();
  await expect(bar(seller).getByText('Unpublished changes')).toBeHidden();
  expect(await priceNow()).toBe('21.00');
  expect(await shown()).toContain('$21.00');
  expect(await shown()).toContain('A whole price');

  await visit(officer, `/admin/curriculum?tab=changed&item=${id}`);
  await expect(officer.getByRole('list', { name: 'What changed' })).toContainText('$21.00');
  await guest.dispose();
});
