// Runs axe once per kind of page and width: one page represents all that are built from the same parts.
// accessibility.full.e2e.ts looks at every page in every look.
import type { Page } from '@playwright/test';
import { expectNothingFound } from './axe.ts';
import { enterAs, type DemoName } from './enter.ts';
import { inEveryLook } from './looks.ts';
import { expect, test } from './test.ts';
import { go, visit } from './visit.ts';

/** The viewer, and one page of each kind. */
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
      directory: '/connect',
      instructor: '/instructors/4',
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
  {
    who: 'instructor',
    pages: {
      'weekly hours': '/connect/profile?tab=hours',
      'taught bookings': '/instructor/bookings',
    },
  },
  {
    who: 'member',
    pages: {
      'my courses': '/my-courses',
      'my bookings': '/my-bookings',
      'book a session': '/connect/book/4',
      'video lesson': '/courses/11/lessons/194',
      'audio lesson': '/courses/11/lessons/190',
      'text lesson': '/courses/11/lessons/191',
      assignment: '/courses/11/lessons/204',
      quiz: '/courses/11/modules/54/quizzes/45',
      'quiz results': '/quizzes/44/results',
      'course in progress': '/courses/11',
    },
  },
];

// In parallel, so that both workers can share the longest file.
test.describe.configure({ mode: 'parallel' });

for (const { who, pages } of TEMPLATES) {
  test(`pages of a ${who}: ${Object.keys(pages).join(', ')}`, async ({ page, baseURL }) => {
    if (who !== 'guest') await enterAs(page, who, baseURL);
    for (const [at, [kind, url]] of Object.entries(pages).entries()) {
      await test.step(`${kind}, ${url}`, async () => {
        if (at === 0) await visit(page, url);
        else await go(page, url);
        await expect(page).toHaveURL(url);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        // What is still loading is dimmed.
        await expect(page.locator('main .skeleton, main [aria-busy="true"]')).toHaveCount(0);
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

test('overlays, a toast, and fields with errors', async ({ page }) => {
  await visit(page, '/debug/ui');
  await page.getByRole('button', { name: 'Destructive', exact: true }).click();
  // It stays while it has the focus.
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
