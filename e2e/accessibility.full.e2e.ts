// Every page and its overlays, light and dark, on phone and desktop: no axe violations, and nothing wider than the
// screen. Only in `npm run e2e`; accessibility.e2e.ts is what `npm test` runs.
import { expect, type Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { PAGE_URLS, sampleUrl } from '../tests/tables/urls.ts';
import { BUILT_PAGES } from '../shared/site-pages.ts';
import { expectNothingFound } from './axe.ts';
import { enterAs } from './enter.ts';
import { DESK, inEveryLook, PHONE } from './looks.ts';
import { startOwnSite } from './own-site.ts';
import { confirmAddress, openAccount, test as base } from './people.ts';
import { signIn, visit } from './visit.ts';

const built = PAGE_URLS.filter(({ page }) => page);
/** Beyond the specification; /debug/ui has its own tests below. */
const ours = BUILT_PAGES.filter(
  (page) => page !== '/debug/ui' && !PAGE_URLS.some(({ url }) => url === page),
).map(sampleUrl);
const isClosed = (page: string) => /^\/(profile|admin|seller)\//.test(page);
const isOfSellers = (page: string) => page.startsWith('/seller/');
const open = [
  ...built.filter(({ seenBy }) => seenBy === 'everyone').map(({ url }) => sampleUrl(url)),
  ...ours.filter((page) => !isClosed(page)),
  // As from the link in an email.
  '/reset-password?token=x',
  '/verify-email?token=x',
  '/sign-in-link?token=x',
  '/cart-reminders/off?token=x',
];
/** A page with several URLs is tested at its first. */
const isFirstName = (
  { page }: { page: string | null },
  at: number,
  all: readonly { page: string | null }[],
) => all.findIndex((other) => other.page === page) === at;
const SELLER_PAGE = /^features\/(seller|resource)\//;
const closedPages = built.filter(({ seenBy }) => seenBy !== 'everyone').filter(isFirstName);
const ofSellers = [
  ...closedPages
    .filter(({ seenBy, page }) => seenBy === 'signed-in' && SELLER_PAGE.test(page ?? ''))
    .map(({ url }) => sampleUrl(url)),
  ...ours.filter(isOfSellers),
];
const closed = [
  ...closedPages.map(({ url }) => sampleUrl(url)).filter((url) => !ofSellers.includes(url)),
  ...ours.filter((page) => isClosed(page) && !isOfSellers(page)),
];

/** Pages that a worker opens once and navigates from URL to URL: a new window costs each test a second. */
const test = base.extend<object, { guestPage: Page; adminPage: Page; sellerPage: Page }>({
  guestPage: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext({ baseURL: project.use.baseURL });
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
  adminPage: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext({ baseURL: project.use.baseURL });
      const page = await context.newPage();
      await enterAs(page, 'admin', project.use.baseURL);
      await use(page);
      await context.close();
    },
    { scope: 'worker' },
  ],
  sellerPage: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext({ baseURL: project.use.baseURL });
      const page = await context.newPage();
      await enterAs(page, 'seller', project.use.baseURL);
      await use(page);
      await context.close();
    },
    { scope: 'worker' },
  ],
});

// In parallel, so that both workers can share this file, the longest one.
test.describe.configure({ mode: 'parallel', timeout: 90_000 });

for (const url of [...open, '/nothing-here']) {
  test(url, async ({ guestPage: page }) => {
    await visit(page, url);
    await inEveryLook(page, () => expectNothingFound(page));
  });
}

test('/debug/ui, a select open', async ({ page }) => {
  await visit(page, '/debug/ui');
  const select = page.locator('select:enabled').first();
  await inEveryLook(page, async () => {
    await select.click();
    expect(await select.evaluate((element) => element.matches(':open'))).toBe(true);
    await expectNothingFound(page);
    await page.keyboard.press('Escape');
  });
});

