// Runs axe once per kind of page and width: one page represents all that are built from the same parts.
// accessibility.full.e2e.ts looks at every page in every look.
import { expect, test, type Page } from '@playwright/test';
import { expectNothingFound } from './axe.ts';
import { enterAs, type DemoName } from './enter.ts';
import { inEveryLook } from './looks.ts';
import { visit } from './visit.ts';

/** Who looks, and one page of each kind. */
const TEMPLATES: readonly { who: DemoName | 'guest'; pages: Readonly<Record<string, string>> }[] = [
  {
    who: 'guest',
    pages: {
      front: '/',
      text: '/about',
      form: '/register',
      list: '/curriculum',
      'resource detail': '/curriculum/7',
      'course detail': '/courses/7',
      seller: '/sellers/3',
      checkout: '/direct-checkout?type=resource&id=7',
      'not found': '/nothing-here',
    },
  },
  {
    who: 'admin',
    pages: {
      'staff dashboard': '/admin',
      'staff list': '/admin/users',
      'staff detail': '/admin/users/2',
      'staff form': '/admin/settings',
      'review queue': '/admin/curriculum',
      handbook: '/admin/documentation?q=reason',
      'own settings': '/profile/edit',
    },
  },
  {
    who: 'seller',
    pages: {
      'seller dashboard': '/seller-dashboard',
      'own list': '/my-resources',
      'long form': '/upload-resource',
      money: '/seller/payments',
    },
  },
];

// In parallel, so that both workers can share the longest file.
test.describe.configure({ mode: 'parallel', timeout: 120_000 });

for (const { who, pages } of TEMPLATES) {
  test(`pages of a ${who}: ${Object.keys(pages).join(', ')}`, async ({ page, baseURL }) => {
    if (who !== 'guest') await enterAs(page, who, baseURL);
    for (const [kind, url] of Object.entries(pages)) {
      await test.step(`${kind}, ${url}`, async () => {
        await visit(page, url);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await inEveryLook(page, () => expectNothingFound(page));
      });
    }
  });
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

const FLOATING = [
  { name: 'a menu', role: 'menu', show: press('More for Greeting dances') },
  { name: 'a dialog', role: 'dialog', show: press('Open a dialog') },
  { name: 'a question', role: 'alertdialog', show: press('Archive…') },
  { name: 'a drawer', role: 'dialog', show: press('From the right') },
] as const;

test('what floats over a page, a toast, and fields with something to mend', async ({ page }) => {
  await visit(page, '/debug/ui');
  await page.getByRole('button', { name: 'Destructive', exact: true }).click();
  // With the focus in it, it stays.
  await page.getByRole('button', { name: 'Close message' }).focus();
  await inEveryLook(page, () => expectNothingFound(page));
  await page.keyboard.press('Escape');
  await inEveryLook(page, async () => {
    for (const { name, role, show } of FLOATING) {
      await test.step(name, async () => {
        await show(page);
        await expect(page.getByRole(role)).toBeVisible();
        await expectNothingFound(page, { behind: 'main > .wrap' });
        await page.keyboard.press('Escape');
        await expect(page.getByRole(role)).toHaveCount(0);
      });
    }
  });
  await visit(page, '/register');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByLabel('First name')).toBeFocused();
  await inEveryLook(page, () => expectNothingFound(page));
});
