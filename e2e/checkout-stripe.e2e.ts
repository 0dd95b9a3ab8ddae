// Paying through Stripe: our server uses a fake Stripe, and so does the page, whose script from js.stripe.com is
// replaced. Runs on its own server.
import { expect, test, type Page } from '@playwright/test';
import { startFakeStripe } from '../tests/server/fake-stripe.ts';
import { startOwnSite } from './own-site.ts';
import { visit } from './visit.ts';

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

test("Stripe's own fields, a declined card, and one that needs confirmation", async ({ page }) => {
  test.setTimeout(120_000);
  const stripe = await startFakeStripe();
  const site = await startOwnSite(stripe.env);
  try {
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
  } finally {
    await site.end();
    await stripe.close();
  }
});
