// What needs a server of its own: settings that change the whole site, and paying through Stripe. Our server uses a fake
// Stripe, and so does the page, whose script from js.stripe.com is replaced.
import type { Page } from '@playwright/test';
import { startFakeStripe } from '../tests/server/fake-stripe.ts';
import { enterAs } from './enter.ts';
import { startOwnSite, type OwnSite } from './own-site.ts';
import { expect, test as common } from './test.ts';
import { go, saved, visit, toast } from './visit.ts';

type Stripe = Awaited<ReturnType<typeof startFakeStripe>>;

// One server for all of them, so one worker.
common.describe.configure({ mode: 'default' });

const test = common.extend<object, { stripe: Stripe; site: OwnSite }>({
  stripe: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures needed from it
    async ({}, use) => {
      const stripe = await startFakeStripe();
      await use(stripe);
      await stripe.close();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ stripe }, use) => {
      const site = await startOwnSite(stripe.env);
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

/** As much of Stripe.js as our pages use; the test puts the card to return on the window. */
function stripeScript(authenticateUrl: string): string {
  return `window.Stripe = () => ({
    _registerWrapper() {},
    elements: (options) => {
      window.stripeOptions = options;
      return {
        create: (_kind, { wallets }) => ({
          on() {},
          mount: (place) => { place.textContent = 'Stripe: ' + options.amount + ', ' + Object.entries(wallets).flat().join(' '); },
          destroy() {},
        }),
        getElement: () => null,
        update: (next) => Object.assign(options, next),
        submit: async () => ({}),
      };
    },
    createConfirmationToken: async () => ({ confirmationToken: { id: 'ctoken_' + window.stripeCard } }),
    handleNextAction: async ({ clientSecret }) => { await fetch(${JSON.stringify(authenticateUrl)} + clientSecret, { mode: 'no-cors' }); return {}; },
  });`;
}

const pay = (page: Page) => page.getByRole('button', { name: /^Pay \$/ });

test("Stripe's own fields, a declined card, and one that needs confirmation", async ({
  page,
  site,
  stripe,
}) => {
  // The bank's confirmation, answered as the buyer's browser would at Stripe.
  await page.route('https://api.stripe.com/answered/**', async (route) => {
    const [id = ''] = (route.request().url().split('/').at(-1) ?? '').split('_secret_');
    stripe.authenticate(id);
    await route.fulfill({ body: 'ok' });
  });
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: stripeScript('https://api.stripe.com/answered/'),
    }),
  );
  await visit(page, `${site.url}/about`);
  expect(await page.locator('script[src*="stripe"]').count()).toBe(0);

  await visit(page, `${site.url}/direct-checkout?type=course&id=1`);
  await expect(page.getByText(/^Stripe: \d+00, applePay auto googlePay auto$/)).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await page.getByLabel('Name').fill('Mara Okafor');
  await page.getByLabel('Email').fill('mara@example.com');
  await page.getByLabel('ZIP code').fill('10001');
  const give = (card: string) => page.evaluate((name) => Object.assign(window, { stripeCard: name }), card);
  await give('chargeDeclinedInsufficientFunds');
  await pay(page).click();
  await expect(page.getByRole('alert')).toContainText('insufficient funds');
  await expect(page.getByLabel('ZIP code')).toHaveValue('10001');
  await give('authenticationRequired');
  await pay(page).click();
  await expect(page).toHaveURL(/\/course-enrollment-success\?order=\d+&key=/);
  await expect(page.getByRole('heading', { name: 'Welcome to the course' })).toBeVisible();
});

test('a new site name and address show everywhere and are audited; registration closes and reopens', async ({
  page,
  site,
  newClient,
}) => {
  const guest = await newClient();
  await open(page, site, '/admin/settings');
  const save = page.getByRole('button', { name: 'Save settings' });
  const name = page.getByLabel('Site name');
  await expect(name).toHaveValue('Relevé');
  await name.fill('');
  await save.click();
  await expect(name).toHaveAccessibleDescription('The site needs a name');
  await name.fill('Pointe House');
  await page.getByLabel('Support email').fill('help@pointe.example');
  await save.click();
  await expect(toast(page, 'Settings saved')).toBeVisible();
  await expect(page).toHaveTitle('Settings · Pointe House');
  // Guests share a copy of a page for a few seconds.
  const about = async () => (await guest.get(`${site.url}/about`)).text();
  await expect.poll(about, { timeout: 15_000 }).toMatch(/<title>[^<]+ · Pointe House<\/title>/);
  expect(await about()).toContain('help@pointe.example');

  const box = page.getByLabel('Allow new users to register');
  await box.uncheck();
  await saved(page, () => save.click());
  const answer = await guest.post(`${site.url}/api/register`, {
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
  await saved(page, () => save.click());

  await test.step('an admin can’t lock themselves out with the two-factor rule', async () => {
    await page.getByLabel('Admins must use an authenticator app').check();
    await save.click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Set up two-factor sign-in for your own account first' }),
    ).toBeVisible();
  });
  await visit(page, `${site.url}/admin/documentation`);
  await expect(page.getByText('you help run Pointe House')).toBeVisible();
  await go(page, '/admin/audit?action=settings.update');
  await expect(page.getByRole('list', { name: 'Audit log' })).toContainText('Relevé → Pointe House');
});
