// What surrounds every page: header, menu, footer, back to top, and the not-found and error pages.
import type { Page } from '@playwright/test';
import { enterAs } from './enter.ts';
import { expect, test } from './test.ts';
import { go, visit } from './visit.ts';

/** And waits until the page knows it. */
const scrollDown = (page: Page, top: number) =>
  page.evaluate(async (y) => {
    globalThis.scrollTo({ top: y, behavior: 'instant' });
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
  }, top);

test('the skip link, the way up, the current page in the header, and the menu of a phone', async ({
  page,
}) => {
  await visit(page, '/');
  await test.step('the skip link comes first and jumps to the content', async () => {
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.locator('#content')).toBeFocused();
  });
  await test.step('back to top appears after 300 px and scrolls up', async () => {
    const up = page.getByRole('button', { name: 'Back to top' });
    await scrollDown(page, 0);
    await expect(up).toBeHidden();
    await scrollDown(page, 300);
    await expect(up).toBeHidden();
    await scrollDown(page, 301);
    await expect(up).toBeVisible();
    await up.click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect(up).toBeHidden();
    await expect(page.locator('#content')).toBeFocused();
  });
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' });
  await test.step('the header marks the current page', async () => {
    await expect(home).toHaveAttribute('aria-current', 'page');
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await expect(page).toHaveURL('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(home).not.toHaveAttribute('aria-current');
  });
  await test.step('on a phone the menu collapses and closes after following a link', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const signIn = page.getByRole('link', { name: 'Sign In' });
    await expect(signIn).toBeHidden();
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.click();
    await expect(signIn).toBeVisible();
    await expect(
      page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Home' }),
    ).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(signIn).toBeHidden();
    await expect(menu).toBeFocused();
    await menu.click();
    await home.click();
    await expect(page).toHaveURL('/');
    await expect(signIn).toBeHidden();
  });
});

test('an unknown URL is a 404 inside the layout, with links onward', async ({ page }) => {
  const response = await visit(page, '/no/such/page');
  expect(response.status()).toBe(404);
  await expect(page).toHaveTitle(/Page not found/);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page).toHaveURL('/');
});

test('a broken page shows an error with one reference, unless the report failed', async ({ page }) => {
  let reports = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/client-errors')) reports += 1;
  });
  await page.route('**/api/user', (route) =>
    route.fulfill({ status: 500, json: { message: 'secret detail' } }),
  );
  await page.route('**/api/client-errors', (route) => route.fulfill({ status: 500, body: 'x' }));
  const answered = page.waitForResponse('**/api/client-errors');
  await visit(page, '/profile-image-debug');
  await answered;
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByText('Reference')).toBeHidden();

  await page.unroute('**/api/client-errors');
  reports = 0;
  await visit(page, '/profile-image-debug');
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByText(/^Reference \S+/)).toBeVisible();
  await expect(page.getByText('secret detail')).toBeHidden();
  expect(reports).toBe(1);
  await page.unroute('**/api/user');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page).toHaveURL('/auth');
});

test('the page stays where it is when the header takes the focus; what isn’t the viewer’s leads on', async ({
  page,
  baseURL,
}) => {
  await enterAs(page, 'member', baseURL);
  await visit(page, '/about');
  const header = page.getByRole('banner');
  await expect(header.getByRole('button', { name: /Nell Abara/ })).toBeVisible();
  await scrollDown(page, 400);
  const moved = await header.getByRole('link', { name: 'Curriculum' }).evaluate((link) => {
    const before = scrollY;
    link.focus();
    return scrollY - before;
  });
  expect(moved).toBe(0);
  await header.getByRole('button', { name: /Nell Abara/ }).click();
  await expect(header.getByRole('link', { name: 'My Profile' })).toBeVisible();
  const before = await page.evaluate(() => scrollY);
  await page.keyboard.press('Escape');
  await expect(header.getByRole('link', { name: 'My Profile' })).toBeHidden();
  expect(await page.evaluate(() => scrollY)).toBe(before);

  for (const [path, title, way] of [
    ['/certificates/2147483', 'Certificate not found', 'Your certifications'],
    ['/quizzes/2147483/results', 'No results for you here', 'My courses'],
  ] as const) {
    await go(page, path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: way })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  }
});