for (const url of closed) {
  test(`${url}, signed in`, async ({ adminPage: page }) => {
    await visit(page, url);
    await expect(page.getByText('Verifying authentication...')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await inEveryLook(page, () => expectNothingFound(page));
  });
}

for (const url of ofSellers) {
  test(`${url}, as a seller`, async ({ sellerPage: page }) => {
    await visit(page, url);
    await expect(page.getByText('Verifying authentication...')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await inEveryLook(page, () => expectNothingFound(page));
  });
}

test('a resource form with a file, missing fields and a file to remove', async ({ sellerPage: page }) => {
  await visit(page, '/upload-resource');
  const buffer = Buffer.from('Plié and tendu, slow. '.repeat(50));
  const chosen = ['one.txt', 'two.txt'].map((name) => ({ name, mimeType: 'text/plain', buffer }));
  await page.locator('input[type=file]').first().setInputFiles(chosen);
  // Uploaded and checked by a job first.
  await expect(page.getByRole('button', { name: 'Move two.txt', exact: true })).toBeVisible({
    timeout: 30_000,
  });
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('Still missing')).toBeVisible();
  await inEveryLook(page, async () => {
    await expectNothingFound(page);
    await page.getByRole('button', { name: 'Remove two.txt' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectNothingFound(page, { behind: '.shell' });
    await page.keyboard.press('Escape');
  });
});

test('several resources being filled in, one file too many', async ({ sellerPage: page }) => {
  await visit(page, '/multi-upload-resource');
  const buffer = Buffer.from('Plié and tendu, slow. '.repeat(50));
  const chosen = [1, 2, 3, 4, 5, 6].map((at) => ({ name: `${at}.txt`, mimeType: 'text/plain', buffer }));
  page.on('dialog', (dialog) => void dialog.accept());
  await page.locator('input[type=file]').first().setInputFiles(chosen);
  await page.getByText('Shared details').click();
  await page.getByRole('button', { name: 'Submit all' }).click();
  await inEveryLook(page, () => expectNothingFound(page));
});

test('/profile/edit, a picture being cropped, a picture rejected', async ({ adminPage: page }) => {
  await visit(page, '/profile/edit');
  const choose = (file: string) => page.getByLabel('Picture file').setInputFiles(file);
  await inEveryLook(page, async () => {
    await choose('public/images/default-user.webp');
    await expect(page.getByRole('slider', { name: 'Zoom' })).toBeVisible();
    await expectNothingFound(page);
    await page.keyboard.press('Escape');
    await choose('public/favicon.svg');
    await expect(page.getByText('This is not a picture we can use.')).toBeVisible();
    await expectNothingFound(page);
  });
});

for (const url of ['/admin/documentation?q=reason', '/admin/documentation?chapter=users&q=reset']) {
  test(`${url}, signed in`, async ({ adminPage: page }) => {
    await visit(page, url);
    await expect(page.locator('mark').first()).toBeVisible();
    await inEveryLook(page, () => expectNothingFound(page));
  });
}

test('overlays on a staff page: rows selected, a reason dialog, the drawer, the collapsed sidebar', async ({
  adminPage: page,
}) => {
  await visit(page, '/admin/users?role=seller');
  await inEveryLook(page, async (width) => {
    await page.locator('tbody').getByRole('checkbox').first().check();
    const bar = page.getByRole('region', { name: 'Bulk actions' });
    await expect(bar).toBeVisible();
    await expectNothingFound(page);
    await bar.getByRole('button', { name: 'Suspend' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNothingFound(page, { behind: '.shell' });
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    if (width === PHONE) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      await expectNothingFound(page, { behind: '.shell' });
      await page.keyboard.press('Escape');
    } else {
      await page.getByRole('button', { name: 'Collapse menu' }).click();
      await expectNothingFound(page);
      await page.getByRole('button', { name: 'Expand menu' }).click();
    }
  });
});

const firstButton = (name: string) => (page: Page) => page.getByRole('button', { name }).first().click();
const inMenu = (name: string) => async (page: Page) => {
  await firstButton('More for')(page);
  await page.getByRole('menuitem', { name }).click();
};

const OFFICERS_PAGES = [
  {
    url: '/admin/curriculum',
    opens: { dialog: [firstButton('Request changes'), firstButton('Reject'), firstButton('Shortcuts')] },
  },
  {
    url: '/admin/resources?state=published',
    opens: { menu: [firstButton('More for')], dialog: [inMenu('Archive')] },
  },
  {
    url: '/admin/resource-categories',
    opens: { alertdialog: [inMenu('Merge…')], dialog: [inMenu('Rename')] },
  },
  { url: '/admin/dance-styles', opens: { dialog: [firstButton('Add a style')] } },
] as const;

for (const { url, opens } of OFFICERS_PAGES) {
  test(`${url}, and its overlays`, async ({ adminPage: page }) => {
    await visit(page, url);
    // On a phone the queue is a list first.
    if (url === '/admin/curriculum') await page.locator('.queue-item').first().click();
    const lookAtAll = async () => {
      for (const [role, all] of Object.entries(opens)) {
        for (const open of all) {
          await open(page);
          const opened = page.getByRole(role as 'dialog' | 'alertdialog' | 'menu');
          await expect(opened).toBeVisible();
          await expectNothingFound(page, { behind: '.shell' });
          await page.keyboard.press('Escape');
          await expect(opened).toHaveCount(0);
        }
      }
    };
    await inEveryLook(page, lookAtAll);
  });
}

test('a toast and the guest menu', async ({ page }) => {
  await visit(page, '/auth');
  await signIn(page, 'member', 'not-the-password');
  const toast = page.getByRole('listitem').filter({ hasText: 'Login failed' });
  // It stays while it has the focus.
  await toast.getByRole('button', { name: 'Close message' }).focus();
  await inEveryLook(page, () => expectNothingFound(page));
  await expect(toast).toBeVisible();
  await visit(page, '/about');
  await inEveryLook(page, async (width) => {
    const menu = page.getByRole('button', { name: 'Menu' });
    if (width === DESK) return expect(menu).toBeHidden();
    await menu.click();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
    await expectNothingFound(page);
    await page.keyboard.press('Escape');
  });
});

test('the user menu', async ({ page }) => {
  await visit(page, '/auth');
  await signIn(page, 'member');
  await expect(page).not.toHaveURL('/auth');
  await visit(page, '/about');
  await inEveryLook(page, async (width) => {
    await page.getByRole('button', { name: width === PHONE ? 'Menu' : 'Nell Abara' }).click();
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    await expectNothingFound(page);
    await page.keyboard.press('Escape');
  });
});

test('registration with errors in every field', async ({ page }) => {
  await visit(page, '/register');
  await page.getByRole('button', { name: 'Create account' }).click();
  // The form moves the focus to the first error; anything typed before that would land there.
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.getByLabel('Password', { exact: true }).fill('passwordpassword');
  await expect(page.getByText('Password strength: Too easy to guess')).toBeAttached();
  await inEveryLook(page, () => expectNothingFound(page));
});

test('setting up an authenticator app, deleting an account', async ({ page, baseURL, mailbox }) => {
  const person = await openAccount(page.request, baseURL);
  await confirmAddress(page.request, person, mailbox, baseURL);
  const { password } = person;
  await visit(page, '/profile/security');
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const app = page.getByRole('region', { name: 'Authenticator app' });
  await app.getByLabel('Your password').fill(password);
  await app.getByRole('button', { name: 'Continue' }).click();
  await expect(app.getByRole('img')).toBeVisible();
  await inEveryLook(page, () => expectNothingFound(page));
  const secret = (await app.locator('.secret').textContent()) ?? '';
  const code = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate();
  await app.getByLabel('Authenticator code').fill(code);
  await app.getByRole('button', { name: 'Turn on' }).click();
  await app.getByRole('button', { name: 'Done' }).click();
  await expect(app.getByText('somewhere safe')).toBeVisible();
  await inEveryLook(page, () => expectNothingFound(page));
  await visit(page, '/profile/data');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('Enter your password')).toBeVisible();
  await inEveryLook(page, () => expectNothingFound(page));
});

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

const FLOATING = [
  { name: 'a menu', role: 'menu', show: press('More for Greeting dances') },
  { name: 'a tooltip', role: 'tooltip', show: focusAnew },
  { name: 'a dialog', role: 'dialog', show: press('Open a dialog') },
  { name: 'a question', role: 'alertdialog', show: press('Archive…') },
  { name: 'a drawer', role: 'dialog', show: press('From the right') },
] as const;

async function focusAnew(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Hover or focus me' });
  await button.blur();
  await button.focus();
}

test('overlays', async ({ page }) => {
  await visit(page, '/debug/ui');
  await inEveryLook(page, async () => {
    for (const { name, role, show } of FLOATING) {
      await test.step(name, async () => {
        await show(page);
        await expect(page.getByRole(role)).toBeAttached();
        await expectNothingFound(page, { behind: 'main > .wrap' });
        await page.keyboard.press('Escape');
        await expect(page.getByRole(role)).toHaveCount(0);
      });
    }
  });
});

test('a page that broke in the browser', async ({ page }) => {
  await page.route('**/api/user', (route) => route.fulfill({ status: 500, json: { message: 'boom' } }));
  await visit(page, '/profile-image-debug');
  await expect(page.getByText(/^Reference \S+/)).toBeVisible();
  await inEveryLook(page, () => expectNothingFound(page));
});

test('a page during a database outage', async ({ page }) => {
  const site = await startOwnSite();
  try {
    await site.stopDatabase();
    const response = await visit(page, `${site.url}/about`);
    expect(response.status()).toBe(503);
    await expect(page.getByRole('heading', { name: 'We’ll be right back' })).toBeVisible();
    await inEveryLook(page, () => expectNothingFound(page));
  } finally {
    await site.end();
  }
});
