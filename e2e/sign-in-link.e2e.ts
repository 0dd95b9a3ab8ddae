// Locked out by someone's guesses, signed in with a link.
import type { APIRequestContext } from '@playwright/test';
import { HERE, newPerson, confirmAddress, openAccount, type Person } from './people.ts';
import { expect, test } from './test.ts';
import { signIn, visit, toast } from './visit.ts';

const PHONE = { width: 390, height: 844 };

async function guess(request: APIRequestContext, { username }: Person, origin: string): Promise<void> {
  for (let turn = 0; turn < 11; turn++) {
    await request.post('/api/login', { data: { username, password: 'a guess' }, headers: { origin } });
  }
}

test('too many guesses: the owner asks for a link on the sign-in page, opens it, and goes on', async ({
  page,
  playwright,
  baseURL: address,
  mailbox,
}) => {
  const baseURL = address ?? '';
  await page.setViewportSize(PHONE);
  const elsewhere = await playwright.request.newContext({ baseURL });
  const person = await openAccount(elsewhere, baseURL, newPerson(), HERE);
  await confirmAddress(elsewhere, person, mailbox, baseURL);
  // From the same address, without the cookie of a known browser.
  const stranger = await playwright.request.newContext({ baseURL });
  await guess(stranger, person, baseURL);

  await visit(page, '/wishlist');
  await expect(page).toHaveURL('/auth');
  await signIn(page, person.username, person.password);
  const offer = page.getByRole('alert').filter({ hasText: 'We can email you a link' });
  await expect(offer).toContainText('signs you in');
  await offer.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'a link to sign in' })).toBeVisible();

  const link = await mailbox.linkTo(person.email, 'sign-in link');
  await test.step('a mail scanner opens it first', async () => {
    expect((await stranger.get(link)).status()).toBe(200);
  });
  // The email opens it in another tab.
  const tab = await page.context().newPage();
  await tab.setViewportSize(PHONE);
  await visit(tab, link);
  await expect(tab).toHaveURL('/sign-in-link');
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await expect(toast(tab, 'Login successful')).toContainText(`Welcome back, ${person.username}!`);
  await expect(tab).toHaveURL('/wishlist');

  await test.step('the Security page lists the attempts', async () => {
    await visit(tab, '/profile/security');
    await expect(tab.getByRole('region', { name: 'Failed sign-ins' })).toContainText(
      /1[0-9] attempts from devices/,
    );
  });
  await test.step('the link works once', async () => {
    await visit(tab, link);
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await expect(tab.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await tab.getByRole('button', { name: 'Request a new link' }).click();
    await expect(tab.getByRole('heading', { name: 'Sign in with a link' })).toBeVisible();
  });
  await tab.close();
  await stranger.dispose();
  await elsewhere.dispose();
});
