// Refunds: a buyer requests one on the receipt, the seller decides, and access ends for that item only.
import { expect, type Page } from '@playwright/test';
import { expectNothingFoundOnTheWay } from './axe.ts';
import { enterAs } from './enter.ts';
import { openAccount, test } from './people.ts';
import { visit } from './visit.ts';

type Item = { id: number; title: string; price: string };

/** Two paid items of the demo seller. */
async function twoThings(page: Page): Promise<[Item, Item]> {
  const { items: shops } = (await (await page.request.get('/api/sellers')).json()) as {
    items: { id: number; username?: string; name: string }[];
  };
  for (const { id } of shops) {
    const answer = await page.request.get(`/api/resources/seller/${id}?price=15-40`);
    const { items } = (await answer.json()) as { items: Item[] };
    const paid = items.filter(({ price }) => Number(price) > 0);
    if (paid[0] && paid[1]) return [paid[0], paid[1]];
  }
  throw new Error('No shop of the demo school has two things to buy');
}

async function buy(page: Page, items: readonly Item[], email: string): Promise<number> {
  const answer = await page.request.post('/api/simple-checkout', {
    data: {
      email,
      name: 'Ida Quist',
      zip: '10001',
      items: items.map(({ id }) => ({ itemType: 'resource', itemId: id, quantity: 1 })),
      card: { number: '4242424242424242', expMonth: 4, expYear: 2035, cvc: '123' },
    },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { orderId: number }).orderId;
}

test('a buyer requests a refund for one of two items, staff approve it, and access ends', async ({
  page,
  browser,
  baseURL,
}) => {
  await visit(page, '/about');
  const person = await openAccount(page.request, baseURL);
  const [first, second] = await twoThings(page);
  const orderId = await buy(page, [first, second], person.email);

  await page.setViewportSize({ width: 390, height: 844 });
  await visit(page, `/orders/${orderId}`);
  const refunds = page.getByRole('region', { name: 'Refunds' });
  await refunds.getByRole('button', { name: 'Ask for a refund' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask for a refund' });
  await dialog.getByRole('button', { name: 'Ask for a refund' }).click();
  await expect(dialog).toContainText('Enter a reason.');
  await dialog.getByLabel(first.title).check();
  await dialog.getByLabel('Why?').fill('I bought the wrong level.');
  await expectNothingFoundOnTheWay(page);
  await dialog.getByRole('button', { name: 'Ask for a refund' }).click();
  await expect(refunds).toContainText('Pending');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  const desk = await browser.newPage();
  await enterAs(desk, 'admin', baseURL);
  await visit(desk, '/admin/refunds');
  const request = desk.getByRole('listitem').filter({ hasText: 'I bought the wrong level.' });
  await expect(request).toContainText(first.title);
  await request.getByRole('button', { name: 'Refund', exact: true }).click();
  const decide = desk.getByRole('dialog');
  await decide.getByLabel(/Message to the buyer/).fill('Of course.');
  await decide.getByRole('button', { name: 'Refund' }).click();
  await expect(desk.getByText('Refund approved', { exact: true })).toBeVisible();
  await desk.close();

  // It is processing, and completes while the buyer watches.
  await visit(page, `/orders/${orderId}`);
  await expect(refunds).toContainText(`for ${first.title} was refunded to your card`, { timeout: 20_000 });
  await expect(refunds).toContainText('Of course.');
  await visit(page, '/my-purchases');
  await expect(page.getByRole('link', { name: second.title }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: first.title })).toHaveCount(0);
});

test('a seller decides about their own items, on a phone in dark mode', async ({ page, baseURL }) => {
  await visit(page, '/about');
  await enterAs(page, 'seller', baseURL);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await visit(page, '/seller/refunds');
  await expect(page.getByRole('heading', { level: 1, name: 'Refund requests' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Waiting/ })).toBeVisible();
  await expectNothingFoundOnTheWay(page);
});
